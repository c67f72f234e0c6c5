/* plan_record.h - a plan as data, in four stages: what was asked, how the state is laid out, the code of a step, its
   launch. Each stage is made from those before it, and not changed once it is made. Source and run only read them. */
#pragma once

#include "gen/domain/encoding.h"
#include "gen/lanes/lanes_rows.h"
#include "gen/plan/card.h"
#include "gen/plan/workload.h"

/* --- the request for a plan, and what follows from it alone --- */

/* What was asked for. Zeroed, it is the default of everything but the domain and the program. */
typedef struct nbb_request {
    const nbb_fractal *fractal; /* or NULL, with a simplex */
    int r;
    const nbb_simplex *simplex;
    int64_t n;                       /* the simplex's side */
    int dimensions;                  /* of the points of edm */
    NBB_ASKED_ROWS(NBB_CHOICE_FIELD) /* 0: the plan's choice */
    nbb_workload workload;
    const nbb_program *program; /* of the cells, bound (nbb_workload_program); NULL of edm */
    nbb_map map;                /* where threads go */
    unsigned named;             /* 1 << NBB_CHOICE_...: given, though it be the default */
    nbb_target target;
    const char *wide_because; /* map lanes: why values of a program of bits are words; NULL: they are bits of words */
    const nbb_card *card;     /* the device's constants, or NULL: the default ones */
    uint32_t multiprocessors; /* of the device, or 0: unknown */
    uint32_t cluster_blocks;  /* that a cluster of the device may have, or 0: unknown */
    uint32_t shared_bytes;    /* that a block of the device may have of its shared memory, or 0: unknown */
    uint64_t available; /* bytes the device has free, of all ranks', or 0: unknown; then NBB_BYTES_MAX fit */
    bool is_asked;            /* it has more, but --memory says so */
    int ranks;                /* that the items are cut among (below); 0, 1: one */
    bool parted;              /* one device advances its items part by part (below) */
    int64_t copies; /* that a launch advances, states side by side, each with arguments of its own; 0: none */
    struct nbb_launches *launches; /* of several plans for one rule and fractal, which share them; or NULL */

    /* What follows from these (nbb_request_of); who asks leaves it 0. */
    nbb_domain domain; /* the fractal at r, or the simplex of side n */
    const nbb_workload_row *work;
    nbb_traits traits;
    nbb_law law; /* of a program that is a rule the rule's, with its kernels */
    bool has_rule;
    nbb_rule rule;    /* of the program's steps, where they ask for neighbours */
    nbb_lanes_law lanes_law; /* the same of map lanes; its lowering is the plan's */
    int64_t cells;    /* V = k^r; this and the sides of a domain within the limits, in a plan */
    nbb_vector sides; /* s^r; of a simplex n on each of its axes, else 1 */
} nbb_request;

/* The request with what follows from it, but the cells and the sides; `card` is never NULL then, nor `ranks` 0. All
   that is declared below is for such requests, unless it says that it takes any. */
nbb_request nbb_request_of(nbb_request asked);

/* What was asked for of a choice, 0: its default; whether the option was given: as another one, or by its name. */
int64_t nbb_request_asked(const nbb_request *request, nbb_choice choice);
bool nbb_request_names(const nbb_request *request, nbb_choice choice);

/* Bytes of a run at most: the distance of two addresses is signed. And those that this one may take. */
#define NBB_BYTES_MAX ((uint64_t)INT64_MAX)
uint64_t nbb_request_room(const nbb_request *request);

/* "the device has 3000 free", or what else says it. */
nbb_text nbb_request_room_text(const nbb_request *request);

/* Map lanes. Lanes of a word that has the top `a` digits, 0 <= a <= r: k^a for equal levels. */
int64_t nbb_request_lanes_of(const nbb_request *request, int a);

/* The lane digits by which the request's program draws, -1 of one that does not. */
int nbb_request_drawn_digits(const nbb_request *request);

/* The lane digits that were asked for, or -1 for the plan's choice. */
int nbb_request_digits_asked(const nbb_request *request);

/* The device's multiprocessors; where there is none to be asked, those of the card whose constants are used. */
uint32_t nbb_request_multiprocessors(const nbb_request *request);

/* Whether a launch of so many threads is small for the device, so that it ends with waiting for the slowest. */
bool nbb_request_is_small(const nbb_request *request, int64_t threads);

/* Which map and storage a request names. A map's name stands for both where it leaves one storage, and a storage's
   for both where no map is given: `*map` is AUTO where neither is named, and `*storage` where the plan has a choice.
   Fails (usage) where the domain has no such map or storage, or not the two together; the message names what it has
   instead. Takes any request. */
nbb_status nbb_storage_settle(const nbb_request *request, nbb_map *map, nbb_storage *storage);

/* How the cells of a fractal are stored by a map of its plan. */
nbb_storage nbb_storage_of_fractal(nbb_map map);

/* Which options have an effect where, and why they have none elsewhere: the one table, constraints.c, that refusals,
   the lists of a bench and --help are made from. */

/* Whether an option was given with one of these values of a choice, a bit each, or with any if the set is empty; what
   was given is appended to `text`, for the message. */
typedef bool nbb_given(const void *context, const char *option, unsigned values, nbb_text *text);

/* Fails (usage) on the first option of the table that was given and has no effect on the domain or the workload; no
   more is read of the request: what was given, on what it has no effect, and why. */
nbb_status nbb_constraints_check(const nbb_request *of, nbb_given *given, const void *context);

/* The same for the options that any request holds, and what else it asks for; of map AUTO none is refused for its
   map. And for those of map lanes, where a plan's words are settled. */
nbb_status nbb_constraints_check_request(const nbb_request *request, nbb_map map);
nbb_status nbb_constraints_check_settled(const nbb_request *request);

/* Appends the maps where the option has an effect, "; map lambda, compact", where these are not all; for --help. */
void nbb_constraints_print_maps(const char *option, nbb_text *text);

/* --- the layout and the launches that a plan is made of --- */

/* A launch: blocks of threads. */
typedef struct nbb_grid {
    uint64_t blocks;
    uint32_t threads;
} nbb_grid;

typedef struct nbb_plan nbb_plan;

/* A layout of a state, as operations, each of which makes a part of the plan from those before it:
   plan_choose.c has the rows. */
typedef struct nbb_layout {
    nbb_status (*settle)(nbb_plan *plan); /* of what was not asked for what launches take least time with; or NULL */
    nbb_status (*size)(nbb_plan *plan); /* the tile and places, and what a run takes: buffers, bytes, and of a simplex
                                           threads */
    nbb_status (*build)(nbb_plan *plan); /* once the state fits: its tables, code and its launch; or NULL */
    nbb_grid (*grid)(const nbb_plan *plan, nbb_entry entry, uint64_t items);
    const int64_t *side; /* of a simplex: cells of a tile, by axes; NULL: as --tile says */
    void (*shape)(nbb_plan *plan); /* its slabs, threads and steps; or NULL */
} nbb_layout;

/* --- how the state is laid out, and maps evaluated --- */

/* What only simplices have. */
typedef struct nbb_simplex_space {
    nbb_cover cover;             /* of map lambda; its side and tiles are of every map */
    int64_t pitch;               /* embedded: cells from a row to the next, whole 16 */
    bool double_roots;           /* map enum: roots in double precision: single is inexact */
    nbb_simplex_product product; /* of --tc */
} nbb_simplex_space;

/* The operands of a fractal's products of matrices, those of --tc's variant. */
typedef struct nbb_products {
    nbb_encoding lambda;            /* in halves: with map lambda */
    nbb_encoding nu;                /* and with map compact */
    nbb_byte_encoding lambda_bytes; /* in bytes */
    nbb_byte_encoding nu_bytes;     /* and with map compact */
} nbb_products;

typedef struct nbb_plan_space {
    const nbb_layout *layout;
    nbb_map map;                      /* never AUTO */
    nbb_storage storage;              /* never AUTO */
    nbb_simplex_space simplex;        /* all 0 with a fractal */
    int t;                            /* a tile is a level-t fractal, or 2^t cells a side */
    int r_b;                          /* r - t: levels of the block-space fractal */
    nbb_vector rho;                   /* s^t: a tile's side in cells */
    nbb_vector n_b;                   /* s^r_b: the block-space box in tiles */
    nbb_vector orthotope;             /* k^ceil(r_b/2) x k^floor(r_b/2) tiles [M20] */
    int64_t tiles;                    /* k^r_b; of a simplex those of its cover */
    nbb_lanes lanes;                  /* map lanes: its sizes and tables; empty otherwise */
    nbb_tile tile;                    /* the miniature fractal in a tile: mask words, halo */
    uint64_t offsets[NBB_FIELDS_MAX]; /* where each array of a state begins */
    uint64_t state_bytes;             /* one buffer of state */

    nbb_eval eval;                  /* never AUTO */
    int tc;                         /* NBB_TC_NONE or the variant */
    const nbb_products *products;   /* of --tc, in the arena; NULL without */
    bool lambda_by_product;         /* whether the workload's kernel takes lambda from a product */
    bool nu_by_product;             /* and whether it takes nu from one */
    int product_tiles;              /* tiles that such a product maps */
    int64_t groups;                 /* of so many tiles; with 1: the tiles */
} nbb_plan_space;

/* --- the code of a step --- */

typedef struct nbb_plan_code {
    nbb_launches launches;       /* map lanes of a rule: those looked at, unless the request has others' */
    int steps_a_launch;          /* of STEP: 1 but on map lanes and by a march */
    nbb_lanes_launch step, rest; /* map lanes: what STEP or a round of PERSISTENT, and REST compute */
    nbb_row_code rows;           /* storage bits of a program: what STEP computes */
    nbb_spans spans;             /* of a program that counts along rows or columns: the same */
    nbb_lanes_totals totals;     /* map lanes of a program of bits: its totals in words */
    nbb_lowering lowering;       /* map lanes and storage bits of a program: the inputs; else empty */
} nbb_plan_code;

/* --- its launch --- */

/* Steps by a march (plan.h): the rows, in space the layers, that a warp, in space a block, goes
   through, or the host's loop for a rule's bits; 0 without one. In space the rows of each that a block advances; and
   how many a thread has. */
typedef struct nbb_march {
    uint32_t depth, slab, lines;
    bool apart; /* what touches the edge takes longest, and is launched in blocks of its own, the first ones */
} nbb_march;

enum { NBB_SPACE_WORDS = 2 }; /* of a march in space: registers of a cell times steps, of programs */

typedef struct nbb_plan_launch {
    bool boxed; /* a fractal's tiles of bytes are copied to boxes with the cells that touch them */
    int region; /* of a program with many neighbours: the level of the replicas whose cells STEP copies to patches,
                   each with what is around it; 0: it looks for each cell's neighbours */
    nbb_permutation permuted;  /* map lanes on CUDA: where STEP permutes words; or AUTO */
    nbb_boundary boundary;     /* map lanes in place: what BOUNDARY copies; empty otherwise */
    bool persistent;       /* map lanes: a persistent launch, PERSISTENT in place of STEP */
    uint32_t cluster; /* then blocks of the one cluster whose shared memory has the states; 0: they are in memory */
    uint32_t together;     /* of these, those of all copies that a multiprocessor has at once */
    uint32_t block;        /* threads of a block */
    uint32_t tile_threads; /* of them on one tile: a power of two up to 32, or all */
    uint32_t chunk;        /* of a simplex: cells that a thread moves at once: at most 16 bytes */
    nbb_march march;
    uint32_t parts;          /* of a simplex: blocks that share a tile; 1 but of bits */
    uint32_t family, pieces; /* counts along rows: tiles of a box; threads that share its rows. Of those down columns
                                pieces is the blocks that share a tile */
    uint32_t shared;         /* bytes of shared memory that a block of STEP asks for when it is launched, or 0 */
    uint32_t depth, threads; /* bits by columns: fronts of a thread; threads of a tile. Counts along rows: items of
                                a block, whose boxes stand side by side; threads of a block of STEP. Of those
                                down columns depth is a thread's rows */

    int turns;                /* launches of a step: the colours', or 1 */
    int buffers;              /* of state: 2 of an automaton, or 1 in place; else 1 */
    uint64_t boundary_bytes;    /* the copy of the boundaries, in place */
    uint64_t once_bytes;      /* of chances that are drawn once a step */
    uint64_t scratch_bytes;   /* at most, of the module itself: to permute words in */
    uint64_t memory_bytes;    /* all of these, and the states */
    uint64_t step_bytes;      /* that a step has to move */
    uint64_t step_operations; /* of three 32-bit words, that a step of map lanes has to do; 0: not counted */
} nbb_plan_launch;

typedef struct nbb_plan {
    nbb_arena arena; /* of its tables and code */
    nbb_request asked; /* with what follows from it, and settled by the layout */
    nbb_plan_space space;
    nbb_plan_code code;
    nbb_plan_launch launch;
    char name[192]; /* nbb_vicsek_ca_compact_r12_t3_tc1_shuffle_direct */
} nbb_plan;

/* --- how the items of a plan are cut among ranks: GPUs, or processes of the host (shards.c) ---

   Items are words of 32 lanes (lanes.h), a tile each on map compact. Ranks get contiguous ranges of whole groups of
   32 items, none more than one group larger than another. Of a simplex items are the tiles in lambda's order, each a
   group by itself:

         | rank 0: groups 0 .. 4 | rank 1: groups 5 .. 9 | rank 2: groups 10 .. 13 |

   A plan that is parted has all items on one device, whose state lies in host memory: a launch takes the range of
   one part of them, which is cut as a rank's is (runtime/run/parts.h).

   Every rank numbers all items and words as if it had the whole state, and has memory for its own and for those that
   it reads of others (needs.h). */

enum { NBB_GROUP = 32 };                              /* items of a fractal that are never parted */

typedef struct nbb_shard {
    int64_t first, count;                             /* items */
} nbb_shard;

/* Fails (usage) where this cannot be run by several ranks, or part by part, with the reason. Called with the map
   chosen, and of a simplex the storage, which may still be AUTO. */
nbb_status nbb_shards_check(const nbb_plan *plan);

/* The same of a plan that is sized: each rank has a group at least. */
nbb_status nbb_shards_check_size(const nbb_plan *plan);

/* Whether totals ask for pairs of cells that are far apart, so of several shards. NULL: there are none. */
bool nbb_shards_correlate(const nbb_program *program);

/* Whether a simplex's tiles of so many cells a side can be shared alike, to 1%. */
bool nbb_shards_balance(const nbb_request *request, int64_t side);

bool nbb_plan_is_sharded(const nbb_plan *plan);

/* All items of the plan, without the last group's padding. */
int64_t nbb_plan_items(const nbb_plan *plan);

/* Items that are never parted: a group. And so many items with the last group's padding. */
int64_t nbb_plan_group_items(const nbb_plan *plan);
int64_t nbb_plan_whole_groups(const nbb_plan *plan, int64_t items);

/* A rank's; of a plan that is not sharded all are rank 0's. */
nbb_shard nbb_plan_shard(const nbb_plan *plan, int rank);

/* Whose an item is, and the item that a cell of the fractal is in. */
int nbb_plan_owner(const nbb_plan *plan, int64_t item);
int64_t nbb_plan_item_of(const nbb_plan *plan, nbb_vector cell);

/* The cells by number that a rank saves: a range that begins at a multiple of NBB_SAVED_CELLS. No rank has more than
   the first one; the last ones may have none. */
enum { NBB_SAVED_CELLS = 64 };
nbb_shard nbb_plan_saved(const nbb_plan *plan, int rank);

/* Whether some of these cells by number may be in the rank's items. Where items are in another order than cells, on
   map compact, any may. */
bool nbb_plan_shares(const nbb_plan *plan, int rank, nbb_shard cells);

/* The items of a launch: those of the largest shard. */
int64_t nbb_plan_launch_items(const nbb_plan *plan);

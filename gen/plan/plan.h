/* plan.h - every choice of a run, as data: map, layout, tile, threads, encodings. Source and run only read it. */
#ifndef NBB_PLAN_H
#define NBB_PLAN_H

#include "gen/plan/byte_encoding.h"
#include "gen/plan/card.h"
#include "gen/plan/choice.h"
#include "gen/plan/cover.h"
#include "gen/domain/domain.h"
#include "gen/plan/encoding.h"
#include "gen/plan/simplex_product.h"
#include "gen/domain/fractal.h"
#include "gen/lanes/lanes.h"
#include "gen/lanes/lanes_border.h"
#include "gen/lanes/lanes_launch.h"
#include "gen/lanes/lanes_rows.h"
#include "gen/lanes/lanes_totals.h"
#include "gen/domain/rule.h"
#include "gen/lanes/tile.h"
#include "gen/plan/traits.h"

/* What was asked for. Zeroed, it is the default of everything but the domain and the program. */
typedef struct nbb_request {
    const nbb_fractal *fractal;                       /* or NULL, with a simplex */
    int r;
    const nbb_simplex *simplex;
    int64_t n;                                        /* the simplex's side */
    int dimensions;                                   /* of the points of edm */
    NBB_ASKED_ROWS(NBB_CHOICE_FIELD)                  /* 0: the plan's choice */
    nbb_workload workload;
    const nbb_program *program;                       /* of the cells, bound (nbb_workload_program); NULL of edm */
    nbb_map map;                                      /* where threads go */
    unsigned named;                                   /* 1 << NBB_CHOICE_...: given, though it be the default */
    nbb_target target;
    const char *wide_because;                         /* map lanes: why values of a program of bits are words;
                                                         NULL: they are bits of words */
    const nbb_card *card;                             /* the device's constants, or NULL: the default ones */
    uint32_t multiprocessors;                         /* of the device, or 0: unknown */
    uint32_t cluster_blocks;                          /* that a cluster of the device may have, or 0: unknown */
    uint64_t available;                               /* bytes the device has free, or 0: unknown; then what an
                                                         address reaches fits, NBB_BYTES_MAX; of all ranks' */
    int ranks;                                        /* that the items are cut among (shards.h); 0, 1: one */
} nbb_request;

/* A launch: blocks of threads. */
typedef struct nbb_grid {
    uint64_t blocks;
    uint32_t threads;
} nbb_grid;

/* The choices that only simplices have. */
typedef struct nbb_simplex_plan {
    nbb_cover cover;                                  /* of map lambda; its side and tiles are of every map */
    int64_t pitch;                                    /* embedded: cells from a row to the next, whole 16 */
    bool double_roots;                                /* map enum: roots in double precision: single is inexact */
    uint32_t chunk;                                   /* cells that a thread moves at once: at most 16 bytes */
    bool chunk_asked;                                 /* for, by --chunk */
    int dimensions;                                   /* of edm's points */
    nbb_out out;                                      /* of edm; never AUTO */
    uint32_t slab;                                    /* storage bits, m = 2: rows that a warp advances; and */
    uint32_t strip_slab;                              /* steps by strips: rows of a tile that a warp, in space a */
                                                      /* block, advances; else 0 */
    uint32_t strip_depth;                             /* in space: layers that a block goes through, and */
    uint32_t strip_lines;                             /* rows of each that a thread has */
    uint32_t parts;                                   /* blocks that share a tile; 1 of other storages */
    uint32_t depth;                                   /* of a program's bits: words that a thread updates */
    nbb_simplex_product product;                      /* of --tc */
} nbb_simplex_plan;

typedef struct nbb_asked {
    NBB_ASKED_ROWS(NBB_CHOICE_FIELD)
} nbb_asked;

typedef struct nbb_plan {
    nbb_asked asked;                                  /* as in the request: of choices that it derives nothing from */
    nbb_domain domain;                                /* the fractal at r, or the simplex of side n */
    const nbb_fractal *fractal;                       /* NULL with a simplex */
    int r;
    nbb_simplex_plan simplex;                         /* the choices of a simplex; all 0 with a fractal */
    const nbb_workload_row *work;
    nbb_traits traits;
    const nbb_program *program;                       /* as in the request, which owns it */
    nbb_law law;                                      /* of a program that is a rule the rule's, with its kernels */
    const nbb_card *card;                             /* never NULL */
    int ranks;                                        /* as in the request (shards.h) */
    nbb_map map;                                      /* never AUTO */
    nbb_storage storage;                              /* never AUTO */
    nbb_eval eval;
    nbb_hash hash;
    nbb_intra intra;
    nbb_halo halo;
    nbb_target target;
    nbb_rule rule;                                    /* of law RULE */
    int tc;                                           /* NBB_TC_NONE or the variant */

    int64_t cells;                                    /* V = k^r */
    nbb_vector n;                                     /* s^r; of a simplex n on each of its axes, else 1 */
    int t;                                            /* a tile is a level-t fractal, or 2^t cells a side */
    int r_b;                                          /* r - t: levels of the block-space fractal */
    nbb_vector rho;                                   /* s^t: a tile's side in cells */
    nbb_vector n_b;                                   /* s^r_b: the block-space box in tiles */
    nbb_vector orthotope;                             /* k^ceil(r_b/2) x k^floor(r_b/2) tiles [M20] */
    int64_t tiles;                                    /* k^r_b; of a simplex those of its cover */
    nbb_lanes lanes;                                  /* map lanes: its sizes and tables; empty otherwise */
    int steps_a_launch;                               /* of STEP: 1 but on map lanes */
    nbb_lanes_launch step, rest;                      /* map lanes: what STEP or one of ROUNDS, and REST compute */
    nbb_row_code rows;                                /* storage bits of a program: what STEP computes */
    nbb_lanes_totals totals;                          /* map lanes of a program of bits: its totals in words */
    nbb_lowering lowering;                            /* map lanes and storage bits of a program: what they are told;
                                                         else empty */
    nbb_text wide_because;                            /* map lanes: why values of a program of bits are words */
    bool refused;                                     /* map lanes: bits of words cannot compute the program, as the
                                                         message says */
    nbb_crossing crossed;                             /* map lanes on CUDA: where STEP crosses lanes; or AUTO */
    nbb_draws draws;                                  /* AUTO where no turn draws for cells of others */
    nbb_border border;                                /* map lanes in place: what BORDER copies; empty otherwise */
    bool resident;                                    /* map lanes: ROUNDS in place of STEP */
    uint32_t cluster;                                 /* then the blocks of the one cluster whose shared memory has
                                                         the states, 1, 2, 4 or 8; 0 where they are in memory */
    nbb_tile tile;                                    /* the miniature fractal in a tile: mask words, halo */

    uint32_t block;                                   /* threads of a block */
    uint32_t sum_blocks;                              /* map lanes: of SUM at most, as many as run at once */
    uint32_t tile_threads;                            /* of them on one tile: a power of two up to 32, or all */
    nbb_encoding lambda;                              /* --tc in halves: lambda's products with map lambda */
    nbb_encoding nu;                                  /* and nu's with map compact */
    nbb_byte_encoding lambda_bytes;                   /* --tc in bytes: lambda's products */
    nbb_byte_encoding nu_bytes;                       /* and nu's with map compact */
    bool lambda_by_product;                           /* whether the workload's kernel takes lambda from a product */
    bool nu_by_product;                               /* and whether it takes nu from one */
    int product_tiles;                                /* tiles that such a product maps */
    int64_t groups;                                   /* of so many tiles; with 1: the tiles */
    const nbb_formula *tau[NBB_AXES_MAX];             /* hash ARITH: tau(beta) as arithmetic, proven */
    nbb_formula *tau_found[NBB_AXES_MAX];             /* that of it which the definition does not give; owned */

    uint64_t offsets[NBB_FIELDS_MAX];                 /* where each array of a state begins */

    uint64_t state_bytes;                             /* one buffer of state */
    int buffers;                                      /* of state: 2 of an automaton, or 1 in place; else 1 */
    uint64_t border_bytes;                            /* the copy of the borders, in place */
    uint64_t once_bytes;                              /* of chances that are drawn once a step */
    uint64_t scratch_bytes;                           /* at most, of the module itself: to turn words in */
    uint64_t memory_bytes;                            /* all of these */
    uint64_t step_bytes;                              /* that a step has to move */
    uint64_t step_operations;                         /* of three 32-bit words, that a step of map lanes has to do;
                                                         0: not counted */
    char name[192];                                   /* nbb_vicsek_ca_compact_r12_t3_tc1_shuffle_direct */
} nbb_plan;

/* Bytes of a run at most: the distance of two addresses is signed. */
#define NBB_BYTES_MAX ((uint64_t)INT64_MAX)

/* The traits of the work that is asked for. */
nbb_traits nbb_request_traits(const nbb_request *request);

/* Makes every choice and proves the encodings, or fails (usage) with the reason: a level past the limits, a tile that
   is no power of s or does not fit, a map, hash or variant that cannot be had for this fractal, a launch of more
   blocks than a grid has, with the largest size that has a kernel; a state larger than `available`
   (NBB_ERROR_DEVICE, with the maps that would fit). */
nbb_status nbb_plan_choose(const nbb_request *request, nbb_plan *plan);

/* Appends what the plan has of a choice, in its option's words; whether it has any: a default that needs no word, or
   what was not asked about, is none. */
bool nbb_plan_chosen(const nbb_plan *plan, nbb_choice choice, nbb_text *value);

/* Appends those of how maps are evaluated (eval, hash, intra, halo), each with `before` and, if `with_name`, its
   option and a blank ahead. */
void nbb_plan_print_evaluation(const nbb_plan *plan, const char *before, bool with_name, nbb_text *text);

/* Why no product is formed though --tc was asked for: a single tile stands at 0 and has no neighbours, or no tile
   touches another. NULL where there are products, and without --tc. */
const char *nbb_plan_idle_products(const nbb_plan *plan);

/* The largest r up to the request's at which a fractal's map has a kernel on the target, by bytes and blocks; 0 where
   none has. */
int nbb_plan_largest_level(const nbb_request *request, nbb_map map);

/* Bytes of one state buffer of a request's map with the tile the plan would choose; for `info`. */
nbb_status nbb_plan_state_bytes(const nbb_request *request, uint64_t *bytes);

/* Whether an automaton has one buffer of state, which each launch updates in place (lanes_border.h). */
bool nbb_plan_in_place(const nbb_plan *plan);

/* Whether a kernel is told its first item and how many there are: of a plan for several ranks all that go over
   items. */
bool nbb_plan_takes_range(const nbb_plan *plan, nbb_entry entry);

/* Whether it is told groups of them too, those that it goes over, or none: over all. */
bool nbb_plan_takes_groups(const nbb_plan *plan, nbb_entry entry);

/* Whether the plan's module has this kernel. */
bool nbb_plan_has(const nbb_plan *plan, nbb_entry entry);

/* Kernels are in several translation units, compiled at the same time, where that saves some. Those of unit number
   `unit`; none where there are no more units. */
enum { NBB_UNITS_MAX = 2 };
nbb_entry_set nbb_plan_unit(const nbb_plan *plan, int unit);

/* How many launches a kernel takes: one, or one a level where lambda goes by branches. The level is then its last
   argument. */
int nbb_plan_launches(const nbb_plan *plan, nbb_entry entry);

/* Whether launches stay, as --resident says it: no, grid or cluster. */
const char *nbb_plan_residence(const nbb_plan *plan);

/* Appends the options that ask for the plan's choices, " --tile 9 --lanes 125 ...": all but its map. */
void nbb_plan_print_options(const nbb_plan *plan, nbb_text *options);

/* The row of signatures that the kernels' are of. */
const nbb_signatures *nbb_plan_signatures(const nbb_plan *plan);

/* The argument letters of a kernel, with the level's where it has one, and with those of the first item, of their
   number and of groups where ranks have a part of them each. */
const char *nbb_plan_signature(const nbb_plan *plan, nbb_entry entry);

/* How many sums TOTALS leaves of each total, each of its share of the blocks, or on the host of the rows or tiles, so
   that sums of reals come in the same order in every run. */
uint32_t nbb_plan_total_parts(const nbb_plan *plan);

/* The blocks that TOTALS's share: a thread each place of them goes over the cells once. */
uint64_t nbb_plan_cell_blocks(const nbb_plan *plan);

/* A kernel's launch number `level`; PROBE's depends on the number of cells asked for, and one over listed groups on
   that of their items. */
nbb_grid nbb_plan_grid(const nbb_plan *plan, nbb_entry entry, int level, uint64_t asked);

/* The blocks of the plan's largest launch, PROBE's aside, and whether the target takes so many: a CUDA grid has at
   most NBB_GRID_BLOCKS_MAX on x. */
#define NBB_GRID_BLOCKS_MAX INT32_MAX
uint64_t nbb_plan_most_blocks(const nbb_plan *plan);
bool nbb_plan_has_grid(const nbb_plan *plan);

/* Map lanes: how many blocks of so many threads should share a multiprocessor when they run the launch, which bounds
   a thread's registers; it needs more where its own code crosses lanes. */
uint32_t nbb_plan_resident_blocks(const nbb_card *card, uint32_t block, bool crosses, const nbb_lanes_launch *launch);

/* The same of a launch that stays: few threads are enough then, whose tiles are in registers. */
uint32_t nbb_plan_staying_blocks(const nbb_card *card, uint32_t block, const nbb_lanes_launch *launch);

void nbb_plan_free(nbb_plan *plan);

#endif

/* plan_record.h - a plan as data, in four stages: what was asked, how the state is laid out, the code of a step, its
   launch. Each stage is made from those before it, and not changed once it is made. Source and run only read them. */
#pragma once

#include "gen/domain/encoding.h"
#include "gen/lanes/lanes_rows.h"
#include "gen/plan/plan_request.h"

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
    nbb_encoding lambda;            /* --tc in halves: lambda's products with map lambda */
    nbb_encoding nu;                /* and nu's with map compact */
    nbb_byte_encoding lambda_bytes; /* --tc in bytes: lambda's products */
    nbb_byte_encoding nu_bytes;     /* and nu's with map compact */
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

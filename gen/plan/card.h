/* card.h - the constants of a card that choices depend on, as fitted to measurements on an H200.

   All times are nanoseconds. The outputs that a constant was fitted to stand in tests/device/h200: lanes.txt has
   launches that fill the card, small.txt launches that do not and persistent launches, of layouts with 5e5 to 2e8
   cells; tests/device/host.txt has the host's. lanes_time.c has the formulas.

   A card that is measured anew needs no other code: a request names its constants (nbb_request.card). `bench --tune`
   measures those that have a row in card_rows.c, and `run --tuned` plans by them. The times of lanes, how far their
   choices are searched, and the weights of wide cells are a joint model, fitted together to some hundred launches: no
   row measures one of them by itself, and they are an H200's on every card. */
#pragma once

#include <stdint.h>

/* Whether registers of a thread hold a launch: how many threads should share a multiprocessor, and how much longer a
   launch takes for words that they do not hold. */
typedef struct nbb_lanes_tier {
    int words; /* that a thread holds, at most */
    uint32_t threads;
    double slowdown;
} nbb_lanes_tier;
enum { NBB_LANES_TIERS = 4 };

/* How memory and logic of a launch overlap: its cost is their norm of this power. And what a word of the halo costs,
   in operations. */
typedef struct nbb_overlap {
    double power, halo;
} nbb_overlap;

/* Axes: [2] of triangles, [3] of tetrahedra. */
enum { NBB_CARD_AXES = 4 };

/* Simplices. From or up to how many cells a side one way is the faster one: between the last figure against it and
   the first for it (storages.txt, bits.txt, strips.txt, simplices.json, simplex.txt; and host_programs.txt). */
typedef struct nbb_card_simplex {
    int64_t bits_host[NBB_CARD_AXES];    /* bits, not bytes: on a processor, */
    int64_t bits_rules[NBB_CARD_AXES];   /* on CUDA of rules */
    int64_t bits_drawing[NBB_CARD_AXES]; /* and of programs that draw; of others bits always */
    int64_t
        embedded_rules[NBB_CARD_AXES]; /* rules by tiles: embedded storage, not packed, up to this side. [2]: 1.2 to
                                              1.4 times; [3]: 1.09 times at n = 128, 1.04 at 256, 0.99 at 512 */
    /* Warps and blocks of a multiprocessor from which lower slabs no longer pay: they are more warps, and compute
       more rows beside them (bits_trials.txt, strips_trials.txt, march_trials.txt). */
    int bits_warps, turns_warps, strips_warps, space_blocks;
    /* Blocks that share a multiprocessor, though a few registers are spilled: of bits whose chances are drawn once a
       step, or by a march, 80 registers each; of strips; of strips of cells of more than 4 bytes; of strips in
       space. */
    uint32_t once_resident, strips_resident, strips_resident_large, space_resident;
    uint32_t bits_resident[NBB_CARD_AXES]; /* the same of bits without draws: of four warps, 96 registers each, in
                                              space 128 */
    uint32_t bits_depth[NBB_CARD_AXES];    /* words of a thread of bits by columns, a divisor of 15 or of 8 */
    int bits_steps;                        /* of a launch of a rule's bits, fewer than a word has bits */
    uint32_t bits_slab;                    /* their lowest slab, with two rows a step computed beside it */
    uint32_t turns_slab[2];                /* of all turns of a step in a launch: lowest and highest */
    int march_words;                       /* that registers hold of the rows of a program's steps of bits; and */
    int march_drawing;                     /* steps of what draws, whose calls take registers too */
    int turns_words;                       /* that registers hold of the rows around those that change */
    int strips_bytes;                      /* of a cell's states of all steps of strips: two rows in registers */
    uint32_t strips_slab, space_depth;     /* the lowest of strips, and of those in space */
    /* Levels of tiles of bytes: with 6 a block's threads write 16 bytes each; of points on CUDA a thread's are those
       of 16 rows. */
    int tile[NBB_CARD_AXES], tile_points;
} nbb_card_simplex;

/* Wide cells on lanes (wide.txt). */
typedef struct nbb_card_wide {
    int words_aim;       /* of a tile, 32 bits each */
    int words_held;      /* at a time, by a thread's registers */
    int steps_aim;       /* of a launch: more only make code longer */
    int turns_aim;       /* cells that a launch computes: the length of its code, */
    int code_aim;        /* and their operations */
    int word_operations; /* of 32 bits: what takes as long as to move a word */
    double gathered;     /* as many words: one from a tile beside, which do not stand side by side */
    double worthwhile;   /* a step more must bring the cost below this share */
    int division, function, draw; /* operations that take as long */
    /* Threads that should share a multiprocessor, of values of a word and of more, where no more words are held. */
    uint32_t threads_word, threads;
    int words_resident;
} nbb_card_wide;

/* Lanes: how far their choices are searched. They and the times below are fitted together (lanes.txt, small.txt). */
typedef struct nbb_card_lanes {
    int words_aim;            /* of a tile: as many as a thread's registers hold */
    int steps_aim;            /* of a launch: more only make code longer */
    int operations_aim;       /* of a launch: more take too long to compile */
    int64_t host_large;       /* cells from which several steps repay their compilation on a processor */
    int small_lanes;          /* of a word of a launch that does not fill the card */
    /* Such launches are tried from the shortest code up; a longer one has to be faster by this share. With 0.05 the
       choices for the states of small.txt take 1.7% longer on average than the fastest that was measured, and at most
       7% (candy r = 7, the staircase r = 6); with 0.07 it was 3.3% and 12.5%. And more steps are not tried where they
       cost that much more already. */
    double small_worthwhile;
    uint32_t pass_block;      /* threads of a block of sw and rd: 128 take longer to begin than to write */
    int persistent_steps;     /* of a round of a persistent launch */
    int persistent_words;     /* of its tile, which stay in registers */
} nbb_card_lanes;

/* The fastest variant of tensor cores by kernel and map, for tiles of at most so many words, at most so many of
   them: the first row that fits (tensor.txt, q20, m20 and s21.json). A bound stands between the last figure for its
   row and the first one against it. Variant 4 keeps its operands in registers, where the others pass them and their
   sums through shared memory; variant 2 forms one product for four tiles, which pays where tiles are small; with
   compact a warp of variant 4 goes through eight tiles, and few tiles are then few warps. ca and rd on lambda were
   not measured with tiles of fewer than 8 x 8 cells: these follow the nearest row. */
typedef struct nbb_card_product {
    int pass, map; /* nbb_entry, nbb_map */
    int64_t words, tiles;
    int variant; /* NBB_TC_... */
} nbb_card_product;
enum { NBB_CARD_PRODUCTS = 9 };

typedef struct nbb_card {
    uint32_t multiprocessors; /* of the card that was measured */

    /* Launches that fill the card (lanes.txt). */
    nbb_lanes_tier tiers[NBB_LANES_TIERS]; /* the last one holds any number of words */
    nbb_overlap overlap, host_overlap;     /* on the card; and on a processor with the host target */
    double byte_operations;                /* operations that take as long as to move a byte */
    double operation_fill_ns;              /* of an operation on a word, with the whole card at work */

    /* Launches that do not fill the card (small.txt): one warp's way through the code. */
    double begin_ns;    /* a launch, to begin */
    double loaded_ns;   /* a word that is loaded */
    double computed_ns; /* an operation */
    double look_up_ns;  /* the look-ups for a neighbour tile */
    double permuted_ns; /* a permuted word in one warp, which waits for
                                                         each; and as much for each part of the word */
    /* What the warps of a scheduler share. */
    double neighbour_ns;           /* a warp's look-ups for a neighbour tile */
    double fetched_ns;             /* an instruction past fetch_free, for every wave of blocks */
    int fetch_free;                /* instructions that the instruction cache holds */
    int code_loaded, code_permuted; /* instructions of a word from beside, and of each part */
    int cells_ahead;               /* cells that are computed while a load is on its way */

    /* Persistent launches (small.txt): a round's wait, where all blocks wait for each other, those of a cluster, and
       the threads of one block. An H100 has the same multiprocessors and clock and waits 300 ns longer in a cluster,
       which nothing that it says of itself tells: `bench --tune` measures these. */
    double grid_ns, cluster_ns, block_ns;
    double word_ns, operation_ns; /* for each warp that a scheduler has: of a word that is loaded
                                                         from beside, and of an operation */
    double drawn_ns;              /* the same of a word that is drawn, 3.2 calls of Philox on average until
                                                         a warp's lanes are decided: estimated, and with it the
                                                         fastest way was chosen in all of staying.txt */
    uint32_t threads_aim;         /* of a multiprocessor: more compute for longer than a launch
                                                         takes (lanes.txt) */
    uint32_t threads_aim_drawn, words_aim_drawn; /* the same of what draws, and words: 10 191 of them were
                                                         faster by half, 30 573 slower (staying.txt) */

    /* A launch with fewer threads for a multiprocessor than these, about two of its fills, ends with waiting for the
       slowest (lanes.txt). */
    uint32_t threads_few;

    /* A launch that draws waits for chains of multiplications: so many threads share a multiprocessor, with 72
       registers each, unless its draws have more masks than these on average (programs_trials.txt, ising_trials.txt).
       768 and 1024 take at most 2% less time each (choices_trials.txt); 1280 spill. */
    uint32_t threads_drawing, masks_few;

    /* Chances of a step's turns are drawn together where registers hold up to so many words of them for a cell. */
    uint32_t once_few;

    /* The warps that permute words are few up to this share of all (lanes.txt). Few may be slow and permute by
       way of memory: keeping their code out of the common path saves registers for all the others. */
    double permuted_seldom;
    uint64_t scratch_bytes; /* that memory: enough for most warps that run at once, and
                                                         little of an L2 */

    /* Tiles of bytes on fractals: the bytes where a tile's map costs little, the words of one for which a warp is
       enough, and the threads of a block of sw and rd, which keep nothing in shared memory. */
    uint32_t tile_bytes, tile_warp_words, tile_pass_block;

    nbb_card_lanes lanes;
    nbb_card_simplex simplex;
    nbb_card_wide wide;
    nbb_card_product products[NBB_CARD_PRODUCTS];
} nbb_card;

/* The H200's, which every other card is taken for unless it was measured. */
extern const nbb_card nbb_card_default;

/* The card's constants, or for NULL the default ones. */
const nbb_card *nbb_card_of(const nbb_card *card);

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

/* Constants by name, with their values on an H200: X(type, name, value), and A(type, name, value for triangles, for
   tetrahedra) of those that differ by axes, [2] and [3]. */
enum { NBB_CARD_AXES = 4 };
#define NBB_CARD_FIELD(type, name, value) type name;
#define NBB_CARD_BY_AXES(type, name, plane, space) type name[NBB_CARD_AXES];

/* Simplices. From or up to how many cells a side one way is the faster one: between the last figure against it and
   the first for it (storages.txt, bits.txt, strips.txt, simplices.json, simplex.txt; and host_programs.txt). */
#define NBB_CARD_SIMPLEX(X, A) \
    A(int64_t, bits_host, 400, 32)        /* bits, not bytes: on a processor, */ \
    A(int64_t, bits_host_drawing, 88, 16) /* and of those that draw with up to two bits a cell; */ \
    A(int64_t, bits_rules, 2048, 1)       /* on CUDA of rules */ \
    A(int64_t, bits_drawing, 724, 181)    /* and of programs that draw; of others bits always */ \
    /* Rules by tiles: embedded storage, not packed, up to this side. [2]: 1.2 to 1.4 times; [3]: 1.09 times at
       n = 128, 1.04 at 256, 0.99 at 512. */ \
    A(int64_t, embedded_rules, INT64_MAX, 362) \
    /* Warps and blocks of a multiprocessor from which lower slabs no longer pay: they are more warps, and compute
       more rows beside them (bits_trials.txt, strips_trials.txt, march_trials.txt). */ \
    X(int, bits_warps, 20)  /* as many as it runs at once */ \
    X(int, turns_warps, 96) /* four times what it runs at once */ \
    X(int, strips_warps, 24) \
    X(int, space_blocks, 8) \
    /* Blocks that share a multiprocessor, though a few registers are spilled: of bits whose chances are drawn once a
       step, or by a march one by one, 80 registers each; of strips; of strips of cells of more than 4 bytes; of
       strips in space; and of bits without draws: of four warps, 96 registers each, in space 128. */ \
    X(uint32_t, once_resident, 6) \
    X(uint32_t, strips_resident, 7) \
    X(uint32_t, strips_resident_large, 4) \
    X(uint32_t, space_resident, 2) \
    A(uint32_t, bits_resident, 5, 4) \
    A(uint32_t, bits_depth, 15, 8) /* words of a thread of bits by columns, a divisor of 15 or of 8 */ \
    X(int, bits_steps, 8)          /* of a launch of a rule's bits, fewer than a word has bits */ \
    X(uint32_t, bits_slab, 30)     /* their lowest slab, with two rows a step computed beside it */ \
    X(int, march_words, 64)        /* that registers hold of the rows of a program's steps of bits; and */ \
    X(int, march_drawing, 2)       /* steps of what draws, whose calls take registers too */ \
    X(int, turns_words, 32)        /* that registers hold of the rows around those that change */ \
    X(int, strips_bytes, 16)       /* of a cell's states of all steps of strips: two rows in registers */ \
    X(uint32_t, strips_slab, 30)   /* the lowest of strips, and of those in space */ \
    X(uint32_t, space_depth, 14) \
    /* Levels of tiles of bytes: with 6 a block's threads write 16 bytes each; of points on CUDA a thread's are those
       of 16 rows. */ \
    A(int, tile, 6, 4) \
    X(int, tile_points, 7)
typedef struct nbb_card_simplex {
    NBB_CARD_SIMPLEX(NBB_CARD_FIELD, NBB_CARD_BY_AXES)
    uint32_t turns_slab[2]; /* of all turns of a step in a launch: lowest and highest */
} nbb_card_simplex;

/* Wide cells on lanes (wide.txt). */
#define NBB_CARD_WIDE(X) \
    X(int, words_aim, 162)      /* of a tile, 32 bits each */ \
    X(int, words_held, 192)     /* at a time, by a thread's registers */ \
    X(int, steps_aim, 8)        /* of a launch: more only make code longer */ \
    X(int, cells_aim, 1200)     /* cells that a launch computes: the length of its code, */ \
    X(int, code_aim, 12000)     /* and their operations */ \
    X(int, word_operations, 28) /* of 32 bits: what takes as long as to move a word */ \
    X(double, gathered, 2.0)    /* as many words: one from a tile beside, which do not stand side by side */ \
    X(double, worthwhile, 0.95) /* a step more must bring the cost below this share */ \
    X(int, division, 8)         /* operations that take as long */ \
    X(int, function, 16) \
    X(int, draw, 60) \
    /* Threads that should share a multiprocessor, of values of a word and of more, where no more words are held. */ \
    X(uint32_t, threads_word, 512) \
    X(uint32_t, threads, 384) \
    X(int, words_resident, 190)
typedef struct nbb_card_wide {
    NBB_CARD_WIDE(NBB_CARD_FIELD)
} nbb_card_wide;

/* Lanes: how far their choices are searched. They and the times below are fitted together (lanes.txt, small.txt). */
#define NBB_CARD_LANES(X) \
    X(int, words_aim, 160)              /* of a tile: as many as a thread's registers hold */ \
    X(int, steps_aim, 8)                /* of a launch: more only make code longer */ \
    X(int, operations_aim, 12000)       /* of a launch: more take too long to compile */ \
    X(int64_t, host_large, 1 << 26)     /* cells from which several steps repay their compilation on a processor */ \
    X(int, small_lanes, 256)            /* of a word of a launch that does not fill the card */ \
    /* Such launches are tried from the shortest code up; a longer one has to be faster by this share. With 0.05 the
       choices for the states of small.txt take 1.7% longer on average than the fastest that was measured, and at most
       7% (candy r = 7, the staircase r = 6); with 0.07 it was 3.3% and 12.5%. And more steps are not tried where they
       cost that much more already. */ \
    X(double, small_worthwhile, 0.05) \
    X(uint32_t, pass_block, 512)        /* threads of a block of sw and rd: 128 begin for longer than they write */ \
    X(int, persistent_steps, 6)         /* of a round of a persistent launch */ \
    X(int, persistent_words, 96)        /* of its tile, which stay in registers */
typedef struct nbb_card_lanes {
    NBB_CARD_LANES(NBB_CARD_FIELD)
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

#define NBB_CARD_CONSTANTS(X) \
    X(uint32_t, multiprocessors, 132)     /* of the card that was measured, */ \
    X(uint32_t, shared_bytes, 113 * 1024) /* on each of which two blocks may have so much shared memory */ \
    /* Launches that fill the card (lanes.txt). */ \
    X(double, byte_operations, 3.8)       /* operations that take as long as to move a byte */ \
    X(double, operation_fill_ns, 6.3e-5)  /* of an operation on a word, with the whole card at work */ \
    X(double, drawn_operations, 130)      /* that take as long as to draw a word: 125 to 155 (programs.txt), where two
                                             are drawn at once 105 (choices_trials.txt) */ \
    /* Launches that do not fill the card (small.txt): one warp's way through the code. */ \
    X(double, begin_ns, 360)              /* a launch, to begin */ \
    X(double, loaded_ns, 9.5)             /* a word that is loaded */ \
    X(double, computed_ns, 0.71)          /* an operation */ \
    X(double, look_up_ns, 205)            /* the look-ups for a neighbour tile */ \
    X(double, permuted_ns, 9)             /* a permuted word in one warp, which waits for each; and as much for each
                                             part of the word */ \
    X(double, turned_ns, 170)             /* the same where replicas are turned; and a third of it whenever the
                                             parts double (turned.txt) */ \
    /* What the warps of a scheduler share. */ \
    X(double, neighbour_ns, 75)           /* a warp's look-ups for a neighbour tile */ \
    X(double, fetched_ns, 4.5)            /* an instruction past fetch_free, for every wave of blocks */ \
    X(int, fetch_free, 5000)              /* instructions that the instruction cache holds */ \
    X(int, code_loaded, 2)                /* instructions of a word from beside, */ \
    X(int, code_permuted, 3)              /* and of each part */ \
    X(int, cells_ahead, 80)               /* cells that are computed while a load is on its way */ \
    /* Persistent launches (small.txt): a round's wait, where all blocks wait for each other, those of a cluster, and
       the threads of one block. An H100 has the same multiprocessors and clock and waits 300 ns longer in a cluster,
       which nothing that it says of itself tells: `bench --tune` measures these. */ \
    X(double, grid_ns, 1350) \
    X(double, cluster_ns, 330) \
    X(double, block_ns, 210) \
    X(double, word_ns, 6)                 /* for each warp of a scheduler: of a word that is loaded from beside, */ \
    X(double, operation_ns, 1.16)         /* and of an operation */ \
    X(double, drawn_ns, 300)              /* the same of a word that is drawn, 3.2 calls of Philox on average until a
                                             warp's lanes are decided: estimated, and with it the fastest way was
                                             chosen in all of persistent.txt */ \
    X(uint32_t, threads_aim, 256)         /* of a multiprocessor: more compute for longer than a launch takes
                                             (lanes.txt) */ \
    X(uint32_t, threads_aim_drawn, 512)   /* the same of what draws, and words: 10 191 were faster by half, */ \
    X(uint32_t, words_aim_drawn, 16384)   /* 30 573 slower (persistent.txt) */ \
    /* A launch with fewer threads for a multiprocessor than these, about two of its fills, ends with waiting for the
       slowest (lanes.txt). */ \
    X(uint32_t, threads_few, 768) \
    /* A launch that draws waits for chains of multiplications: so many threads share a multiprocessor, with 72
       registers each, unless its draws have more masks than these on average (programs_trials.txt, ising_trials.txt).
       768 and 1024 take at most 2% less time each (choices_trials.txt); 1280 spill. */ \
    X(uint32_t, threads_drawing, 896) \
    X(uint32_t, masks_few, 6) \
    /* The same where cells take turns, all draws are deferred (templates/cuda/lane_pairs.in) and have more than 9/8
       masks each on average: pairs of them hold more registers (deferred.txt). */ \
    X(uint32_t, threads_deferring, 512) \
    /* Chances of a step's turns are drawn together where registers hold up to so many words of them for a cell. */ \
    X(uint32_t, once_few, 2) \
    /* The warps that permute words are few up to this share of all (lanes.txt). Few may be slow and permute by way of
       memory: keeping their code out of the common path saves registers for all the others. */ \
    X(double, permuted_seldom, 0.25) \
    X(uint64_t, scratch_bytes, 8 << 20)   /* that memory: enough for most warps at once, and little of an L2 */ \
    /* Tiles of bytes on fractals: the bytes where a tile's map costs little, the words of one for which a warp is
       enough, and the threads of a block of sw and rd, which keep nothing in shared memory. */ \
    X(uint32_t, tile_bytes, 1024) \
    X(uint32_t, tile_warp_words, 512) \
    X(uint32_t, tile_pass_block, 256)
typedef struct nbb_card {
    NBB_CARD_CONSTANTS(NBB_CARD_FIELD)
    nbb_lanes_tier tiers[NBB_LANES_TIERS]; /* the last one holds any number of words */
    nbb_overlap overlap, host_overlap;     /* on the card; and on a processor with the host target */
    nbb_card_lanes lanes;
    nbb_card_simplex simplex;
    nbb_card_wide wide;
    nbb_card_product products[NBB_CARD_PRODUCTS];
} nbb_card;

/* The H200's, which every other card is taken for unless it was measured. */
extern const nbb_card nbb_card_default;

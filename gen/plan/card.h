/* card.h - what choices for map lanes go by that differs from card to card, as fitted to measurements on an H200.

   All times are nanoseconds. The outputs that a constant was fitted to stand in tests/device/h200: lanes.txt has
   launches that fill the card, small.txt launches that do not and launches that stay, of layouts with 5e5 to 2e8
   cells; tests/device/host.txt has the host's. lanes_time.c has the formulas.

   A card that is measured anew needs no other code: a request names its constants (nbb_request.card). `bench --tune`
   measures the waits of launches that stay (cli/bench_card.c), and `run --tuned` plans by them. */
#ifndef NBB_CARD_H
#define NBB_CARD_H

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
    double crossed_ns;  /* a word whose lanes are crossed in one warp, which waits for
                                                         each; and as much for each part of the word */
    /* What the warps of a scheduler share. */
    double neighbour_ns;           /* a warp's look-ups for a neighbour tile */
    double fetched_ns;             /* an instruction past fetch_free, for every wave of blocks */
    int fetch_free;                /* instructions that the instruction cache holds */
    int code_loaded, code_crossed; /* instructions of a word from beside, and of each part */
    int cells_ahead;               /* cells that are computed while a load is on its way */

    /* Launches that stay (small.txt): a round's wait, where all blocks wait for each other, those of a cluster, and
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

    /* A launch that draws waits for chains of multiplications: so many threads share a multiprocessor, with 64
       registers each, unless its draws have more masks than these on average (programs_trials.txt, ising_trials.txt).
       More threads spill: on an H200 1280 are slower on gasket, Vicsek and carpet, 1536 by half. */
    uint32_t threads_drawing, masks_few;

    /* The same of a launch whose chances are all drawn once a step (lanes_once.h, ising_trials.txt): 48 registers
       each. And up to so many words for each cell that is worth it: on an H200 the Vicsek gained 21% when it had 3.1
       words and has 1.2 now, the carpet with 2.8 loses 5%. */
    uint32_t threads_once, once_few;

    /* The same of a launch that draws for two words at once: 80 registers each (ising_trials.txt). On an H200 1024
       are 2% slower on the carpet. */
    uint32_t threads_paired;

    /* The warps with lanes to cross are few up to this share of all (lanes.txt). Few may be slow and turn words by
       way of memory: keeping their code out of the common path saves registers for all the others. */
    double crossed_seldom;
    uint64_t scratch_bytes; /* that memory: enough for most warps that run at once, and
                                                         little of an L2 */
} nbb_card;

/* The H200's, which every other card is taken for unless it was measured. */
extern const nbb_card nbb_card_default;

/* The card's constants, or for NULL the default ones. */
const nbb_card *nbb_card_of(const nbb_card *card);

#endif

/* traits.h - the traits of cells and steps that plans, sources and runs use. */
#ifndef NBB_TRAITS_H
#define NBB_TRAITS_H

#include "gen/plan/choice.h"
#include "gen/plan/workload.h"
#include "gen/program/program.h"

/* What a word of map lanes holds. */
typedef enum nbb_word_kind {
    NBB_WORD_PLANES,                                  /* one plane of 32 cells' fields, a bit each */
    NBB_WORD_VALUES,                                  /* one cell's field */
    NBB_WORD_COUNT
} nbb_word_kind;

typedef struct nbb_traits {
    const char *name;                                 /* what is computed: the program's, or edm */
    const nbb_field *fields;                          /* of a cell: the program's, or a distance */
    int arrays;                                       /* as many as fields, where cells are stored one by one, ... */
    uint32_t bytes[NBB_FIELDS_MAX];                   /* ... with values of so many bytes ... */
    uint32_t alignment;                               /* ... and so many bytes in whole */
    bool lives;                                       /* a cell is alive or not, and nothing else */
    const nbb_cell_type *cell;                        /* what it is stored as */
    uint32_t answer_bytes;                            /* of a cell that is asked for: what PROBE writes */
    nbb_word_kind word;                               /* of map lanes */
    int planes;                                       /* words that hold a cell: more than 1 of PLANES alone */
    int states;                                       /* buffers that a run has: 2 where steps need the last state */
    bool local;                                       /* a cell's next state comes from the cell alone */
    bool in_place;                                    /* map lanes may do with one of them (lanes_closure.h) */
    bool by_turns;                                    /* a launch of a step tells the colour whose turn it is */
    int turns;                                        /* launches of a step: its colours */
    int reach;                                        /* how far off, on each axis, a step's values come from */
    bool draws;                                       /* random numbers in each step */
    bool repeats;                                     /* launches of any two steps are alike */
    int totals;                                       /* that are added up on the device */
} nbb_traits;

/* Those of a program's steps. It is bound, and must outlive the traits. */
nbb_traits nbb_traits_of(const nbb_program *program);

/* Those of edm's distances, of the precision that is asked for. */
nbb_traits nbb_traits_of_distances(const nbb_workload_row *work, nbb_out out);

/* Buffers of a state but in lanes and bits: one where no cell is read by another one's step. */
int nbb_traits_buffers(const nbb_traits *traits);

/* Bytes of a cell that is stored by itself: one value of each array. */
uint32_t nbb_traits_cell_bytes(const nbb_traits *traits);

/* A state's bytes for so many places of each array, UINT64_MAX where they are more; sets where each array begins
   if `offsets` is not NULL:

         | u of all places | padding | v of all places | padding | ... */
uint64_t nbb_traits_bytes(const nbb_traits *traits, uint64_t places, uint64_t *offsets);

/* a b and a + b, or UINT64_MAX where 64 bits do not hold it. */
uint64_t nbb_saturating_product(uint64_t a, uint64_t b);
uint64_t nbb_saturating_sum(uint64_t a, uint64_t b);

#endif

/* lanes_totals.h - totals of a program of bits, counted in words: the code of one cell of any position.

   A total's value of a cell is an integer, some bits in words of lanes. The sum over a word's lanes is the sum of the
   bits' counts, each with its weight. A cell's code is the same at all positions: which neighbours exist it is told.

   Its words are those of lanes_any.h; NBB_GIVEN_FIRST is as in lanes_code.h. */
#ifndef NBB_LANES_TOTALS_H
#define NBB_LANES_TOTALS_H

#include "gen/lanes/lanes_any.h"

/* A bit of a total's value: lanes with it add 1 << shift, or take it away. */
typedef struct nbb_total_bit {
    int total, shift;
    bool is_negative;
    nbb_value value;
} nbb_total_bit;

typedef struct nbb_lanes_totals {
    nbb_code code; /* covered */
    int *uses;     /* by value; 0: of no use */
    nbb_total_bit *bits;
    int count;     /* 0: some total has no such code, and all are taken cell by cell */
} nbb_lanes_totals;

nbb_status nbb_lanes_totals_build(nbb_lowering *lowering, nbb_lanes_totals *totals);

void nbb_lanes_totals_free(nbb_lanes_totals *totals);

#endif

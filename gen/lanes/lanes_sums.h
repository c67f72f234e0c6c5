/* lanes_sums.h - how the neighbours of a step's cells are counted: a sum that several cells share is formed once.

   A cell's count is the sum of its neighbours' words, bit by bit. A full adder makes of three words a sum of the
   same weight and a carry of twice that weight, in two operations. Cells that lie close often have the same three
   neighbours. So triples that at least two cells share are taken out, greedily: the triples with the most users come
   first, then triples that hold the sums of others. On fractals with full edges this saves about a sixth of all
   operations. */
#pragma once

#include "gen/lanes/lanes_closure.h"

/* The inputs that a cell still has to add. An input is an index of the closure's cells, or the number of cells + j
   for the sum of triple j. */
typedef struct nbb_cell_sum {
    int one_count, two_count;
    int ones[NBB_DIRECTIONS_MAX];                     /* inputs */
    int twos[NBB_DIRECTIONS_MAX - 1];                 /* triples whose carry is to be added with twice the weight */
} nbb_cell_sum;

typedef struct nbb_step_sums {
    nbb_cell_sum *cells;                              /* [count of the closure]; empty where none are counted */
    int (*triples)[3];                                /* inputs; a triple only holds sums of triples before it */
    int triple_count;
} nbb_step_sums;

/* The sums of the cells that the closure needs after `step` steps, 1 <= step <= its steps, under the rule it was
   built with. */
nbb_status nbb_sums_share(const nbb_closure *closure, nbb_rule rule, int step, nbb_step_sums *sums);

void nbb_sums_free(nbb_step_sums *sums);

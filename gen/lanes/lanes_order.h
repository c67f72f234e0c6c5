/* lanes_order.h - the order in which a launch's code computes its cells.

   If a whole step came before the next one, all its words would have to be held. So rows follow each other instead:
   step 1 of a row, then step 2 of the row before it, and so on, in columns of this picture from the top down:

         step 1   row 0   row 1   row 2   row 3
         step 2           row 0   row 1   row 2   row 3
         step 3                   row 0   row 1   row 2   row 3

   A cell depends on cells of its own row and of the two rows beside it, so it comes after them. A word is used soon
   after it is computed, so few words are held at a time. Where neighbours are farther off, a step follows the one
   before it as many rows later. */
#ifndef NBB_LANES_ORDER_H
#define NBB_LANES_ORDER_H

#include "gen/lanes/lanes_closure.h"

/* A cell's state after a step, or a plane of it. */
typedef struct nbb_cell_step {
    int cell;                                         /* of the closure */
    int plane;
    int step;
    int row;                                          /* the cell's place on the order's axis, counted by its sign, */
    int across;                                       /* and on the other axis */
    int when;                                         /* the row that it comes after: its own, later by each step */
} nbb_cell_step;

typedef struct nbb_order {
    int axis, sign;                                   /* on which rows follow each other; -1: from the last row up */
    nbb_cell_step *evaluations;                       /* every word that the closure computes, once */
    int count;
    int held;                                         /* the most words that are held at a time: own words are loaded
                                                         first, others where they are used */
} nbb_order;

/* The order for a closure of level-t tiles that holds the fewest words: rows of either axis, from either end. A cell
   has so many planes, and neighbours within so many rows. */
nbb_status nbb_order_build(const nbb_fractal *fractal, int t, const nbb_closure *closure, int planes, int reach,
                           nbb_order *order);

void nbb_order_free(nbb_order *order);

#endif

/* lanes_once.h - chances that the first turn of a step draws for all turns.

   Where the lanes of a word have cells of several colours, each turn would draw a word anew for a share of its lanes.
   So a chance of few cases is drawn for each case instead, in all lanes, whatever the state is (nbb_cell_context's
   `once`): such a draw has no masks, and all lanes care. The first turn keeps these words in memory, a slot each, and
   every turn takes from them what its lanes' cases are:

         chance(exp(-2 * J * field / T))    of 4 neighbours: 5 slots; turns select by the count's bits              */
#ifndef NBB_LANES_ONCE_H
#define NBB_LANES_ONCE_H

#include "gen/code/code_basis.h"
#include "gen/lanes/lanes_closure.h"

/* The slot of a draw, by its number; -1 of one that is drawn where it stands. Slots of a request of a cell follow
   each other. */
int nbb_once_slot(const nbb_code *code, int draw);

/* How many slots there are. */
int nbb_once_slots(const nbb_code *code);

/* Whether a GPU draws for two words at once: where each word has cells of each turn's colour, so that no draw is left
   out. */
bool nbb_draws_paired(const nbb_closure *closure, const nbb_code *code);

/* On a GPU so many words of each thread of a block can wait for more digits: those of one cell, or more. Whether
   there is room for them in the block's shared memory, beside so many rows of thresholds. */
enum { NBB_ONCE_QUEUE = NBB_NUMBERED_MAX };
bool nbb_once_fits(int rows, uint32_t block);

#endif

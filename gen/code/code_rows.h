/* code_rows.h - the code of a rule on words along rows: a cell's bit in a word has its neighbours beside it.

   A row's three cells around a place are summed once for the three rows that need them, by a full adder: sum and
   carry. The nine cells around a place are the rows above, of the place and below:

         sums:     above ^ own ^ below          total of nine = one + 2 n
         carries:  n = carry of the sums + carries of the rows, 0 to 4

   So the place itself is counted too, and the rule is a function of n, one and the place. In space the nine cells of
   a layer are a number of four bits, of weight 1, 2, 2 and 4, and three of them make the total of 27. */
#ifndef NBB_CODE_ROWS_H
#define NBB_CODE_ROWS_H

#include "gen/code/code.h"
#include "gen/domain/rule.h"

enum { NBB_ROWS = 3, NBB_LAYER_BITS = 4 }; /* around a place, as are layers; of a layer's nine cells */

/* The next word of a row, from the sums and carries of the row above, of itself and of the one below. */
nbb_value nbb_code_next_of_rows(nbb_code *code, nbb_rule rule, const nbb_value sums[NBB_ROWS],
                                const nbb_value carries[NBB_ROWS], nbb_value self);

/* The same in space, from the numbers of the layer before, of its own and of the one behind. */
nbb_value nbb_code_next_of_layers(nbb_code *code, nbb_rule rule, const nbb_value bits[NBB_ROWS * NBB_LAYER_BITS],
                                  nbb_value self);

#endif

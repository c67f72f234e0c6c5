/* code_rows.h - the code of a rule, from words that count the live cells around a place.

   What is counted comes as words of weight one and of weight two, and is added up to one + 2 n. What then is left of
   the rule is a function of n, `one` and the place. Two words tell n as far as the rule asks, so that it takes at
   most two operations more:

         B3/S23, of the nine cells around a place (the place too)    3: n = 1, one    4: n = 2, not one, the place

   On rows a cell's bit in a word has its neighbours beside it. A row's three cells around a place are summed once for
   the three rows that need them, by a full adder: sum and carry. The nine cells around a place are the rows above, of
   the place and below:

         sums:     above ^ own ^ below          one; their carry is a fourth one
         carries:  of the three rows

   In space the nine cells of a layer are a number of four bits, of weight 1, 2, 2 and 4, and three of them make the
   total of 27. */
#pragma once

#include "gen/code/code.h"
#include "gen/domain/rule.h"

enum { NBB_ROWS = 3, NBB_LAYER_BITS = 4 }; /* around a place, as are layers; of a layer's nine cells */
enum { NBB_TAIL_CARRIES = 4 };             /* at most: of nine cells */

/* How the carries are told: by two words in a split; by one if it does, and what is left is a function of three; by
   the bits of n. Which takes the fewest operations depends on what can be joined with what is around it. */
typedef enum nbb_tells { NBB_TELLS_BY_TWO, NBB_TELLS_BY_ONE, NBB_TELLS_BY_BITS, NBB_TELLS } nbb_tells;

/* A function of four words in two operations: the inner one works on three of them, the outer one on its result, the
   word that is left out and another one. */
typedef struct nbb_tail_split {
    int left_out, with;
    nbb_table inner, outer;
} nbb_tail_split;

/* Two words by tables of the carries, and the split of these, the sum's bit and the place. */
typedef struct nbb_tail {
    bool tried, found;
    nbb_table tables[2];
    nbb_tail_split split;
} nbb_tail;

/* The tails of a rule, found when they are first asked for: [the place is counted][neighbours][carries]. */
typedef struct nbb_tails {
    nbb_rule rule;
    nbb_tells tells;
    nbb_tail of[2][NBB_NEIGHBOURS_MAX + 1][NBB_TAIL_CARRIES + 1];
} nbb_tails;

/* The next word of places with `most` neighbours, of words to be added up: what is counted, the place too if `own`,
   and carries of twice the weight. Both lists are used up. At most NBB_TAIL_CARRIES carries come
   of them. */
nbb_value nbb_code_next_of_count(nbb_code *code, nbb_tails *tails, int most, bool own, nbb_addends *ones,
                                 nbb_addends *carries, nbb_value self);

/* The next word in space, from the numbers of the layer before, of its own and of the one behind. */
nbb_value nbb_code_next_of_layers(nbb_code *code, nbb_rule rule, const nbb_value bits[NBB_ROWS * NBB_LAYER_BITS],
                                  nbb_value self);

/* The rule as a function of the five bits of a count, and of the place as the last word, for counts from 0 to `most`
   neighbours, at most 26. Larger counts never occur. */
nbb_function nbb_rule_function(nbb_rule rule, int most);

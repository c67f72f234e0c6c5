/* code_bits.h - integers of 32 bits, one a lane: vectors of bits with a range, and tables of few words;
   and the code of a rule.

   A vector has as many words as its range needs, the lowest bit first; where the range goes below 0 the last one is
   the sign. An integer that depends on few words is kept as a table of their points until its bits are needed. So
   a chain of arithmetic on a count costs nothing, and its final comparison is one function of the count's bits:

         count      words one, two, four, points 0 .. 4 of 8          2 * count - 4 > 0
         2 * count  the same words, values 0, 2, 4, 6, 8              one function of three words
         - 4        values -4, -2, 0, 2, 4

   An operation on two tables makes a table of the words of both, if these are at most six; a BOOL, which is a
   word, is made before it joins others unless they have the same words. Sums past 32 bits wrap. */
#pragma once

#include "gen/code/code.h"
#include "gen/domain/domain.h"
#include "gen/domain/operators.h"

enum { NBB_BITS_MAX = 32, NBB_POINTS_MAX = 1 << NBB_FUNCTION_WORDS };

typedef struct nbb_bits {
    int64_t low, high;          /* it is never outside */
    int words;                  /* so many select a value; -1 of a vector */
    nbb_value of[NBB_BITS_MAX]; /* those words; of a vector its bits, as many as the range needs */
    int64_t values[NBB_POINTS_MAX];
    uint64_t possible; /* the points that there can be */
} nbb_bits;

/* Goes over the points of a table that there can be. */
#define NBB_EACH_POINT(a, point)                          \
    for (int point = 0; point < 1 << (a)->words; ++point) \
        if ((a)->possible >> point & 1)

/* A constant, within 32 bits; a word as 0 or 1. */
nbb_bits nbb_bits_constant(int64_t value);
nbb_bits nbb_bits_word(nbb_value word);

/* A vector of the words that a range needs; a table where these are few. */
nbb_bits nbb_bits_vector(const nbb_value *words, int64_t low, int64_t high);

/* How many words a range needs. */
int nbb_bits_needed(int64_t low, int64_t high);

/* The words of an integer, the lowest first, its sign again past the last: [NBB_BITS_MAX]. Returns how many the range
   needs. */
int nbb_bits_words(nbb_code *code, const nbb_bits *a, nbb_value words[NBB_BITS_MAX]);

/* The word that a BOOL is. */
nbb_value nbb_bits_bool(nbb_code *code, const nbb_bits *a);

/* The same integer, of which it is known that it is in the range too. */
nbb_bits nbb_bits_within(nbb_code *code, const nbb_bits *a, int64_t low, int64_t high);

/* The same integer, of which only those values are left that its words can have (code.h). */
nbb_bits nbb_bits_reached(nbb_code *code, const nbb_bits *a);

/* Operations on two integers (operators.h); NULL is 0. Those on one read `a` alone, comparisons are BOOLs. */
nbb_bits nbb_bits_operate(nbb_code *code, int operation, const nbb_bits *a, const nbb_bits *b);

/* a where the condition, a BOOL, is 1, else b. */
nbb_bits nbb_bits_select(nbb_code *code, const nbb_bits *condition, const nbb_bits *a, const nbb_bits *b);

/* The sum of `count` integers, at most NBB_SUM_MAX. */
nbb_bits nbb_bits_sum(nbb_code *code, const nbb_bits *addends, int count);

/* Joins the words of both in the first: `to` tells where words of the second are then. False where they are too
   many; nothing is changed then. Both are tables. */
bool nbb_bits_join(nbb_bits *a, const nbb_bits *b, int to[NBB_FUNCTION_WORDS]);

/* The point of `count` words that stand at to[i] of a point. */
int nbb_point_of(int point, int count, const int to[NBB_FUNCTION_WORDS]);

/* Leaves out the words that a table's values do not need, and finds their range. */
void nbb_bits_tidy(nbb_bits *a);

/* Where bit i of a table's values is 1, and where it is 0. */
nbb_function nbb_bits_function(const nbb_bits *a, int i);

/* Masks by which lanes of different cases get digits of their own.

   A number is known for each case, but which case a lane is in is known from words alone. As many masks as there are
   cases put any digits together, with sums modulo 2:

         digit of the lane's number = rows[0] ^ (masks[1] & rows[1]) ^ (masks[2] & rows[2]) ...

   where each row is the sum of the numbers of some cases, digit by digit; which ones follows from the masks alone.
   The first mask is all ones. Of few cases, those masks are taken that cost the fewest operations; of more, products
   of the bits that number them. */

enum { NBB_BASIS_WORDS = NBB_REACH_WORDS, NBB_BASIS_MAX = 1 << NBB_BASIS_WORDS };

typedef struct nbb_basis {
    int count;
    nbb_value masks[NBB_BASIS_MAX];
    nbb_patterns rows[NBB_BASIS_MAX]; /* the items that row i is the sum of */
    int cases[NBB_BASIS_MAX];         /* the case that an item is */
} nbb_basis;

/* An integer of which cases are made: case = sum of (input - low) * stride. */
typedef struct nbb_basis_input {
    nbb_bits bits;
    int64_t low;
    int stride;
} nbb_basis_input;

/* Cases that share a number: classes[case] is what stands for the case in all that is told here, or NBB_BASIS_FREE
   where the case may get any digits. NULL: each is its own. */
enum { NBB_BASIS_FREE = -1 };

/* The basis for the cases that there can be. False where they are more than NBB_BASIS_MAX, or depend on more than
   NBB_BASIS_WORDS words; with classes also where these words are too many for a table, and where all may be any. */
bool nbb_basis_find(nbb_code *code, const nbb_basis_input *inputs, int count, const int *classes, nbb_basis *basis);

/* The number of a lane's case among those that there can be, of which number i is cases[i], ascending; how many these
   are. 0 where they are more than NBB_NUMBERED_MAX, or depend on more words than a table has. */
enum { NBB_NUMBERED_MAX = 9 };
int nbb_basis_number(nbb_code *code, const nbb_basis_input *inputs, int count, const int *classes, nbb_bits *number,
                     int cases[NBB_NUMBERED_MAX]);

/* The code of a rule, from words that count the live cells around a place.

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

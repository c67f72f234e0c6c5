/* source_bits.h - the code of a rule on storage bits, made ready for the templates. */
#ifndef NBB_SOURCE_BITS_H
#define NBB_SOURCE_BITS_H

#include "gen/plan/plan.h"
#include "gen/source/source_code.h"

enum { NBB_BITS_WORDS_USED = 13 }; /* by a rule, at most: in space three numbers of four bits and the place itself */

/* What the next word is: the call of a shape, the first one, with some of the words, or one that needs none. */
typedef struct nbb_source_bits {
    bool is_call;
    nbb_value constant;             /* if it is no call: NBB_ZERO, NBB_ONES, or NBB_NO_VALUE: the word words[0] */
    int words[NBB_BITS_WORDS_USED]; /* by number: sums of the rows above, own and below, their carries, the place; or
                                       the bits of the layers before, own and behind, the place */
    int count;
} nbb_source_bits;

/* The shape and formulas of `code`, and how it is called. */
nbb_status nbb_source_bits_build(int axes, nbb_rule rule, nbb_source_code *code, nbb_source_bits *bits);

#endif

/* code_build.h - code that counts bits, and code of a function given by its values. */
#ifndef NBB_CODE_BUILD_H
#define NBB_CODE_BUILD_H

#include "gen/code/code.h"

enum { NBB_COUNT_BITS = 4, NBB_COLUMN_MAX = 96 }; /* a count is at most 15 */

/* Words of one weight that wait to be added, the last ones first. */
typedef struct nbb_column {
    nbb_value words[NBB_COLUMN_MAX];
    int count;
} nbb_column;

/* Adds a column's words up with full and half adders: the bit that is left. Their carries join the next column. */
nbb_value nbb_code_add_column(nbb_code *code, nbb_column *column, nbb_column *carries);

/* Adds bits of weight one and of weight two with full and half adders: bits[i] is the count's bit of weight 1 << i.
   `ones` and `twos` are read from the last word on. */
void nbb_code_count(nbb_code *code, const nbb_value *ones, int one_count, const nbb_value *twos, int two_count,
                    nbb_value bits[NBB_COUNT_BITS]);

/* The same where all that is asked of the bits past the lowest is whether exactly one of the carries of weight two
   is, which bits[1] then says, for at most four carries. The others are zero. */
void nbb_code_count_folded(nbb_code *code, const nbb_value *ones, int one_count, const nbb_value *twos, int two_count,
                           nbb_value bits[NBB_COUNT_BITS]);

/* A boolean function of some words: bit p is its value where word i has p's bit i. In neither, it may be either. */
enum { NBB_FUNCTION_WORDS = 6 };
typedef struct nbb_function {
    uint64_t on, off;
} nbb_function;

/* The function of six words. Words that it need not depend on are left out; of the others, some select among tables
   of three words, in the order that takes the fewest operations. */
nbb_value nbb_code_function(nbb_code *code, nbb_function function, const nbb_value words[NBB_FUNCTION_WORDS]);

/* About how many operations that takes. */
int nbb_function_cost(nbb_function function);

#endif

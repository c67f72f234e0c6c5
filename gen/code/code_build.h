/* code_build.h - code that adds bits up, and code of a function given by its values. */
#pragma once

#include "gen/base/base.h"
#include "gen/code/code.h"

enum { NBB_COLUMN_MAX = 96 };

/* Words of one weight that wait to be added, the last ones first. */
typedef struct nbb_addends {
    nbb_value words[NBB_COLUMN_MAX];
    int count;
} nbb_addends;

nbb_addends nbb_addends_of(const nbb_value *words, int count);
void nbb_addends_put(nbb_addends *list, nbb_value word);

/* Adds a column's words up with full and half adders: the bit that is left. Their carries join the next column. */
nbb_value nbb_code_add_column(nbb_code *code, nbb_addends *column, nbb_addends *carries);

/* The same of `count` columns, each of twice the weight of the one before it; one more takes the last carries. */
void nbb_code_add_columns(nbb_code *code, nbb_addends *columns, int count, nbb_value *sum);

/* A boolean function of some words: bit p is its value where word i has p's bit i. In neither, it may be either. */
enum { NBB_FUNCTION_WORDS = 6 };
typedef struct nbb_function {
    uint64_t on, off;
} nbb_function;

/* Of a function's points those where word i is 1. */
extern const uint64_t nbb_function_points[NBB_FUNCTION_WORDS];

/* The function of six words. Words that it need not depend on are left out; of the others, some select among tables
   of three words, in the order that takes the fewest operations. */
nbb_value nbb_code_function(nbb_code *code, nbb_function function, const nbb_value words[NBB_FUNCTION_WORDS]);

/* Makes code of one: it loads word i of the function as its word i. Fails without memory. */
nbb_status nbb_function_code(nbb_arena *arena, nbb_function function, nbb_code *code, nbb_value *value);

/* About how many operations that takes. */
int nbb_function_cost(nbb_function function);

/* What bits words can have together.

   Words of one code are not free of each other: with the count of a cell's neighbours of its own spin in two words
   and the number of its neighbours in others, the count is never the larger. Who makes a function of words, or a row
   for each of their patterns, needs none for the patterns that no lane has.

   The words' cone is evaluated for all bits that the words at its end can have: those that are loaded, given or
   arguments, or stand for draws. Of a neighbour that may not exist the loaded bits are 0 where it does not
   (nbb_code_bound). */

enum { NBB_REACH_WORDS = 8, NBB_REACH_LEAVES = 15 };

/* A set of patterns, in which bit i is word i's, or of other items. */
typedef struct nbb_patterns {
    uint64_t at[(1 << NBB_REACH_WORDS) / 64];
} nbb_patterns;
static inline bool nbb_patterns_has(const nbb_patterns *set, int item)
{
    return set->at[item / 64] >> (item % 64) & 1;
}
static inline void nbb_patterns_put(nbb_patterns *set, int item)
{
    set->at[item / 64] |= UINT64_C(1) << (item % 64);
}

/* The patterns of so many words, at most NBB_REACH_WORDS, that some lane may have. All of them where more than
   NBB_REACH_LEAVES words are at the cone's end. */
nbb_patterns nbb_code_reach(const nbb_code *code, const nbb_value *words, int count);

/* Tables as formulas: "two & (~one | self)" for the eight bits that a table is.

   A formula joins two words at a time, and is the cheapest that makes the table. */

/* The last operation of each table's formula, and the tables that it joins. */
typedef struct nbb_table_formula {
    char operation; /* 0, 1, 2: a word; ~: the complement of left; & | ^: of both */
    nbb_table left, right;
} nbb_table_formula;
typedef struct nbb_formulas {
    nbb_table_formula of[256];
    int costs[256];
} nbb_formulas;

void nbb_formulas_find(nbb_formulas *formulas);

/* formula.h - integer formulas of a definition (hash, member): parsed, checked, evaluated, re-printed as C.

   Grammar: C's integer expressions without assignment, calls or casts: decimal and hexadecimal numbers, the variables
   offered by the caller, + - * / % (also // for /), << >>, & ^ | ~, == != < <= > >=, && || !, ?:, parentheses. */
#pragma once

#include "gen/base/base.h"

/* Its variables are names with their index in the scope. */
typedef struct nbb_syntax nbb_formula;

/* Names and values of the variables, in matching order. */
typedef struct nbb_formula_scope {
    int count;
    const char *const *names;
} nbb_formula_scope;

/* Parses a comma-separated list of exactly `count` formulas, which are the arena's. Messages give the column and what
   was expected there, without a place: the caller adds its own. */
nbb_status nbb_formula_parse(nbb_arena *arena, const char *text, const nbb_formula_scope *scope, int count,
                             nbb_formula **formulas);

/* Evaluates in C's int, as the text computes. A number or step past 32 bits, a division by zero or a shift outside
   0..30 fails with NBB_ERROR_DEFINITION and a message that says which (without a place: the caller adds its own). */
nbb_status nbb_formula_evaluate(const nbb_formula *formula, const int64_t *values, int64_t *result);

/* Appends the formula as C text, with only the parentheses that C or -Wparentheses needs; names[i] stands for
   variable i. */
void nbb_formula_print(const nbb_formula *formula, const char *const *names, nbb_text *text);

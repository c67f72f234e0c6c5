/* operators.h - the operators of formulas and programs: spelling, precedence, results, and the ranges of these. */
#pragma once

#include "gen/base/base.h"

/* X(enumerator, spelling, words, strength): as C's. NEG, NOT and COMPLEMENT are of one word; of those of two the
   strongest bind first, and alike ones to the left. AND and OR of a program (of bool) evaluate both. */
#define NBB_OPERATORS(X)            \
    X(OP_NEG, "-", 1, 0)            \
    X(OP_NOT, "!", 1, 0)            \
    X(OP_COMPLEMENT, "~", 1, 0)     \
    X(OP_ADD, "+", 2, 9)            \
    X(OP_SUB, "-", 2, 9)            \
    X(OP_MUL, "*", 2, 10)           \
    X(OP_DIV, "/", 2, 10)           \
    X(OP_MOD, "%", 2, 10)           \
    X(OP_LESS, "<", 2, 7)           \
    X(OP_LESS_EQUAL, "<=", 2, 7)    \
    X(OP_GREATER, ">", 2, 7)        \
    X(OP_GREATER_EQUAL, ">=", 2, 7) \
    X(OP_EQUAL, "==", 2, 6)         \
    X(OP_NOT_EQUAL, "!=", 2, 6)     \
    X(OP_AND, "&&", 2, 2)           \
    X(OP_OR, "||", 2, 1)            \
    X(OP_BIT_AND, "&", 2, 5)        \
    X(OP_BIT_OR, "|", 2, 3) X(OP_BIT_XOR, "^", 2, 4) X(OP_SHIFT_LEFT, "<<", 2, 8) X(OP_SHIFT_RIGHT, ">>", 2, 8)
typedef enum nbb_operator { NBB_OPERATORS(NBB_ENUMERATOR) NBB_OP_COUNT } nbb_operator;
extern const nbb_spellings nbb_operator_names;

/* How strongly ?:, operators of one word, and what stands alone bind, beside nbb_operator_strength. */
enum { NBB_BINDS_SELECT = 0, NBB_BINDS_LEAST = 1, NBB_BINDS_UNARY = 11, NBB_BINDS_ALONE = 12 };

/* Operations that are written as functions. */
enum { NBB_OP_ABS = NBB_OP_COUNT, NBB_OP_MIN, NBB_OP_MAX, NBB_OP_SIGN };

/* How strongly an operator of two words binds, 1 to 10; 0 of one word. */
int nbb_operator_strength(nbb_operator operation);

/* How two numbers can compare, a bit each, and by which of these a comparison holds. */
enum { NBB_ORDER_LESS = 1, NBB_ORDER_EQUAL = 2, NBB_ORDER_GREATER = 4, NBB_ORDER_NONE = 8 /* of a NaN */ };
unsigned nbb_comparison_orders(int operation);

/* ADD to MOD; LESS to NOT_EQUAL; AND and OR; BIT_AND to BIT_XOR; both shifts. */
bool nbb_is_arithmetic(int operation);
bool nbb_is_comparison(int operation);
bool nbb_is_logical(int operation);
bool nbb_is_bitwise(int operation);
bool nbb_is_shift(int operation);

/* An operation's value of integers of 64 bits, which wraps. Division by 0 and the remainder are 0, and a shift's
   count is taken modulo `bits`. */
int64_t nbb_operator_value(int operation, int bits, int64_t a, int64_t b);

typedef struct nbb_range {
    int64_t low, high;
} nbb_range;

/* The least range that holds both. */
nbb_range nbb_range_join(nbb_range a, nbb_range b);

/* The range of integers of so many bits, 32 or 64. */
nbb_range nbb_range_whole(int bits);

/* Whether a sum, difference or product of what lies in these ranges is always in so many bits; then its range. */
bool nbb_operator_fits(int operation, int bits, nbb_range a, nbb_range b, nbb_range *result);

/* The range of an operation's value, of integers of so many bits, which wraps: what may wrap has the whole range. */
nbb_range nbb_operator_range(int operation, int bits, nbb_range a, nbb_range b);

/* operators.h - the operations of formulas and programs: spelling, precedence, results, and the ranges of these. */
#pragma once

#include "gen/base/base.h"

/* What operations have in common, a bit each. INEXACT are functions that targets round differently. */
enum {
    NBB_SIGN = 1,
    NBB_NOT = 2,
    NBB_SUM = 4,
    NBB_PRODUCT = 8,
    NBB_ARITHMETIC = NBB_SUM | NBB_PRODUCT,
    NBB_COMPARISON = 16,
    NBB_LOGICAL = 32,
    NBB_BITWISE = 64,
    NBB_SHIFT = 128,
    NBB_EXACT = 256,
    NBB_INEXACT = 512
};

/* How strongly ?:, operators of two words at least, those of one, and what stands alone bind: the strongest first,
   and alike ones to the left. */
enum { NBB_BINDS_SELECT = 0, NBB_BINDS_LEAST = 1, NBB_BINDS_UNARY = 11, NBB_BINDS_ALONE = 12 };

/* X(enumerator, spelling, words, group, how strongly it binds, value of ints, of reals, range of ints). Columns are
   C: of a and b, as they are and as words that wrap, u and v; of ranges a and b (operators.c); 0 and `none` where the
   operation is of no such numbers. Bits are those of the type. AND and OR of a program (of bool) evaluate both. */
/* clang-format off */
#define NBB_OPERATORS(X) \
    X(OP_NEG, "-", 1, SIGN, 11, 0 - u, -a, nbb_operator_range(NBB_OP_SUB, bits, range(0, 0), a)) \
    X(OP_NOT, "!", 1, NOT, 11, a == 0, 0, range(1 - a.high, 1 - a.low)) \
    X(OP_COMPLEMENT, "~", 1, SIGN, 11, ~a, 0, range(~a.high, ~a.low)) \
    X(OP_ADD, "+", 2, SUM, 9, u + v, a + b, wrapped(NBB_OP_ADD, bits, a, b)) \
    X(OP_SUB, "-", 2, SUM, 9, u - v, a - b, wrapped(NBB_OP_SUB, bits, a, b)) \
    X(OP_MUL, "*", 2, PRODUCT, 10, u * v, a * b, wrapped(NBB_OP_MUL, bits, a, b)) \
    X(OP_DIV, "/", 2, PRODUCT, 10, QUOTIENT(a, b), a / b, quotients(bits, a, b)) \
    X(OP_MOD, "%", 2, PRODUCT, 10, b == 0 || b == -1 ? 0 : a % b, 0, remainders(a, b)) \
    X(OP_LESS, "<", 2, COMPARISON, 7, a < b, a < b, range(a.high < b.low, a.low < b.high)) \
    X(OP_LESS_EQUAL, "<=", 2, COMPARISON, 7, a <= b, a <= b, range(a.high <= b.low, a.low <= b.high)) \
    X(OP_GREATER, ">", 2, COMPARISON, 7, a > b, a > b, range(a.low > b.high, a.high > b.low)) \
    X(OP_GREATER_EQUAL, ">=", 2, COMPARISON, 7, a >= b, a >= b, range(a.low >= b.high, a.high >= b.low)) \
    X(OP_EQUAL, "==", 2, COMPARISON, 6, a == b, a == b, equal(a, b)) \
    X(OP_NOT_EQUAL, "!=", 2, COMPARISON, 6, a != b, a != b, range(1 - equal(a, b).high, 1 - equal(a, b).low)) \
    X(OP_AND, "&&", 2, LOGICAL, 2, a & b, 0, range(a.low & b.low, a.high & b.high)) \
    X(OP_OR, "||", 2, LOGICAL, 1, a | b, 0, range(a.low | b.low, a.high | b.high)) \
    X(OP_BIT_AND, "&", 2, BITWISE, 5, a & b, 0, bit_and(a, b)) \
    X(OP_BIT_OR, "|", 2, BITWISE, 3, a | b, 0, bits_of_both(a, b)) \
    X(OP_BIT_XOR, "^", 2, BITWISE, 4, a ^ b, 0, bits_of_both(a, b)) \
    X(OP_SHIFT_LEFT, "<<", 2, SHIFT, 8, u << (b & (bits - 1)), 0, shift(NBB_OP_SHIFT_LEFT, bits, a, b)) \
    X(OP_SHIFT_RIGHT, ">>", 2, SHIFT, 8, a >> (b & (bits - 1)), 0, shift(NBB_OP_SHIFT_RIGHT, bits, a, b))

/* Operations that are written as functions; int and real are conversions. */
#define NBB_FUNCTIONS(X) \
    X(OP_ABS, "abs", 1, EXACT, 12, a < 0 ? 0 - u : u, fabs(a), magnitudes(bits, a)) \
    X(OP_MIN, "min", 2, EXACT, 12, b < a ? b : a, b < a ? b : a, range(least(a.low, b.low), least(a.high, b.high))) \
    X(OP_MAX, "max", 2, EXACT, 12, a < b ? b : a, a < b ? b : a, range(most(a.low, b.low), most(a.high, b.high))) \
    X(OP_SIGN, "sign", 1, EXACT, 12, sign(a), sign(a), range(sign(a.low), sign(a.high))) \
    X(OP_ROUND, "round", 1, EXACT, 12, 0, round(a), none) \
    X(OP_FLOOR, "floor", 1, EXACT, 12, 0, floor(a), none) \
    X(OP_SQRT, "sqrt", 1, EXACT, 12, 0, sqrt(a), none) \
    X(OP_EXP, "exp", 1, INEXACT, 12, 0, exp(a), none) \
    X(OP_LOG, "log", 1, INEXACT, 12, 0, log(a), none) \
    X(OP_POW, "pow", 2, INEXACT, 12, 0, pow(a, b), none) \
    X(OP_SIN, "sin", 1, INEXACT, 12, 0, sin(a), none) \
    X(OP_COS, "cos", 1, INEXACT, 12, 0, cos(a), none) \
    X(OP_TANH, "tanh", 1, INEXACT, 12, 0, tanh(a), none) \
    X(OP_FMOD, "fmod", 2, EXACT, 12, 0, fmod(a, b), none) \
    X(OP_ATAN2, "atan2", 2, INEXACT, 12, 0, atan2(a, b), none) \
    X(OP_HYPOT, "hypot", 2, INEXACT, 12, 0, hypot(a, b), none)
/* clang-format on */
typedef enum nbb_operator {
    NBB_OPERATORS(NBB_ENUMERATOR) NBB_OP_COUNT,
    NBB_OP_LAST = NBB_OP_COUNT - 1,
    NBB_FUNCTIONS(NBB_ENUMERATOR) NBB_OPERATION_COUNT
} nbb_operator;
enum { NBB_FUNCTION_COUNT = (int)NBB_OPERATION_COUNT - NBB_OP_COUNT };
extern const nbb_spellings nbb_operator_names, nbb_function_names;

extern const struct nbb_operation_row {
    const char *name;
    int words, strength;
    unsigned group;
} nbb_operations[NBB_OPERATION_COUNT];

/* Whether an operation is of one of these groups; -1 is of none. */
static inline bool nbb_is_of(unsigned groups, int operation)
{
    return operation >= 0 && (nbb_operations[operation].group & groups) != 0;
}

/* An operation's value of integers of 64 bits, which wraps, and of reals. Division by 0 and the remainder are 0, and
   a shift's count is taken modulo `bits`. */
int64_t nbb_operator_value(int operation, int bits, int64_t a, int64_t b);
double nbb_operator_real(int operation, double a, double b);

/* The operator of two words with this sign, or -1. */
int nbb_operator_of_two(const char *sign);

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

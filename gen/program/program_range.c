/* program_range.c - interval arithmetic over integers that wrap: what may wrap has the whole range of its type. */
#include "gen/program/program_range.h"

#include <stdbool.h>

static nbb_range range(int64_t low, int64_t high)
{
    return (nbb_range){ low, high };
}

nbb_range nbb_range_of(nbb_type type)
{
    return type == NBB_TYPE_BOOL  ? range(0, 1)
           : type == NBB_TYPE_I32 ? range(INT32_MIN, INT32_MAX)
                                  : range(INT64_MIN, INT64_MAX);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

nbb_range nbb_range_join(nbb_range a, nbb_range b)
{
    return range(least(a.low, b.low), most(a.high, b.high));
}

/* The range, or the whole one where something overflowed 64 bits or leaves the type. */
static nbb_range fit(nbb_type type, bool overflowed, nbb_range exact)
{
    nbb_range whole = nbb_range_of(type);
    return overflowed || exact.low < whole.low || exact.high > whole.high ? whole : exact;
}

static nbb_range add(nbb_type type, nbb_range a, nbb_range b)
{
    nbb_range sum = { 0, 0 };
    bool over = __builtin_add_overflow(a.low, b.low, &sum.low);
    over |= __builtin_add_overflow(a.high, b.high, &sum.high);
    return fit(type, over, sum);
}

static nbb_range subtract(nbb_type type, nbb_range a, nbb_range b)
{
    nbb_range difference = { 0, 0 };
    bool over = __builtin_sub_overflow(a.low, b.high, &difference.low);
    over |= __builtin_sub_overflow(a.high, b.low, &difference.high);
    return fit(type, over, difference);
}

/* The ends of a product are products of ends. */
static nbb_range multiply(nbb_type type, nbb_range a, nbb_range b)
{
    const int64_t as[] = { a.low, a.high }, bs[] = { b.low, b.high };
    nbb_range product = { INT64_MAX, INT64_MIN };
    bool over = false;
    for (int i = 0; i < 4; ++i) {
        int64_t corner = 0;
        over |= __builtin_mul_overflow(as[i & 1], bs[i >> 1], &corner);
        product = nbb_range_join(product, range(corner, corner));
    }
    return fit(type, over, product);
}

/* |a / b| <= |a|, and a divisor of 0 gives 0; of positive operands the ends are known. */
static nbb_range divide(nbb_type type, nbb_range a, nbb_range b)
{
    if (a.low >= 0 && b.low >= 0) {
        return range(b.low == 0 || b.high == 0 ? 0 : a.low / b.high, a.high / most(b.low, 1));
    }
    nbb_range negated = subtract(type, range(0, 0), a);
    nbb_range joined = nbb_range_join(nbb_range_join(a, negated), range(0, 0));
    return b.low >= 0 ? nbb_range_join(a, range(0, 0)) : joined;
}

/* |a % b| < |b| and <= |a|, with a's sign; of a divisor of 0 it is 0. */
static nbb_range modulo(nbb_range a, nbb_range b)
{
    int64_t bound = INT64_MAX; /* the largest remainder */
    if (b.low > INT64_MIN) {
        int64_t size = most(b.high, -b.low);
        bound = size > 0 ? size - 1 : 0;
    }
    return range(a.low < 0 ? most(a.low, -bound) : 0, a.high > 0 ? least(a.high, bound) : 0);
}

/* The least number of ones, 2^i - 1, that is not below. */
static int64_t ones(int64_t value)
{
    int64_t bits = 0;
    while (bits < value) {
        bits = bits << 1 | 1;
    }
    return bits;
}

/* What both sizes need in two's complement: -2^i to 2^i - 1. */
static nbb_range bits_of_both(nbb_range a, nbb_range b)
{
    int64_t high = ones(most(most(a.high, ~a.low), most(b.high, ~b.low)));
    return range(a.low < 0 || b.low < 0 ? ~high : 0, high);
}

static nbb_range bit_and(nbb_range a, nbb_range b)
{
    if (a.low >= 0 || b.low >= 0) {
        return range(0, a.low >= 0 && b.low >= 0 ? least(a.high, b.high) : a.low >= 0 ? a.high : b.high);
    }
    return bits_of_both(a, b);
}

static nbb_range shift(nbb_operator operation, nbb_type type, nbb_range a, nbb_range b)
{
    int bits = type == NBB_TYPE_I32 ? 32 : 64;
    if (b.low < 0 || b.high >= bits) { /* the count is taken modulo the type's bits */
        b = range(0, bits - 1);
    }
    if (operation == NBB_OP_SHIFT_RIGHT) {
        return nbb_range_join(range(a.low >> b.low, a.high >> b.low), range(a.low >> b.high, a.high >> b.high));
    }
    return b.high > 62 ? nbb_range_of(type) : multiply(type, a, range((int64_t)1 << b.low, (int64_t)1 << b.high));
}

static nbb_range compare(nbb_operator operation, nbb_range a, nbb_range b)
{
    bool apart = a.high < b.low || b.high < a.low, same = a.low == a.high && b.low == b.high && a.low == b.low;
    switch (operation) {
    case NBB_OP_LESS:
        return range(a.high < b.low, a.low < b.high);
    case NBB_OP_LESS_EQUAL:
        return range(a.high <= b.low, a.low <= b.high);
    case NBB_OP_GREATER:
        return range(a.low > b.high, a.high > b.low);
    case NBB_OP_GREATER_EQUAL:
        return range(a.low >= b.high, a.high >= b.low);
    case NBB_OP_EQUAL:
        return range(same, !apart);
    default:
        return range(apart, !same);
    }
}

nbb_range nbb_range_operator(nbb_operator operation, nbb_type type, nbb_range a, nbb_range b)
{
    switch (operation) {
    case NBB_OP_NEG:
        return subtract(type, range(0, 0), a);
    case NBB_OP_NOT:
        return range(1 - a.high, 1 - a.low);
    case NBB_OP_COMPLEMENT:
        return range(~a.high, ~a.low);
    case NBB_OP_ADD:
        return add(type, a, b);
    case NBB_OP_SUB:
        return subtract(type, a, b);
    case NBB_OP_MUL:
        return multiply(type, a, b);
    case NBB_OP_DIV:
        return divide(type, a, b);
    case NBB_OP_MOD:
        return modulo(a, b);
    case NBB_OP_AND:
        return range(a.low & b.low, a.high & b.high);
    case NBB_OP_OR:
        return range(a.low | b.low, a.high | b.high);
    case NBB_OP_BIT_AND:
        return bit_and(a, b);
    case NBB_OP_BIT_OR:
    case NBB_OP_BIT_XOR:
        return bits_of_both(a, b);
    case NBB_OP_SHIFT_LEFT:
    case NBB_OP_SHIFT_RIGHT:
        return shift(operation, type, a, b);
    default:
        return compare(operation, a, b);
    }
}

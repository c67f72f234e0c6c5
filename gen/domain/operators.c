/* operators.c - the table of operators, their values, and interval arithmetic. */
#include "gen/domain/operators.h"

static const char *const names[] = { NBB_OPERATORS(NBB_SPELLING) };
const nbb_spellings nbb_operator_names = { names, NBB_OP_COUNT };

int nbb_operator_strength(nbb_operator operation)
{
#define X(name, text, words, strength) strength,
    static const int strengths[] = { NBB_OPERATORS(X) };
#undef X
    return strengths[operation];
}

unsigned nbb_comparison_orders(int operation)
{
    static const unsigned orders[] = { NBB_ORDER_LESS,    NBB_ORDER_LESS | NBB_ORDER_EQUAL,
                                       NBB_ORDER_GREATER, NBB_ORDER_GREATER | NBB_ORDER_EQUAL,
                                       NBB_ORDER_EQUAL,   NBB_ORDER_LESS | NBB_ORDER_GREATER | NBB_ORDER_NONE };
    return orders[operation - NBB_OP_LESS];
}

bool nbb_is_arithmetic(int operation)
{
    return operation >= NBB_OP_ADD && operation <= NBB_OP_MOD;
}

bool nbb_is_comparison(int operation)
{
    return operation >= NBB_OP_LESS && operation <= NBB_OP_NOT_EQUAL;
}

bool nbb_is_logical(int operation)
{
    return operation == NBB_OP_AND || operation == NBB_OP_OR;
}

bool nbb_is_bitwise(int operation)
{
    return operation >= NBB_OP_BIT_AND && operation <= NBB_OP_BIT_XOR;
}

bool nbb_is_shift(int operation)
{
    return operation == NBB_OP_SHIFT_LEFT || operation == NBB_OP_SHIFT_RIGHT;
}

int64_t nbb_operator_value(int operation, int bits, int64_t a, int64_t b)
{
    if (nbb_is_comparison(operation)) {
        unsigned order = a < b ? NBB_ORDER_LESS : a == b ? NBB_ORDER_EQUAL : NBB_ORDER_GREATER;
        return (nbb_comparison_orders(operation) & order) != 0;
    }
    switch (operation) {
    case NBB_OP_NEG:
        return (int64_t)(0 - (uint64_t)a);
    case NBB_OP_NOT:
        return a == 0;
    case NBB_OP_COMPLEMENT:
        return ~a;
    case NBB_OP_ADD:
        return (int64_t)((uint64_t)a + (uint64_t)b);
    case NBB_OP_SUB:
        return (int64_t)((uint64_t)a - (uint64_t)b);
    case NBB_OP_MUL:
        return (int64_t)((uint64_t)a * (uint64_t)b);
    case NBB_OP_DIV:
        return b == 0 ? 0 : b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
    case NBB_OP_MOD:
        return b == 0 || b == -1 ? 0 : a % b;
    case NBB_OP_AND:
    case NBB_OP_BIT_AND:
        return a & b;
    case NBB_OP_OR:
    case NBB_OP_BIT_OR:
        return a | b;
    case NBB_OP_BIT_XOR:
        return a ^ b;
    case NBB_OP_SHIFT_LEFT:
        return (int64_t)((uint64_t)a << (b & (bits - 1)));
    case NBB_OP_ABS:
        return a < 0 ? (int64_t)(0 - (uint64_t)a) : a;
    case NBB_OP_MIN:
        return b < a ? b : a;
    case NBB_OP_MAX:
        return a < b ? b : a;
    case NBB_OP_SIGN:
        return (a > 0) - (a < 0);
    default:
        return a >> (b & (bits - 1));
    }
}

/* ---- ranges ---- */

static nbb_range range(int64_t low, int64_t high)
{
    return (nbb_range){ low, high };
}

nbb_range nbb_range_whole(int bits)
{
    return bits == 32 ? range(INT32_MIN, INT32_MAX) : range(INT64_MIN, INT64_MAX);
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

/* The ends of a result are results of ends. */
bool nbb_operator_fits(int operation, int bits, nbb_range a, nbb_range b, nbb_range *result)
{
    const int64_t as[] = { a.low, a.high }, bs[] = { b.low, b.high };
    nbb_range whole = nbb_range_whole(bits);
    *result = range(INT64_MAX, INT64_MIN);
    for (int i = 0; i < 4; ++i) {
        int64_t left = as[i & 1], right = bs[i >> 1], corner = 0;
        if (operation == NBB_OP_ADD   ? __builtin_add_overflow(left, right, &corner)
            : operation == NBB_OP_SUB ? __builtin_sub_overflow(left, right, &corner)
                                      : __builtin_mul_overflow(left, right, &corner)) {
            return false;
        }
        *result = nbb_range_join(*result, range(corner, corner));
    }
    return result->low >= whole.low && result->high <= whole.high;
}

/* |a / b| <= |a|, and a divisor of 0 gives 0; of positive operands the ends are known. */
static nbb_range divide_ranges(int bits, nbb_range a, nbb_range b)
{
    if (a.low >= 0 && b.low >= 0) {
        return range(b.low == 0 || b.high == 0 ? 0 : a.low / b.high, a.high / most(b.low, 1));
    }
    nbb_range negated = nbb_operator_range(NBB_OP_NEG, bits, a, a);
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

/* What both sizes need in two's complement: -2^i to 2^i - 1. */
static nbb_range bits_of_both(nbb_range a, nbb_range b)
{
    /* The least number of ones, 2^i - 1, that is not below. */
    int64_t value = most(most(a.high, ~a.low), most(b.high, ~b.low));
    int64_t high = 0;
    while (high < value) {
        high = high << 1 | 1;
    }
    return range(a.low < 0 || b.low < 0 ? ~high : 0, high);
}

static nbb_range bit_and(nbb_range a, nbb_range b)
{
    if (a.low >= 0 || b.low >= 0) {
        return range(0, a.low >= 0 && b.low >= 0 ? least(a.high, b.high) : a.low >= 0 ? a.high : b.high);
    }
    return bits_of_both(a, b);
}

static nbb_range shift(int operation, int bits, nbb_range a, nbb_range b)
{
    if (b.low < 0 || b.high >= bits) { /* the count is taken modulo the type's bits */
        b = range(0, bits - 1);
    }
    if (operation == NBB_OP_SHIFT_RIGHT) {
        return nbb_range_join(range(a.low >> b.low, a.high >> b.low), range(a.low >> b.high, a.high >> b.high));
    }
    nbb_range factors = range((int64_t)1 << b.low, (int64_t)1 << least(b.high, 62));
    return b.high > 62 ? nbb_range_whole(bits) : nbb_operator_range(NBB_OP_MUL, bits, a, factors);
}

static nbb_range compare(int operation, nbb_range a, nbb_range b)
{
    unsigned possible = (a.low < b.high ? NBB_ORDER_LESS : 0) | (a.high > b.low ? NBB_ORDER_GREATER : 0)
                        | (a.low <= b.high && b.low <= a.high ? NBB_ORDER_EQUAL : 0);
    unsigned orders = nbb_comparison_orders(operation);
    return range((possible & ~orders) == 0, (possible & orders) != 0);
}

/* Of abs: the least number stays. */
static nbb_range magnitude(int bits, nbb_range a)
{
    nbb_range negated = nbb_operator_range(NBB_OP_NEG, bits, a, a), both = nbb_range_join(a, negated);
    return both.low == nbb_range_whole(bits).low ? both : range(most(0, most(a.low, negated.low)), both.high);
}

nbb_range nbb_operator_range(int operation, int bits, nbb_range a, nbb_range b)
{
    nbb_range exact;
    switch (operation) {
    case NBB_OP_NEG:
        return nbb_operator_range(NBB_OP_SUB, bits, range(0, 0), a);
    case NBB_OP_NOT:
        return range(1 - a.high, 1 - a.low);
    case NBB_OP_COMPLEMENT:
        return range(~a.high, ~a.low);
    case NBB_OP_ADD:
    case NBB_OP_SUB:
    case NBB_OP_MUL:
        return nbb_operator_fits(operation, bits, a, b, &exact) ? exact : nbb_range_whole(bits);
    case NBB_OP_DIV:
        return divide_ranges(bits, a, b);
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
        return shift(operation, bits, a, b);
    case NBB_OP_ABS:
        return magnitude(bits, a);
    case NBB_OP_MIN:
        return range(least(a.low, b.low), least(a.high, b.high));
    case NBB_OP_MAX:
        return range(most(a.low, b.low), most(a.high, b.high));
    case NBB_OP_SIGN:
        return range((a.low > 0) - (a.low < 0), (a.high > 0) - (a.high < 0));
    default:
        return compare(operation, a, b);
    }
}

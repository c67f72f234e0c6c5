/* operators.c - the table of operators, their values, and interval arithmetic. */
#include "gen/domain/operators.h"

static const char *const names[] = { NBB_OPERATORS(NBB_SPELLING) NBB_FUNCTIONS(NBB_SPELLING) };
const nbb_spellings nbb_operator_names = { names, NBB_OP_COUNT };
const nbb_spellings nbb_function_names = { names + NBB_OP_COUNT, NBB_FUNCTION_COUNT };

#define X(name, text, words, group, strength, ...) { text, words, strength, NBB_##group },
const struct nbb_operation_row nbb_operations[] = { NBB_OPERATORS(X) NBB_FUNCTIONS(X) };
#undef X

int nbb_operator_of_two(const char *sign)
{
    const nbb_spellings of_two = { names + NBB_OP_ADD, NBB_OP_COUNT - NBB_OP_ADD };
    int found = nbb_spelling_index(&of_two, sign);
    return found >= 0 ? NBB_OP_ADD + found : -1;
}

/* In the columns of values. Numbers have no quotient by 0; the least one by -1 wraps. */
#define QUOTIENT(a, b) ((b) == 0 ? 0 : (b) == -1 ? (int64_t)(0 - (uint64_t)(a)) : (a) / (b))
#define sign(a) (((a) > 0) - ((a) < 0))

int64_t nbb_operator_value(int operation, int bits, int64_t a, int64_t b)
{
    const uint64_t u = (uint64_t)a, v = (uint64_t)b;
    switch (operation) {
#define X(name, text, words, group, strength, of_ints, of_reals, ranges) \
    case NBB_##name:                                                     \
        return (int64_t)(of_ints);
        NBB_OPERATORS(X)
        NBB_FUNCTIONS(X)
#undef X
    }
    return 0;
}

double nbb_operator_real(int operation, double a, double b)
{
    switch (operation) {
#define X(name, text, words, group, strength, of_ints, of_reals, ranges) \
    case NBB_##name:                                                     \
        return (double)(of_reals);
        NBB_OPERATORS(X)
        NBB_FUNCTIONS(X)
#undef X
    }
    return 0;
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
        NBB_RETURN_IF(operation == NBB_OP_ADD   ? __builtin_add_overflow(left, right, &corner)
                      : operation == NBB_OP_SUB ? __builtin_sub_overflow(left, right, &corner)
                                                : __builtin_mul_overflow(left, right, &corner),
                      false);
        *result = nbb_range_join(*result, range(corner, corner));
    }
    return result->low >= whole.low && result->high <= whole.high;
}

static nbb_range wrapped(int operation, int bits, nbb_range a, nbb_range b)
{
    nbb_range exact;
    return nbb_operator_fits(operation, bits, a, b, &exact) ? exact : nbb_range_whole(bits);
}

/* |a / b| <= |a|, and a divisor of 0 gives 0; of positive operands the ends are known. */
static nbb_range quotients(int bits, nbb_range a, nbb_range b)
{
    NBB_RETURN_IF(a.low >= 0 && b.low >= 0,
                  range(b.low == 0 || b.high == 0 ? 0 : a.low / b.high, a.high / most(b.low, 1)));
    nbb_range negated = nbb_operator_range(NBB_OP_NEG, bits, a, a);
    nbb_range joined = nbb_range_join(nbb_range_join(a, negated), range(0, 0));
    return b.low >= 0 ? nbb_range_join(a, range(0, 0)) : joined;
}

/* |a % b| < |b| and <= |a|, with a's sign; of a divisor of 0 it is 0. */
static nbb_range remainders(nbb_range a, nbb_range b)
{
    int64_t bound = b.low > INT64_MIN ? most(most(b.high, -b.low), 1) - 1 : INT64_MAX; /* the largest remainder */
    return range(a.low < 0 ? most(a.low, -bound) : 0, a.high > 0 ? least(a.high, bound) : 0);
}

/* What both sizes need in two's complement: -2^i to 2^i - 1. */
static nbb_range bits_of_both(nbb_range a, nbb_range b)
{
    /* The least number of ones, 2^i - 1, that is not below. */
    int64_t value = most(most(a.high, ~a.low), most(b.high, ~b.low));
    int64_t high = (int64_t)((UINT64_C(1) << NBB_FIND(bits, 63, value >> bits == 0)) - 1);
    return range(a.low < 0 || b.low < 0 ? ~high : 0, high);
}

static nbb_range bit_and(nbb_range a, nbb_range b)
{
    return a.low >= 0 && b.low >= 0 ? range(0, least(a.high, b.high))
           : a.low >= 0             ? range(0, a.high)
           : b.low >= 0             ? range(0, b.high)
                                    : bits_of_both(a, b);
}

static nbb_range shift(int operation, int bits, nbb_range a, nbb_range b)
{
    b = b.low < 0 || b.high >= bits ? range(0, bits - 1) : b; /* the count is taken modulo the type's bits */
    NBB_RETURN_IF(operation == NBB_OP_SHIFT_RIGHT,
                  nbb_range_join(range(a.low >> b.low, a.high >> b.low), range(a.low >> b.high, a.high >> b.high)));
    nbb_range factors = range((int64_t)1 << b.low, (int64_t)1 << least(b.high, 62));
    return b.high > 62 ? nbb_range_whole(bits) : nbb_operator_range(NBB_OP_MUL, bits, a, factors);
}

static nbb_range equal(nbb_range a, nbb_range b)
{
    return range(a.low >= b.high && a.high <= b.low, a.low <= b.high && b.low <= a.high);
}

/* Of abs: the least number stays. */
static nbb_range magnitudes(int bits, nbb_range a)
{
    nbb_range negated = nbb_operator_range(NBB_OP_NEG, bits, a, a), both = nbb_range_join(a, negated);
    return both.low == nbb_range_whole(bits).low ? both : range(most(0, most(a.low, negated.low)), both.high);
}

nbb_range nbb_operator_range(int operation, int bits, nbb_range a, nbb_range b)
{
    const nbb_range none = range(0, 0);
    switch (operation) {
#define X(name, text, words, group, strength, of_ints, of_reals, ranges) \
    case NBB_##name:                                                     \
        return ranges;
        NBB_OPERATORS(X)
        NBB_FUNCTIONS(X)
#undef X
    }
    return none;
}

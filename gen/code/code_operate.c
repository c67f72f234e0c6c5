/* code_operate.c - operations on integers: as tables, or by arithmetic on vectors where that is smaller. */
#include "gen/code/code_bits.h"

#include <string.h>

/* --- plain integers --- */

static int64_t wrapped(int64_t value)
{
    return (int32_t)(uint32_t)(uint64_t)value;
}

int64_t nbb_bits_plain(nbb_bits_operation operation, int64_t a, int64_t b)
{
    switch (operation) {
    case NBB_BITS_NEGATE:
        return wrapped(-a);
    case NBB_BITS_NOT:
        return a == 0;
    case NBB_BITS_COMPLEMENT:
        return ~a;
    case NBB_BITS_ABS:
        return wrapped(a < 0 ? -a : a);
    case NBB_BITS_ADD:
        return wrapped(a + b);
    case NBB_BITS_SUBTRACT:
        return wrapped(a - b);
    case NBB_BITS_MULTIPLY:
        return wrapped(a * b);
    case NBB_BITS_DIVIDE:
        return b == 0 ? 0 : wrapped(a / b);
    case NBB_BITS_REMAINDER:
        return b == 0 ? 0 : a % b;
    case NBB_BITS_LESS:
        return a < b;
    case NBB_BITS_EQUAL:
        return a == b;
    case NBB_BITS_AND:
        return a & b;
    case NBB_BITS_OR:
        return a | b;
    case NBB_BITS_XOR:
        return a ^ b;
    case NBB_BITS_LEFT:
        return wrapped((int64_t)((uint64_t)a << (b & 31)));
    case NBB_BITS_RIGHT:
        return a >> (b & 31);
    case NBB_BITS_MIN:
        return b < a ? b : a;
    case NBB_BITS_MAX_OF:
        return a < b ? b : a;
    }
    return 0;
}

/* --- ranges --- */

typedef struct range {
    int64_t low, high;
} range;

static range wide(void)
{
    return (range){ INT32_MIN, INT32_MAX };
}

static range of_corners(nbb_bits_operation operation, const nbb_bits *a, const nbb_bits *b)
{
    const int64_t lefts[] = { a->low, a->high }, rights[] = { b->low, b->high };
    range of = { INT64_MAX, INT64_MIN };
    for (int i = 0; i < 4; ++i) {
        int64_t left = lefts[i & 1], right = rights[i >> 1];
        int64_t value = operation == NBB_BITS_ADD        ? left + right
                        : operation == NBB_BITS_SUBTRACT ? left - right
                        : operation == NBB_BITS_MULTIPLY ? left * right
                                                         : nbb_bits_plain(operation, left, right);
        of.low = value < of.low ? value : of.low;
        of.high = value > of.high ? value : of.high;
    }
    return of.low < INT32_MIN || of.high > INT32_MAX ? wide() : of;
}

static range of_left(const nbb_bits *a, int64_t by)
{
    range of = { a->low * (INT64_C(1) << by), a->high * (INT64_C(1) << by) };
    return of.low < INT32_MIN || of.high > INT32_MAX ? wide() : of;
}

static int64_t farthest(const nbb_bits *a)
{
    return -a->low > a->high ? -a->low : a->high;
}

static range of_division(nbb_bits_operation operation, const nbb_bits *a, const nbb_bits *b)
{
    int64_t most = farthest(a), below = farthest(b) - 1;
    if (operation == NBB_BITS_DIVIDE) {
        bool may_be_negative = a->low < 0 || b->low < 0;
        return most > INT32_MAX ? wide() : (range){ may_be_negative ? -most : 0, most };
    }
    below = below < 0 ? 0 : below;
    most = most < below ? most : below;
    return (range){ a->low < 0 ? -most : 0, a->high > 0 ? most : 0 };
}

static range of_logic(const nbb_bits *a, const nbb_bits *b)
{
    int left = nbb_bits_needed(a->low, a->high), right = nbb_bits_needed(b->low, b->high);
    bool is_signed = a->low < 0 || b->low < 0;
    left += is_signed && a->low >= 0;
    right += is_signed && b->low >= 0;
    int64_t most = INT64_C(1) << ((left > right ? left : right) - is_signed);
    return most > INT32_MAX ? wide() : (range){ is_signed ? -most : 0, most - 1 };
}

static range range_of(nbb_bits_operation operation, const nbb_bits *a, const nbb_bits *b)
{
    switch (operation) {
    case NBB_BITS_NEGATE:
        return a->low < -INT32_MAX ? wide() : (range){ -a->high, -a->low };
    case NBB_BITS_NOT:
    case NBB_BITS_LESS:
    case NBB_BITS_EQUAL:
        return (range){ 0, 1 };
    case NBB_BITS_ABS:
        return farthest(a) > INT32_MAX ? wide() : (range){ 0, farthest(a) };
    case NBB_BITS_DIVIDE:
    case NBB_BITS_REMAINDER:
        return of_division(operation, a, b);
    case NBB_BITS_AND:
    case NBB_BITS_OR:
    case NBB_BITS_XOR:
        return of_logic(a, b);
    case NBB_BITS_LEFT:
        return b->low == b->high ? of_left(a, b->low & 31) : wide();
    case NBB_BITS_RIGHT:
        return (range){ a->low < 0 ? a->low : 0, a->high > 0 ? a->high : 0 };
    default:
        return of_corners(operation, a, b);
    }
}

/* --- tables --- */

static nbb_bits operate_tables(nbb_bits_operation operation, const nbb_bits *joint, const nbb_bits *b,
                               const int to[NBB_FUNCTION_WORDS])
{
    nbb_bits made = *joint;
    for (int point = 0; point < 1 << joint->told_by; ++point) {
        if (joint->possible >> point & 1) {
            int64_t other = b->values[nbb_point_of(point, b->told_by, to)];
            made.values[point] = nbb_bits_plain(operation, joint->values[point], other);
        }
    }
    nbb_bits_tidy(&made);
    return made;
}

/* About how many operations a table's bits take. */
static int cost_of(const nbb_bits *a)
{
    int cost = 0;
    for (int i = nbb_bits_needed(a->low, a->high) - 1; i >= 0; --i) {
        cost += nbb_function_cost(nbb_bits_function(a, i));
    }
    return cost;
}

/* --- vectors --- */

static nbb_value is_zero(nbb_code *code, const nbb_value *a)
{
    const nbb_value zero[NBB_BITS_MAX] = { NBB_ZERO };
    return nbb_vector_equal(code, a, zero, NBB_BITS_MAX);
}

static void operate_numbers(nbb_code *code, nbb_bits_operation operation, const nbb_value *a, const nbb_value *b,
                            int width, nbb_value *out)
{
    const nbb_value zero[NBB_BITS_MAX] = { NBB_ZERO };
    nbb_value other[NBB_BITS_MAX];
    if (operation == NBB_BITS_NEGATE) {
        nbb_vector_subtract(code, zero, a, width, out);
    } else if (operation == NBB_BITS_ABS) {
        nbb_vector_subtract(code, zero, a, width, other);
        nbb_vector_select(code, a[NBB_BITS_MAX - 1], other, a, width, out);
    } else if (operation == NBB_BITS_ADD) {
        nbb_vector_add(code, a, b, NBB_ZERO, width, out);
    } else if (operation == NBB_BITS_SUBTRACT) {
        nbb_vector_subtract(code, a, b, width, out);
    } else {
        nbb_vector_multiply(code, a, b, width, out);
    }
}

/* Divides words by those of b. */
static void operate_division(nbb_code *code, nbb_bits_operation operation, const nbb_value *words, const nbb_bits *b,
                             const nbb_value *divisor, nbb_value *out)
{
    nbb_value other[NBB_BITS_MAX];
    bool divides = operation == NBB_BITS_DIVIDE;
    nbb_vector_divide(code, words, divisor, nbb_bits_needed(0, farthest(b)), divides ? out : other,
                      divides ? other : out);
}

static void operate_digits(nbb_code *code, nbb_bits_operation operation, const nbb_value *a, const nbb_value *b,
                           int width, nbb_value *out)
{
    if (operation == NBB_BITS_COMPLEMENT) {
        nbb_vector_complement(code, a, width, out);
    } else if (operation == NBB_BITS_LEFT || operation == NBB_BITS_RIGHT) {
        nbb_vector_shift(code, a, b, operation == NBB_BITS_LEFT, out);
    } else {
        nbb_table table = operation == NBB_BITS_AND  ? NBB_TABLE_AND
                          : operation == NBB_BITS_OR ? NBB_TABLE_OR
                                                     : NBB_TABLE_XOR;
        nbb_vector_logic(code, table, a, b, width, out);
    }
}

static void compare_words(nbb_code *code, nbb_bits_operation operation, const nbb_value *a, const nbb_value *b,
                          int width, nbb_value *out)
{
    bool least = operation == NBB_BITS_MIN;
    if (operation == NBB_BITS_NOT) {
        out[0] = is_zero(code, a);
    } else if (operation == NBB_BITS_EQUAL) {
        out[0] = nbb_vector_equal(code, a, b, NBB_BITS_MAX);
    } else {
        nbb_value less = nbb_vector_less(code, a, b, true, NBB_BITS_MAX);
        out[0] = less;
        if (operation != NBB_BITS_LESS) {
            nbb_vector_select(code, less, least ? a : b, least ? b : a, width, out);
        }
    }
}

static void operate_words(nbb_code *code, nbb_bits_operation operation, const nbb_value *a, const nbb_value *b,
                          int width, nbb_value *out)
{
    if (operation <= NBB_BITS_LAST_OF_NUMBERS) {
        operate_numbers(code, operation, a, b, width, out);
    } else if (operation <= NBB_BITS_LAST_OF_DIGITS) {
        operate_digits(code, operation, a, b, width, out);
    } else {
        compare_words(code, operation, a, b, width, out);
    }
}

static nbb_bits operate_vectors(nbb_code *code, nbb_bits_operation operation, const nbb_bits *a, const nbb_bits *b)
{
    nbb_value left[NBB_BITS_MAX], right[NBB_BITS_MAX], out[NBB_BITS_MAX] = { NBB_ZERO };
    range of = range_of(operation, a, b);
    nbb_bits_words(code, a, left);
    nbb_bits_words(code, b, right);
    if (operation == NBB_BITS_DIVIDE || operation == NBB_BITS_REMAINDER) {
        operate_division(code, operation, left, b, right, out);
    } else {
        operate_words(code, operation, left, right, nbb_bits_needed(of.low, of.high), out);
    }
    return nbb_bits_vector(out, of.low, of.high);
}

/* --- which of both --- */

static bool is_bool(const nbb_bits *a)
{
    return a->low >= 0 && a->high <= 1;
}

/* Whether b's words are all among a's. */
static bool is_within(const nbb_bits *a, const nbb_bits *b)
{
    int found = 0;
    for (int i = 0; i < b->told_by; ++i) {
        for (int j = 0; j < a->told_by; ++j) {
            found += b->of[i] == a->of[j];
        }
    }
    return found == b->told_by;
}

/* How many words tell both. */
static int told_by_both(const nbb_bits *a, const nbb_bits *b)
{
    int both = a->told_by;
    for (int i = 0; i < b->told_by; ++i) {
        bool found = false;
        for (int j = 0; j < a->told_by; ++j) {
            found = found || b->of[i] == a->of[j];
        }
        both += !found;
    }
    return both;
}

/* A BOOL of several words that are not all `other`'s too becomes a word, unless both are told by one operation's. */
static nbb_bits settled(nbb_code *code, const nbb_bits *a, const nbb_bits *other)
{
    bool is_lone = a->told_by > 1 && is_bool(a) && other->told_by > 0 && told_by_both(a, other) > NBB_CODE_FROM;
    return is_lone && !is_within(other, a) && !is_within(a, other) ? nbb_bits_word(nbb_bits_bool(code, a)) : *a;
}

/* The cheaper one of a table and a vector, which has added so many operations. */
static nbb_bits cheaper(const nbb_bits *table, const nbb_bits *vector, int added)
{
    return cost_of(table) <= added + 1 ? *table : *vector;
}

nbb_bits nbb_bits_operate(nbb_code *code, nbb_bits_operation operation, const nbb_bits *a, const nbb_bits *b)
{
    nbb_bits left = settled(code, a, b), right = settled(code, b, a), joint = left;
    int to[NBB_FUNCTION_WORDS];
    if (left.told_by < 0 || right.told_by < 0 || !nbb_bits_join(&joint, &right, to)) {
        return operate_vectors(code, operation, &left, &right);
    }
    nbb_bits table = operate_tables(operation, &joint, &right, to);
    if (is_within(&left, &right) || is_within(&right, &left) || table.told_by <= NBB_CODE_FROM) {
        return table;
    }
    int before = code->count;
    nbb_bits vector = operate_vectors(code, operation, &left, &right);
    return cheaper(&table, &vector, code->count - before);
}

/* --- select --- */

/* The table of a select; false where its words are too many. */
static bool select_tables(const nbb_bits *condition, const nbb_bits *a, const nbb_bits *b, nbb_bits *made)
{
    int to_a[NBB_FUNCTION_WORDS], to_b[NBB_FUNCTION_WORDS];
    *made = *condition;
    if (a->told_by < 0 || b->told_by < 0 || !nbb_bits_join(made, a, to_a) || !nbb_bits_join(made, b, to_b)) {
        return false;
    }
    for (int point = 0; point < 1 << made->told_by; ++point) {
        made->values[point] = made->values[point] != 0 ? a->values[nbb_point_of(point, a->told_by, to_a)]
                                                       : b->values[nbb_point_of(point, b->told_by, to_b)];
    }
    nbb_bits_tidy(made);
    return true;
}

static nbb_bits select_vectors(nbb_code *code, const nbb_bits *condition, const nbb_bits *a, const nbb_bits *b)
{
    nbb_value left[NBB_BITS_MAX], right[NBB_BITS_MAX], out[NBB_BITS_MAX];
    range of = { a->low < b->low ? a->low : b->low, a->high > b->high ? a->high : b->high };
    nbb_bits_words(code, a, left);
    nbb_bits_words(code, b, right);
    nbb_vector_select(code, nbb_bits_bool(code, condition), left, right, nbb_bits_needed(of.low, of.high), out);
    return nbb_bits_vector(out, of.low, of.high);
}

nbb_bits nbb_bits_select(nbb_code *code, const nbb_bits *condition, const nbb_bits *a, const nbb_bits *b)
{
    nbb_bits when = *condition, then = settled(code, a, b), otherwise = settled(code, b, a), table, lone;
    if (when.low == when.high) {
        return when.low != 0 ? *a : *b;
    }
    bool fits = when.told_by >= 0 && select_tables(&when, &then, &otherwise, &table);
    if (fits && table.told_by <= NBB_CODE_FROM) {
        return table;
    }
    int before = code->count;
    when = nbb_bits_word(nbb_bits_bool(code, condition));
    if (select_tables(&when, &then, &otherwise, &lone)) {
        int added = code->count - before;
        table = fits && cost_of(&table) <= cost_of(&lone) + added ? table : lone;
        fits = true;
    }
    nbb_bits vector = select_vectors(code, &when, &then, &otherwise);
    return fits ? cheaper(&table, &vector, code->count - before) : vector;
}

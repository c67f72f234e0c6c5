/* code_operate.c - operations on integers: as tables, or by arithmetic on vectors where that is smaller. */
#include "gen/code/code_bits.h"

static nbb_range range_of(const nbb_bits *a)
{
    return (nbb_range){ a->low, a->high };
}

/* --- tables --- */

static nbb_bits operate_tables(int operation, const nbb_bits *joint, const nbb_bits *b,
                               const int to[NBB_FUNCTION_WORDS])
{
    nbb_bits made = *joint;
    for (int point = 0; point < 1 << joint->words; ++point) {
        if (joint->possible >> point & 1) {
            int64_t other = b->values[nbb_point_of(point, b->words, to)];
            int64_t value = nbb_operator_value(operation, NBB_BITS_MAX, joint->values[point], other);
            made.values[point] = (int32_t)(uint32_t)(uint64_t)value;
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

static void operate_numbers(nbb_code *code, int operation, const nbb_value *a, const nbb_value *b, int width,
                            nbb_value *out)
{
    const nbb_value zero[NBB_BITS_MAX] = { NBB_ZERO };
    nbb_value other[NBB_BITS_MAX];
    if (operation == NBB_OP_NEG) {
        nbb_vector_subtract(code, zero, a, width, out);
    } else if (operation == NBB_OP_ABS) {
        nbb_vector_subtract(code, zero, a, width, other);
        nbb_vector_select(code, a[NBB_BITS_MAX - 1], other, a, width, out);
    } else if (operation == NBB_OP_ADD) {
        nbb_vector_add(code, a, b, NBB_ZERO, width, out);
    } else if (operation == NBB_OP_SUB) {
        nbb_vector_subtract(code, a, b, width, out);
    } else {
        nbb_vector_multiply(code, a, b, width, out);
    }
}

static void operate_digits(nbb_code *code, int operation, const nbb_value *a, const nbb_value *b, int width,
                           nbb_value *out)
{
    if (nbb_is_shift(operation)) {
        nbb_vector_shift(code, a, b, operation == NBB_OP_SHIFT_LEFT, out);
    } else {
        nbb_table table = operation == NBB_OP_COMPLEMENT ? NBB_TABLE_NOT
                          : operation == NBB_OP_BIT_AND  ? NBB_TABLE_AND
                          : operation == NBB_OP_BIT_OR   ? NBB_TABLE_OR
                                                         : NBB_TABLE_XOR;
        nbb_vector_logic(code, table, a, b, width, out);
    }
}

static void compare_words(nbb_code *code, int operation, const nbb_value *a, const nbb_value *b, int width,
                          nbb_value *out)
{
    bool least = operation == NBB_OP_MIN;
    if (operation == NBB_OP_NOT) {
        const nbb_value zero[NBB_BITS_MAX] = { NBB_ZERO };
        out[0] = nbb_vector_equal(code, a, zero, NBB_BITS_MAX);
    } else if (operation == NBB_OP_EQUAL) {
        out[0] = nbb_vector_equal(code, a, b, NBB_BITS_MAX);
    } else {
        nbb_value less = nbb_vector_less(code, a, b, true, NBB_BITS_MAX);
        out[0] = less;
        if (operation != NBB_OP_LESS) {
            nbb_vector_select(code, less, least ? a : b, least ? b : a, width, out);
        }
    }
}

static nbb_bits operate_vectors(nbb_code *code, int operation, const nbb_bits *a, const nbb_bits *b)
{
    nbb_value left[NBB_BITS_MAX], right[NBB_BITS_MAX], out[NBB_BITS_MAX] = { NBB_ZERO }, other[NBB_BITS_MAX];
    nbb_range of = nbb_operator_range(operation, NBB_BITS_MAX, range_of(a), range_of(b));
    bool divides = operation == NBB_OP_DIV;
    nbb_bits_words(code, a, left);
    nbb_bits_words(code, b, right);
    if (divides || operation == NBB_OP_MOD) {
        /* The largest number without its sign. */
        nbb_vector_divide(code, left, right, nbb_bits_needed(0, -b->low > b->high ? -b->low : b->high),
                          divides ? out : other, divides ? other : out);
    } else {
        int width = nbb_bits_needed(of.low, of.high);
        bool compares = operation == NBB_OP_NOT || nbb_is_comparison(operation) || operation > NBB_OP_ABS;
        bool is_of_digits = operation == NBB_OP_COMPLEMENT || nbb_is_bitwise(operation) || nbb_is_shift(operation);
        (compares       ? compare_words
         : is_of_digits ? operate_digits
                        : operate_numbers)(code, operation, left, right, width, out);
    }
    return nbb_bits_vector(out, of.low, of.high);
}

/* --- which of both --- */

static int in_common(const nbb_bits *a, const nbb_bits *b)
{
    int found = 0;
    for (int i = 0; i < b->words; ++i) {
        for (int j = 0; j < a->words; ++j) {
            found += b->of[i] == a->of[j];
        }
    }
    return found;
}

static bool is_within(const nbb_bits *a, const nbb_bits *b)
{
    return in_common(a, b) == b->words;
}

/* A BOOL of several words that are not all `other`'s too becomes a word, unless both depend on one operation's
   words. */
static nbb_bits settled(nbb_code *code, const nbb_bits *a, const nbb_bits *other)
{
    bool is_lone = a->words > 1 && a->low >= 0 && a->high <= 1 && other->words > 0
                   && a->words + other->words - in_common(a, other) > NBB_CODE_FROM;
    return is_lone && !is_within(other, a) && !is_within(a, other) ? nbb_bits_word(nbb_bits_bool(code, a)) : *a;
}

/* An operation that is none of another one's words in another order. */
static nbb_bits operate(nbb_code *code, int operation, const nbb_bits *a, const nbb_bits *b)
{
    nbb_bits left = settled(code, a, b), right = settled(code, b, a), joint = left;
    int to[NBB_FUNCTION_WORDS];
    if (left.words < 0 || right.words < 0 || !nbb_bits_join(&joint, &right, to)) {
        return operate_vectors(code, operation, &left, &right);
    }
    nbb_bits table = operate_tables(operation, &joint, &right, to);
    if (is_within(&left, &right) || is_within(&right, &left) || table.words <= NBB_CODE_FROM) {
        return table;
    }
    int before = code->count;
    nbb_bits vector = operate_vectors(code, operation, &left, &right);
    return cost_of(&table) <= code->count - before + 1 ? table : vector;
}

nbb_bits nbb_bits_operate(nbb_code *code, int operation, const nbb_bits *a, const nbb_bits *b)
{
    static const struct {
        int operation;
        bool swapped, inverted;
    } as_others[NBB_OP_COUNT] = {
        [NBB_OP_LESS_EQUAL] = { NBB_OP_LESS, true, true },     [NBB_OP_GREATER] = { NBB_OP_LESS, true, false },
        [NBB_OP_GREATER_EQUAL] = { NBB_OP_LESS, false, true }, [NBB_OP_NOT_EQUAL] = { NBB_OP_EQUAL, false, true },
        [NBB_OP_AND] = { NBB_OP_BIT_AND, false, false },       [NBB_OP_OR] = { NBB_OP_BIT_OR, false, false }
    };
    if (operation >= NBB_OP_COUNT || as_others[operation].operation == 0) {
        return operate(code, operation, a, b);
    }
    const nbb_bits none = nbb_bits_constant(0);
    bool swapped = as_others[operation].swapped;
    nbb_bits made = operate(code, as_others[operation].operation, swapped ? b : a, swapped ? a : b);
    return as_others[operation].inverted ? operate(code, NBB_OP_NOT, &made, &none) : made;
}

/* --- select --- */

/* The table of a select; false where its words are too many. */
static bool select_tables(const nbb_bits *condition, const nbb_bits *a, const nbb_bits *b, nbb_bits *made)
{
    int to_a[NBB_FUNCTION_WORDS], to_b[NBB_FUNCTION_WORDS];
    *made = *condition;
    NBB_FAIL_IF(a->words < 0 || b->words < 0 || !nbb_bits_join(made, a, to_a) || !nbb_bits_join(made, b, to_b),
                false);
    for (int point = 0; point < 1 << made->words; ++point) {
        made->values[point] = made->values[point] != 0 ? a->values[nbb_point_of(point, a->words, to_a)]
                                                       : b->values[nbb_point_of(point, b->words, to_b)];
    }
    nbb_bits_tidy(made);
    return true;
}

nbb_bits nbb_bits_select(nbb_code *code, const nbb_bits *condition, const nbb_bits *a, const nbb_bits *b)
{
    nbb_bits when = *condition, then = settled(code, a, b), otherwise = settled(code, b, a), table, lone;
    if (when.low == when.high) {
        return when.low != 0 ? *a : *b;
    }
    bool fits = when.words >= 0 && select_tables(&when, &then, &otherwise, &table);
    if (fits && table.words <= NBB_CODE_FROM) {
        return table;
    }
    int before = code->count;
    when = nbb_bits_word(nbb_bits_bool(code, condition));
    if (select_tables(&when, &then, &otherwise, &lone)) {
        int added = code->count - before;
        table = fits && cost_of(&table) <= cost_of(&lone) + added ? table : lone;
        fits = true;
    }
    nbb_value left[NBB_BITS_MAX], right[NBB_BITS_MAX], out[NBB_BITS_MAX];
    nbb_range of = nbb_range_join(range_of(&then), range_of(&otherwise));
    nbb_bits_words(code, &then, left);
    nbb_bits_words(code, &otherwise, right);
    nbb_vector_select(code, nbb_bits_bool(code, &when), left, right, nbb_bits_needed(of.low, of.high), out);
    nbb_bits vector = nbb_bits_vector(out, of.low, of.high);
    return fits && cost_of(&table) <= code->count - before + 1 ? table : vector;
}

/* ---- sums of several integers, by columns of bits of one weight ---- */

/* The columns of a sum, by weight. What is known beforehand is in `constant`. */
typedef struct adding {
    nbb_addends columns[NBB_BITS_MAX + 1];
    int64_t constant;
    int64_t low, high; /* of the whole sum */
} adding;

/* Puts an addend's words into their columns; a sign's complement, and less of its weight twice, is the same. */
static void put_addend(nbb_code *code, adding *sum, const nbb_bits *addend)
{
    nbb_value words[NBB_BITS_MAX];
    int count = nbb_bits_words(code, addend, words);
    sum->low += addend->low;
    sum->high += addend->high;
    for (int i = 0; i < count; ++i) {
        bool is_sign = addend->low < 0 && i == count - 1;
        nbb_value word = is_sign ? nbb_code_logic(code, NBB_TABLE_NOT, words[i], NBB_ZERO, NBB_ZERO) : words[i];
        sum->constant -= is_sign ? INT64_C(1) << i : 0;
        if (word == NBB_ONES) {
            sum->constant += INT64_C(1) << i;
        } else if (word != NBB_ZERO) {
            sum->columns[i].words[sum->columns[i].count++] = word;
        }
    }
}

nbb_bits nbb_bits_sum(nbb_code *code, const nbb_bits *addends, int count)
{
    adding sum = { .constant = 0 };
    nbb_value words[NBB_BITS_MAX];
    for (int i = count - 1; i >= 0; --i) {
        put_addend(code, &sum, &addends[i]);
    }
    for (int i = 0; i < NBB_BITS_MAX; ++i) {
        words[i] = nbb_code_add_column(code, &sum.columns[i], &sum.columns[i + 1]);
    }
    int64_t low = sum.low > sum.constant ? sum.low - sum.constant : 0, high = sum.high - sum.constant;
    bool wraps = high > INT32_MAX || sum.low < INT32_MIN || sum.high > INT32_MAX;
    nbb_bits counted = wraps ? nbb_bits_vector(words, INT32_MIN, INT32_MAX) : nbb_bits_vector(words, low, high);
    nbb_bits constant = nbb_bits_constant((int32_t)(uint32_t)(uint64_t)sum.constant);
    return sum.constant == 0 ? counted : nbb_bits_operate(code, NBB_OP_ADD, &counted, &constant);
}

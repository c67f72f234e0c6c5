/* code_operate.c - operations on integers: as tables, or by arithmetic on vectors where that is smaller. */
#include "gen/code/code_bits.h"

static nbb_range range_of(const nbb_bits *a)
{
    return (nbb_range){ a->low, a->high };
}

/* About how many operations a table's bits take. */
static int cost_of(const nbb_bits *a)
{
    int by;
    return NBB_SUM(i, nbb_bits_needed(a->low, a->high), nbb_function_cost(nbb_bits_function(a, i), &by));
}

/* --- vectors: NBB_BITS_MAX words each, the lowest bit first, in two's complement; results are modulo 1 << width, and
   words past that are left as they were --- */

/* A table in which the first word is subtracted from, inverted, or asked for with the others. */
enum {
    TABLE_BORROW_LESS = 0xd4, /* the majority of ~a, b, c: whether a < b so far, by the bits before in c */
    TABLE_DIFFERS = 0xf6,     /* a and b differ, or c */
};

static nbb_value logic(nbb_code *code, nbb_table table, nbb_value a, nbb_value b)
{
    return nbb_code_logic(code, table, a, b, NBB_ZERO);
}

/* Each bit a table of both's bits. */
static void combine(nbb_code *code, nbb_table table, const nbb_value *a, const nbb_value *b, int width,
                    nbb_value *result)
{
    NBB_FILL(i, width, result[i], logic(code, table, a[i], b[i]));
}

static void choose(nbb_code *code, nbb_value condition, const nbb_value *a, const nbb_value *b, int width,
                   nbb_value *chosen)
{
    NBB_FILL(i, width, chosen[i], nbb_code_logic(code, NBB_TABLE_SELECT, condition, a[i], b[i]));
}

static nbb_value is_equal(nbb_code *code, const nbb_value *a, const nbb_value *b)
{
    nbb_value differs = NBB_ZERO;
    NBB_FILL(i, NBB_BITS_MAX, differs, nbb_code_logic(code, TABLE_DIFFERS, a[i], b[i], differs));
    return logic(code, NBB_TABLE_NOT, differs, NBB_ZERO);
}

static nbb_value is_less(nbb_code *code, const nbb_value *a, const nbb_value *b)
{
    nbb_value less = NBB_ZERO;
    for (int i = 0; i < NBB_BITS_MAX; ++i) {
        bool swapped = i == NBB_BITS_MAX - 1; /* a sign bit of 1 is less */
        less = nbb_code_logic(code, TABLE_BORROW_LESS, swapped ? b[i] : a[i], swapped ? a[i] : b[i], less);
    }
    return less;
}

static void add(nbb_code *code, const nbb_value *a, const nbb_value *b, nbb_value carry, int width, nbb_value *sum)
{
    for (int i = 0; i < width; ++i) {
        nbb_value from[] = { a[i], b[i], carry };
        sum[i] = nbb_code_logic_of(code, NBB_TABLE_SUM, from);
        carry = nbb_code_logic_of(code, NBB_TABLE_MAJORITY, from);
    }
}

static void subtract(nbb_code *code, const nbb_value *a, const nbb_value *b, int width, nbb_value *difference)
{
    nbb_value complement[NBB_BITS_MAX];
    combine(code, NBB_TABLE_NOT, b, b, width, complement);
    add(code, a, complement, NBB_ONES, width, difference);
}

static void multiply(nbb_code *code, const nbb_value *a, const nbb_value *b, int width, nbb_value *product)
{
    nbb_value sum[NBB_BITS_MAX] = { NBB_ZERO };
    for (int i = 0; i < width; ++i) {
        nbb_value row[NBB_BITS_MAX];
        NBB_FILL(j, width - i, row[j], logic(code, NBB_TABLE_AND, a[j], b[i]));
        add(code, &sum[i], row, NBB_ZERO, width - i, &sum[i]);
    }
    memcpy(product, sum, (size_t)width * sizeof *product);
}

/* -a where `sign` is, else a; 0 where `none` is. */
static void give_sign(nbb_code *code, nbb_value sign, nbb_value none, const nbb_value *a, nbb_value *with)
{
    nbb_value zero[NBB_BITS_MAX] = { NBB_ZERO }, negative[NBB_BITS_MAX], either[NBB_BITS_MAX];
    subtract(code, zero, a, NBB_BITS_MAX, negative);
    choose(code, sign, negative, a, NBB_BITS_MAX, either);
    choose(code, none, zero, either, NBB_BITS_MAX, with);
}

/* Quotient and remainder, truncated, of numbers of any sign; both 0 where b is 0. Without its sign, b has at most so
   many bits. */
static void divide(nbb_code *code, const nbb_value *a, const nbb_value *b, int bits, nbb_value *quotient,
                   nbb_value *remainder)
{
    nbb_value dividend[NBB_BITS_MAX], divisor[NBB_BITS_MAX + 1], rest[NBB_BITS_MAX + 1] = { NBB_ZERO };
    nbb_value digits[NBB_BITS_MAX], zero[NBB_BITS_MAX] = { NBB_ZERO };
    give_sign(code, a[NBB_BITS_MAX - 1], NBB_ZERO, a, dividend);
    give_sign(code, b[NBB_BITS_MAX - 1], NBB_ZERO, b, divisor);
    divisor[bits] = NBB_ZERO;
    for (int i = NBB_BITS_MAX - 1; i >= 0; --i) {
        nbb_value borrow = NBB_ZERO, reduced[NBB_BITS_MAX + 1];
        memmove(&rest[1], &rest[0], (size_t)bits * sizeof *rest);
        rest[0] = dividend[i];
        for (int bit = 0; bit <= bits; ++bit) {
            reduced[bit] = nbb_code_logic(code, NBB_TABLE_SUM, rest[bit], divisor[bit], borrow);
            borrow = nbb_code_logic(code, TABLE_BORROW_LESS, rest[bit], divisor[bit], borrow);
        }
        digits[i] = logic(code, NBB_TABLE_NOT, borrow, NBB_ZERO);
        choose(code, borrow, rest, reduced, bits, rest);
        rest[bits] = NBB_ZERO;
    }
    nbb_value none = is_equal(code, b, zero);
    nbb_value sign = a[NBB_BITS_MAX - 1], both = logic(code, NBB_TABLE_XOR, sign, b[NBB_BITS_MAX - 1]);
    give_sign(code, both, none, digits, quotient);
    give_sign(code, sign, none, rest, remainder);
}

/* a shifted by the count's lowest five bits: to the left, or to the right with copies of the last word. */
static void shift(nbb_code *code, const nbb_value *a, const nbb_value *count, bool left, nbb_value *shifted)
{
    nbb_value now[NBB_BITS_MAX], moved[NBB_BITS_MAX];
    memcpy(now, a, sizeof now);
    for (int bit = 0; 1 << bit < NBB_BITS_MAX; ++bit) {
        int by = 1 << bit;
        NBB_FILL(i, NBB_BITS_MAX, moved[i],
                 left ? (i >= by ? now[i - by] : NBB_ZERO) : now[i + by < NBB_BITS_MAX ? i + by : NBB_BITS_MAX - 1]);
        choose(code, count[bit], moved, now, NBB_BITS_MAX, now);
    }
    memcpy(shifted, now, sizeof now);
}

/* --- operations on vectors --- */

/* The words of what bits_operate does not make by another operation; of a BOOL the first one. */
static void operate_words(nbb_code *code, int operation, const nbb_value *a, const nbb_value *b, int width,
                          nbb_value *out)
{
    static const nbb_table bitwise[NBB_OPERATION_COUNT] = { [NBB_OP_COMPLEMENT] = NBB_TABLE_NOT,
                                                            [NBB_OP_BIT_AND] = NBB_TABLE_AND,
                                                            [NBB_OP_BIT_OR] = NBB_TABLE_OR,
                                                            [NBB_OP_BIT_XOR] = NBB_TABLE_XOR };
    if (bitwise[operation] != 0) {
        combine(code, bitwise[operation], a, b, width, out);
    } else if (operation == NBB_OP_ABS) {
        nbb_value zero[NBB_BITS_MAX] = { NBB_ZERO }, negative[NBB_BITS_MAX];
        subtract(code, zero, a, width, negative);
        choose(code, a[NBB_BITS_MAX - 1], negative, a, width, out);
    } else if (operation == NBB_OP_ADD) {
        add(code, a, b, NBB_ZERO, width, out);
    } else if (operation == NBB_OP_SUB) {
        subtract(code, a, b, width, out);
    } else if (operation == NBB_OP_MUL) {
        multiply(code, a, b, width, out);
    } else if (operation == NBB_OP_EQUAL) {
        out[0] = is_equal(code, a, b);
    } else if (operation == NBB_OP_LESS) {
        out[0] = is_less(code, a, b);
    } else if (operation == NBB_OP_MIN || operation == NBB_OP_MAX) {
        bool is_min = operation == NBB_OP_MIN;
        choose(code, is_less(code, a, b), is_min ? a : b, is_min ? b : a, width, out);
    } else {
        shift(code, a, b, operation == NBB_OP_SHIFT_LEFT, out);
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
        divide(code, left, right, nbb_bits_needed(0, -b->low > b->high ? -b->low : b->high), divides ? out : other,
               divides ? other : out);
    } else {
        operate_words(code, operation, left, right, nbb_bits_needed(of.low, of.high), out);
    }
    return nbb_bits_vector(out, of.low, of.high);
}

/* --- which of both --- */

static int in_common(const nbb_bits *a, const nbb_bits *b)
{
    return NBB_SUM(i, b->words, NBB_SUM(j, a->words, b->of[i] == a->of[j]));
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
    NBB_RETURN_IF(left.words < 0 || right.words < 0 || !nbb_bits_join(&joint, &right, to),
                  operate_vectors(code, operation, &left, &right));
    nbb_bits table = joint;
    NBB_EACH_POINT (&joint, point) {
        int64_t other = right.values[nbb_point_of(point, right.words, to)];
        int64_t value = nbb_operator_value(operation, NBB_BITS_MAX, joint.values[point], other);
        table.values[point] = (int32_t)(uint32_t)(uint64_t)value;
    }
    nbb_bits_tidy(&table);
    NBB_RETURN_IF(is_within(&left, &right) || is_within(&right, &left) || table.words <= NBB_CODE_FROM, table);
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
        [NBB_OP_LESS_EQUAL] = { NBB_OP_LESS, true, true },
        [NBB_OP_GREATER] = { NBB_OP_LESS, true, false },
        [NBB_OP_GREATER_EQUAL] = { NBB_OP_LESS, false, true },
        [NBB_OP_NOT_EQUAL] = { NBB_OP_EQUAL, false, true },
        [NBB_OP_AND] = { NBB_OP_BIT_AND, false, false },
        [NBB_OP_OR] = { NBB_OP_BIT_OR, false, false },
        [NBB_OP_NEG] = { NBB_OP_SUB, true, false },
        [NBB_OP_NOT] = { NBB_OP_EQUAL, false, false },
    };
    const nbb_bits none = nbb_bits_constant(0);
    b = b != NULL ? b : &none;
    NBB_RETURN_IF(operation >= NBB_OP_COUNT || as_others[operation].operation == 0, operate(code, operation, a, b));
    bool swapped = as_others[operation].swapped;
    nbb_bits made = operate(code, as_others[operation].operation, swapped ? b : a, swapped ? a : b);
    return as_others[operation].inverted ? operate(code, NBB_OP_EQUAL, &made, &none) : made;
}

/* --- select --- */

/* The table of a select; false where its words are too many. */
static bool select_tables(const nbb_bits *condition, const nbb_bits *a, const nbb_bits *b, nbb_bits *made)
{
    int to_a[NBB_FUNCTION_WORDS], to_b[NBB_FUNCTION_WORDS];
    *made = *condition;
    NBB_FAIL_IF(a->words < 0 || b->words < 0 || !nbb_bits_join(made, a, to_a) || !nbb_bits_join(made, b, to_b),
                false);
    NBB_FILL(point, 1 << made->words, made->values[point],
             made->values[point] != 0 ? a->values[nbb_point_of(point, a->words, to_a)]
                                      : b->values[nbb_point_of(point, b->words, to_b)]);
    nbb_bits_tidy(made);
    return true;
}

nbb_bits nbb_bits_select(nbb_code *code, const nbb_bits *condition, const nbb_bits *a, const nbb_bits *b)
{
    nbb_bits when = *condition, then = settled(code, a, b), otherwise = settled(code, b, a), table, lone;
    NBB_RETURN_IF(when.low == when.high, when.low != 0 ? *a : *b);
    bool fits = when.words >= 0 && select_tables(&when, &then, &otherwise, &table);
    NBB_RETURN_IF(fits && table.words <= NBB_CODE_FROM, table);
    int before = code->count;
    when = nbb_bits_word(nbb_bits_bool(code, condition));
    if (select_tables(&when, &then, &otherwise, &lone)) {
        table = fits && cost_of(&table) <= cost_of(&lone) + code->count - before ? table : lone;
        fits = true;
    }
    nbb_value left[NBB_BITS_MAX], right[NBB_BITS_MAX], out[NBB_BITS_MAX];
    nbb_range of = nbb_range_join(range_of(&then), range_of(&otherwise));
    nbb_bits_words(code, &then, left);
    nbb_bits_words(code, &otherwise, right);
    choose(code, nbb_bits_bool(code, &when), left, right, nbb_bits_needed(of.low, of.high), out);
    nbb_bits vector = nbb_bits_vector(out, of.low, of.high);
    return fits && cost_of(&table) <= code->count - before + 1 ? table : vector;
}

/* ---- sums of several integers, by columns of bits of one weight ---- */

nbb_bits nbb_bits_sum(nbb_code *code, const nbb_bits *addends, int count)
{
    NBB_LOCAL_ARENA local = { 0 };
    nbb_addends *columns; /* too large for the stack */
    nbb_value words[NBB_BITS_MAX];
    int64_t known = 0, low = 0, high = 0; /* what no word says of the sum; its range */
    code->failed |= NBB_ARRAYS(&local, NBB_ARRAY(columns, NBB_BITS_MAX + 1)) != NBB_OK;
    NBB_RETURN_IF(code->failed, nbb_bits_constant(0));
    for (int i = count - 1; i >= 0; --i) {
        int needed = nbb_bits_words(code, &addends[i], words);
        low += addends[i].low;
        high += addends[i].high;
        for (int bit = 0; bit < needed; ++bit) {
            /* a sign's complement, and less of its weight twice, is the same */
            bool is_sign = addends[i].low < 0 && bit == needed - 1;
            nbb_value word = is_sign ? logic(code, NBB_TABLE_NOT, words[bit], NBB_ZERO) : words[bit];
            known += ((word == NBB_ONES) - is_sign) * (INT64_C(1) << bit);
            if (word != NBB_ZERO && word != NBB_ONES) {
                nbb_addends_put(&columns[bit], word);
            }
        }
    }
    nbb_code_add_columns(code, columns, NBB_BITS_MAX, words);
    bool wraps = high - known > INT32_MAX || low < INT32_MIN || high > INT32_MAX;
    nbb_bits counted = wraps ? nbb_bits_vector(words, INT32_MIN, INT32_MAX)
                             : nbb_bits_vector(words, low > known ? low - known : 0, high - known);
    nbb_bits constant = nbb_bits_constant((int32_t)(uint32_t)(uint64_t)known);
    return known == 0 ? counted : nbb_bits_operate(code, NBB_OP_ADD, &counted, &constant);
}

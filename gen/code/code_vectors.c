/* code_vectors.c - adders, comparisons, long multiplication and division of words. */
#include "gen/code/code_bits.h"

/* A table in which the first word is subtracted from, inverted, or asked for with the others. */
enum {
    TABLE_BORROW_LESS = 0xd4, /* the majority of ~a, b, c: whether a < b so far, by the bits before in c */
    TABLE_DIFFERS = 0xf6,     /* a and b differ, or c */
};

static nbb_value logic(nbb_code *code, nbb_table table, nbb_value a, nbb_value b)
{
    return nbb_code_logic(code, table, a, b, NBB_ZERO);
}

static nbb_value invert(nbb_code *code, nbb_value a)
{
    return logic(code, NBB_TABLE_NOT, a, NBB_ZERO);
}

void nbb_vector_add(nbb_code *code, const nbb_value *a, const nbb_value *b, nbb_value carry, int width,
                    nbb_value *sum)
{
    for (int i = 0; i < width; ++i) {
        nbb_value from[] = { a[i], b[i], carry };
        sum[i] = nbb_code_logic_of(code, NBB_TABLE_SUM, from);
        carry = nbb_code_logic_of(code, NBB_TABLE_MAJORITY, from);
    }
}

void nbb_vector_subtract(nbb_code *code, const nbb_value *a, const nbb_value *b, int width, nbb_value *difference)
{
    nbb_value complement[NBB_VECTOR];
    nbb_vector_logic(code, NBB_TABLE_NOT, b, b, width, complement);
    nbb_vector_add(code, a, complement, NBB_ONES, width, difference);
}

void nbb_vector_multiply(nbb_code *code, const nbb_value *a, const nbb_value *b, int width, nbb_value *product)
{
    nbb_value sum[NBB_VECTOR] = { NBB_ZERO };
    for (int i = 0; i < width; ++i) {
        nbb_value row[NBB_VECTOR];
        for (int j = 0; j < width - i; ++j) {
            row[j] = logic(code, NBB_TABLE_AND, a[j], b[i]);
        }
        nbb_vector_add(code, &sum[i], row, NBB_ZERO, width - i, &sum[i]);
    }
    memcpy(product, sum, (size_t)width * sizeof *product);
}

/* -a where `sign` is, else a; 0 where `none` is. */
static void give_sign(nbb_code *code, nbb_value sign, nbb_value none, const nbb_value *a, nbb_value *with)
{
    nbb_value zero[NBB_VECTOR] = { NBB_ZERO }, negative[NBB_VECTOR], either[NBB_VECTOR];
    nbb_vector_subtract(code, zero, a, NBB_VECTOR, negative);
    nbb_vector_select(code, sign, negative, a, NBB_VECTOR, either);
    nbb_vector_select(code, none, zero, either, NBB_VECTOR, with);
}

void nbb_vector_divide(nbb_code *code, const nbb_value *a, const nbb_value *b, int bits, nbb_value *quotient,
                       nbb_value *remainder)
{
    nbb_value dividend[NBB_VECTOR], divisor[NBB_VECTOR + 1], rest[NBB_VECTOR + 1] = { NBB_ZERO };
    nbb_value digits[NBB_VECTOR], zero[NBB_VECTOR] = { NBB_ZERO };
    give_sign(code, a[NBB_VECTOR - 1], NBB_ZERO, a, dividend);
    give_sign(code, b[NBB_VECTOR - 1], NBB_ZERO, b, divisor);
    divisor[bits] = NBB_ZERO;
    for (int i = NBB_VECTOR - 1; i >= 0; --i) {
        nbb_value borrow = NBB_ZERO, reduced[NBB_VECTOR + 1];
        memmove(&rest[1], &rest[0], (size_t)bits * sizeof *rest);
        rest[0] = dividend[i];
        for (int bit = 0; bit <= bits; ++bit) {
            reduced[bit] = nbb_code_logic(code, NBB_TABLE_SUM, rest[bit], divisor[bit], borrow);
            borrow = nbb_code_logic(code, TABLE_BORROW_LESS, rest[bit], divisor[bit], borrow);
        }
        digits[i] = invert(code, borrow);
        nbb_vector_select(code, borrow, rest, reduced, bits, rest);
        rest[bits] = NBB_ZERO;
    }
    nbb_value none = nbb_vector_equal(code, b, zero, NBB_VECTOR);
    nbb_value sign = a[NBB_VECTOR - 1], both = logic(code, NBB_TABLE_XOR, sign, b[NBB_VECTOR - 1]);
    give_sign(code, both, none, digits, quotient);
    give_sign(code, sign, none, rest, remainder);
}

nbb_value nbb_vector_less(nbb_code *code, const nbb_value *a, const nbb_value *b, bool is_signed, int width)
{
    nbb_value less = NBB_ZERO;
    for (int i = 0; i < width; ++i) {
        bool swapped = is_signed && i == width - 1; /* a sign bit of 1 is less */
        less = nbb_code_logic(code, TABLE_BORROW_LESS, swapped ? b[i] : a[i], swapped ? a[i] : b[i], less);
    }
    return less;
}

nbb_value nbb_vector_equal(nbb_code *code, const nbb_value *a, const nbb_value *b, int width)
{
    nbb_value differs = NBB_ZERO;
    for (int i = 0; i < width; ++i) {
        differs = nbb_code_logic(code, TABLE_DIFFERS, a[i], b[i], differs);
    }
    return invert(code, differs);
}

void nbb_vector_select(nbb_code *code, nbb_value condition, const nbb_value *a, const nbb_value *b, int width,
                       nbb_value *selected)
{
    for (int i = 0; i < width; ++i) {
        selected[i] = nbb_code_logic(code, NBB_TABLE_SELECT, condition, a[i], b[i]);
    }
}

void nbb_vector_logic(nbb_code *code, nbb_table table, const nbb_value *a, const nbb_value *b, int width,
                      nbb_value *result)
{
    for (int i = 0; i < width; ++i) {
        result[i] = logic(code, table, a[i], b[i]);
    }
}

void nbb_vector_shift(nbb_code *code, const nbb_value *a, const nbb_value *count, bool left, nbb_value *shifted)
{
    nbb_value now[NBB_VECTOR], moved[NBB_VECTOR];
    memcpy(now, a, sizeof now);
    for (int bit = 0; 1 << bit < NBB_VECTOR; ++bit) {
        int by = 1 << bit;
        for (int i = 0; i < NBB_VECTOR; ++i) {
            moved[i] = left ? (i >= by ? now[i - by] : NBB_ZERO) : now[i + by < NBB_VECTOR ? i + by : NBB_VECTOR - 1];
        }
        nbb_vector_select(code, count[bit], moved, now, NBB_VECTOR, now);
    }
    memcpy(shifted, now, sizeof now);
}

/* code_vectors.h - arithmetic on vectors of bits: NBB_VECTOR words each, the lowest bit first, in two's complement.

   Results are modulo 1 << width; words past that are left as they were. */
#ifndef NBB_CODE_VECTORS_H
#define NBB_CODE_VECTORS_H

#include "gen/code/code.h"

enum { NBB_VECTOR = 32 };

/* a + b + carry. */
void nbb_vector_add(nbb_code *code, const nbb_value *a, const nbb_value *b, nbb_value carry, int width,
                    nbb_value *sum);

void nbb_vector_complement(nbb_code *code, const nbb_value *a, int width, nbb_value *complement);

/* a - b. */
void nbb_vector_subtract(nbb_code *code, const nbb_value *a, const nbb_value *b, int width, nbb_value *difference);

void nbb_vector_multiply(nbb_code *code, const nbb_value *a, const nbb_value *b, int width, nbb_value *product);

/* Quotient and remainder, truncated, of numbers of any sign; both 0 where b is 0. Without its sign, b has at most so
   many bits. */
void nbb_vector_divide(nbb_code *code, const nbb_value *a, const nbb_value *b, int bits, nbb_value *quotient,
                       nbb_value *remainder);

/* The larger sign bit first: whether a < b, of numbers with a sign and of such without one. */
nbb_value nbb_vector_less(nbb_code *code, const nbb_value *a, const nbb_value *b, bool is_signed, int width);

nbb_value nbb_vector_equal(nbb_code *code, const nbb_value *a, const nbb_value *b, int width);

void nbb_vector_select(nbb_code *code, nbb_value condition, const nbb_value *a, const nbb_value *b, int width,
                       nbb_value *selected);

/* Each bit a table of both's bits. */
void nbb_vector_logic(nbb_code *code, nbb_table table, const nbb_value *a, const nbb_value *b, int width,
                      nbb_value *result);

/* a shifted by the count's lowest five bits: to the left, or to the right with copies of the last word. */
void nbb_vector_shift(nbb_code *code, const nbb_value *a, const nbb_value *count, bool left, nbb_value *shifted);

#endif

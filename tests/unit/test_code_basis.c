/* test_code_basis.c - masks and rows give each lane the digit of its case. */
#include "gen/code/code_bits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/domain/domain.h"

enum { LANES = 32, INPUTS_MAX = 3 };

/* One input's lanes, of a range. */
static nbb_bits input_of(nbb_code *code, uint32_t *loaded, int first, int64_t low, int64_t high, int64_t *lanes)
{
    nbb_value words[NBB_BITS_MAX];
    for (int i = 0; i < nbb_bits_needed(low, high); ++i) {
        loaded[first + i] = 0;
        for (int lane = 0; lane < LANES; ++lane) {
            loaded[first + i] |= (uint32_t)(lanes[lane] >> i & 1) << lane;
        }
        words[i] = nbb_code_word(code, NBB_LOADED, first + i);
    }
    return nbb_bits_vector(words, low, high);
}

/* Checks every lane's digit, where case c has bit c mod 64 of a number drawn at random, beside c div 64. */
static void check_digits(const nbb_code *code, const uint32_t *loaded, const nbb_basis *basis, const int *cases)
{
    uint32_t *values = malloc((size_t)code->count * sizeof *values);
    assert_non_null(values);
    nbb_code_evaluate(code, &(nbb_words){ .loaded = loaded }, values);
    for (int lane = 0; lane < LANES; ++lane) {
        uint64_t made = 0;
        for (int row = 0; row < basis->count; ++row) {
            bool is = values[basis->masks[row]] >> lane & 1;
            for (int item = 0; item < basis->count; ++item) {
                made ^= is && nbb_basis_has(&basis->rows[row], item) ? nbb_mix((uint64_t)basis->cases[item]) : 0;
            }
        }
        assert_true(made == nbb_mix((uint64_t)cases[lane]));
    }
    free(values);
}

typedef struct ranges {
    int count;
    int64_t low[INPUTS_MAX], high[INPUTS_MAX];
    int most_rows;
} ranges;

static void bases(void **state)
{
    (void)state;
    static const ranges tried[] = {
        { 0, { 0 }, { 0 }, 1 },         { 1, { 0 }, { 1 }, 2 },          { 1, { -4 }, { 4 }, 9 },
        { 1, { 0 }, { 4 }, 5 },         { 1, { 3 }, { 8 }, 6 },          { 1, { 0 }, { 255 }, 256 },
        { 2, { 0, -1 }, { 4, 1 }, 15 }, { 2, { 0, 0 }, { 15, 8 }, 144 }, { 3, { 0, 0, 0 }, { 1, 3, 5 }, 48 },
    };
    for (uint64_t i = 0; i < 300; ++i) {
        const ranges *of = &tried[i % (sizeof tried / sizeof tried[0])];
        nbb_code code;
        nbb_basis_input inputs[INPUTS_MAX];
        uint32_t loaded[INPUTS_MAX * 8];
        int cases[LANES] = { 0 }, stride = 1;
        nbb_code_begin(&code);
        for (int j = 0; j < of->count; ++j) {
            int64_t lanes[LANES], span = of->high[j] - of->low[j] + 1;
            for (int lane = 0; lane < LANES; ++lane) {
                uint64_t drawn = nbb_mix(i * 1000 + (uint64_t)(j * LANES + lane));
                lanes[lane] = of->low[j] + (int64_t)(drawn % (uint64_t)span);
                cases[lane] += (int)(lanes[lane] - of->low[j]) * stride;
            }
            inputs[j] = (nbb_basis_input){ input_of(&code, loaded, 8 * j, of->low[j], of->high[j], lanes), of->low[j],
                                           stride };
            stride *= (int)span;
        }
        nbb_basis basis;
        assert_true(nbb_basis_find(&code, inputs, of->count, NULL, &basis));
        assert_true(basis.count <= of->most_rows);
        check_digits(&code, loaded, &basis, cases);
        nbb_code_free(&code);
    }
}

/* Words that can be in few states alone make few rows; of too many words there is no basis. */
static void counts(void **state)
{
    (void)state;
    nbb_code code;
    nbb_value words[9];
    nbb_code_begin(&code);
    for (int i = 0; i < 9; ++i) {
        words[i] = nbb_code_word(&code, NBB_LOADED, i);
    }
    nbb_bits count = nbb_bits_vector(words, 0, 4), two = nbb_bits_constant(2);
    nbb_bits even = nbb_bits_operate(&code, NBB_OP_MUL, &count, &two);
    nbb_basis_input input = { even, 0, 1 };
    nbb_basis basis;
    int before = code.count;
    assert_true(nbb_basis_find(&code, &input, 1, NULL, &basis));
    assert_int_equal(basis.count, 5);
    assert_int_equal(code.count - before, 1); /* the count's words, and a function of them */
    input = (nbb_basis_input){ nbb_bits_vector(words, 0, 511), 0, 1 };
    assert_false(nbb_basis_find(&code, &input, 1, NULL, &basis));
    nbb_code_free(&code);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(bases), cmocka_unit_test(counts) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

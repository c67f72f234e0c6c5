/* test_code.c - functions of five words are short, and each table's formula computes it. */
#include "tests/unit/evaluate.h"
#include "unit.h"
#include "gen/code/code_build.h"
#include "gen/domain/domain.h"

#include <stdlib.h>
#include <string.h>

/* The five words of which each bit is another one of 32 points. */
static const uint32_t points[NBB_FUNCTION_WORDS] = { 0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000 };

/* Five loaded words. */
static void begin(nbb_code *code, nbb_value words[NBB_FUNCTION_WORDS])
{
    nbb_code_begin(code);
    for (int i = 0; i < NBB_FUNCTION_WORDS; ++i) {
        words[i] = nbb_code_word(code, NBB_LOADED, i);
    }
}

/* The word of a value. */
static uint32_t word_of(const nbb_code *code, nbb_value value)
{
    uint32_t *values = malloc((size_t)code->count * sizeof *values);
    assert_non_null(values);
    assert_int_equal(nbb_code_status(code), NBB_OK);
    nbb_code_evaluate(code, &(nbb_words){ .loaded = points }, values);
    uint32_t word = values[value];
    free(values);
    return word;
}

/* The formula of each table, taken at its word. */
TEST(every_formula)
{
    static nbb_formulas formulas;
    nbb_formulas_find(&formulas);
    for (int table = 1; table < 255; ++table) {
        nbb_text text = NBB_TEXT_EMPTY;
        uint32_t stack[16] = { 0 };
        int depth = 0;
        nbb_formulas_print(&formulas, (nbb_table)table, &text);
        for (size_t i = 0; i < text.length; ++i) {
            char item = text.data[i];
            if (item >= '0' && item <= '2') {
                stack[depth++] = points[item - '0'];
            } else if (item == '~') {
                stack[depth - 1] = ~stack[depth - 1];
            } else {
                --depth;
                uint32_t left = stack[depth - 1], right = stack[depth];
                stack[depth - 1] = item == '&' ? left & right : item == '|' ? left | right : left ^ right;
            }
        }
        assert_int_equal(depth, 1);
        assert_int_equal(stack[0] & 0xff, table);
        nbb_text_free(&text);
    }
}

/* Functions drawn at random, with points that may be either: of five words they take seven operations at most. */
TEST(functions)
{
    for (uint64_t i = 0; i < 4000; ++i) {
        uint64_t drawn = nbb_mix(i), sparse = nbb_mix(i + 4000) & nbb_mix(i + 8000);
        nbb_function function = { (uint32_t)drawn, ~(uint32_t)drawn };
        function.on &= i % 2 == 0 ? ~UINT32_C(0) : (uint32_t)sparse;
        function.off &= i % 2 == 0 ? ~UINT32_C(0) : (uint32_t)(sparse >> 32);
        nbb_code code;
        nbb_value w[NBB_FUNCTION_WORDS];
        begin(&code, w);
        int count = code.count;
        uint32_t word = word_of(&code, nbb_code_function(&code, function, w));
        assert_int_equal(word & function.on, function.on);
        assert_int_equal(word & function.off, 0);
        assert_true(code.count - count <= 7);
        nbb_code_free(&code);
    }
}

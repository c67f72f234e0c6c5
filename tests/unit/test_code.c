/* test_code.c - values are folded and shared, and code that is built, covered or spelled computes what it says. */
#include "gen/code/code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/code/code_build.h"
#include "gen/domain/domain.h"

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

static void algebra(void **state)
{
    (void)state;
    nbb_code code;
    nbb_value w[NBB_FUNCTION_WORDS];
    begin(&code, w);
    nbb_value not_a = nbb_code_logic(&code, NBB_TABLE_NOT, w[0], NBB_ZERO, NBB_ZERO);
    nbb_value both = nbb_code_logic(&code, NBB_TABLE_AND, w[0], w[1], NBB_ZERO);
    int count = code.count;
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_AND, w[0], w[0], NBB_ZERO), w[0]);
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_AND, w[0], NBB_ZERO, NBB_ZERO), NBB_ZERO);
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_AND, w[0], not_a, NBB_ZERO), NBB_ZERO);
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_OR, not_a, w[0], NBB_ZERO), NBB_ONES);
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_XOR, w[0], w[0], NBB_ZERO), NBB_ZERO);
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_XOR, w[0], NBB_ONES, NBB_ZERO), not_a);
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_NOT, not_a, NBB_ZERO, NBB_ZERO), w[0]);
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_MAJORITY, w[0], w[0], w[1]), w[0]);
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_MAJORITY, w[0], not_a, w[1]), w[1]);
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_MAJORITY, w[1], NBB_ZERO, w[0]), both);
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_SUM, w[3], w[0], w[3]), w[0]);
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_SELECT, w[4], w[0], w[0]), w[0]);
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_SELECT, NBB_ONES, w[0], w[1]), w[0]);
    assert_int_equal(nbb_code_word(&code, NBB_LOADED, 3), w[3]);
    assert_int_equal(code.count, count); /* nothing of this was new */
    nbb_value sum = nbb_code_logic(&code, NBB_TABLE_SUM, w[2], w[0], w[1]);
    assert_int_equal(nbb_code_logic(&code, NBB_TABLE_SUM, w[1], w[2], w[0]), sum);
    assert_int_equal(nbb_node_words(&code.nodes[sum]), 3);
    assert_int_not_equal(nbb_code_word(&code, NBB_GIVEN, 3), w[3]);
    nbb_code_free(&code);
}

/* Every table, of words that may be alike, constant or complements. */
static void every_table(void **state)
{
    (void)state;
    nbb_code code;
    nbb_value w[NBB_FUNCTION_WORDS];
    begin(&code, w);
    const nbb_value not_b = nbb_code_logic(&code, NBB_TABLE_NOT, w[1], NBB_ZERO, NBB_ZERO);
    const nbb_value from[] = { NBB_ZERO, NBB_ONES, w[2], w[1], not_b, w[0] };
    for (int i = 0; i < 256 * 6 * 6 * 6; ++i) {
        nbb_value a = from[i / 256 % 6], b = from[i / 256 / 6 % 6], c = from[i / 256 / 36];
        nbb_value value = nbb_code_logic(&code, (nbb_table)i, a, b, c);
        uint32_t words[3] = { 0 };
        for (int j = 0; j < 3; ++j) {
            nbb_value word = j == 0 ? a : j == 1 ? b : c;
            words[j] = word == NBB_ZERO   ? 0
                       : word == NBB_ONES ? ~UINT32_C(0)
                                          : word == not_b      ? ~points[1]
                                                               : points[code.nodes[word].number];
        }
        if (i % 97 == 0 || i < 2048) {
            assert_int_equal(word_of(&code, value), nbb_table_of((nbb_table)i, words[0], words[1], words[2]));
        }
    }
    nbb_code_free(&code);
}

/* The formula of each table, taken at its word. */
static void every_formula(void **state)
{
    (void)state;
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
static void functions(void **state)
{
    (void)state;
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

/* Code drawn at random: what is wanted is the same when covered, and takes no more operations. */
static void check_covered(uint64_t seed)
{
    enum { OPERATIONS = 60 };
    nbb_code code, covered;
    nbb_value w[NBB_FUNCTION_WORDS], made[NBB_FUNCTION_WORDS + OPERATIONS], to[256];
    uint8_t wanted[256] = { 0 }, after[256] = { 0 };
    int uses[256];
    begin(&code, w);
    memcpy(made, w, sizeof w);
    for (int i = 0; i < OPERATIONS; ++i) {
        uint64_t drawn = nbb_mix(seed * OPERATIONS + (uint64_t)i);
        uint64_t near = (uint64_t)(i < 12 ? NBB_FUNCTION_WORDS + i : 12);
        const nbb_value *last = &made[NBB_FUNCTION_WORDS + i - (int)near];
        nbb_value third = drawn >> 63 ? NBB_ZERO : last[(drawn >> 32) % near];
        bool is_mask = (drawn >> 48 & 1) != 0; /* of what may have no room */
        made[NBB_FUNCTION_WORDS + i] = nbb_code_logic(&code, is_mask ? NBB_TABLE_AND : (nbb_table)drawn,
                                                      last[(drawn >> 8) % near], last[(drawn >> 16) % near],
                                                      is_mask ? NBB_ZERO : third);
        wanted[made[NBB_FUNCTION_WORDS + i]] |= drawn >> 56 & 15 ? 0 : NBB_KEPT;
    }
    wanted[made[NBB_FUNCTION_WORDS + OPERATIONS - 1]] |= NBB_WANTED;
    wanted[made[NBB_FUNCTION_WORDS + OPERATIONS - 2]] |= NBB_WANTED;
    assert_int_equal(nbb_code_cover(&code, wanted, &covered, to), NBB_OK);
    nbb_code_uses(&code, wanted, uses);
    int before = nbb_code_operations(&code, uses);
    for (nbb_value value = 0; value < code.count; ++value) {
        if (wanted[value] != 0 && uses[value] > 0 && to[value] != NBB_NO_VALUE) {
            assert_int_equal(word_of(&covered, to[value]), word_of(&code, value));
        }
        if (wanted[value] & NBB_WANTED) {
            assert_int_not_equal(to[value], NBB_NO_VALUE);
            after[to[value]] |= NBB_WANTED;
        }
    }
    nbb_code_uses(&covered, after, uses);
    assert_true(nbb_code_operations(&covered, uses) <= before);
    nbb_code_free(&code);
    nbb_code_free(&covered);
}

static void covered_code(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 500; ++seed) {
        check_covered(seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(algebra),   cmocka_unit_test(every_table), cmocka_unit_test(every_formula),
        cmocka_unit_test(functions),      cmocka_unit_test(covered_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

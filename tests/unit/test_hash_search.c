/* test_hash_search.c - forms of tau(beta): found for every layout of up to 63 replicas, equal to the table, as short
   as they should be, in time. */
#include "gen/domain/hash_search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fractals.h"
#include "layouts.h"

#include <string.h>
#include <time.h>

/* The form as text; "none" where there is none. Every form must equal the table: a second look beside the search. */
static nbb_text find(const nbb_fractal *fractal, int axis)
{
    static const char *const names[] = { "beta", "k", "sx", "sy" };
    nbb_formula *formula;
    nbb_text text = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_hash_search(fractal->levels[0], axis, &formula), NBB_OK);
    if (formula == NULL) {
        nbb_text_add(&text, "none");
        return text;
    }
    for (int beta = 0; beta < fractal->levels[0]->k; ++beta) {
        int64_t values[4], result;
        nbb_hash_values(fractal->levels[0], beta, values);
        assert_int_equal(nbb_formula_evaluate(formula, values, &result), NBB_OK);
        assert_int_equal(result, fractal->levels[0]->tau[beta][axis]);
    }
    nbb_formula_print(formula, names, &text);
    nbb_formula_free(formula);
    return text;
}

static void check_forms(nbb_fractal *fractal, const char *x, const char *y)
{
    const char *const expected[] = { x, y };
    for (int axis = 0; axis < NBB_AXES; ++axis) {
        nbb_text form = find(fractal, axis);
        assert_string_equal(form.data, expected[axis]);
        nbb_text_free(&form);
    }
    nbb_fractal_free(fractal);
}

/* One of each kind, the cheapest: a chain, packed in 32 and in 63 bits, planes, skips; a constant, beta itself. */
static void test_kinds(void **state)
{
    (void)state;
    static const struct {
        const char *fractal, *x, *y;
    } known[] = {
        { "sierpinski", "beta > 1", "beta > 0" },
        { "cantor", "beta * 2", "0" },
        { "pillar", "0", "beta * 3 >> 1" },
        { "vicsek", "0x191 >> 2 * beta & 3", "0x254 >> 2 * beta & 3" },
        { "full", "0x24924 >> 2 * beta & 3", "beta * 11 >> 5" },
        { "given", "0xf0780f10 >> 4 * beta & 15", "0xff871000 >> 4 * beta & 15" },
        { "septa", "(0x4820412 >> beta & 1) + (0x92b36a4 >> beta & 1) * 2 + (0xe2c58b8 >> beta & 1) * 4",
          "(0x3060c0 >> beta & 1) + (0xfc07f00 >> beta & 1) * 2 + (0xfff8000 >> beta & 1) * 4" },
        { "bitten", "(beta + (beta > 7)) % 9", "(beta + 1) / 9" },
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        nbb_fractal fractal = load_fractal(known[i].fractal);
        check_forms(&fractal, known[i].x, known[i].y);
    }
    nbb_fractal line = fractal_of_rows(1, (const char *const[]){ "#####" });
    check_forms(&line, "beta", "0");
    nbb_fractal wide = fractal_of_rows(4, (const char *const[]){ "##.##", "#.#.#", "#.#.#", "##.##" });
    check_forms(&wide, "0x232221108c8 >> 3 * beta & 7", "0xffa9500 >> 2 * beta & 3");
}

static void check_fractal(const nbb_fractal *fractal)
{
    for (int axis = 0; axis < NBB_AXES; ++axis) {
        nbb_text form = find(fractal, axis);
        assert_string_not_equal(form.data, "none");
        nbb_text_free(&form);
    }
}

static void test_every_fractal(void **state)
{
    (void)state;
    for_each_fractal(true, check_fractal);
}

/* Up to 63 replicas there is always a form; the largest layout has none, and the search knows that soon. */
static void test_limits(void **state)
{
    (void)state;
    for (int side = 2; side <= 8; ++side) {
        nbb_fractal fractal = scattered_fractal(side);
        assert_true(fractal.levels[0]->k <= 63);
        check_fractal(&fractal);
        nbb_fractal_free(&fractal);
    }
    nbb_fractal largest = scattered_fractal(NBB_SIDE_MAX);
    clock_t begin = clock();
    check_forms(&largest, "none", "none");
    assert_true((double)(clock() - begin) / CLOCKS_PER_SEC < 5);  /* 0.2 s are promised; sanitizers take a share */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_every_fractal),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests_name("hash_search", tests, NULL, NULL);
}

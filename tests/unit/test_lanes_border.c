/* test_lanes_border.c - what launches load from tiles beside is what a border holds, and no more. */
#include "gen/lanes/lanes_closure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "fractals.h"
#include "laws.h"

static const nbb_rule life = { 1 << 2, 1 << 2 | 1 << 3 };

static nbb_closure closure_of(const nbb_fractal *fractal, int t, nbb_rule rule, int steps)
{
    nbb_closure closure;
    const nbb_lanes_law law = law_of_rule(rule, 2);
    assert_int_equal(nbb_closure_build(fractal, t, &law, steps, &closure), NBB_OK);
    return closure;
}

/* The gasket's tiles touch at corners and along a slope, the carpet's by whole edges. */
static void sizes(void **state)
{
    (void)state;
    static const struct {
        const char *fractal;
        int t, count[6];                              /* for 1 to 6 steps; 0: not asked */
    } cases[] = { { "sierpinski", 4, { 5, 13, 19, 31, 41, 55 } },
                  { "vicsek", 3, { 4, 16, 20, 24, 36, 48 } },
                  { "carpet", 2, { 32, 48, 64, 64, 64, 64 } },
                  { "cantor", 3, { 0 } } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        nbb_fractal fractal = load_fractal(cases[i].fractal);
        for (int steps = 1; steps <= 6; ++steps) {
            nbb_border border = { 0 };
            nbb_closure closure = closure_of(&fractal, cases[i].t, life, steps);
            nbb_border_add(&closure, &border);
            assert_int_equal(border.count, cases[i].count[steps - 1]);
            nbb_border_add(&closure, &border);        /* a set: nothing is there twice */
            assert_int_equal(border.count, cases[i].count[steps - 1]);
            nbb_closure_free(&closure);
        }
        nbb_fractal_free(&fractal);
    }
}

/* By position, whether some launch of the closure loads it from a tile beside. */
static void check_held(const nbb_closure *step, const nbb_closure *rest, const nbb_border *border)
{
    int count = 0;
    for (int position = 0; position < step->own; ++position) {
        bool is_loaded = false;
        for (int i = 0; i < step->count + rest->count; ++i) {
            bool of_step = i < step->count;
            const nbb_closure_cell *cell = of_step ? &step->cells[i] : &rest->cells[i - step->count];
            is_loaded |= cell->direction != PLANE_CENTRE && cell->position == position && (cell->needed & 1) != 0;
        }
        assert_int_equal(border->holds[position], is_loaded);
        count += is_loaded;
    }
    assert_int_equal(border->count, count);
}

static void check_fractal(const nbb_fractal *fractal)
{
    static const char *const rules[] = { "B2/S23", "B0135/S24678", "B3/S3", "B1/S" };
    const nbb_lanes_law any = law_of_rule(life, 2);
    for (int t = 0; t < 5 && nbb_fractal_cells(fractal, 0, t) <= NBB_POSITIONS_MAX; ++t) {
        int most = nbb_closure_most_steps(fractal, t, &any);
        for (int i = 0; i < 4 * most; ++i) {
            nbb_rule rule;
            nbb_border border = { 0 };
            assert_int_equal(nbb_rule_parse(rules[i % 4], &rule), NBB_OK);
            nbb_closure step = closure_of(fractal, t, rule, 1 + i / 4), rest = closure_of(fractal, t, rule, 1);
            nbb_border_add(&step, &border);
            nbb_border_add(&rest, &border);
            check_held(&step, &rest, &border);
            nbb_closure_free(&step);
            nbb_closure_free(&rest);
        }
    }
}

static void every_fractal(void **state)
{
    (void)state;
    for_each_fractal(true, check_fractal);
}

/* Groups of 32 items, the last one padded: 3 tiles of 8 parts, 81 positions. */
static void bytes(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("sierpinski");
    nbb_border border = { .count = 19 };
    nbb_lanes lanes;
    nbb_lanes_size(&fractal, 10, 4, 5, &lanes);
    assert_int_equal(lanes.words, 32 * 81);
    assert_int_equal(nbb_border_bytes(&border, &lanes), 32 * 19 * 4);
    nbb_lanes_size(&fractal, 25, 4, 5, &lanes);       /* 43046721 tiles: 10761681 groups, past 32 bits */
    assert_int_equal(nbb_border_bytes(&border, &lanes), UINT64_C(10761681) * 32 * 19 * 4);
    nbb_fractal_free(&fractal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(every_fractal),
        cmocka_unit_test(bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_lanes_sums.c - sums with shared triples count every cell's neighbours, and share what they can. */
#include "gen/lanes/lanes_sums.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fractals.h"
#include "laws.h"
#include "gen/domain/domain.h"

enum { TILE_CELLS_MAX = 128, STEPS_MAX = 4 };
static const nbb_rule life = { 1 << 2, 1 << 2 | 1 << 3 };

/* 64 random states at once of an input: a cell's, or a triple's sum, whose carry is found beside it. */
static uint64_t bits_of(const nbb_closure *closure, const nbb_step_sums *sums, int input, uint64_t *carry)
{
    if (input < closure->count) {
        return nbb_mix((uint64_t)input);
    }
    assert_true(input < closure->count + sums->triple_count);
    uint64_t bits[3], ignored;
    for (int i = 0; i < 3; ++i) {
        int from = sums->triples[input - closure->count][i];
        assert_true(from < input);
        bits[i] = bits_of(closure, sums, from, &ignored);
    }
    *carry = (bits[0] & bits[1]) | (bits[0] & bits[2]) | (bits[1] & bits[2]);
    return bits[0] ^ bits[1] ^ bits[2];
}

static int bit(uint64_t bits, int i)
{
    return (int)(bits >> i & 1);
}

/* In each of the 64 states the sum's weights come to the number of live neighbours. */
static void check_cell(const nbb_closure *closure, const nbb_step_sums *sums, int index)
{
    const nbb_closure_cell *cell = &closure->cells[index];
    const nbb_cell_sum *sum = &sums->cells[index];
    int counts[64] = { 0 };
    uint64_t carry = 0;
    for (int state = 0; state < 64; ++state) {
        for (int i = 0; i < cell->neighbour_count; ++i) {
            counts[state] += bit(nbb_mix((uint64_t)cell->neighbours[i]), state);
        }
        for (int i = 0; i < sum->one_count; ++i) {
            counts[state] -= bit(bits_of(closure, sums, sum->ones[i], &carry), state);
        }
        for (int i = 0; i < sum->two_count; ++i) {
            bits_of(closure, sums, closure->count + sum->twos[i], &carry);
            counts[state] -= 2 * bit(carry, state);
        }
        assert_int_equal(counts[state], 0);
    }
}

static void check_sums(const nbb_closure *closure, const nbb_step_sums *sums, int step)
{
    int *users = calloc((size_t)sums->triple_count + 1, sizeof *users);
    assert_non_null(users);
    for (int i = 0; i < closure->count; ++i) {
        bool counted = (closure->cells[i].needed >> step & 1) != 0
                       && nbb_rule_heeds_neighbours(life, closure->cells[i].neighbour_count);
        if (counted) {
            check_cell(closure, sums, i);
        } else {
            assert_int_equal(sums->cells[i].one_count + sums->cells[i].two_count, 0);
        }
        for (int two = 0; two < sums->cells[i].two_count; ++two) {
            ++users[sums->cells[i].twos[two]];
        }
    }
    for (int i = 0; i < sums->triple_count; ++i) {
        assert_true(users[i] > 1);
    }
    free(users);
}

static void check_fractal(const nbb_fractal *fractal)
{
    const nbb_lanes_law law = law_of_rule(life, 2);
    for (int t = 0; t < 7 && nbb_fractal_cells(fractal, 0, t) <= TILE_CELLS_MAX; ++t) {
        int most = nbb_closure_most_steps(fractal, t, &law);
        nbb_closure closure;
        assert_int_equal(nbb_closure_build(fractal, t, &law, most < STEPS_MAX ? most : STEPS_MAX, &closure), NBB_OK);
        for (int step = 1; step <= closure.steps; ++step) {
            nbb_step_sums sums;
            assert_int_equal(nbb_sums_share(&closure, life, step, &sums), NBB_OK);
            check_sums(&closure, &sums, step);
            nbb_sums_free(&sums);
        }
        nbb_closure_free(&closure);
    }
}

static void every_fractal(void **state)
{
    (void)state;
    for_each_fractal(true, check_fractal);
}

/* Where every neighbour exists, two cells above each other share the three to their left and right: at most five of
   eight inputs are left. */
static void a_full_square(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("full");
    nbb_closure closure;
    nbb_step_sums sums;
    const nbb_lanes_law law = law_of_rule(life, 2);
    int inputs = 0;
    assert_int_equal(nbb_closure_build(&fractal, 2, &law, 1, &closure), NBB_OK);
    assert_int_equal(nbb_sums_share(&closure, life, 1, &sums), NBB_OK);
    for (int i = 0; i < closure.own; ++i) {
        inputs += sums.cells[i].one_count;
    }
    assert_true(sums.triple_count > 0 && inputs <= 81 * 5);
    nbb_sums_free(&sums);
    nbb_closure_free(&closure);
    nbb_fractal_free(&fractal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fractal),
        cmocka_unit_test(a_full_square),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_lanes_order.c - the order of a launch's cells: each once, after what it depends on, with few words held. */
#include "gen/lanes/lanes_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fractals.h"
#include "laws.h"
#include "gen/lanes/lanes.h"

static const char *const rules[] = { "B2/S23", "B0135/S24678", "B3/S3", "B1/S" };

static bool is_needed(const nbb_closure *closure, int cell, int step)
{
    return cell >= 0 && (closure->cells[cell].needed >> step & 1) != 0;
}

/* Whether a turn takes the word of `cell` before its step. */
static bool takes(const nbb_closure *closure, const nbb_cell_step *turn, int cell)
{
    const nbb_closure_cell *computed = &closure->cells[turn->cell];
    bool taken = turn->cell == cell;
    for (int n = 0; n < computed->neighbour_count; ++n) {
        taken |= computed->neighbours[n] == cell;
    }
    return taken;
}

/* done[step * count + cell]: its word is there. */
static void check_turn(const nbb_closure *closure, const nbb_cell_step *turn, bool *done)
{
    const nbb_closure_cell *cell = &closure->cells[turn->cell];
    bool *before = done + (turn->step - 1) * closure->count;
    assert_true(is_needed(closure, turn->cell, turn->step));
    assert_true(!is_needed(closure, turn->cell, turn->step - 1) || before[turn->cell]);
    for (int n = 0; n < cell->neighbour_count; ++n) {
        assert_true(!is_needed(closure, cell->neighbours[n], turn->step - 1) || before[cell->neighbours[n]]);
    }
    assert_false(before[closure->count + turn->cell]);
    before[closure->count + turn->cell] = true;
}

static void check_order(const nbb_closure *closure, const nbb_order *order)
{
    bool *done = calloc(((size_t)closure->steps + 1) * (size_t)closure->count, sizeof *done);
    assert_non_null(done);
    for (int i = 0; i < closure->count; ++i) {
        done[i] = is_needed(closure, i, 0);
    }
    assert_int_equal(order->count, nbb_closure_computed(closure));
    for (int i = 0; i < order->count; ++i) {
        check_turn(closure, &order->turns[i], done);
    }
    free(done);
}

/* The words held at a turn: those there by then (own from the start, others from the first turn that takes them) that
   this or a later turn takes, and the one computed, if it is not of the last step. */
static int held_at(const nbb_closure *closure, const nbb_order *order, int turn)
{
    int held = 0;
    for (int step = 0; step < closure->steps; ++step) {
        for (int cell = 0; cell < closure->count; ++cell) {
            bool there = step == 0 && closure->cells[cell].direction == PLANE_CENTRE, wanted = false;
            for (int i = 0; is_needed(closure, cell, step) && i < order->count; ++i) {
                const nbb_cell_step *at = &order->turns[i];
                bool taken = at->step == step + 1 && takes(closure, at, cell);
                there |= i <= turn && ((step == 0 && taken) || (at->step == step && at->cell == cell));
                wanted |= i >= turn && (taken || (i == turn && at->step == step && at->cell == cell));
            }
            held += there && wanted;
        }
    }
    return held;
}

static void check_held(const nbb_closure *closure, const nbb_order *order)
{
    int most = 0;
    for (int turn = 0; turn < order->count; ++turn) {
        int held = held_at(closure, order, turn);
        most = held > most ? held : most;
    }
    assert_int_equal(order->held, most);
}

static void check_fractal(const nbb_fractal *fractal)
{
    enum { POSITIONS = 100, STEPS = 4, COMPUTED = 120 };
    const nbb_lanes_law any = law_of_rule((nbb_rule){ 0, 0 }, 2);
    for (int t = 0; t < 5 && nbb_fractal_cells(fractal, 0, t) <= POSITIONS; ++t) {
        int most = nbb_closure_most_steps(fractal, t, &any);
        for (int i = 0; i < 4 * most && i < 4 * STEPS; ++i) {
            nbb_rule rule;
            nbb_closure closure;
            nbb_order order;
            assert_int_equal(nbb_rule_parse(rules[i % 4], &rule), NBB_OK);
            const nbb_lanes_law law = law_of_rule(rule, 2);
            assert_int_equal(nbb_closure_build(fractal, t, &law, 1 + i / 4, &closure), NBB_OK);
            assert_int_equal(nbb_order_build(fractal, t, &closure, 1, 1, &order), NBB_OK);
            check_order(&closure, &order);
            if (order.count <= COMPUTED) {
                check_held(&closure, &order);
            }
            nbb_order_free(&order);
            nbb_closure_free(&closure);
        }
    }
}

static void every_fractal(void **state)
{
    (void)state;
    for_each_fractal(true, check_fractal);
}

/* Of five steps of 81 cells, most of the words of each step wait for the next one where steps follow each other. */
static void few_are_held(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("sierpinski");
    const nbb_lanes_law life = law_of_rule((nbb_rule){ 1 << 2, 1 << 2 | 1 << 3 }, 2);
    nbb_closure closure;
    nbb_order order;
    assert_int_equal(nbb_closure_build(&fractal, 4, &life, 5, &closure), NBB_OK);
    assert_int_equal(nbb_order_build(&fractal, 4, &closure, 1, 1, &order), NBB_OK);
    assert_in_range(order.held, closure.own, 110);
    nbb_order_free(&order);
    nbb_closure_free(&closure);
    nbb_fractal_free(&fractal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fractal),
        cmocka_unit_test(few_are_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* lanes_launch.c - the closure of a launch with the sums of its steps. */
#include "gen/lanes/lanes_launch.h"

#include <string.h>

nbb_status nbb_lanes_launch_build(const nbb_fractal *fractal, int t, nbb_rule rule, int steps,
                                  nbb_lanes_launch *launch)
{
    memset(launch, 0, sizeof *launch);
    nbb_status status = nbb_closure_build(fractal, t, rule, steps, &launch->closure);
    if (status == NBB_OK) {
        status = nbb_order_build(fractal, t, &launch->closure, &launch->order);
    }
    for (int step = 1; step <= steps && status == NBB_OK; ++step) {
        status = nbb_sums_share(&launch->closure, rule, step, &launch->sums[step - 1]);
    }
    if (status != NBB_OK) {
        nbb_lanes_launch_free(launch);
    }
    return status;
}

/* Adders for `ones` bits of a weight leave one, and *twos more of the next weight: two operations each. */
static int add_up(int ones, int *twos)
{
    int adders = ones / 2;
    *twos += adders;
    return 2 * adders;
}

/* Whether exactly one of the words is. */
static int exactly_one(int words)
{
    return words < 2 ? 0 : words < 4 ? 1 : 3;
}

static int cell_operations(nbb_rule rule, const nbb_closure_cell *cell, const nbb_cell_sum *sum)
{
    int twos = sum->two_count, fours = 0, eights = 0;
    int operations = add_up(sum->one_count, &twos);
    if (nbb_rule_folds(rule, cell->neighbour_count)) {
        operations += exactly_one(twos);
    } else {
        operations += add_up(twos, &fours);
        operations += add_up(fours, &eights);
    }
    return operations + 1 + (cell->direction != NBB_CENTRE);  /* the rule joins the last adders */
}

int nbb_lanes_launch_operations(const nbb_lanes_launch *launch, nbb_rule rule)
{
    int operations = 0;
    for (int step = 1; step <= launch->closure.steps; ++step) {
        const nbb_step_sums *sums = &launch->sums[step - 1];
        operations += 2 * sums->triple_count;
        for (int i = 0; i < launch->closure.count; ++i) {
            const nbb_closure_cell *cell = &launch->closure.cells[i];
            operations += cell->needed >> step & 1 ? cell_operations(rule, cell, &sums->cells[i]) : 0;
        }
    }
    return operations;
}

void nbb_lanes_launch_free(nbb_lanes_launch *launch)
{
    nbb_closure_free(&launch->closure);
    nbb_order_free(&launch->order);
    for (int i = 0; i < NBB_CLOSURE_STEPS_MAX; ++i) {
        nbb_sums_free(&launch->sums[i]);
    }
}

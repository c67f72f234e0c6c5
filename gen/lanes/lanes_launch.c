/* lanes_launch.c - the closure of a launch with its order and code. */
#include "gen/lanes/lanes_launch.h"

#include "gen/program/program_rule.h"

#include <string.h>

/* The code, by way of the sums that each step's cells share. */
static nbb_status build_code(nbb_rule rule, nbb_lanes_launch *launch)
{
    nbb_step_sums sums[NBB_CLOSURE_STEPS_MAX] = { { 0 } };
    nbb_status status = NBB_OK;
    for (int step = 1; step <= launch->closure.steps && status == NBB_OK; ++step) {
        status = nbb_sums_share(&launch->closure, rule, step, &sums[step - 1]);
    }
    if (status == NBB_OK) {
        launch->shared_sums = sums[0].triple_count;
        status = nbb_lanes_code_build(&launch->closure, rule, sums, &launch->code);
    }
    for (int i = 0; i < NBB_CLOSURE_STEPS_MAX; ++i) {
        nbb_sums_free(&sums[i]);
    }
    return status;
}

nbb_status nbb_lanes_launch_build(const nbb_fractal *fractal, int t, nbb_rule rule, int steps,
                                  nbb_lanes_launch *launch)
{
    memset(launch, 0, sizeof *launch);
    nbb_status status = nbb_closure_build(fractal, t, rule, steps, &launch->closure);
    if (status == NBB_OK) {
        status = nbb_order_build(fractal, t, &launch->closure, 1, 1, &launch->order);
    }
    if (status == NBB_OK) {
        status = build_code(rule, launch);
    }
    if (status != NBB_OK) {
        nbb_lanes_launch_free(launch);
    }
    return status;
}

nbb_status nbb_lanes_launch_build_program(const nbb_fractal *fractal, int t, nbb_lowering *lowering, int steps,
                                          nbb_lanes_launch *launch)
{
    const nbb_program *program = lowering->program;
    nbb_rule rule;
    if (nbb_program_rule(program, &rule)) {
        return nbb_lanes_launch_build(fractal, t, rule, steps, launch);
    }
    memset(launch, 0, sizeof *launch);
    nbb_status status = nbb_closure_build_program(fractal, t, program, steps, &launch->closure);
    if (status == NBB_OK) {
        status = nbb_order_build(fractal, t, &launch->closure, program->planes, program->neighbours.reach,
                                 &launch->order);
    }
    if (status == NBB_OK) {
        status = nbb_lanes_code_build_program(fractal, t, &launch->closure, lowering, &launch->code);
    }
    if (status != NBB_OK) {
        nbb_lanes_launch_free(launch);
    }
    return status;
}

void nbb_lanes_launch_free(nbb_lanes_launch *launch)
{
    nbb_closure_free(&launch->closure);
    nbb_order_free(&launch->order);
    nbb_lanes_code_free(&launch->code);
}

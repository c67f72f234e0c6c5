/* lanes_launch.h - what the code of a launch computes: the cells that its steps depend on, in which order, and their
   sums step by step. */
#ifndef NBB_LANES_LAUNCH_H
#define NBB_LANES_LAUNCH_H

#include "gen/lanes/lanes_order.h"
#include "gen/lanes/lanes_sums.h"

typedef struct nbb_lanes_launch {
    nbb_closure closure;
    nbb_order order;
    nbb_step_sums sums[NBB_CLOSURE_STEPS_MAX];        /* sums[i] after i + 1 steps; empty past the closure's steps */
} nbb_lanes_launch;

/* The launch of so many steps of a level-t tile under a rule; limits as of nbb_closure_build. */
nbb_status nbb_lanes_launch_build(const nbb_fractal *fractal, int t, nbb_rule rule, int steps,
                                  nbb_lanes_launch *launch);

/* Logic operations of the launch for each word of the tile, with three inputs each as a GPU has them: adders, rules,
   masks. */
int nbb_lanes_launch_operations(const nbb_lanes_launch *launch, nbb_rule rule);

void nbb_lanes_launch_free(nbb_lanes_launch *launch);

#endif

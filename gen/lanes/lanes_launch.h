/* lanes_launch.h - what a launch computes: the cells that its steps depend on, in which order, and by what code. */
#ifndef NBB_LANES_LAUNCH_H
#define NBB_LANES_LAUNCH_H

#include "gen/lanes/lanes_code.h"
#include "gen/lanes/lanes_order.h"

typedef struct nbb_lanes_launch {
    nbb_closure closure;
    nbb_order order;
    nbb_lanes_code code;
    int shared_sums; /* of the first step: triples of words that several cells add */
} nbb_lanes_launch;

/* The launch of so many steps of a level-t tile under a rule; limits as of nbb_closure_build. */
nbb_status nbb_lanes_launch_build(const nbb_fractal *fractal, int t, nbb_rule rule, int steps,
                                  nbb_lanes_launch *launch);

/* The same of a program of bits: so many steps, or with sublattices one turn, which may be any colour's. Of a program
   that is an automaton it is the launch of its rule. */
nbb_status nbb_lanes_launch_build_program(const nbb_fractal *fractal, int t, nbb_lowering *lowering, int steps,
                                          nbb_lanes_launch *launch);

void nbb_lanes_launch_free(nbb_lanes_launch *launch);

#endif

/* lanes_launch.h - what a launch computes: the cells that its steps depend on, in which order, and by what code. */
#ifndef NBB_LANES_LAUNCH_H
#define NBB_LANES_LAUNCH_H

#include "gen/lanes/lanes_code.h"
#include "gen/lanes/lanes_order.h"

typedef struct nbb_lanes_launch {
    nbb_closure closure;
    nbb_order order;
    nbb_lanes_code code;
} nbb_lanes_launch;

/* The launch of so many steps of a level-t tile under a law whose lowering, if it has one, is begun; of sublattices
   one turn, which may be any colour's. Limits as of nbb_closure_build. */
nbb_status nbb_lanes_launch_build(const nbb_fractal *fractal, int t, const nbb_lanes_law *law, int steps,
                                  nbb_lanes_launch *launch);

void nbb_lanes_launch_free(nbb_lanes_launch *launch);

#endif

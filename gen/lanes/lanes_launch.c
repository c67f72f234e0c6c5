/* lanes_launch.c - the closure of a launch with its order and code. */
#include "gen/lanes/lanes_launch.h"

#include <string.h>

nbb_status nbb_lanes_launch_build(const nbb_fractal *fractal, int t, const nbb_lanes_law *law, int steps,
                                  nbb_lanes_launch *launch)
{
    memset(launch, 0, sizeof *launch);
    nbb_status status = nbb_closure_build(fractal, t, law, steps, &launch->closure);
    if (status == NBB_OK) {
        status = nbb_order_build(fractal, t, &launch->closure, law->planes, law->neighbours.reach, &launch->order);
    }
    if (status == NBB_OK) {
        status = nbb_lanes_code_build(fractal, t, &launch->closure, law, &launch->code);
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

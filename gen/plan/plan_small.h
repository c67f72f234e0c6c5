/* plan_small.h - the plan's choices for launches of map lanes that do not fill the device. For plan.c. */
#ifndef NBB_PLAN_SMALL_H
#define NBB_PLAN_SMALL_H

#include "gen/plan/plan.h"

/* Where a step on CUDA would leave most of the device idle with the plan's usual tile and lanes: `settled` is the
   request with the tile, lanes and steps a launch that take the least time, of those that were not asked for. Else it
   is the request as it is. */
nbb_status nbb_plan_settle_small(const nbb_request *request, const nbb_lanes_law *law, nbb_request *settled);

#endif

/* plan_crossing.h - where a launch of map lanes turns words whose lanes are crossed: in registers or in memory. */
#ifndef NBB_PLAN_CROSSING_H
#define NBB_PLAN_CROSSING_H

#include "gen/plan/plan.h"

/* The device's multiprocessors; where there is none to be asked, those of the card whose constants are used. */
uint32_t nbb_plan_multiprocessors(const nbb_request *request);

/* Whether a launch of so many threads is small for the device, so that it ends with waiting for the slowest. */
bool nbb_plan_is_small(const nbb_request *request, int64_t threads);

/* Where STEP turns words whose lanes are crossed, and the memory for that. */
void nbb_plan_choose_crossing(const nbb_request *request, nbb_plan *plan);

/* Adds the scratch memory, if any, to the rest of what the plan needs; fails where it does not fit. */
nbb_status nbb_plan_add_scratch(const nbb_request *request, nbb_plan *plan);

#endif

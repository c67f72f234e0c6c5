/* plan_draws.h - whether the first turn of a step draws chances for all turns (lanes_code.h). */
#ifndef NBB_PLAN_DRAWS_H
#define NBB_PLAN_DRAWS_H

#include "gen/plan/plan.h"

/* Builds STEP under a law of bits. A program's chances are drawn once where turns would draw a word several times, if
   asked for, or if they are few and the memory for them fits. Fails (usage) where that is asked for and there are
   none, (device) where they do not fit. */
nbb_status nbb_plan_build_drawn(const nbb_request *request, const nbb_lanes_law *law, nbb_plan *plan);

/* Fails (usage) if `draws` is asked for and words of the plan draw nothing several times. */
nbb_status nbb_plan_refuse_draws(const nbb_request *request, const nbb_plan *plan);

#endif

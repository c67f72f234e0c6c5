/* plan_evaluation.h - the part of a plan that says how maps are evaluated: levels, tau(beta), tensor cores, cells of
   a tile and around it. These choices are independent of one another and change no result. */
#ifndef NBB_PLAN_EVALUATION_H
#define NBB_PLAN_EVALUATION_H

#include "gen/plan/plan.h"

/* Chooses eval, hash, intra, halo and tc for a plan whose map, sizes and tile are there, and proves what they rest
   on: the tensor cores' encodings, the arithmetic forms of tau(beta). Fails (usage) with the reason on a choice that
   has no effect on the map, that the target cannot do, or that cannot be proven. */
nbb_status nbb_plan_choose_evaluation(const nbb_request *request, nbb_plan *plan);

#endif

/* plan_evaluation.h - the part of a plan that says how maps are evaluated: levels, tau(beta), tensor cores, cells of
   a tile and around it. These choices are independent of one another and change no result. */
#ifndef NBB_PLAN_EVALUATION_H
#define NBB_PLAN_EVALUATION_H

#include "gen/plan/plan_record.h"

/* Chooses eval, hash, intra, halo and tc for a plan whose map, sizes and tile are there, and proves what they rest
   on: the tensor cores' encodings, the arithmetic forms of tau(beta). Fails (usage) with the reason on a choice that
   has no effect on the map, that the target cannot do, or that cannot be proven. */
nbb_status nbb_plan_choose_evaluation(const nbb_request *request, nbb_plan *plan);

/* Why no product is formed though --tc was asked for: a single tile stands at 0 and has no neighbours, or no tile
   touches another. NULL where there are products, and without --tc. */
const char *nbb_plan_idle_products(const nbb_plan *plan);

/* Whether variant 3 can have tiles of these sides: it maps at most 256 words of four cells, an element of D each. */
bool nbb_plan_threads_fit(nbb_vector rho);

#endif

/* plan_tensor.h - the plan's choices about tensor cores. For plan.c. */
#ifndef NBB_PLAN_TENSOR_H
#define NBB_PLAN_TENSOR_H

#include "gen/plan/plan.h"

/* Whether variant 3 can have tiles of these sides: it maps at most 256 words of four cells, an element of D each. */
bool nbb_plan_threads_fit(nbb_vector rho);

/* Chooses the variant and proves its encodings, or fails (usage) with the reason. The map and the tile's sides are
   known. */
nbb_status nbb_plan_choose_tensor(const nbb_request *request, nbb_plan *plan);

/* Whether the workload's kernel takes lambda from products, and how many tiles each maps. The tile is built. */
void nbb_plan_shape_products(nbb_plan *plan);

#endif

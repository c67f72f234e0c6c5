/* plan_simplex_size.h - whether a kernel can have a simplex of that size by the choices made. */
#ifndef NBB_PLAN_SIMPLEX_SIZE_H
#define NBB_PLAN_SIMPLEX_SIZE_H

#include "gen/plan/plan.h"

/* Every choice, whether a kernel can have that size or not. */
nbb_status nbb_plan_simplex_try(const nbb_request *request, nbb_plan *plan);

/* Fails where no kernel can have the size, with the largest n that one can have by these choices. */
nbb_status nbb_plan_simplex_check_size(const nbb_request *request, const nbb_plan *plan);

/* The largest t of a tile of 2^t cells a side. */
int nbb_plan_simplex_tile_level(int m);

#endif

/* plan_simplex_size.h - whether a kernel can have a simplex of that size by the choices made. */
#ifndef NBB_PLAN_SIMPLEX_SIZE_H
#define NBB_PLAN_SIMPLEX_SIZE_H

#include "gen/plan/plan.h"

/* Tiles a side up to which enumeration with a square root in single (double) precision is exact: one more, and the
   last number of the last row is taken for the first of the next. All its operations round monotonically, so that the
   ends of rows are where it can err first; test_simplex.c looks at them. */
#define NBB_ENUM_SINGLE_MAX INT64_C(4607)
#define NBB_ENUM_DOUBLE_MAX INT64_C(134217727)

/* The largest t of a tile of 2^t cells a side, of m axes. */
int nbb_plan_simplex_tile_level(int m);

/* Whether the plan has a grid, roots and memory. */
bool nbb_plan_simplex_fits(const nbb_request *request, const nbb_plan *plan);

/* Fails for a plan that does not fit, with why, and the largest n that does by the same choices. */
nbb_status nbb_plan_simplex_fail_size(const nbb_request *request, const nbb_plan *plan, int64_t largest);

#endif

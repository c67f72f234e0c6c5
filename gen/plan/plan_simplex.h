/* plan_simplex.h - the plan of a simplex: cover, storage, the enumeration's precision. */
#ifndef NBB_PLAN_SIMPLEX_H
#define NBB_PLAN_SIMPLEX_H

#include "gen/plan/plan_simplex_size.h"

/* nbb_plan_choose for a request with a simplex (plan.h). */
nbb_status nbb_plan_choose_simplex(const nbb_request *request, nbb_plan *plan);

/* The largest n that the request's other choices have a kernel for on its target: within the limits of cells, bytes,
   blocks of a grid and roots. 0 where none has. */
int64_t nbb_plan_simplex_largest(const nbb_request *request);

/* Places that a step visits, the threads as the papers count: the box's for bb, those of all tiles for the others.
   Below 2^63 where there is a kernel. */
uint64_t nbb_plan_simplex_places(const nbb_plan *plan);

/* Threads that a step on CUDA starts, in all its launches: for tiles a block each, of which a thread moves
   simplex.chunk cells at once. */
uint64_t nbb_plan_simplex_threads(const nbb_plan *plan);

#endif

/* plan_search.h - tile, lanes and steps of map lanes on CUDA where the usual ones leave most of the device idle, by
   what launches take (lanes_time.h). */
#ifndef NBB_PLAN_SEARCH_H
#define NBB_PLAN_SEARCH_H

#include "gen/plan/plan_record.h"

/* Below some r a launch takes longer than its work, so ca on CUDA uses a persistent launch where all its items have
   a thread at the same time: then the plan is resident, of so many blocks of a cluster, and *settled is the
   request with the lanes, the tile, the steps between two waits and the block that the plan chose for it, those
   that were asked for kept. Otherwise *settled is the request. A stochastic program has the lane layout of its
   random numbers, and of sublattices a wait follows each turn. Fails (usage) with the reason when --resident
   cannot be had as asked, or when words of bits cannot compute the program: then its lowering has the
   reason. */
nbb_status nbb_plan_settle_persistent(const nbb_request *request, const nbb_lanes_law *law, nbb_request *settled,
                                    nbb_plan *plan);

/* The same of launches that are not persistent and do not fill the device: *settled has the tile, lanes and
   steps a launch that take the least time, of those that were not asked for. Else it is the request as it is.
   The usual tile has as many cells as registers hold and the usual word as few idle bits as can be, which moves
   the fewest bytes. A small state is not moved from memory but waited for: smaller tiles and words make more
   threads, whose ways through the code are shorter. */
nbb_status nbb_plan_settle_small(const nbb_request *request, const nbb_lanes_law *law, nbb_request *settled);

#endif

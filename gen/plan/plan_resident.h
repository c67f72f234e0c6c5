/* plan_resident.h - whether map lanes does many launches' steps in one, whose blocks stay and wait for each other. */
#ifndef NBB_PLAN_RESIDENT_H
#define NBB_PLAN_RESIDENT_H

#include "gen/plan/plan.h"

/* Below some r a launch takes longer than what it does, so ca on CUDA stays on the device where all its items have a
   thread at the same time: then the plan is resident, of so many blocks of a cluster, and *settled is the request
   with the lanes, the tile, the steps between two waits and the block that the plan chose for it, those that were
   asked for kept. Otherwise *settled is the request. What draws has the lanes by which its numbers are drawn, and of
   sublattices a wait follows each turn. Fails (usage) with the reason when --resident yes, grid or cluster
   cannot be had, or when words of bits cannot compute the program: then the plan is `refused`. */
nbb_status nbb_plan_settle_resident(const nbb_request *request, const nbb_lanes_law *law, nbb_request *settled,
                                    nbb_plan *plan);

#endif

/* plan_launch.h - what launches of map lanes compute: their steps and code, what they draw, where they permute words,
   and what an update in place copies. */
#ifndef NBB_PLAN_LAUNCH_H
#define NBB_PLAN_LAUNCH_H

#include "gen/plan/plan_record.h"

/* Threads of a block of a step. */
enum { NBB_LANES_BLOCK = 128 };

/* For a plan of map lanes whose layout and buffers are sized, and whose lowering is begun: the tables, the steps a
   launch does with what they compute, the border of an update in place with its bytes, and the block. Fails (usage)
   when the steps reach past the neighbour tiles, or where an option has no effect; with NBB_ERROR_DEVICE when the
   border of so many steps does not fit. Where bits cannot compute the program, its lowering has the reason. */
nbb_status nbb_plan_build_lanes(const nbb_request *request, nbb_plan *plan);

#endif

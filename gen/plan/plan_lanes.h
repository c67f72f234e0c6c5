/* plan_lanes.h - the choices of map lanes: how many lanes and cells a tile has, how many steps a launch does. */
#ifndef NBB_PLAN_LANES_H
#define NBB_PLAN_LANES_H

#include "gen/plan/plan_crossing.h"
#include "gen/plan/plan_law.h"

/* Threads of a block of a step. */
enum { NBB_LANES_BLOCK = 128 };

/* Fails (usage) when --lanes is no power of k that a word and r levels can hold; names those that are. */
nbb_status nbb_plan_check_lanes(const nbb_request *request);

/* Sizes the layout for tiles of level t, or the plan's own for t = -1, with the lanes that were asked for. */
void nbb_plan_size_lanes(const nbb_request *request, int t, nbb_lanes *lanes);

/* Whether a level-t tile leaves levels for the lanes that were asked for, and its code is short enough. */
bool nbb_plan_lanes_tile_possible(const nbb_request *request, int t);

/* Bytes of the borders of level-t tiles for launches of one step, which is the least that an update in place takes
   beside the state; UINT64_MAX when there was no memory to find out. */
uint64_t nbb_plan_least_border(const nbb_request *request, int t);

/* For a plan of map lanes whose layout and buffers are sized: the tables, the steps a launch does with what they
   compute, the border of an update in place with its bytes, and the block. Fails (usage) when the steps reach past
   the neighbour tiles, or where an option has no effect; with NBB_ERROR_DEVICE when the border of so many steps does
   not fit. */
nbb_status nbb_plan_build_lanes(const nbb_request *request, nbb_plan *plan);

#endif

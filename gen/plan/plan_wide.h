/* plan_wide.h - the choices of map lanes for programs of wide cells, of which a word holds one value: ints and reals,
   and what words of bits cannot compute.

   The layout is that of lanes with a single lane: item = tile, and a field's array is of its values as

         [item / 32][position][item % 32]

   so that neighbouring threads, a tile each, read neighbouring values. A launch is a closure and the order of its
   cells; their code is the program's update, once for each set of neighbours that exist. */
#ifndef NBB_PLAN_WIDE_H
#define NBB_PLAN_WIDE_H

#include "gen/plan/plan.h"

/* Whether it is a plan of map lanes for such a program. */
bool nbb_plan_has_wide_lanes(const nbb_plan *plan);

/* Whether a tile of map lanes can be so wide that the program's neighbours are in the tiles beside it. */
bool nbb_plan_has_lanes_tile(const nbb_request *request);

/* Sizes the layout for a tile of level t; -1: the plan's choice. */
void nbb_plan_size_wide(const nbb_request *request, int t, nbb_lanes *lanes);

/* For a plan whose layout is sized: the steps a launch does, and what they depend on. */
nbb_status nbb_plan_build_wide(const nbb_request *request, nbb_plan *plan);

#endif

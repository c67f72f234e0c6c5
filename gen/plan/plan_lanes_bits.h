/* plan_lanes_bits.h - the choices of map lanes where a word holds bits of 32 cells, under a rule or a program: tile,
   lane digits, steps a launch, borders. */
#ifndef NBB_PLAN_LANES_BITS_H
#define NBB_PLAN_LANES_BITS_H

#include "gen/plan/plan_law.h"

/* Sizes the layout for tiles of level t, or the plan's own for t = -1: the largest with few enough words. Lane digits
   are those that were asked for, or by which a program draws, or that use words best. */
void nbb_plan_size_bits(const nbb_request *request, int t, nbb_lanes *lanes);

/* Begins the lowering of a program whose words hold bits. Sets `refused` where bits cannot compute it, with its place
   in the text. */
nbb_status nbb_plan_begin_bits(const nbb_request *request, nbb_plan *plan);

/* For a plan whose layout and buffers are sized and whose lowering is begun: the steps a launch does, their code, and
   the border of an update in place. Fails (usage) where nbb_plan_check_reach does; sets `refused` as above. */
nbb_status nbb_plan_build_bits(const nbb_request *request, nbb_plan *plan);

#endif

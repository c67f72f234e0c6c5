/* plan_lanes_program.h - the choices of map lanes for a program of bits: whether it has a code, tile, steps a
   launch. */
#ifndef NBB_PLAN_LANES_PROGRAM_H
#define NBB_PLAN_LANES_PROGRAM_H

#include "gen/plan/plan.h"

/* Lane digits of a program unless others are asked for: those by which it draws, or -1 for those that use words
   best. */
int nbb_plan_program_digits(const nbb_request *request);

/* Whether the neighbours of a level-t tile's cells, and theirs if `far`, are in the tiles beside it. The whole
   fractal has nothing beside it. */
bool nbb_plan_reaches(const nbb_request *request, int t, bool far);

/* Fails (usage) where they are not, or the plan's tile has too many cells for code of their own. */
nbb_status nbb_plan_check_reach(const nbb_request *request, const nbb_plan *plan, bool far);

/* The level of a tile where `levels` are left for it: the largest with few enough words, whose neighbours are in the
   tiles beside it. */
int nbb_plan_program_tile(const nbb_request *request, int levels);

/* For a plan whose layout and buffers are sized: the lowering, the steps a launch does, and their code. Fails
   (usage) where nbb_plan_check_reach does, and sets `refused` where words of bits cannot compute
   the program, with its place in the text. */
nbb_status nbb_plan_build_lanes_program(const nbb_request *request, nbb_plan *plan);

#endif

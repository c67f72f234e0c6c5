/* plan_lanes_program.h - the choices of map lanes for a program of bits: whether it has a code, tile, steps a
   launch. */
#ifndef NBB_PLAN_LANES_PROGRAM_H
#define NBB_PLAN_LANES_PROGRAM_H

#include "gen/plan/plan.h"

/* Fails (usage, with the place in the program) where a program has no code on lanes. */
nbb_status nbb_plan_check_lanes_program(const nbb_request *request);

/* Lane digits of a program unless others are asked for: those by which it draws, or -1 for those that use words
   best. */
int nbb_plan_program_digits(const nbb_request *request);

/* The level of a tile where `levels` are left for it: the largest with few enough words, whose neighbours are in the
   tiles beside it. */
int nbb_plan_program_tile(const nbb_request *request, int levels);

/* For a plan whose layout and buffers are sized: the lowering, the steps a launch does, and their code. Fails
   (usage) where neighbours are past the tiles beside a tile. */
nbb_status nbb_plan_build_lanes_program(const nbb_request *request, nbb_plan *plan);

#endif

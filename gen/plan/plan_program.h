/* plan_program.h - the arguments of a program's kernels, by its plan. */
#ifndef NBB_PLAN_PROGRAM_H
#define NBB_PLAN_PROGRAM_H

#include "gen/plan/plan.h"
#include "gen/program/program_arguments.h"

/* The rows of the structure that the plan's kernels take, and its bytes and table with the parameters' values.
   nbb_arguments_free is due in every case. */
nbb_status nbb_plan_build_arguments(const nbb_plan *plan, nbb_arguments *arguments);
nbb_status nbb_plan_fill_arguments(const nbb_plan *plan, const nbb_arguments *arguments, uint64_t seed, void *bytes,
                                   uint64_t *table);

/* Fails (usage) where kernels cannot take the words and rows of the lowering beside all else. */
nbb_status nbb_plan_check_arguments(const nbb_plan *plan);

#endif

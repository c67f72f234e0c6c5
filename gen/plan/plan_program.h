/* plan_program.h - the program of a plan: by which law it changes cells, the inputs of its lowering, and the
   arguments of its kernels. */
#ifndef NBB_PLAN_PROGRAM_H
#define NBB_PLAN_PROGRAM_H

#include "gen/plan/plan_record.h"
#include "gen/program/program_arguments.h"

/* Chooses the plan's law, whose workload, program and traits are known. */
void nbb_plan_choose_law(const nbb_request *request, nbb_plan *plan);

/* By what its cells change, with the plan's lowering, which is told the builtins that no cell has. */
nbb_lanes_law nbb_plan_law(const nbb_request *request, nbb_plan *plan);

/* Tells the plan's lowering these builtins. */
void nbb_plan_set_builtins(nbb_plan *plan);

/* The rows of the structure that the plan's kernels take, and its bytes and table with the parameters' values.
   nbb_arguments_free is due in every case. */
nbb_status nbb_plan_build_arguments(const nbb_plan *plan, nbb_arguments *arguments);
nbb_status nbb_plan_fill_arguments(const nbb_plan *plan, const nbb_arguments *arguments, uint64_t seed, void *bytes,
                                   uint64_t *table);

/* Fails (usage) where kernels cannot take the words and rows of the lowering beside all else: then it refuses the
   program. */
nbb_status nbb_plan_check_arguments(nbb_plan *plan);

#endif

/* plan_arguments.h - the program of a plan: by which law it changes cells, the inputs of its lowering, and the
   arguments of its kernels. */
#pragma once

#include "gen/plan/plan_record.h"
#include "gen/program/program_arguments.h"

/* By what its cells change, with the plan's lowering, whose inputs are the builtins that no cell has. */
nbb_lanes_law nbb_plan_law(const nbb_request *request, nbb_plan *plan);

/* Tells the plan's lowering these builtins. */
void nbb_plan_set_builtins(nbb_plan *plan);

/* The rows of the structure that the plan's kernels take, and its bytes and table with the parameters' values in a
   step. nbb_arguments_free is due in every case. */
nbb_status nbb_plan_build_arguments(const nbb_plan *plan, nbb_arguments *arguments);
nbb_status nbb_plan_fill_arguments(const nbb_plan *plan, int64_t step, const union nbb_value_of *totals,
                                   const nbb_arguments *arguments, uint64_t seed, void *bytes, uint64_t *table);

/* Fails (usage) where kernels cannot take the words and rows of the lowering beside all else: then it refuses the
   program. */
nbb_status nbb_plan_check_arguments(nbb_plan *plan);

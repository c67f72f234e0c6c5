/* plan_arguments.c - the law of a plan, and the structure that its program's kernels take. */
#include "gen/plan/plan_arguments.h"

#include "gen/program/program_value.h"

void nbb_plan_set_builtins(nbb_plan *plan)
{
    for (nbb_builtin builtin = 0; builtin < NBB_BUILTIN_COUNT; ++builtin) {
        plan->code.lowering.builtins[builtin] = nbb_builtin_value(&plan->asked.domain, builtin, 0);
    }
}

nbb_lanes_law nbb_plan_law(const nbb_request *request, nbb_plan *plan)
{
    nbb_lanes_law law = nbb_request_law(request);
    law.lowering = &plan->code.lowering;
    nbb_plan_set_builtins(plan);
    return law;
}

nbb_status nbb_plan_build_arguments(const nbb_plan *plan, nbb_arguments *arguments)
{
    NBB_TRY(nbb_arguments_build(plan->asked.program, arguments));
    return nbb_arguments_add_lanes(arguments, plan->asked.program, plan->code.lowering.word_count,
                                   plan->code.lowering.row_count);
}

nbb_status nbb_plan_fill_arguments(const nbb_plan *plan, int64_t step, const union nbb_value_of *totals,
                                   const nbb_arguments *arguments, uint64_t seed, void *bytes, uint64_t *table)
{
    nbb_parameter values[NBB_PARAMETERS_MAX];
    nbb_program program = nbb_program_at(plan->asked.program, step, totals, values);
    nbb_lowering lowering = plan->code.lowering;
    NBB_TRY(nbb_program_check_step(&program, step));
    NBB_TRY(nbb_arguments_fill(arguments, &program, &plan->asked.domain, seed, bytes, table));
    const nbb_argument *words = nbb_arguments_find(arguments, NBB_ARGUMENT_WORDS, 0);
    const nbb_argument *rows = nbb_arguments_find(arguments, NBB_ARGUMENT_ROWS, 0);
    unsigned char *at = bytes;
    if (plan->code.lowering.program != NULL) {
        lowering.program = &program;
        NBB_TRY(nbb_bounds_check(&program, lowering.bounds, lowering.relies));
        nbb_lowering_fill(&lowering, words != NULL ? (void *)(at + words->offset) : NULL,
                          rows != NULL ? (void *)(at + rows->offset) : NULL);
    }
    return NBB_OK;
}

nbb_status nbb_plan_check_arguments(nbb_plan *plan)
{
    NBB_AT_END(nbb_arguments_free) nbb_arguments arguments;
    nbb_status status = nbb_plan_build_arguments(plan, &arguments);
    if (status == NBB_ERROR_USAGE) {
        plan->code.lowering.refusal = nbb_arena_copy(&plan->arena, nbb_message(), strlen(nbb_message()));
        NBB_FAIL_IF(plan->code.lowering.refusal == NULL, NBB_ERROR_RUN);
    }
    return status;
}

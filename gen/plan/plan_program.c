/* plan_program.c - the law of a plan, and the structure that its program's kernels take. */
#include "gen/plan/plan_program.h"

#include "gen/program/program_value.h"

void nbb_plan_choose_law(const nbb_request *request, nbb_plan *plan)
{
    bool is_rule = nbb_request_rule(request, &plan->rule) && plan->traits.word == NBB_WORD_PLANES;
    plan->law = is_rule ? NBB_LAW_RULE : plan->work->evolves ? NBB_LAW_PROGRAM : NBB_LAW_NONE;
}

void nbb_plan_set_builtins(nbb_plan *plan)
{
    for (nbb_builtin builtin = 0; builtin < NBB_BUILTIN_COUNT; ++builtin) {
        plan->lowering.builtins[builtin] = nbb_builtin_value(&plan->domain, builtin, 0);
    }
}

nbb_lanes_law nbb_plan_law(const nbb_request *request, nbb_plan *plan)
{
    nbb_lanes_law law = nbb_request_law(request);
    law.lowering = &plan->lowering;
    nbb_plan_set_builtins(plan);
    return law;
}

nbb_status nbb_plan_build_arguments(const nbb_plan *plan, nbb_arguments *arguments)
{
    NBB_TRY(nbb_arguments_build(plan->program, arguments));
    return nbb_arguments_add_lanes(arguments, plan->program, plan->lowering.word_count, plan->lowering.row_count);
}

nbb_status nbb_plan_fill_arguments(const nbb_plan *plan, const nbb_arguments *arguments, uint64_t seed, void *bytes,
                                   uint64_t *table)
{
    NBB_TRY(nbb_arguments_fill(arguments, plan->program, &plan->domain, seed, bytes, table));
    const nbb_argument *words = nbb_arguments_find(arguments, NBB_ARGUMENT_WORDS, 0);
    const nbb_argument *rows = nbb_arguments_find(arguments, NBB_ARGUMENT_ROWS, 0);
    unsigned char *at = bytes;
    if (plan->lowering.program != NULL) {
        NBB_TRY(nbb_bounds_check(plan->program, plan->lowering.bounds, plan->lowering.relies));
        nbb_lowering_fill(&plan->lowering, words != NULL ? (void *)(at + words->offset) : NULL,
                          rows != NULL ? (void *)(at + rows->offset) : NULL);
    }
    return NBB_OK;
}

nbb_status nbb_plan_check_arguments(nbb_plan *plan)
{
    nbb_arguments arguments;
    nbb_status status = nbb_plan_build_arguments(plan, &arguments);
    nbb_arguments_free(&arguments);
    if (status == NBB_ERROR_USAGE) {
        nbb_lowering_refuse(&plan->lowering);
    }
    return status;
}

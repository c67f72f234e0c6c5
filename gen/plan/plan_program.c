/* plan_program.c - the law of a plan, and the structure that its program's kernels take. */
#include "gen/plan/plan_program.h"

#include "gen/program/program_value.h"

void nbb_plan_choose_law(const nbb_request *request, nbb_plan *plan)
{
    bool is_rule = nbb_request_rule(request, &plan->asked.rule) && plan->asked.traits.word == NBB_WORD_PLANES;
    plan->asked.law = is_rule ? NBB_LAW_RULE : plan->asked.work->evolves ? NBB_LAW_PROGRAM : NBB_LAW_NONE;
}

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

nbb_status nbb_plan_fill_arguments(const nbb_plan *plan, const nbb_arguments *arguments, uint64_t seed, void *bytes,
                                   uint64_t *table)
{
    NBB_TRY(nbb_arguments_fill(arguments, plan->asked.program, &plan->asked.domain, seed, bytes, table));
    const nbb_argument *words = nbb_arguments_find(arguments, NBB_ARGUMENT_WORDS, 0);
    const nbb_argument *rows = nbb_arguments_find(arguments, NBB_ARGUMENT_ROWS, 0);
    unsigned char *at = bytes;
    if (plan->code.lowering.program != NULL) {
        NBB_TRY(nbb_bounds_check(plan->asked.program, plan->code.lowering.bounds, plan->code.lowering.relies));
        nbb_lowering_fill(&plan->code.lowering, words != NULL ? (void *)(at + words->offset) : NULL,
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
        nbb_lowering_refuse(&plan->code.lowering);
    }
    return status;
}

/* plan_program.c - fills the structure that a program's kernels take. */
#include "gen/plan/plan_program.h"

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

nbb_status nbb_plan_check_arguments(const nbb_plan *plan)
{
    nbb_arguments arguments;
    nbb_status status = nbb_plan_build_arguments(plan, &arguments);
    nbb_arguments_free(&arguments);
    return status;
}

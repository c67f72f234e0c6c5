/* run_program.c - what a run of a program does otherwise. */
#include "runtime/run/run_program.h"

#include "gen/plan/plan_program.h"
#include "runtime/run/run_kernels.h"

#include <stdlib.h>

nbb_status nbb_run_fill_arguments(nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    nbb_arguments rows;
    nbb_status status = nbb_plan_build_arguments(plan, &rows);
    if (status == NBB_OK && run->arguments == NULL) {
        run->arguments = malloc(rows.bytes);
        status = run->arguments != NULL ? NBB_OK : nbb_fail_memory(rows.bytes, "a program's arguments");
    }
    if (status == NBB_OK) {
        status = nbb_plan_fill_arguments(plan, &rows, run->request.seed, run->arguments);
    }
    nbb_arguments_free(&rows);
    return status;
}

nbb_status nbb_run_advance_program(nbb_run *run, nbb_entry entry)
{
    const nbb_plan *plan = run->request.plan;
    uint32_t step = (uint32_t)run->step, turn = 0, turns = (uint32_t)plan->program->colouring.q;
    void *arguments[] = { &run->state, &run->other, &step, &turn, run->arguments };
    for (; turn < turns; ++turn) {
        NBB_TRY(nbb_run_launch(run, entry, 0, arguments));
    }
    run->step += entry == NBB_ENTRY_STEP ? plan->steps_a_launch : 1;
    return NBB_OK;
}

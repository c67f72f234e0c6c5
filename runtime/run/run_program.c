/* run_program.c - starts a run of a program. */
#include "runtime/run/run_program.h"

#include "gen/plan/plan_program.h"
#include "runtime/run/run_kernels.h"

#include <stdlib.h>

static nbb_status fill_arguments(nbb_run *run)
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

nbb_status nbb_run_initialise_program(nbb_run *run)
{
    NBB_TRY(fill_arguments(run));
    void *arguments[] = { &run->state, run->arguments };
    return nbb_run_launch(run, NBB_ENTRY_INIT, 0, arguments);
}

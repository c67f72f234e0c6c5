/* run_program.c - starts a run of a program. */
#include "runtime/run/run_program.h"

#include "gen/plan/plan_program.h"
#include "runtime/run/run_kernels.h"

#include <stdlib.h>
#include <string.h>

/* Given fields lie at `given`, by number. */
static nbb_status fill_arguments(nbb_run *run, const nbb_address *given)
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
    for (int i = 0; status == NBB_OK && i < rows.count; ++i) {
        if (rows.rows[i].kind == NBB_ARGUMENT_GIVEN) {
            memcpy((char *)run->arguments + rows.rows[i].offset, &given[rows.rows[i].number], sizeof *given);
        }
    }
    nbb_arguments_free(&rows);
    return status;
}

static nbb_status upload_given(nbb_run *run, nbb_address *given)
{
    const nbb_given_fields *fields = run->request.given;
    nbb_device *device = run->request.device;
    for (int i = 0; i < run->request.plan->program->field_count && fields != NULL; ++i) {
        if (fields->at[i] != NULL) {
            uint64_t bytes = nbb_given_bytes(fields, i);
            NBB_TRY(device->operations->allocate(device, bytes, &given[i]));
            NBB_TRY(device->operations->upload(device, given[i], fields->at[i], bytes));
        }
    }
    return NBB_OK;
}

nbb_status nbb_run_initialise_program(nbb_run *run)
{
    nbb_device *device = run->request.device;
    nbb_address given[NBB_FIELDS_MAX] = { 0 };
    nbb_status status = upload_given(run, given);
    status = status == NBB_OK ? fill_arguments(run, given) : status;
    if (status == NBB_OK) {
        void *arguments[] = { &run->state, run->arguments };
        status = nbb_run_launch(run, NBB_ENTRY_INIT, 0, arguments);
    }
    if (status == NBB_OK && run->request.given != NULL) {
        status = device->operations->wait(device);    /* the kernel still reads them */
    }
    for (int i = 0; i < NBB_FIELDS_MAX; ++i) {
        device->operations->release(device, given[i]);
    }
    return status;
}

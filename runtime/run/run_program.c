/* run_program.c - starts a run of a program. */
#include "runtime/run/run_program.h"

#include "gen/plan/plan_program.h"
#include "runtime/run/run_kernels.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for the structure and its table, the first time. */
static nbb_status make_room(nbb_run *run, const nbb_arguments *rows, uint64_t *table)
{
    nbb_device *device = run->request.device;
    if (run->arguments == NULL) {
        run->arguments = malloc(rows->bytes);
    }
    if (run->arguments == NULL || table == NULL) {
        return nbb_fail_memory(rows->bytes + rows->table * sizeof *table, "a program's arguments");
    }
    return rows->table > 0 && run->thresholds == 0
               ? device->operations->allocate(device, rows->table * sizeof *table, &run->thresholds)
               : NBB_OK;
}

static nbb_status fill(nbb_run *run, const nbb_arguments *rows, uint64_t *table)
{
    nbb_device *device = run->request.device;
    const nbb_argument *address = nbb_arguments_find(rows, NBB_ARGUMENT_TABLE, 0);
    NBB_TRY(make_room(run, rows, table));
    NBB_TRY(nbb_plan_fill_arguments(run->request.plan, rows, run->request.seed, run->arguments, table));
    if (rows->table == 0) {
        return NBB_OK;
    }
    memcpy((unsigned char *)run->arguments + address->offset, &run->thresholds, sizeof run->thresholds);
    return device->operations->upload(device, run->thresholds, table, rows->table * sizeof *table);
}

static nbb_status fill_arguments(nbb_run *run)
{
    nbb_arguments rows;
    nbb_status status = nbb_plan_build_arguments(run->request.plan, &rows);
    if (status == NBB_OK) {
        uint64_t *table = calloc(rows.table + 1, sizeof *table);
        status = fill(run, &rows, table);
        free(table);
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

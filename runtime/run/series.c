/* series.c - observes a run: totals wait on the device, and become rows and averages when they are read. */
#include "runtime/run/series.h"

#include "runtime/run/observe.h"

#include <stdlib.h>
#include <string.h>

/* The columns in front of the observables. */
static int first_observable(const nbb_series *series)
{
    return series->request.parameter != NULL ? 2 : 1;
}

static nbb_status list_columns(const nbb_series_request *request, nbb_list *columns)
{
    if (request->parameter != NULL) {
        NBB_TRY(nbb_list_add(columns, request->parameter, strlen(request->parameter)));
    }
    NBB_TRY(nbb_list_add(columns, "step", 4));
    for (int i = 0; i < request->program->observable_count; ++i) {
        const char *name = request->program->observables[i].name;
        NBB_TRY(nbb_list_add(columns, name, strlen(name)));
    }
    return NBB_OK;
}

static nbb_status open_rows(nbb_series *series)
{
    nbb_list columns = { NULL, 0 };
    nbb_status status = list_columns(&series->request, &columns);
    if (status == NBB_OK) {
        const nbb_series_request *of = &series->request;
        status = of->first > 0 ? nbb_rows_resume(of->path, &columns, of->first, of->every, &series->rows)
                               : nbb_rows_open(of->path, &columns, &series->rows);
    }
    nbb_list_free(&columns);
    return status;
}

static nbb_status allocate(nbb_series *series)
{
    const nbb_program *program = series->request.program;
    size_t totals = (size_t)NBB_RUN_SLOTS * (size_t)(program->total_count + 1) * sizeof *series->totals;
    size_t row = (size_t)(2 + program->observable_count) * sizeof *series->row;
    series->totals = malloc(totals);
    series->row = calloc(1, row);
    if (series->totals == NULL || series->row == NULL) {
        return nbb_fail_memory(totals + row, "a series");
    }
    series->observables = series->row + first_observable(series);
    return NBB_OK;
}

nbb_status nbb_series_open(const nbb_series_request *request, nbb_series *series)
{
    *series = (nbb_series){ .request = *request, .rows = { .file = -1 } };
    nbb_status status = allocate(series);
    if (status == NBB_OK && request->average_from >= 0) {
        status = nbb_averages_open(request->program, &series->averages);
    }
    if (status == NBB_OK && request->path != NULL) {
        status = open_rows(series);
    }
    return status == NBB_OK ? NBB_OK : nbb_series_close(series, status);
}

void nbb_series_take(nbb_series *series, int64_t step, bool is_multiple)
{
    int64_t from = series->request.average_from;
    series->row[0] = series->parameter;
    series->row[first_observable(series) - 1] = nbb_number_of_integer(step);
    if (series->rows.file >= 0) {
        nbb_rows_add(&series->rows, series->row);
    }
    if (from >= 0 && step >= from && is_multiple) {
        nbb_averages_add(&series->averages, series->observables);
    }
}

nbb_status nbb_series_read(nbb_series *series, nbb_run *run)
{
    const nbb_program *program = series->request.program;
    const nbb_domain *domain = &run->request.plan->domain;
    int count = series->waiting;
    if (count == 0) {
        return NBB_OK;
    }
    series->waiting = 0;
    NBB_TRY(nbb_run_read_totals(run, count, series->totals));
    for (int i = 0; i < count; ++i) {
        nbb_observe(program, domain, series->steps[i], series->totals + i * program->total_count,
                    series->row + first_observable(series));
        nbb_series_take(series, series->steps[i], series->steps[i] % series->request.every == 0);
    }
    return series->rows.file >= 0 ? nbb_rows_flush(&series->rows) : NBB_OK;
}

nbb_status nbb_series_see(void *context, nbb_run *run, int64_t step)
{
    nbb_series *series = context;
    if (series->waiting == NBB_RUN_SLOTS) {
        NBB_TRY(nbb_series_read(series, run));
    }
    NBB_TRY(nbb_run_totals(run, series->waiting, step));
    series->steps[series->waiting++] = step;
    return NBB_OK;
}

nbb_status nbb_series_close(nbb_series *series, nbb_status status)
{
    status = nbb_rows_close(&series->rows, status);
    nbb_averages_free(&series->averages);
    free(series->totals);
    free(series->row);
    *series = (nbb_series){ .rows = { .file = -1 } };
    return status;
}

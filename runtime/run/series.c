/* series.c - observes a run: totals wait on the device, and become rows and averages when they are read. */
#include "runtime/run/series.h"

#include "runtime/run/every.h"

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
    NBB_LOCAL_LIST columns = { NULL, 0 };
    NBB_TRY(list_columns(&series->request, &columns));
    const nbb_series_request *of = &series->request;
    return of->first > 0 ? nbb_rows_resume(of->path, &columns, of->first, of->every, &series->rows)
                         : nbb_rows_open(of->path, &columns, &series->rows);
}

static nbb_status allocate(nbb_series *series)
{
    const nbb_program *program = series->request.program;
    NBB_TRY(NBB_MAKE(series->totals, NBB_RUN_SLOTS * (program->total_count + 1), "a series"));
    NBB_TRY(NBB_MAKE(series->row, 2 + program->observable_count, "a series"));
    series->observables = series->row + first_observable(series);
    return NBB_OK;
}

nbb_status nbb_series_open(const nbb_series_request *request, nbb_series *series)
{
    *series = (nbb_series){ .request = *request, .rows = { .file = -1 } };
    nbb_status status = allocate(series);
    bool averages = status == NBB_OK && request->average_from >= 0;
    status = averages ? nbb_averages_open(request->program, request->domain, &series->averages) : status;
    status = status == NBB_OK && request->path != NULL ? open_rows(series) : status;
    return status == NBB_OK ? NBB_OK : nbb_series_close(series, status);
}

/* Adds the observables after a step, which are in series->row. */
static void take_row(nbb_series *series, int64_t step, bool is_multiple)
{
    int64_t from = series->request.average_from;
    series->row[0] = series->parameter;
    series->row[first_observable(series) - 1] = nbb_number_of_integer(step);
    if (series->rows.file >= 0) {
        nbb_rows_add(&series->rows, series->row);
    }
    if (series->request.samples != NULL) {
        nbb_recorded_add(&series->recorded, series->request.program, step, series->observables);
    }
    if (from >= 0 && step >= from && is_multiple) {
        nbb_averages_add(&series->averages, step, series->observables);
    }
}

nbb_status nbb_series_read(nbb_series *series, nbb_run *run)
{
    const nbb_program *program = series->request.program;
    int count = series->waiting;
    if (count == 0) {
        return NBB_OK;
    }
    series->waiting = 0;
    NBB_TRY(nbb_run_read_totals(run, count, series->totals));
    for (int i = 0; i < count; ++i) {
        nbb_observe(program, series->request.domain, series->steps[i], series->totals + i * program->total_count,
                    series->row + first_observable(series));
        take_row(series, series->steps[i], nbb_every_has(series->request.every, series->steps[i]));
    }
    return series->rows.file >= 0 ? nbb_rows_flush(&series->rows) : NBB_OK;
}

/* A program that may stop is waited for at each look. */
static nbb_status see_stop(nbb_series *series, nbb_run *run, int64_t step)
{
    const nbb_program *program = series->request.program;
    NBB_TRY(nbb_series_read(series, run));
    run->is_over = nbb_observed_value(program, series->request.domain, step, series->observables, program->stop_value)
                       .integer
                   != 0;
    return NBB_OK;
}

nbb_status nbb_series_see(void *context, nbb_run *run, int64_t step)
{
    nbb_series *series = context;
    if (series->waiting == NBB_RUN_SLOTS) {
        NBB_TRY(nbb_series_read(series, run));
    }
    NBB_TRY(nbb_run_totals(run, series->waiting, step));
    series->steps[series->waiting++] = step;
    return series->request.program->stop_value != NULL ? see_stop(series, run, step) : NBB_OK;
}

nbb_status nbb_series_close(nbb_series *series, nbb_status status)
{
    const nbb_series_request *of = &series->request;
    status = nbb_rows_close(&series->rows, status);
    if (status == NBB_OK && of->samples != NULL) {
        status = nbb_recorded_write(&series->recorded, of->program, of->provenance, of->samples);
    }
    nbb_text_free(&series->recorded.rows);
    nbb_averages_free(&series->averages);
    free(series->totals);
    free(series->row);
    *series = (nbb_series){ .rows = { .file = -1 } };
    return status;
}

static nbb_status add_column(nbb_list *columns, const char *name, const char *part)
{
    NBB_LOCAL_TEXT text = nbb_text_of("%s%s", name, part);
    NBB_TRY(nbb_text_status(&text, "a column's name"));
    return nbb_list_add(columns, text.data, text.length);
}

static nbb_status list_scan_columns(const nbb_series *series, const char *parameter, nbb_list *columns)
{
    static const char *const parts[NBB_SCAN_PARTS] = { ".mean", ".variance", ".error", ".tau", ".settled" };
    const nbb_program *program = series->request.program;
    NBB_TRY(add_column(columns, parameter, ""));
    for (int i = 0; i < program->observable_count; ++i) {
        NBB_TRY(add_column(columns, program->observables[i].name, ""));
    }
    int count = nbb_averages_count(&series->averages);
    if (count > 0) {
        NBB_TRY(add_column(columns, "samples", ""));
    }
    for (int i = 0; i < count * NBB_SCAN_PARTS; ++i) {
        NBB_TRY(add_column(columns, program->averages[i / NBB_SCAN_PARTS].name, parts[i % NBB_SCAN_PARTS]));
    }
    return NBB_OK;
}

nbb_status nbb_scan_open(const nbb_series *series, const char *parameter, int64_t most, nbb_scan *scan)
{
    *scan = (nbb_scan){ .observables = series->request.program->observable_count,
                        .averages = nbb_averages_count(&series->averages),
                        .most = most };
    NBB_TRY_OR(list_scan_columns(series, parameter, &scan->columns), nbb_scan_free(scan));
    NBB_TRY_OR(NBB_MAKE(scan->numbers, (size_t)most * scan->columns.count, "rows of a sweep"), nbb_scan_free(scan));
    return NBB_OK;
}

static void add_average(nbb_blocked found, nbb_number *into)
{
    into[NBB_SCAN_MEAN] = nbb_number_of_real(found.mean);
    into[NBB_SCAN_VARIANCE] = nbb_number_of_real(found.variance);
    into[NBB_SCAN_ERROR] = nbb_number_of_real(found.error);
    into[NBB_SCAN_TAU] = nbb_number_of_real(found.tau);
    into[NBB_SCAN_SETTLED] = nbb_number_of_integer(found.settled);
}

void nbb_scan_add(nbb_scan *scan, const nbb_series *series, double value)
{
    nbb_number *row = scan->numbers + (size_t)scan->count++ * scan->columns.count;
    row[0] = nbb_number_of_real(value);
    memcpy(row + 1, series->observables, (size_t)scan->observables * sizeof *row);
    if (scan->averages > 0) {
        row[1 + scan->observables] = nbb_number_of_integer(series->averages.means[0].levels[0].count);
    }
    for (int i = 0; i < scan->averages; ++i) {
        add_average(nbb_averages_result(&series->averages, i), row + nbb_scan_column(scan, i, 0));
    }
}

const nbb_number *nbb_scan_row(const nbb_scan *scan, int64_t row)
{
    return scan->numbers + (size_t)row * scan->columns.count;
}

int nbb_scan_column(const nbb_scan *scan, int i, int part)
{
    return 2 + scan->observables + i * NBB_SCAN_PARTS + part;
}

void nbb_scan_free(nbb_scan *scan)
{
    nbb_list_free(&scan->columns);
    free(scan->numbers);
    *scan = (nbb_scan){ .numbers = NULL };
}

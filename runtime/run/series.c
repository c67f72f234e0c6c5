/* series.c - observes a run: totals wait on the device, and become rows and averages when they are read. */
#include "runtime/run/observed.h"

/* The columns in front of the observables. */
static int first_observable(const nbb_series *series)
{
    return (int)series->request.leads->count + 1;
}

static nbb_status open_rows(nbb_series *series)
{
    const nbb_series_request *of = &series->request;
    if (of->kept->file >= 0) {
        series->rows = *of->kept;
        return NBB_OK;
    }
    NBB_LOCAL_LIST columns = { NULL, 0 };
    NBB_TRY(NBB_EACH(i, of->leads->count, nbb_list_add(&columns, of->leads->items[i], SIZE_MAX)));
    NBB_TRY(nbb_list_add(&columns, "step", SIZE_MAX));
    NBB_TRY(NBB_EACH(i, of->program->observable_count,
                     nbb_list_add(&columns, of->program->observables[i].name, SIZE_MAX)));
    return nbb_rows_open(of->path, &columns, of->provenance, of->rows_before, of->first, of->every, &series->rows);
}

void nbb_series_choose(nbb_series *series, int64_t copy)
{
    series->copy = copy;
    series->averages = &series->copies[copy].averages;
    series->row = series->copies[copy].row;
    series->observables = series->row + first_observable(series);
}

static nbb_status allocate(nbb_series *series)
{
    const nbb_program *program = series->request.program;
    size_t copies = series->request.copies > 0 ? (size_t)series->request.copies : 1;
    size_t width = (size_t)(first_observable(series) + program->observable_count);
    size_t totals = copies * NBB_RUN_SLOTS * (size_t)(program->total_count + 1);
    nbb_number *rows;
    NBB_TRY(NBB_ARRAYS(&series->arena, NBB_ARRAY(series->totals, totals), NBB_ARRAY(series->copies, copies),
                       NBB_ARRAY(rows, copies * width)));
    for (size_t copy = 0; copy < copies; ++copy) {
        series->copies[copy].row = rows + copy * width;
        NBB_TRY_IF(
            series->request.average_from >= 0,
            nbb_averages_open(&series->arena, program, series->request.domain, &series->copies[copy].averages));
    }
    nbb_series_choose(series, 0);
    return NBB_OK;
}

nbb_status nbb_series_open(const nbb_series_request *request, nbb_series *series)
{
    *series = (nbb_series){
        .request = *request, .arena = { .purpose = "a series" }, .rows = { .file = -1 }, .counted = -1
    };
    NBB_TRY_OR(allocate(series), nbb_series_close(series));
    NBB_TRY_OR(request->path != NULL ? open_rows(series) : NBB_OK, nbb_series_close(series));
    return NBB_OK;
}

void nbb_series_record(nbb_series *series, int64_t step)
{
    series->row[first_observable(series) - 1] = nbb_number_of_integer(step);
    if (series->request.recorded != NULL) {
        nbb_recorded_add(series->request.recorded, series->first_copy + series->copy, series->row);
    }
}

/* Takes up so many looks of those that were read. */
static nbb_status take_up(nbb_series *series, nbb_run *run, int looks)
{
    const nbb_program *program = series->request.program;
    int64_t from = series->request.average_from;
    NBB_DONE_IF(series->taken == series->read);
    for (; looks > 0 && series->taken < series->read; --looks, ++series->taken) {
        const nbb_value_of *totals = series->totals + series->taken * run->copies * program->total_count;
        int64_t step = series->steps_read[series->taken];
        for (int64_t copy = 0; copy < run->copies; ++copy, totals += program->total_count) {
            if (!nbb_run_copy_is_over(run, copy)) {
                nbb_series_choose(series, copy);
                nbb_run_choose_copy(run, copy);
                nbb_observe(program, series->request.domain, step, totals, series->observables);
                nbb_series_record(series, step);
                if (series->rows.file >= 0) {
                    nbb_rows_add(&series->rows, series->row);
                }
                if (from >= 0 && step >= from && nbb_every_has(series->request.every, step)) {
                    nbb_averages_add(series->averages, step, series->observables);
                }
            }
        }
    }
    return series->rows.file >= 0 && series->taken == series->read ? nbb_rows_flush(&series->rows) : NBB_OK;
}

/* Reads the looks that wait on the device, once those that were read before are taken up. */
static nbb_status read_waiting(nbb_series *series, nbb_run *run)
{
    int count = series->waiting;
    NBB_TRY(take_up(series, run, NBB_RUN_SLOTS));
    NBB_DONE_IF(count == 0);
    series->waiting = run->looks.next = 0;
    series->counted = -1;
    NBB_TRY(nbb_run_read_totals(run, count, series->totals));
    memcpy(series->steps_read, series->steps, (size_t)count * sizeof *series->steps);
    series->taken = 0;
    series->read = count;
    return NBB_OK;
}

nbb_status nbb_series_read(nbb_series *series, nbb_run *run)
{
    NBB_TRY(read_waiting(series, run));
    return take_up(series, run, NBB_RUN_SLOTS);
}

/* A program that may stop is waited for at each look. */
static nbb_status see_stop(nbb_series *series, nbb_run *run, int64_t step)
{
    const nbb_program *program = series->request.program;
    NBB_TRY(nbb_series_read(series, run));
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        nbb_series_choose(series, copy);
        nbb_run_choose_copy(run, copy);
        nbb_value_of stops = nbb_observed_value(program, series->request.domain, step, series->observables,
                                                program->stop_value);
        NBB_TRY_IF(stops.integer != 0 && !nbb_run_copy_is_over(run, copy), nbb_run_end_copy(run, copy));
    }
    return NBB_OK;
}

nbb_status nbb_series_observe(nbb_series *series, nbb_run *run, int64_t copy)
{
    const nbb_program *program = series->request.program;
    NBB_TRY(nbb_series_read(series, run)); /* totals come after those that wait */
    NBB_TRY(nbb_run_totals(run, 0, run->step));
    NBB_TRY(nbb_run_keep_places(run, 0, run->step));
    NBB_TRY(nbb_run_read_totals(run, 1, series->totals));
    nbb_series_choose(series, copy);
    nbb_run_choose_copy(run, copy);
    nbb_observe(program, series->request.domain, run->step, series->totals + copy * program->total_count,
                series->observables);
    return NBB_OK;
}

nbb_status nbb_series_count(nbb_series *series, nbb_run *run, int64_t step)
{
    NBB_TRY_IF(series->counted != step, nbb_run_looked(run, series->waiting, step));
    series->counted = step;
    return NBB_OK;
}

nbb_status nbb_series_see(void *context, nbb_run *run, int64_t step)
{
    nbb_series *series = context;
    NBB_TRY(nbb_series_count(series, run, step));
    NBB_TRY(nbb_run_keep_places(run, series->waiting, step));
    series->counted = -1;
    series->steps[series->waiting++] = step;
    run->looks.next = series->waiting;
    NBB_RETURN_IF(series->request.program->stop_value != NULL, see_stop(series, run, step));
    NBB_TRY(take_up(series, run, 1)); /* while the device does what was started */
    return series->waiting == nbb_run_slots(run) ? read_waiting(series, run) : NBB_OK;
}

void nbb_series_close(nbb_series *series)
{
    *series->request.kept = series->rows;
    nbb_arena_free(&series->arena);
    *series = (nbb_series){ .rows = { .file = -1 } };
}

static nbb_status add_column(nbb_list *columns, const char *name, const char *part)
{
    NBB_LOCAL_TEXT_OF(text, "a column's name", "%s%s", name, part);
    return nbb_list_add(columns, text.data, text.length);
}

static nbb_status list_scan_columns(const nbb_series *series, nbb_scan *scan)
{
    static const char *const parts[NBB_SCAN_PARTS] = { ".mean", ".variance", ".error", ".tau", ".settled" };
    const nbb_program *program = series->request.program;
    nbb_list *columns = &scan->columns;
    NBB_TRY(NBB_EACH(i, scan->values, add_column(columns, series->request.leads->items[i], "")));
    NBB_TRY_IF(scan->seeds > 1, add_column(columns, "seeds", ""));
    NBB_TRY(NBB_EACH(i, scan->observables, add_column(columns, program->observables[i].name, "")));
    NBB_TRY(NBB_EACH(i, scan->seeds > 1 && scan->averages == 0 ? scan->observables : 0,
                     add_column(columns, program->observables[i].name, ".error")));
    NBB_TRY_IF(scan->averages > 0, add_column(columns, "samples", ""));
    return NBB_EACH(i, scan->averages * NBB_SCAN_PARTS,
                    add_column(columns, program->averages[i / NBB_SCAN_PARTS].name, parts[i % NBB_SCAN_PARTS]));
}

nbb_status nbb_scan_open(const nbb_series *series, int values, int64_t seeds, int64_t most, nbb_scan *scan)
{
    *scan = (nbb_scan){ .arena = { .purpose = "rows of a sweep" },
                        .values = values,
                        .seeds = seeds,
                        .observables = series->request.program->observable_count,
                        .averages = nbb_averages_count(series->averages) };
    NBB_TRY(list_scan_columns(series, scan));
    size_t columns = scan->columns.count;
    return NBB_ARRAYS(&scan->arena, NBB_ARRAY(scan->numbers, (size_t)most * columns),
                      NBB_ARRAY(scan->copies, (size_t)seeds * columns),
                      NBB_ARRAY(scan->means, seeds * (series->request.program->mean_count + 1)));
}

/* A column over all seeds: its mean, and where `error` is not NULL the mean's error. */
static nbb_number mean_of(const nbb_scan *scan, int column, nbb_number *error)
{
    nbb_blocking members = { 0 };
    for (int64_t seed = 0; seed < scan->seeds; ++seed) {
        nbb_blocking_add(&members, nbb_number_real(scan->copies[seed * (int64_t)scan->columns.count + column]));
    }
    nbb_blocked found = nbb_blocking_result(&members);
    if (error != NULL) {
        *error = nbb_number_of_real(sqrt(found.variance / (double)found.samples)); /* seeds do not depend on others */
    }
    return nbb_number_of_real(found.mean);
}

static void join_seeds(nbb_scan *scan, const nbb_series *series, nbb_number *row)
{
    row[scan->values] = nbb_number_of_integer(scan->seeds);
    for (int i = 0; i < scan->observables; ++i) {
        int column = nbb_scan_observable(scan, i);
        row[column] = mean_of(scan, column, scan->averages == 0 ? &row[column + scan->observables] : NULL);
    }
    for (int64_t seed = 1; scan->averages > 0 && seed < scan->seeds; ++seed) {
        int samples = nbb_scan_column(scan, 0, 0) - 1;
        row[samples].of.integer += scan->copies[seed * (int64_t)scan->columns.count + samples].of.integer;
    }
    for (int i = 0; i < scan->averages; ++i) {
        nbb_number *average = row + nbb_scan_column(scan, i, 0);
        NBB_FILL(part, NBB_SCAN_PARTS, average[part], mean_of(scan, nbb_scan_column(scan, i, part), NULL));
        average[NBB_SCAN_MEAN] = mean_of(scan, nbb_scan_column(scan, i, NBB_SCAN_MEAN), &average[NBB_SCAN_ERROR]);
        average[NBB_SCAN_SETTLED] = nbb_number_of_integer(average[NBB_SCAN_SETTLED].of.real == 1);
        if (series->request.program->averages[i].mean < 0) {
            nbb_blocked found = nbb_averages_over_runs(series->averages, i, scan->means, scan->seeds);
            average[NBB_SCAN_MEAN] = nbb_number_of_real(found.mean);
            average[NBB_SCAN_ERROR] = nbb_number_of_real(found.error);
        }
    }
}

bool nbb_scan_add(nbb_scan *scan, const nbb_series *series)
{
    size_t columns = scan->columns.count;
    int64_t seed = scan->added++ % scan->seeds;
    nbb_number *copy = scan->copies + (size_t)seed * columns;
    memcpy(copy, series->row, (size_t)scan->values * sizeof *copy);
    memcpy(copy + nbb_scan_observable(scan, 0), series->observables, (size_t)scan->observables * sizeof *copy);
    if (scan->averages > 0) {
        copy[nbb_scan_column(scan, 0, 0) - 1] = nbb_number_of_integer(series->averages->means[0].levels[0].count);
    }
    for (int i = 0; i < scan->averages; ++i) {
        nbb_blocked found = nbb_averages_result(series->averages, i);
        const double reals[NBB_SCAN_SETTLED] = { found.mean, found.variance, found.error, found.tau };
        nbb_number *into = copy + nbb_scan_column(scan, i, 0);
        NBB_FILL(part, NBB_SCAN_SETTLED, into[part], nbb_number_of_real(reals[part]));
        into[NBB_SCAN_SETTLED] = nbb_number_of_integer(found.settled);
    }
    NBB_FILL(mean, scan->averages > 0 ? series->request.program->mean_count : 0,
             scan->means[mean * scan->seeds + seed], series->averages->means[mean].levels[0].mean);
    NBB_RETURN_IF(scan->added % scan->seeds != 0, false);
    nbb_number *row = scan->numbers + (size_t)scan->count++ * columns;
    memcpy(row, scan->copies, columns * sizeof *row);
    if (scan->seeds > 1) {
        join_seeds(scan, series, row);
    }
    return true;
}

const nbb_number *nbb_scan_row(const nbb_scan *scan, int64_t row)
{
    return scan->numbers + (size_t)row * scan->columns.count;
}

int nbb_scan_column(const nbb_scan *scan, int i, int part)
{
    return nbb_scan_observable(scan, scan->observables) + 1 + i * NBB_SCAN_PARTS + part;
}

int nbb_scan_observable(const nbb_scan *scan, int i)
{
    return scan->values + (scan->seeds > 1) + i;
}

void nbb_scan_free(nbb_scan *scan)
{
    nbb_list_free(&scan->columns);
    nbb_arena_free(&scan->arena);
    *scan = (nbb_scan){ .numbers = NULL };
}

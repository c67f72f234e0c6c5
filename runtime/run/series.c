/* series.c - observes a run: totals wait on the device, and become rows and averages when they are read. */
#include "runtime/run/series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct observation {
    const nbb_domain *domain;
    int64_t step;
    const nbb_value_of *totals;
} observation;

static nbb_value_of ask(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of argument,
                        int there)
{
    const observation *seen = evaluation->context;
    (void)argument, (void)there;
    if (expression->kind == NBB_EXPRESSION_TOTAL) {
        return seen->totals[expression->number];
    }
    nbb_builtin builtin = (nbb_builtin)expression->number; /* program_check lets none of a cell into an observable */
    return (nbb_value_of){ .integer = nbb_builtin_value(seen->domain, builtin, seen->step) };
}

void nbb_observe(const nbb_program *program, const nbb_domain *domain, int64_t step, const nbb_value_of *totals,
                 nbb_number *values)
{
    observation seen = { domain, step, totals };
    nbb_parameter parameters[NBB_PARAMETERS_MAX];
    const nbb_program at = nbb_program_at(program, step, parameters);
    nbb_evaluation evaluation = { .program = &at, .context = &seen, .ask = ask };
    for (int i = 0; i < program->observable_count; ++i) {
        const nbb_expression *value = program->observables[i].value;
        values[i] = (nbb_number){ nbb_is_real(value->type), nbb_value_evaluate(&evaluation, value, -1) };
    }
}

/* Fewer blocks do not tell whether their length is enough: the variance of so few is too uncertain. */
enum { BLOCKS_ENOUGH = 16 };

static void add_block(nbb_blocks *blocks, double value)
{
    double distance = value - blocks->mean;
    ++blocks->count;
    blocks->mean += distance / (double)blocks->count;
    blocks->squares += distance * (value - blocks->mean);
}

void nbb_blocking_add(nbb_blocking *blocking, double member)
{
    double value = member;
    for (int level = 0; level < NBB_BLOCKING_LEVELS; ++level) {
        nbb_blocks *blocks = &blocking->levels[level];
        add_block(blocks, value);
        if (!blocks->has_half) {
            blocks->half = value;
            blocks->has_half = true;
            return;
        }
        value = blocks->half + (value - blocks->half) / 2;
        blocks->has_half = false;
    }
}

/* The error of the mean, squared, that so many independent blocks would have. */
static double error_squared(const nbb_blocks *blocks)
{
    double count = (double)blocks->count;
    return blocks->squares / (count * (count - 1));
}

nbb_blocked nbb_blocking_result(const nbb_blocking *blocking)
{
    const nbb_blocks *members = &blocking->levels[0];
    double samples = (double)members->count;
    nbb_blocked found = { members->count, members->count > 0 ? members->mean : NAN, NAN, NAN, NAN, 1, false };
    if (members->count < 2) {
        return found;
    }
    double first = error_squared(members), largest = first;
    found.variance = members->squares / (samples - 1);
    for (int level = 0; level < NBB_BLOCKING_LEVELS && blocking->levels[level].count >= 2 && !found.settled;
         ++level) {
        double squared = error_squared(&blocking->levels[level]), ratio = first > 0 ? squared / first : 1;
        double length = ldexp(1, level);
        found.settled = blocking->levels[level].count >= BLOCKS_ENOUGH
                        && length * length * length > 2 * samples * ratio * ratio;
        if (found.settled || squared >= largest) {
            largest = squared;
            found.block = INT64_C(1) << level;
        }
    }
    found.error = sqrt(largest);
    found.tau = first > 0 ? largest / first / 2 : 0.5;
    return found;
}

nbb_status nbb_averages_open(const nbb_program *program, nbb_averages *averages)
{
    size_t most = (size_t)(program->observable_count + program->average_count);
    *averages = (nbb_averages){ NULL, 0 };
    NBB_TRY(NBB_MAKE(averages->of, most, "averages"));
    for (int i = 0; i < program->observable_count; ++i) {
        averages->of[averages->count++] = (nbb_average){ .name = program->observables[i].name,
                                                         .observable = i,
                                                         .power = 1 };
    }
    for (int i = 0; i < program->average_count; ++i) {
        const nbb_averaged *asked = &program->averages[i];
        if (asked->is_absolute || asked->power > 1) { /* plain ones are there already */
            averages->of[averages->count++] = (nbb_average){ .name = asked->text,
                                                             .observable = asked->observable,
                                                             .is_absolute = asked->is_absolute,
                                                             .power = asked->power };
        }
    }
    return NBB_OK;
}

void nbb_averages_add(nbb_averages *averages, const nbb_number *observables)
{
    for (int i = 0; i < averages->count; ++i) {
        nbb_average *average = &averages->of[i];
        double value = nbb_number_real(observables[average->observable]), product = 1;
        for (int j = 0; j < average->power; ++j) {
            product *= value;
        }
        nbb_blocking_add(&average->blocking, average->is_absolute ? fabs(value) : product);
    }
}

void nbb_averages_clear(nbb_averages *averages)
{
    for (int i = 0; i < averages->count; ++i) {
        averages->of[i].blocking = (nbb_blocking){ 0 };
    }
}

void nbb_averages_free(nbb_averages *averages)
{
    free(averages->of);
    *averages = (nbb_averages){ NULL, 0 };
}

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
    status = averages ? nbb_averages_open(request->program, &series->averages) : status;
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
    if (from >= 0 && step >= from && is_multiple) {
        nbb_averages_add(&series->averages, series->observables);
    }
}

nbb_status nbb_series_read(nbb_series *series, nbb_run *run)
{
    const nbb_program *program = series->request.program;
    const nbb_domain *domain = &run->request.plan->asked.domain;
    int count = series->waiting;
    if (count == 0) {
        return NBB_OK;
    }
    series->waiting = 0;
    NBB_TRY(nbb_run_read_totals(run, count, series->totals));
    for (int i = 0; i < count; ++i) {
        nbb_observe(program, domain, series->steps[i], series->totals + i * program->total_count,
                    series->row + first_observable(series));
        take_row(series, series->steps[i], series->steps[i] % series->request.every == 0);
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
    const nbb_averages *averages = &series->averages;
    NBB_TRY(add_column(columns, parameter, ""));
    for (int i = 0; i < program->observable_count; ++i) {
        NBB_TRY(add_column(columns, program->observables[i].name, ""));
    }
    if (averages->count > 0) {
        NBB_TRY(add_column(columns, "samples", ""));
    }
    for (int i = 0; i < averages->count * NBB_SCAN_PARTS; ++i) {
        NBB_TRY(add_column(columns, averages->of[i / NBB_SCAN_PARTS].name, parts[i % NBB_SCAN_PARTS]));
    }
    return NBB_OK;
}

nbb_status nbb_scan_open(const nbb_series *series, const char *parameter, int64_t most, nbb_scan *scan)
{
    *scan = (nbb_scan){ .observables = series->request.program->observable_count,
                        .averages = series->averages.count,
                        .most = most };
    NBB_TRY_OR(list_scan_columns(series, parameter, &scan->columns), nbb_scan_free(scan));
    NBB_TRY_OR(NBB_MAKE(scan->numbers, (size_t)most * scan->columns.count, "rows of a sweep"), nbb_scan_free(scan));
    return NBB_OK;
}

static void add_average(const nbb_average *average, nbb_number *into)
{
    nbb_blocked found = nbb_blocking_result(&average->blocking);
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
        row[1 + scan->observables] = nbb_number_of_integer(series->averages.of[0].blocking.levels[0].count);
    }
    for (int i = 0; i < scan->averages; ++i) {
        add_average(&series->averages.of[i], row + nbb_scan_column(scan, i, 0));
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

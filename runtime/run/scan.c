/* scan.c - rows of runs with several values of a parameter. */
#include "runtime/run/scan.h"

#include <stdlib.h>
#include <string.h>

static nbb_status add_column(nbb_list *columns, const char *name, const char *part)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_text_add(&text, "%s%s", name, part);
    nbb_status status = nbb_text_status(&text, "a column's name");
    status = status == NBB_OK ? nbb_list_add(columns, text.data, text.length) : status;
    nbb_text_free(&text);
    return status;
}

static nbb_status list_columns(const nbb_series *series, const char *parameter, nbb_list *columns)
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
    nbb_status status = list_columns(series, parameter, &scan->columns);
    if (status == NBB_OK) {
        scan->numbers = calloc((size_t)most * scan->columns.count, sizeof *scan->numbers);
        status = scan->numbers != NULL
                     ? NBB_OK
                     : nbb_fail_memory((size_t)most * scan->columns.count * sizeof *scan->numbers, "rows of a sweep");
    }
    if (status != NBB_OK) {
        nbb_scan_free(scan);
    }
    return status;
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

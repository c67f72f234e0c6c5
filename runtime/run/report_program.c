/* report_program.c - programs in reports. */
#include "runtime/run/report_program.h"

#include "gen/base/json.h"

#include <inttypes.h>
#include <math.h>

/* "[[-1, 0], [1, 0]]" of a list without a name. */
static json_t *neighbours_of(const nbb_neighbours *list)
{
    if (list->name != NULL) {
        return nbb_json_text(list->name);
    }
    json_t *offsets = json_array();
    for (int i = 0; i < list->count; ++i) {
        json_t *offset = json_array();
        for (int axis = 0; axis < list->axes; ++axis) {
            nbb_json_add(offset, json_integer((json_int_t)list->offsets[i].at[axis]));
        }
        nbb_json_add(offsets, offset);
    }
    return offsets;
}

void nbb_report_add_program(json_t *object, const nbb_program *program)
{
    json_t *parameters = json_object();
    for (int i = 0; i < program->parameter_count; ++i) {
        nbb_json_set(parameters, program->parameters[i].name, nbb_json_real(program->parameters[i].value));
    }
    nbb_json_set(object, "program", nbb_json_text(program->name));
    nbb_json_set(object, "param", parameters);
    nbb_json_set(object, "neighbours", neighbours_of(&program->neighbours));
    nbb_json_set(object, "inexact", json_boolean(program->inexact));
}

static json_t *number_of(nbb_number number)
{
    return number.is_real ? nbb_json_real(number.of.real) : json_integer((json_int_t)number.of.integer);
}

static json_t *observe(const nbb_series *series)
{
    const nbb_program *program = series->request.program;
    json_t *values = json_object();
    for (int i = 0; i < program->observable_count; ++i) {
        nbb_json_set(values, program->observables[i].name, number_of(series->observables[i]));
    }
    return values;
}

static json_t *averages(const nbb_series *series)
{
    json_t *values = json_object();
    for (int i = 0; i < series->averages.count; ++i) {
        nbb_blocked found = nbb_blocking_result(&series->averages.of[i].blocking);
        json_t *value = json_object();
        nbb_json_set(value, "samples", json_integer((json_int_t)found.samples));
        nbb_json_set(value, "mean", nbb_json_real(found.mean));
        nbb_json_set(value, "variance", nbb_json_real(found.variance));
        nbb_json_set(value, "error", nbb_json_real(found.error));
        nbb_json_set(value, "tau", nbb_json_real(found.tau));
        nbb_json_set(value, "settled", json_boolean(found.settled));
        nbb_json_set(values, series->averages.of[i].name, value);
    }
    return values;
}

void nbb_report_add_observables(json_t *object, const nbb_series *series)
{
    nbb_json_set(object, "observe", observe(series));
    if (series->averages.count > 0) {
        nbb_json_set(object, "averages", averages(series));
    }
}

void nbb_report_add_scan(json_t *object, const nbb_scan *scan)
{
    json_t *rows = json_array();
    for (int64_t i = 0; i < scan->count; ++i) {
        const nbb_number *numbers = nbb_scan_row(scan, i);
        json_t *row = json_object();
        for (size_t column = 0; column < scan->columns.count; ++column) {
            nbb_json_set(row, scan->columns.items[column], number_of(numbers[column]));
        }
        nbb_json_add(rows, row);
    }
    nbb_json_set(object, "sweep", rows);
}

void nbb_report_print_program(const nbb_report *report)
{
    const nbb_program *program = report->run->request.plan->program;
    printf(" %s", program->name);
    for (int i = 0; i < program->parameter_count; ++i) {
        printf("%s%s = %g", i == 0 ? " with " : ", ", program->parameters[i].name, program->parameters[i].value);
    }
    if (program->neighbours.name != NULL) {
        printf("; neighbours %s", program->neighbours.name);
    } else {
        printf("; %d neighbours", program->neighbours.count);
    }
    printf("%s", program->inexact ? "; rounded as the device rounds" : "");
}

/* Without the sign of a NaN, which is the machine's. */
static double real_of(double number)
{
    return isnan(number) ? (double)NAN : number;
}

static void print_average(const nbb_average *average)
{
    nbb_blocked found = nbb_blocking_result(&average->blocking);
    printf("average     %s = %.10g +- %.2g, variance %.6g, of %" PRId64 " sample%s%s\n", average->name,
           real_of(found.mean), real_of(found.error), real_of(found.variance), found.samples,
           found.samples == 1 ? "" : "s", found.settled ? "" : "; too few for their error to settle");
}

void nbb_report_print_observables(const nbb_series *series)
{
    const nbb_program *program = series->request.program;
    for (int i = 0; i < program->observable_count; ++i) {
        nbb_text value = NBB_TEXT_EMPTY;
        nbb_number_print(series->observables[i], false, &value);
        printf("%s%s = %s%s", i == 0 ? "observed    " : ", ", program->observables[i].name, nbb_text_string(&value),
               i + 1 == program->observable_count ? "\n" : "");
        nbb_text_free(&value);
    }
    for (int i = 0; i < series->averages.count; ++i) {
        print_average(&series->averages.of[i]);
    }
}

/* report_program.c - programs in reports. */
#include "runtime/run/report.h"

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

json_t *nbb_report_parameters(const nbb_program *program)
{
    json_t *values = json_object();
    for (int i = 0; i < program->parameter_count; ++i) {
        nbb_json_set(values, program->parameters[i].name, nbb_json_real(program->parameters[i].value));
    }
    return values;
}

void nbb_report_add_program(json_t *object, const nbb_program *program)
{
    nbb_json_set(object, "program", nbb_json_text(program->name));
    nbb_json_set(object, "param", nbb_report_parameters(program));
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

json_t *nbb_report_describe_row(const nbb_scan *scan, int64_t i)
{
    const nbb_number *numbers = nbb_scan_row(scan, i);
    json_t *row = json_object();
    for (size_t column = 0; column < scan->columns.count; ++column) {
        nbb_json_set(row, scan->columns.items[column], number_of(numbers[column]));
    }
    return row;
}

void nbb_report_add_scan(json_t *object, const nbb_scan *scan)
{
    json_t *rows = json_array();
    for (int64_t i = 0; i < scan->count; ++i) {
        nbb_json_add(rows, nbb_report_describe_row(scan, i));
    }
    nbb_json_set(object, "sweep", rows);
}

void nbb_report_print_program(const nbb_report *report, nbb_text *text)
{
    const nbb_program *program = report->run->request.plan->program;
    nbb_text_add(text, " %s", program->name);
    for (int i = 0; i < program->parameter_count; ++i) {
        nbb_text_add(text, "%s%s = %g", i == 0 ? " with " : ", ", program->parameters[i].name,
                     program->parameters[i].value);
    }
    if (program->neighbours.name != NULL) {
        nbb_text_add(text, "; neighbours %s", program->neighbours.name);
    } else {
        nbb_text_add(text, "; %d neighbours", program->neighbours.count);
    }
    nbb_text_add(text, "%s", program->inexact ? "; rounded as the device rounds" : "");
}

/* Without the sign of a NaN, which is the machine's. */
static double real_of(double number)
{
    return isnan(number) ? (double)NAN : number;
}

static void print_average(const nbb_average *average, nbb_text *text)
{
    nbb_blocked found = nbb_blocking_result(&average->blocking);
    nbb_text_add(text, "average     %s = %.10g +- %.2g, variance %.6g, of %" PRId64 " sample%s%s\n", average->name,
           real_of(found.mean), real_of(found.error), real_of(found.variance), found.samples,
           found.samples == 1 ? "" : "s", found.settled ? "" : "; too few for their error to settle");
}

void nbb_report_print_observables(const nbb_series *series, nbb_text *text)
{
    const nbb_program *program = series->request.program;
    for (int i = 0; i < program->observable_count; ++i) {
        nbb_text_add(text, "%s%s = ", i == 0 ? "observed    " : ", ", program->observables[i].name);
        nbb_number_print(series->observables[i], false, text);
        nbb_text_add(text, "%s", i + 1 == program->observable_count ? "\n" : "");
    }
    for (int i = 0; i < series->averages.count; ++i) {
        print_average(&series->averages.of[i], text);
    }
}

void nbb_report_print_row(const nbb_scan *scan, int64_t i, const nbb_series *series, nbb_text *text)
{
    nbb_text_add(text, "%s = %g\n", scan->columns.items[0], nbb_scan_row(scan, i)[0].of.real);
    nbb_report_print_observables(series, text);
}

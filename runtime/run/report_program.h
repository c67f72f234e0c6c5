/* report_program.h - what a report says of a program: its parameters, neighbours, observables and averages. */
#ifndef NBB_REPORT_PROGRAM_H
#define NBB_REPORT_PROGRAM_H

#include "runtime/run/report.h"

#include <jansson.h>

/* Appends ": ising, T = 1.5, J = 1; neighbours vonneumann", without a newline. */
void nbb_report_print_program(const nbb_report *report, nbb_text *text);

/* Appends a line for every observable, with its average if it has one. */
void nbb_report_print_observables(const nbb_series *series, nbb_text *text);

/* {"T": 1.5}: the program's parameters. */
json_t *nbb_report_parameters(const nbb_program *program);

/* Adds program, param, neighbours and whether its results are exact. */
void nbb_report_add_program(json_t *object, const nbb_program *program);

/* Adds observe, {"m": -252, "e": -4916.0}, and if there are some averages, {"m": {"samples": ..., "mean": ...,
   "variance": ..., "error": ..., "tau": ..., "settled": ...}, ...}; null for what is no finite number. */
void nbb_report_add_observables(json_t *object, const nbb_series *series);

/* Appends a row of a sweep, and what its series observed. */
void nbb_report_print_row(const nbb_scan *scan, int64_t i, const nbb_series *series, nbb_text *text);

/* A row of a sweep as an object, by its columns' names; and sweep added: all of them. */
json_t *nbb_report_describe_row(const nbb_scan *scan, int64_t i);
void nbb_report_add_scan(json_t *object, const nbb_scan *scan);

#endif

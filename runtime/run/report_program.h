/* report_program.h - what a report says of a program: its parameters, neighbours, observables and averages. */
#ifndef NBB_REPORT_PROGRAM_H
#define NBB_REPORT_PROGRAM_H

#include "runtime/run/report.h"

#include <jansson.h>

/* Prints ": ising, T = 1.5, J = 1; neighbours vonneumann", without a newline. */
void nbb_report_print_program(const nbb_report *report);

/* Prints a line for every observable, with its average if it has one. */
void nbb_report_print_observables(const nbb_report *report);

/* Adds program, param, neighbours and whether its results are exact. */
void nbb_report_add_program(json_t *object, const nbb_program *program);

/* Adds observe, and averages if there are some. */
void nbb_report_add_observables(json_t *object, const nbb_report *report);

/* {"m": -252, "e": -4916.0}, and {"m": {"samples": ..., "mean": ..., "variance": ..., "error": ..., "tau": ...}} of
   those that were averaged; null for what is no finite number. */
json_t *nbb_report_observe(const nbb_series *series);
json_t *nbb_report_averages(const nbb_series *series);

#endif

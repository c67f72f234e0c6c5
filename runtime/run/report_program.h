/* report_program.h - what a report says of a program: its parameters, neighbours, observables and averages. */
#ifndef NBB_REPORT_PROGRAM_H
#define NBB_REPORT_PROGRAM_H

#include "runtime/run/report.h"

#include <jansson.h>

/* Prints ": ising, T = 1.5, J = 1; neighbours vonneumann", without a newline. */
void nbb_report_print_program(const nbb_report *report);

/* Prints a line for every observable, with its average if it has one. */
void nbb_report_print_observables(const nbb_series *series);

/* Adds program, param, neighbours and whether its results are exact. */
void nbb_report_add_program(json_t *object, const nbb_program *program);

/* Adds observe, {"m": -252, "e": -4916.0}, and if there are some averages, {"m": {"samples": ..., "mean": ...,
   "variance": ..., "error": ..., "tau": ..., "settled": ...}, ...}; null for what is no finite number. */
void nbb_report_add_observables(json_t *object, const nbb_series *series);

/* Adds sweep: an object for each row, by its columns' names. */
void nbb_report_add_scan(json_t *object, const nbb_scan *scan);

#endif

/* report.h - a finished run as a JSON object, and beside it what words say. */
#pragma once

#include "runtime/base/json.h"
#include "runtime/run/observed.h"

/* What is reported beside the run itself. */
typedef struct nbb_report {
    const nbb_run *run;
    bool with_digest;
    bool verified;            /* --verify was asked for, and passed */
    const nbb_series *series; /* of a program: what was observed; or NULL */
    const nbb_scan *scan;     /* of an ensemble: the rows; or NULL */
    json_t *copies;           /* of an ensemble: an object for each; or NULL */
    json_t *exchange;         /* its rates, by pairs of values; or NULL */
} nbb_report;

/* As an object; NULL where there is no memory. */
json_t *nbb_report_describe(const nbb_report *report);

/* What words alone say (library/pages/report.lua), as an object: "stop", what stopped it, "steps" of a launch,
   "copies" at once, "in_files", whether its state lies there, and "observed", lines. */
json_t *nbb_report_more(const nbb_report *report);

/* {"T": 1.5}: the program's parameters. */
json_t *nbb_report_parameters(const nbb_program *program);

/* Appends a row of a sweep, and what its series observed. */
void nbb_report_print_row(const nbb_scan *scan, int64_t i, const nbb_series *series, nbb_text *text);

/* A copy of an ensemble as an object: seed, values (taken), counts, digests, and what its series observed. */
json_t *nbb_report_describe_copy(const nbb_run *run, json_t *values, const nbb_series *series);

json_t *nbb_report_describe_row(const nbb_scan *scan, int64_t i);

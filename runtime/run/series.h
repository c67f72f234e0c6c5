/* series.h - the observables of a program during a run: rows of a file, and averages.

   Totals are reduced on the device behind the steps and stay there, in one of NBB_RUN_SLOTS places; only when all are
   taken, and in the end, does anybody wait for them.

   Of runs with several values of a parameter, a scan, a row of numbers for each. */
#pragma once

#include "runtime/run/averages.h"
#include "runtime/run/recorded.h"
#include "runtime/run/rows.h"
#include "runtime/run/run_answers.h"

typedef struct nbb_series_request {
    const nbb_program *program;
    const nbb_domain *domain;
    const char *path;      /* of the rows, or NULL: none */
    const char *parameter; /* of a sweep: the first column of the rows, or NULL */
    int64_t every;         /* steps from one row to the next; the last has one too */
    int64_t first;         /* the step that the run goes on from: the file's rows before
                                                         it stay; 0: it is a new file */
    const char *samples;    /* the archive of all that is observed, or NULL, and what is said in it */
    const char *provenance;
    int64_t average_from;  /* the first step that is averaged, or -1: none is */
} nbb_series_request;

typedef struct nbb_series {
    nbb_series_request request;
    nbb_rows rows;
    nbb_recorded recorded;
    nbb_averages averages;        /* of multiples of `every` */
    nbb_number parameter;         /* what the first column holds */
    int64_t steps[NBB_RUN_SLOTS]; /* of the totals that wait on the device */
    int waiting;
    nbb_value_of *totals;          /* read back: NBB_RUN_SLOTS times the program's */
    nbb_number *row;               /* parameter, step, observables */
    const nbb_number *observables; /* the row's: those of the last state that was read */
} nbb_series;

/* Creates the file. Fails (run, definition); then nothing is held. */
nbb_status nbb_series_open(const nbb_series_request *request, nbb_series *series);

/* As nbb_run_watch's: `context` is the series. Needs no waiting but where all places are taken. */
nbb_status nbb_series_see(void *context, nbb_run *run, int64_t step);

/* Reads what waits on the device, adds it to rows and averages, and writes the rows. */
nbb_status nbb_series_read(nbb_series *series, nbb_run *run);

/* Ends; rows that were read stay in the file whatever `status` is. Returns `status`, or the failure to end. */
nbb_status nbb_series_close(nbb_series *series, nbb_status status);

/* Columns: the parameter; the observables of the last state; with averages also samples and, of each average, .mean,
   .variance, .error, .tau and .settled (1, or 0 where its samples are too few for the error). */
typedef struct nbb_scan {
    nbb_list columns;
    int observables, averages;                        /* how many columns, and how many times NBB_SCAN_PARTS */
    nbb_number *numbers;                              /* row after row */
    int64_t count, most;                              /* rows that there are, and that there is room for */
} nbb_scan;

enum { NBB_SCAN_MEAN, NBB_SCAN_VARIANCE, NBB_SCAN_ERROR, NBB_SCAN_TAU, NBB_SCAN_SETTLED, NBB_SCAN_PARTS };

/* Makes room for `most` rows of what the series observes. Fails (run); then nothing is held. */
nbb_status nbb_scan_open(const nbb_series *series, const char *parameter, int64_t most, nbb_scan *scan);

/* Adds the row of a run that is over and was read: its series, and the parameter's value. */
void nbb_scan_add(nbb_scan *scan, const nbb_series *series, double value);

const nbb_number *nbb_scan_row(const nbb_scan *scan, int64_t row);

/* The column of a part of average number i; of observable number i it is 1 + i. */
int nbb_scan_column(const nbb_scan *scan, int i, int part);

void nbb_scan_free(nbb_scan *scan);

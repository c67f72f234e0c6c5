/* series.h - the observables of a program during a run: rows of a file, and averages.

   Totals are reduced on the device behind the steps and stay there, in one of NBB_RUN_SLOTS places; only when all are
   taken, and in the end, does anybody wait for them. Rows of these come with the looks that follow.

   An ensemble has a series of each of its copies; one of them is looked at, first the first one. Its scan has a row
   of numbers for each of its values, over all copies with these. */
#pragma once

#include "runtime/run/averages.h"
#include "runtime/run/recorded.h"
#include "runtime/run/rows.h"
#include "runtime/run/run_answers.h"

typedef struct nbb_series_request {
    const nbb_program *program;
    const nbb_domain *domain;
    const char *path;      /* of the rows, or NULL: none */
    const nbb_list *leads; /* of an ensemble: the first columns of the rows, whose values tell its copies apart; else
                              empty */
    nbb_rows *kept;        /* the rows, which stay open for the next series of an ensemble */
    int64_t copies;        /* that stand side by side at most; 0: it is no ensemble */
    int64_t every;         /* steps from one row to the next; the last has one too */
    int64_t first;         /* the step that the run goes on from: the file's rows before
                                                         it stay; 0: it is a new file */
    nbb_recorded *recorded; /* all that is observed, or NULL */
    const char *provenance; /* of the rows, as JSON in a line */
    int64_t rows_before;    /* as nbb_rows_resume has it */
    int64_t average_from;  /* the first step that is averaged, or -1: none is */
} nbb_series_request;

typedef struct nbb_series {
    nbb_series_request request;
    nbb_rows rows;
    int64_t first_copy;           /* number of the first of these copies among all that are recorded */
    nbb_averages averages;        /* of multiples of `every` */
    int64_t steps[NBB_RUN_SLOTS]; /* of the totals that wait on the device */
    int waiting;
    int64_t steps_read[NBB_RUN_SLOTS]; /* of the totals that were read: `read` looks, of which so many are in rows and
                                          averages; the others follow one by one, beside what the device does */
    int read, taken;
    int64_t counted;         /* the step whose totals are in place `waiting` already, or -1 */
    nbb_value_of *totals;    /* read back: those of all slots */
    nbb_number *row;         /* leads, step, observables */
    nbb_number *observables; /* the row's: those of the last state that was read */
    struct nbb_series_copy {
        nbb_averages averages;
        nbb_number *row;
    } * copies;
    int64_t copy; /* whose averages and row are above */
} nbb_series;

/* Creates the file. Fails (run, definition); then nothing is held. */
nbb_status nbb_series_open(const nbb_series_request *request, nbb_series *series);

/* Looks at a copy from now on; or also begins it, with what its rows begin with, and nothing averaged. */
void nbb_series_choose(nbb_series *series, int64_t copy);
void nbb_series_begin(nbb_series *series, int64_t copy, const nbb_number *leads);

/* As nbb_run_watch's: `context` is the series. Needs no waiting but where all places are taken. */
nbb_status nbb_series_see(void *context, nbb_run *run, int64_t step);

/* Reads what waits on the device, adds it to rows and averages, and writes the rows. */
nbb_status nbb_series_read(nbb_series *series, nbb_run *run);

/* Starts the reduction of the totals after a step in place `waiting`, which nbb_series_see of the step takes then. */
nbb_status nbb_series_count(nbb_series *series, nbb_run *run, int64_t step);

/* Observes a copy in the step that the run has come to; neither rows nor averages have it. */
nbb_status nbb_series_observe(nbb_series *series, nbb_run *run, int64_t copy);

/* Ends; the rows stay open. */
void nbb_series_close(nbb_series *series);

/* Columns: the ensemble's values; where each has several seeds, their number, and columns are means over these;
   the observables of the last state, with several seeds also .error of each where nothing is averaged; with averages
   also samples and, of each average, .mean, .variance, .error, .tau and .settled (1, or 0 where its samples are too
   few for the error). With several seeds samples are added up, errors are those that the copies' means show, a
   function's by the jackknife without one copy at a time, and settled is whether all are. */
typedef struct nbb_scan {
    nbb_list columns;
    int values;                                       /* columns in front */
    int64_t seeds;                                    /* of each value */
    int observables, averages;                        /* how many columns, and how many times NBB_SCAN_PARTS */
    nbb_number *numbers;                              /* row after row */
    int64_t count, most;                              /* rows that there are, and that there is room for */
    nbb_number *copies;                               /* rows of the seeds so far, as if each were alone */
    double *means;                                    /* theirs that functions are of: [mean][seed] */
    int64_t added;
} nbb_scan;

enum { NBB_SCAN_MEAN, NBB_SCAN_VARIANCE, NBB_SCAN_ERROR, NBB_SCAN_TAU, NBB_SCAN_SETTLED, NBB_SCAN_PARTS };

/* Makes room for `most` rows of what the series observes, of so many seeds each; the values' names are the first of
   its leads. Fails (run); then nothing is held. */
nbb_status nbb_scan_open(const nbb_series *series, int values, int64_t seeds, int64_t most, nbb_scan *scan);

/* Adds the copy that is looked at, which is over and was read. Returns whether its values' row is there now. */
bool nbb_scan_add(nbb_scan *scan, const nbb_series *series);

const nbb_number *nbb_scan_row(const nbb_scan *scan, int64_t row);

/* The column of a part of average number i; and of observable number i. */
int nbb_scan_column(const nbb_scan *scan, int i, int part);
int nbb_scan_observable(const nbb_scan *scan, int i);

void nbb_scan_free(nbb_scan *scan);

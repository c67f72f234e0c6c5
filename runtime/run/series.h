/* series.h - what a run of a program observes while it goes on: rows of a file, and averages.

   Totals are reduced on the device behind the steps and stay there, in one of NBB_RUN_SLOTS places; only when all are
   taken, and in the end, does anybody wait for them. */
#ifndef NBB_SERIES_H
#define NBB_SERIES_H

#include "runtime/run/average.h"
#include "runtime/run/rows.h"
#include "runtime/run/run_totals.h"

typedef struct nbb_series_request {
    const nbb_program *program;
    const char *path;      /* of the rows, or NULL: none */
    const char *parameter; /* of a sweep: the first column of the rows, or NULL */
    int64_t every;         /* steps from one row to the next; the last has one too */
    int64_t first;         /* the step that the run goes on from: the file's rows before
                                                         it stay; 0: it is a new file */
    int64_t average_from;  /* the first step that is averaged, or -1: none is */
} nbb_series_request;

typedef struct nbb_series {
    nbb_series_request request;
    nbb_rows rows;
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

/* Adds the observables after a step, which are in series->row. */
void nbb_series_take(nbb_series *series, int64_t step, bool is_multiple);

/* Ends; rows that were read stay in the file whatever `status` is. Returns `status`, or the failure to end. */
nbb_status nbb_series_close(nbb_series *series, nbb_status status);

#endif

/* scan.h - runs with several values of a parameter: a row of numbers for each. */
#ifndef NBB_SCAN_H
#define NBB_SCAN_H

#include "runtime/run/series.h"

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

#endif

/* run_scan.h - --sweep: runs with several values of a parameter, and what is written of them. */
#ifndef NBB_RUN_SCAN_H
#define NBB_RUN_SCAN_H

#include "library/run_watch.h"
#include "runtime/run/report.h"
#include "runtime/run/scan.h"

/* Hears of the row that was added last, whose series it is. */
typedef nbb_status nbb_run_tell(void *context, const nbb_scan *scan, const nbb_series *series);

/* Of --sweep NAME=FROM..TO/COUNT: evenly spaced values, both ends among them. */
typedef struct nbb_run_scanning {
    nbb_program *program;                             /* NULL: there is no --sweep */
    const char *text;                                 /* as it was given */
    char *name;
    double from, to;
    int64_t count;
    nbb_scan scan;
    nbb_rows rows;                                    /* of --csv */
    nbb_run_tell *tell;
    void *context;
} nbb_run_scanning;

/* Checks a run that is over. */
typedef nbb_status nbb_run_check(const nbb_options *options, nbb_run *run, const nbb_run_watching *watching);

enum { NBB_SCAN_VALUES_MAX = 100000 };

/* Reads --sweep, checks what the program requires with every value, and leaves it with the first. Who is told stays
   as it was. Fails (usage) on what is no sweep, and on options that go with none, or with none of these. Ended
   with nbb_run_scanning_end in every case. */
nbb_status nbb_run_scanning_begin(const nbb_options *options, nbb_program *program, nbb_run_scanning *scanning);

/* Does a run for each value, the first of which was begun; calls `check` behind each. Each row is told; rows of --csv
   are written. */
nbb_status nbb_run_scanning_work(const nbb_options *options, nbb_run_scanning *scanning, nbb_run *run,
                                 nbb_run_watching *watching, nbb_run_check *check);

/* Writes --plot. */
nbb_status nbb_run_scanning_write(const nbb_options *options, const nbb_run_scanning *scanning, const nbb_run *run);

/* Ends; rows of --csv stay. Returns `status`, or the failure to end. */
nbb_status nbb_run_scanning_end(nbb_run_scanning *scanning, nbb_status status);

#endif

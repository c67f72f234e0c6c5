/* bench_measure.h - measures several plans of the same work against each other. */
#ifndef NBB_BENCH_MEASURE_H
#define NBB_BENCH_MEASURE_H

#include "library/bench/bench_rows.h"
#include "runtime/run/run.h"

/* The steps that each row does before it is measured; their digest is compared. Enough for a launch of several steps.
   */
enum { NBB_BENCH_WARM_UP = 16 };

/* A plan to be measured, and its row, whose figures are filled in. */
typedef struct nbb_bench_entry {
    nbb_plan plan;
    nbb_units units;                                  /* the plan's kernels */
    nbb_bench_row row;                                /* its identity, command and source hash are known */
    nbb_run run;
    nbb_ranks *ranks;                                 /* that share the run, or NULL: it is one's own */
    bool is_away;                                     /* this rank has no part in it */
} nbb_bench_entry;

typedef struct nbb_bench_settings {
    nbb_device *device;
    nbb_ranks *ranks;                                 /* that do the bench, or NULL */
    bool use_cache;
    int samples;
    uint64_t seed;
    const nbb_points *points;                         /* of edm */
    const nbb_bench_row *known;                       /* a row of the same work with the right digest, or NULL */
} nbb_bench_settings;

/* Now, in the only form that sorts: "2026-11-21T03:14:00Z"; the caller frees it. NULL without memory. */
char *nbb_bench_now(void);

/* Interleaves the entries' samples, in rounds (bench_rounds.h). Where the states of all do not fit the device's
   memory at once, they are measured in batches, as few as can be. A sample holds as many steps as take some
   milliseconds, and a row whose samples take long has fewer of them. Of several ranks each measures the rows that
   it takes part in, as often and as long as the others do, and the first one compares. Fails (verification) when
   two states differ after the warm-up, and as nbb_run_start and nbb_run_work do. */
nbb_status nbb_bench_measure(const nbb_bench_settings *settings, nbb_bench_entry *entries, int count);

#endif

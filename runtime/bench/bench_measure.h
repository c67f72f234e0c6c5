/* bench_measure.h - measures several plans of the same work against each other. */
#ifndef NBB_BENCH_MEASURE_H
#define NBB_BENCH_MEASURE_H

#include "runtime/bench/bench_rows.h"
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
} nbb_bench_entry;

typedef struct nbb_bench_settings {
    nbb_device *device;
    bool use_cache;
    int samples;
    uint64_t seed;
    uint32_t threshold;
    const nbb_points *points;                         /* of edm */
    const nbb_bench_row *known;                       /* a row of the same work with the right digest, or NULL */
} nbb_bench_settings;

/* Measures the entries in turn, round by round: sample 1 of each, sample 2 of each, ...; what slows the machine for a
   while meets all of them. Where the states of all do not fit the device's memory at once, they are measured in
   batches, as few as can be. A sample holds as many steps as take some milliseconds. Fails (verification) when two
   states differ after the warm-up, and as nbb_run_start and nbb_run_work do. */
nbb_status nbb_bench_measure(const nbb_bench_settings *settings, nbb_bench_entry *entries, int count);

#endif

/* bench_measure.h - measures several plans of the same work against each other, in rounds that are apart in time. */
#ifndef NBB_BENCH_MEASURE_H
#define NBB_BENCH_MEASURE_H

#include "library/bench/bench_entry.h"

/* The steps that each row does before it is measured; their digest is compared. Enough for a launch of several steps.
   */
enum { NBB_BENCH_WARM_UP = 16 };

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

/* Measures the entries interleaved, in rounds. Where the states of all do not fit the device's memory at once, they
   are measured in batches, as few as can be. A sample holds as many steps as take some milliseconds, and a row whose
   samples take long has fewer of them. Of several ranks each measures the rows that it takes part in, as often and as
   long as the others do, and the first one compares. Fails (verification) when two states differ after the warm-up,
   and as nbb_run_start and nbb_run_work do. */
nbb_status nbb_bench_measure(const nbb_bench_settings *settings, nbb_bench_entry *entries, int count);

/* Fewer rounds tell no spread. */
enum { NBB_BENCH_ROUNDS_MIN = 5 };

/* Measures the row once: milliseconds a step. */
typedef nbb_status nbb_bench_sampler(void *context, int row, double *milliseconds);

typedef struct nbb_bench_rounds {
    int rows;
    const int *counts;                                /* the samples of each row */
    double apart;                                     /* milliseconds between the begins of two rounds, at least */
    nbb_bench_sampler *sample;
    void *context;
} nbb_bench_rounds;

/* How many samples a row gets of those that are wanted, where each takes so many milliseconds: fewer where they would
   take seconds, but no fewer than NBB_BENCH_ROUNDS_MIN (if as many are wanted). */
int nbb_bench_rounds_of(int wanted, double milliseconds);

/* The largest of the counts: the number of rounds. */
int nbb_bench_rounds_most(const nbb_bench_rounds *rounds);

/* Takes sample j of row i into samples[i * most + j]: sample 1 of each row, sample 2 of each, ... What slows the
   machine for a while meets all rows, and of each row some rounds only: a row of fewer samples is in every second
   round, or third. */
nbb_status nbb_bench_rounds_take(const nbb_bench_rounds *rounds, double *samples);

#endif

/* bench_measure.h - plans of the same work that are measured against each other, in rounds that are apart in time.
   Their kernels are compiled before that, side by side, while no time is being taken. */
#pragma once

#include "library/bench/bench_rows.h"
#include "library/options.h"
#include "runtime/run/run.h"

/* A plan to be measured, and its row, whose figures are filled in. */
typedef struct nbb_bench_entry {
    nbb_plan plan;
    nbb_units units;                                  /* the plan's kernels */
    nbb_bench_row row;                                /* its identity, command and source hash are known */
    nbb_run run;
    nbb_ranks *ranks;                                 /* that share the run, or NULL: it is one's own */
    bool is_away;                                     /* this rank has no part in it */
} nbb_bench_entry;

/* Kernels that wait to be compiled; zeroed, none. */
typedef struct nbb_bench_kernels {
    struct nbb_bench_kernel *items;
    int count;
} nbb_bench_kernels;

/* Takes over the entry's units, unless they are among the kernels by their row's source. */
nbb_status nbb_bench_kernels_take(nbb_bench_kernels *kernels, nbb_bench_entry *entry);

/* Leaves all of them in the cache of the device's modules. */
nbb_status nbb_bench_kernels_compile(const nbb_bench_kernels *kernels, nbb_device *device);

void nbb_bench_kernels_free(nbb_bench_kernels *kernels);

/* A bench that several ranks do together: a row is run by the first so many of them, and the others wait for the next
   row that they take part in. All plan all rows alike; what rank 0 decides, all do. */
typedef struct nbb_bench_ranks {
    nbb_ranks *all;                                   /* or NULL: it is alone */
    nbb_device *device;                               /* of this rank */
    nbb_ranks **parts;                                /* [count + 1]: the first so many, once they were asked for */
} nbb_bench_ranks;

/* Zeroed, `ranks` is one alone. nbb_bench_ranks_close is due in every case. */
nbb_status nbb_bench_ranks_open(nbb_ranks *all, nbb_device *device, nbb_bench_ranks *ranks);

/* How many a row is run by: as --ranks says, else all. Fails (usage) where there are fewer. */
nbb_status nbb_bench_ranks_count(const nbb_bench_ranks *ranks, const nbb_options *options, int *count);

/* Tells each entry who runs it: as many as its plan is for. */
nbb_status nbb_bench_ranks_assign(nbb_bench_ranks *ranks, nbb_bench_entry *entries, int count);

void nbb_bench_ranks_close(nbb_bench_ranks *ranks);

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
    nbb_bench *bench;                                 /* keeps the rows' texts */
    const nbb_bench_row *known;                       /* a row of the same work with the right digest, or NULL */
} nbb_bench_settings;

/* Now, in the only form that sorts: "2026-11-21T03:14:00Z". */
enum { NBB_BENCH_NOW = 32 };
void nbb_bench_now(char now[NBB_BENCH_NOW]);

/* Measures the entries interleaved, in rounds. Where the states of all do not fit the device's memory at once, they
   are measured in batches, as few as can be. A sample holds as many steps as take some milliseconds, and a row whose
   samples take long has fewer of them. Of several ranks each measures the rows that it takes part in, as often and as
   long as the others do, and the first one compares. Fails (verification) when two states differ after the warm-up,
   and as nbb_run_start and nbb_run_work do. */
nbb_status nbb_bench_measure(const nbb_bench_settings *settings, nbb_bench_entry *entries, int count);

/* Measures the row once: milliseconds a step. */
typedef nbb_status nbb_bench_sampler(void *context, int row, double *milliseconds);

typedef struct nbb_bench_rounds {
    int rows;
    const int *counts;                                /* the samples of each row */
    double apart;                                     /* milliseconds between the begins of two rounds, at least */
    nbb_bench_sampler *sample;
    void *context;
} nbb_bench_rounds;

/* The largest of the counts: the number of rounds. */
int nbb_bench_rounds_most(const nbb_bench_rounds *rounds);

/* Takes sample j of row i into samples[i * most + j]: sample 1 of each row, sample 2 of each, ... What slows the
   machine for a while meets all rows, and of each row some rounds only: a row of fewer samples is in every second
   round, or third. */
nbb_status nbb_bench_rounds_take(const nbb_bench_rounds *rounds, double *samples);

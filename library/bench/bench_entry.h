/* bench_entry.h - plans to be measured: by which ranks, and with kernels that are compiled before anything is
   measured, side by side, while no time is being taken. */
#ifndef NBB_BENCH_ENTRY_H
#define NBB_BENCH_ENTRY_H

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

/* Kernels that wait for it; zero-initialised, none. */
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

#endif

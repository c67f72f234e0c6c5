/* bench_ranks.h - a bench that several ranks do together: a row is run by the first so many of them, and the others
   wait for the next row that they take part in. All plan all rows alike; what rank 0 decides, all do. */
#ifndef NBB_BENCH_RANKS_H
#define NBB_BENCH_RANKS_H

#include "library/options.h"
#include "library/bench/bench_measure.h"

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

/* run_ranks.h - the ranks that share a run: all do the same, and the first one speaks and writes for them. */
#pragma once

#include "library/options.h"
#include "runtime/device/ranks.h"

/* Of a bench, numbers of GPUs, "all" among them, and the options that they stand for: a set of GPUs, and how many of
   it run a row. Empty where --device lists none. */
typedef struct nbb_bench_counts {
    nbb_list numbers;
    nbb_text device, ranks;
} nbb_bench_counts;

/* Finds or starts the ranks; *ranks stays NULL where there is one alone. On another than the first one, `options` and
   files are silent from here on. Where the --device of a bench lists several of "cuda:N" and "cuda:all", these are
   numbers of GPUs: it becomes the set that the largest one needs, and --ranks the numbers. Fails (usage) on what
   ranks have no part for; of a bench on 0, on --ranks beside a list, and where several ranks have more than one
   device each or search. Both _end and, when the options are no longer used, _free are due in every case. */
nbb_status nbb_run_ranks_begin(nbb_options *options, nbb_bench_counts *counts, nbb_ranks **ranks);
void nbb_bench_counts_free(nbb_bench_counts *counts);

/* The run ended so: of several ranks a failure is told and ends all, here. Returns `status`. */
nbb_status nbb_run_ranks_end(const nbb_options *options, nbb_ranks *ranks, nbb_status status);

/* Before a failure is told that came before the ranks were joined, as all of them have it: rank 0 tells it. Returns
   whether this one is to. */
bool nbb_run_ranks_speaks(void);

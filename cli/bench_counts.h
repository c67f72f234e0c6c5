/* bench_counts.h - "--device cuda:1,cuda:2,cuda:all": a bench by one GPU, by two and by all. */
#ifndef NBB_BENCH_COUNTS_H
#define NBB_BENCH_COUNTS_H

#include "cli/run_ranks.h"
#include "gen/base/list.h"
#include "gen/base/text.h"
#include "library/options.h"

/* Numbers of GPUs, "all" among them, and the options that they stand for: a set of GPUs, and how many of it run a
   row. Empty where --device lists none. */
typedef struct nbb_bench_counts {
    nbb_list numbers;
    nbb_text device, ranks;
} nbb_bench_counts;

/* Joins or starts the ranks of a bench, NULL where it is alone. Where --device lists several of "cuda:N" and
   "cuda:all", these are numbers of GPUs: it becomes the set that the largest one needs, and --ranks the numbers.
   Fails (usage) on 0, on --ranks beside a list, and where several ranks have more than one device each or search.
   _free is due, when the options are no longer used. */
nbb_status nbb_bench_counts_begin(nbb_options *options, nbb_bench_counts *counts, nbb_ranks **ranks);

void nbb_bench_counts_free(nbb_bench_counts *counts);

#endif

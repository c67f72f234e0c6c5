/* bench_tune.h - searches the fastest choice for a group's work, map by map. */
#ifndef NBB_BENCH_TUNE_H
#define NBB_BENCH_TUNE_H

#include "library/bench/bench_group.h"

/* Starts with the plan's own choices and improves one option after the other (its listed values, or all of them), the
   others staying at the best so far, until a round brings nothing; then remembers the best row of each map
   (library/bench/bench_tuned.h). What the plan refuses is passed over. The rows go to `bench`. */
nbb_status nbb_bench_tune_group(const nbb_bench_group *group, nbb_bench *bench);

#endif

/* benching.h - a whole bench, as its options say it. */
#pragma once

#include "library/bench/bench_table.h"
#include "runtime/device/ranks.h"

/* Who hears of each row once it was measured or skipped. */
typedef struct nbb_bench_hearing {
    nbb_status (*tell)(void *context, const nbb_bench *bench, const nbb_bench_row *row);
    void *context;
} nbb_bench_hearing;

/* Does it, by `ranks` or alone (NULL), and writes its files. nbb_benched_free is due in every case; a failure may
   leave rows. */
nbb_status nbb_benched_make(const nbb_options *options, nbb_ranks *ranks, const nbb_bench_hearing *hearing,
                            nbb_benched *made);

void nbb_benched_free(nbb_benched *made);

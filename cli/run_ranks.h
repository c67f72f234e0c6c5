/* run_ranks.h - the ranks that share a run: all do the same, and the first one speaks and writes for them. */
#ifndef NBB_RUN_RANKS_H
#define NBB_RUN_RANKS_H

#include "library/options.h"
#include "runtime/device/ranks.h"

/* Finds or starts the ranks; *ranks stays NULL where there is one alone. On another than the first one, `options` and
   files are silent from here on. Fails (usage) on what ranks have no part for; nbb_run_ranks_end is due in every
   case. */
nbb_status nbb_run_ranks_begin(nbb_options *options, nbb_ranks **ranks);

/* The run ended so: of several ranks a failure is told and ends all, here. Returns `status`. */
nbb_status nbb_run_ranks_end(const nbb_options *options, nbb_ranks *ranks, nbb_status status);

/* Before a failure is told that came before the ranks were joined, as all of them have it: rank 0 tells it. Returns
   whether this one is to. */
bool nbb_run_ranks_speaks(void);

#endif

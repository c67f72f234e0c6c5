/* run_ensemble.h - the work of an ensemble. */
#pragma once

#include "library/ensemble_asked.h"

/* Does all runs, the first batch of which was begun; calls `check` behind each. Each row is told; rows of --csv are
   written. */
nbb_status nbb_ensemble_work(const nbb_options *options, nbb_ensemble *ensemble, nbb_run *run,
                             nbb_run_watching *watching, nbb_run_check *check);

/* Copies of a run that only does steps exchange, if that was asked for. */
nbb_status nbb_ensemble_exchange(nbb_ensemble *ensemble, nbb_run *run);

/* No file is open any more; rows of --csv stay. Returns `status`, or the failure to end. */
nbb_status nbb_ensemble_close(nbb_ensemble *ensemble, nbb_status status);

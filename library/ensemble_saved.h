/* ensemble_saved.h - what a checkpoint says of an ensemble beside the states of the batch at work: which batch it is,
   which of its copies are over, and all that came of the copies before it. */
#pragma once

#include "library/ensemble_asked.h"

/* As nbb_run_saving has it; `context` is the ensemble. */
nbb_status nbb_ensemble_save(const void *context, const nbb_run *run, json_t *into);

/* Before states are read from the checkpoint: its batch becomes the run's. Fails (usage, device) where it is none of
   this ensemble's, or more copies than stand side by side here. */
nbb_status nbb_ensemble_place(nbb_ensemble *ensemble, const nbb_run_saving *saving, nbb_run *run);

/* After that: copies that were over are so, and what came of those before is there again. Fails (usage) where that is
   damaged. */
nbb_status nbb_ensemble_recall(nbb_ensemble *ensemble, nbb_run *run, nbb_series *series, const json_t *saved);

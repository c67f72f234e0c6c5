/* run_advance.h - the launches of a run's steps: one, a persistent one, or a recorded sequence of them. */
#pragma once

#include "runtime/run/run_state.h"

/* One launch, or one sequence of them, with at most `left` steps or passes; *done becomes their number, which
   run->step counts. */
nbb_status nbb_run_advance(nbb_run *run, int64_t left, int64_t *done);

/* Records a sequence for so many steps, if launches are short and many and there is none yet. */
nbb_status nbb_run_record(nbb_run *run, int64_t steps);

/* The steps that are not taken apart: those of a launch, or of a sequence. */
int64_t nbb_run_unit_steps(const nbb_run *run);

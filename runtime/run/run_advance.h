/* run_advance.h - the launches of a run's steps: one, a persistent one, or a recorded sequence of them; and how it
   starts (run_start.c). */
#pragma once

#include "runtime/run/run_state.h"

/* One launch, or one sequence of them, with at most `left` steps or passes; *done becomes their number, which
   run->step counts. */
nbb_status nbb_run_advance(nbb_run *run, int64_t left, int64_t *done);

/* Records a sequence for so many steps, if launches are short and many and there is none yet. */
nbb_status nbb_run_record(nbb_run *run, int64_t steps);

/* The steps that are not taken apart: those of a launch, or of a sequence. */
int64_t nbb_run_unit_steps(const nbb_run *run);

/* Fills the structure that the program's kernels take, from the seed and the parameters as they are in the step that
   the run has come to. And the same where a schedule gives each step others. */
nbb_status nbb_run_fill(nbb_run *run);
nbb_status nbb_run_fill_step(nbb_run *run);

/* Fills it for step 0 and writes the initial state; given fields are on the device for that long. */
nbb_status nbb_run_initialise_program(nbb_run *run);

/* Writes the fields of the request's `given` over the state, whatever the map. */
nbb_status nbb_give(nbb_run *run);

/* run_start.h - what a run starts with: a program's arguments, first state and given fields. */
#pragma once

#include "runtime/run/run_state.h"

/* Fills the structure that the program's kernels take, from the seed and the parameters as they are in the step that
   the run has come to. */
nbb_status nbb_run_fill(nbb_run *run);
void *nbb_run_arguments(nbb_run *run);                    /* as a launch takes it */

/* Fills it for step 0 and writes the initial state; given fields are on the device for that long. */
nbb_status nbb_run_initialise_program(nbb_run *run);

/* Writes the fields of the request's `given` over the state, whatever the map. */
nbb_status nbb_give(nbb_run *run);

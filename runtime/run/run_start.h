/* run_start.h - how a run starts: the arguments of a program's kernels, and the fields that are given. */
#ifndef NBB_RUN_START_H
#define NBB_RUN_START_H

#include "runtime/run/run_state.h"

/* Fills the structure that the program's kernels take, from the seed and the parameters as they are now, and writes
   the initial state; given fields are on the device for that long. */
nbb_status nbb_run_initialise_program(nbb_run *run);

/* Writes the fields of the request's `given` over the state, whatever the map. */
nbb_status nbb_give(nbb_run *run);

#endif

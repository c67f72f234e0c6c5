/* run_program.h - how a run of a program starts: its kernels' arguments, and the fields that are given. */
#ifndef NBB_RUN_PROGRAM_H
#define NBB_RUN_PROGRAM_H

#include "runtime/run/run.h"

/* Fills the structure that the program's kernels take, from the seed and the parameters as they are now, and writes
   the initial state; given fields are on the device for that long. */
nbb_status nbb_run_initialise_program(nbb_run *run);

#endif

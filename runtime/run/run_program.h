/* run_program.h - what a run of a program does otherwise: its kernels' arguments, and steps that go by turns. */
#ifndef NBB_RUN_PROGRAM_H
#define NBB_RUN_PROGRAM_H

#include "runtime/run/run.h"

/* Fills the structure that the program's kernels take, from the seed and the parameters as they are now, and writes
   the initial state; given fields are on the device for that long. */
nbb_status nbb_run_initialise_program(nbb_run *run);

/* One launch of a plan's steps, or of one step where `entry` is REST; with sublattices one for each colour. */
nbb_status nbb_run_advance_program(nbb_run *run, nbb_entry entry);

#endif

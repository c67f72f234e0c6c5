/* run.h - runs a plan's module on a device: buffers, launches, timing, census. */
#pragma once

#include "runtime/run/run_state.h"

/* Compiles or finds the modules and their kernels. On failure nothing is held. */
nbb_status nbb_run_load(const nbb_run_request *request, nbb_run *run);

/* After that: allocates and clears the buffers, writes the initial state (none for sw) and counts it: population0,
   digest0. On failure nothing is held. */
nbb_status nbb_run_begin(nbb_run *run);

/* Both. */
nbb_status nbb_run_start(const nbb_run_request *request, nbb_run *run);

/* Writes the initial state once more and counts it: another run with the same kernels and memory, of as many copies
   as run->copies says by now. */
nbb_status nbb_run_restart(nbb_run *run);

/* The program's parameters have other values from the next step on. */
nbb_status nbb_run_change(nbb_run *run);

/* The origin of a state that the run begins itself. */
nbb_run_origin nbb_run_origin_of(const nbb_given_fields *given);

/* After nbb_run_begin or nbb_run_restart, where another state was written over the initial one, that after so many
   steps: counts it, as population0 and digest0, and goes on from there. */
nbb_status nbb_run_resume(nbb_run *run, int64_t step);

/* Does the steps or passes that are left, timed, then counts: population, digest, sum (rd). Checks for Ctrl-C between
   steps; then run->step tells of how many steps the state is. */
nbb_status nbb_run_work(nbb_run *run);

/* The same without counting population and digest, which takes longer than many a step, and timed as a whole. */
nbb_status nbb_run_do(nbb_run *run);

nbb_status nbb_run_census(nbb_run *run);

/* Does `steps` more and gives the milliseconds of one, waiting before and behind; no counting. */
nbb_status nbb_run_sample(nbb_run *run, int64_t steps, double *milliseconds);

void nbb_run_end(nbb_run *run);

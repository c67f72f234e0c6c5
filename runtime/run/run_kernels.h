/* run_kernels.h - the kernels of a run: found in its module, and started; and the launches of its steps, one, a
   persistent one, or a recorded sequence of them (run_advance.c); and how it starts (run_start.c). */
#ifndef NBB_RUN_KERNELS_H
#define NBB_RUN_KERNELS_H

#include "runtime/run/run_state.h"

/* Finds the kernel whose name is the plan's with a suffix. */
nbb_status nbb_run_find(nbb_run *run, nbb_module *module, const char *suffix, const char *signature,
                        nbb_kernel **kernel);

/* Finds the plan's kernels in the run's module. */
nbb_status nbb_run_find_kernels(nbb_run *run);

/* Starts a kernel, or all its levels one after the other; `probes` counts for PROBE alone. Before every launch
   Ctrl-C is looked for, so that it waits for one kernel at most on the host, for one batch on a GPU. */
nbb_status nbb_run_launch(nbb_run *run, nbb_entry entry, uint64_t probes, void **arguments);

/* Starts a step's kernel on so many groups of a shard's items, whose numbers are there. */
nbb_status nbb_run_launch_groups(nbb_run *run, nbb_entry entry, nbb_address groups, int64_t count, void **arguments);

/* Memory of the run's device, all 0. */
nbb_status nbb_run_allocate(nbb_run *run, uint64_t bytes, nbb_address *address);

/* One launch, or one sequence of them, with at most `left` steps or passes; *done becomes their number, which
   run->step counts. */
nbb_status nbb_run_advance(nbb_run *run, int64_t left, int64_t *done);

/* Records a sequence for so many steps, if launches are short and many and there is none yet. */
nbb_status nbb_run_record(nbb_run *run, int64_t steps);

/* The steps that are not taken apart: those of a launch, or of a sequence. */
int64_t nbb_run_unit_steps(const nbb_run *run);

/* Fills the structure that the program's kernels take, from the seed and the parameters as they are now, and writes
   the initial state; given fields are on the device for that long. */
nbb_status nbb_run_initialise_program(nbb_run *run);

/* Writes the fields of the request's `given` over the state, whatever the map. */
nbb_status nbb_give(nbb_run *run);

#endif

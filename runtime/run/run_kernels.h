/* run_kernels.h - the kernels of a run: found in its module, and started. */
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

#endif

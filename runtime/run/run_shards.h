/* run_shards.h - the kernels of a run, found in its module and started; and a run that ranks share: each has a shard
   of the items (gen/plan/shards.h), and before a launch it gets the words of others that it reads (needs.h).

       pack:  the words that another rank reads, side by side  ->  exchange  ->  unpack: into their places

   Where few groups of items wait for words of others, the boundary, the interior is advanced meanwhile:

       first order of launches:   interior                                       ->  next launch
       second:                    pack  ->  exchange  ->  unpack  ->  boundary   ->

   A run of one's own has no ranks, and nothing here does anything then. */
#pragma once

#include "runtime/run/run_state.h"

/* Finds the kernel whose name is the plan's with a suffix. */
nbb_status nbb_run_find(nbb_run *run, nbb_module *module, const char *suffix, const char *signature,
                        nbb_kernel **kernel);

/* Finds the plan's kernels in the run's module. */
nbb_status nbb_run_find_kernels(nbb_run *run);

/* Starts a kernel, or all its levels one after the other; `probes` counts for PROBE alone. Before every launch
   Ctrl-C is looked for, so that it waits for one kernel at most on the host, for one batch on a GPU. */
nbb_status nbb_run_launch(nbb_run *run, nbb_entry entry, uint64_t probes, void **arguments);

/* A step's kernel on a range of items, or on so many groups whose numbers, counted from an item, are there. */
nbb_status nbb_run_launch_items(nbb_run *run, nbb_entry entry, nbb_shard items, void **arguments);
nbb_status nbb_run_launch_groups(nbb_run *run, nbb_entry entry, int64_t first, nbb_address groups, int64_t count,
                                 void **arguments);

/* Memory of the run's device, all 0. */
nbb_status nbb_run_allocate(nbb_run *run, uint64_t bytes, nbb_address *address);

/* Before memory is allocated: what is exchanged. */
nbb_status nbb_run_shards_begin(nbb_run *run);

/* Memory for the state, and for what stands beside it: another state, the borders, or chances drawn once a step; all
   0. */
nbb_status nbb_run_shards_allocate(nbb_run *run);

/* The words of others' items, in the buffer in which a launch reads tiles beside. */
nbb_status nbb_run_exchange(nbb_run *run, nbb_address words);

/* Advances all items of this rank by a kernel that reads tiles beside in `words`, each when words of others that it
   reads are there. */
nbb_status nbb_run_launch_shard(nbb_run *run, nbb_entry entry, nbb_address words, void **arguments);

/* Values that each rank has counted become those of all. */
nbb_status nbb_run_add(nbb_run *run, void *values, uint64_t count, nbb_addend type);

/* The bytes of the rank's items in an array that is the first, or the only one, of the state. */
nbb_byte_range nbb_run_own_range(const nbb_run *run);

/* Whether this rank has a cell, or is to answer for one that is none. */
bool nbb_run_answers(const nbb_run *run, nbb_vector cell);

void nbb_run_shards_end(nbb_run *run);

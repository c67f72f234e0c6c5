/* run_inside.h - what the files of a run call of each other: its kernels and their launches, what it starts with, the
   shards that ranks have of it, and the parts of one whose state lies in memory of the host or in files. */
#pragma once

#include "runtime/run/disk.h"
#include "runtime/run/run_state.h"

/* --- kernels (run_shards.c) --- */

/* Finds the kernel whose name is the plan's with a suffix. */
nbb_status nbb_run_find(nbb_run *run, nbb_module *module, const char *suffix, const char *signature,
                        nbb_kernel **kernel);

/* Starts a kernel, or all its levels one after the other; `probes` counts for PROBE alone. Before every launch
   Ctrl-C is looked for, so that it waits for one kernel at most on the host, for one batch on a GPU. */
nbb_status nbb_run_launch(nbb_run *run, nbb_entry entry, uint64_t probes, void **arguments);

/* A step's kernel on a range of items, and on so many groups whose numbers are there. */
nbb_status nbb_run_launch_items(nbb_run *run, nbb_entry entry, nbb_shard items, nbb_address groups, int64_t count,
                                void **arguments);

/* Memory of the run's device until nbb_run_end: unless there is some at *address already; the same, all 0; and
   addresses of which these ranges have memory (device.h). */
nbb_status nbb_run_take(nbb_run *run, uint64_t bytes, nbb_address *address);
nbb_status nbb_run_allocate(nbb_run *run, uint64_t bytes, nbb_address *address);
nbb_status nbb_run_reserve(nbb_run *run, uint64_t bytes, const nbb_reserved *ranges, int64_t count,
                           nbb_address *address);

/* The arguments of a program's kernels, as a launch takes them. */
static inline void *nbb_run_arguments(nbb_run *run)
{
    return run->records != 0 ? (void *)&run->records : run->arguments;
}

/* --- a run that ranks share (run_shards.c): each has a shard of the items (gen/plan/shards.c), and before a launch
   it gets the words of others that it reads (needs.h).

       pack:  the words that another rank reads, side by side  ->  exchange  ->  unpack: into their places

   Where few groups of items wait for words of others, the boundary, the interior is advanced meanwhile:

       first order of launches:   interior                                       ->  next launch
       second:                    pack  ->  exchange  ->  unpack  ->  boundary   ->

   A run of one's own has no ranks, and nothing here does anything then. --- */

/* Before memory is allocated: what is exchanged. */
nbb_status nbb_run_shards_begin(nbb_run *run);

/* Memory, all 0, for the state and what stands beside it: another state, the boundaries, or chances drawn once. */
nbb_status nbb_run_shards_allocate(nbb_run *run);

/* The words of others' items, in the buffer in which a launch reads tiles beside. */
nbb_status nbb_run_exchange(nbb_run *run, nbb_address words);

/* Advances all items of this rank by a kernel that reads tiles beside in `words`, once words of others are there. */
nbb_status nbb_run_launch_shard(nbb_run *run, nbb_entry entry, nbb_address words, void **arguments);

/* Values that each rank has counted become those of all. */
nbb_status nbb_run_add(nbb_run *run, void *values, uint64_t count, size_t bytes);

/* The bytes of the rank's items in an array. Those past the last one fill a group of words. */
nbb_reserved nbb_run_own_range(const nbb_run *run, nbb_area area);

/* --- the parts of a state (parts.h, run_parts.c): their memory, and how they come to the device and go --- */

/* Memory for the state, and on the device for parts of it; all 0. */
nbb_status nbb_run_parts_begin(nbb_run *run);

/* What else is done with a state. A device that reaches it does it once. A GPU does not reach files: it does it for
   each part, as ranks do theirs: the run has the part alone then, in a buffer, with its rings. Parts that are not
   `wanted` are left out, unless that is NULL; where the state `changes`, they go back. */
typedef nbb_status nbb_run_work_on_part(nbb_run *run, void *context);
nbb_status nbb_run_each_part(nbb_run *run, const bool *wanted, bool changes, nbb_run_work_on_part *work,
                             void *context);

/* The same of all parts, where it is a launch. */
nbb_status nbb_run_launch_each(nbb_run *run, nbb_entry entry, bool changes, void **arguments);

/* The number of parts that a GPU takes so; 0: it reaches the state. And the plan whose ranks have a part each. */
int nbb_run_parts_apart(const nbb_run *run);
nbb_plan nbb_run_cut(const nbb_run *run);

/* Where the state would begin for a part, by number, in a buffer; or chances that are drawn once, in theirs. */
nbb_address nbb_part_begin(const nbb_run *run, nbb_address buffer, int number);

/* Puts the groups of all rings aside, as they are now. */
nbb_status nbb_parts_save_rings(nbb_run *run);

/* One part goes from a buffer, and another one comes there; -1: none does. And the rings of one that has come. */
nbb_status nbb_parts_exchange(nbb_run *run, int goes, int comes, nbb_address buffer);
nbb_status nbb_parts_rings_come(nbb_run *run, int number, nbb_address buffer);

/* Counts a part that is in a buffer, for the census of a pass over files. */
nbb_status nbb_parts_count(nbb_run *run, int number, nbb_address buffer);

/* Before anybody looks at the state: the last part, which stays in its buffer between two passes, goes home. */
nbb_status nbb_parts_settle(nbb_run *run);

/* Where parts go: a pass leaves the state of files in the other one. */
nbb_address nbb_parts_next_state(const nbb_run *run);

/* --- what a run starts with (run_start.c) --- */

/* Fills the structure that the program's kernels take, by the seed and the parameters as they are in this step. */
nbb_status nbb_run_fill(nbb_run *run);

/* Writes the initial state, over whatever there is. */
nbb_status nbb_run_make_initial(nbb_run *run);

/* --- the launches of its steps: one, a persistent one, or a recorded sequence of them (run_advance.c) --- */

/* One launch, or one sequence of them, or one pass over all parts, with at most `left` steps or passes; *done becomes
   their number, which run->step counts. */
nbb_status nbb_run_advance(nbb_run *run, int64_t left, int64_t *done);

/* The steps from `step` to the next one that is looked at, or to `to` if that is nearer. */
int64_t nbb_run_steps_unseen(const nbb_run *run, int64_t step, int64_t to);

/* Records a sequence for so many steps, if launches are short and many and there is none yet. Launches of a program
   are alike where it does not read the number of the step. */
nbb_status nbb_run_record(nbb_run *run, int64_t steps);

/* The steps that are not taken apart: those of a launch, or of a sequence. */
int64_t nbb_run_unit_steps(const nbb_run *run);

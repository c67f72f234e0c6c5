/* part_moves.h - the parts of a state (parts.h) of a run: their memory, and how they come to the device and go. */
#pragma once

#include "runtime/run/run_state.h"

/* Memory for the state, and on the device for parts of it; all 0. */
nbb_status nbb_run_parts_begin(nbb_run *run);

void nbb_run_parts_end(nbb_run *run);

/* What else is done with a state. A device that reaches it does it once. A GPU does not reach files: it does it for
   each part, as ranks do theirs: the run has the part alone then, in a buffer, with its rings. Parts that are not
   `wanted` are left out, unless that is NULL; where the state `changes`, they go back. */
typedef nbb_status nbb_run_work_on_part(nbb_run *run, void *context);
nbb_status nbb_run_each_part(nbb_run *run, const bool *wanted, bool changes, nbb_run_work_on_part *work,
                             void *context);

/* The number of parts that a GPU takes so; 0: it reaches the state. */
int nbb_run_parts_apart(const nbb_run *run);

/* The part that has a cell, or is to answer for one that is none; and which may have some of these cells: *wanted is
   to be freed. */
int nbb_run_part_of(const nbb_run *run, nbb_vector cell);
nbb_status nbb_run_find_parts(const nbb_run *run, nbb_shard cells, bool **wanted);

/* --- of run_parts.c --- */

/* Where the state would begin for a part in a buffer of so many bytes. */
nbb_address nbb_part_begin(nbb_address buffer, uint64_t bytes, nbb_areas areas, const nbb_state_part *part);

/* Puts the groups of all rings aside, as they are now. */
nbb_status nbb_parts_save_rings(nbb_run *run);

/* One part goes from a buffer, and another one comes there, with its rings; -1: none does. */
nbb_status nbb_parts_exchange(nbb_run *run, int goes, int comes, nbb_address buffer);

/* Where parts go: a pass leaves the state of files in the other one. */
nbb_address nbb_parts_next_state(const nbb_run *run);

/* run_parts.h - a run whose state lies in memory of the host: a pass brings one part after the other
   (parts.h) to the device, advances it some steps, and brings it back, while its neighbours come and go:

       first order of launches:   0 comes | 1 comes     | 0 goes, 2 comes | 1 goes, 3 comes | ...
       second:                            | 0's steps   | 1's steps       | 2's steps       | ...

   The groups of rings are put aside before the pass: their parts may go back before others come that read them. All
   but steps, a census or a picture, takes the state where it lies. */
#pragma once

#include "runtime/run/run_state.h"

/* Memory for the state, and on the device for parts of it; all 0. */
nbb_status nbb_run_parts_begin(nbb_run *run);

/* One pass of at most `left` steps; *done becomes their number. */
nbb_status nbb_run_parts_advance(nbb_run *run, int64_t left, int64_t *done);

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

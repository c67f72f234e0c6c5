/* run_parts.h - a run whose state lies in memory of the host: a pass brings one part after the other
   (parts.h) to the device, advances it some steps, and brings it back, while its neighbours come and go:

       first order of launches:   0 comes | 1 comes     | 0 goes, 2 comes | 1 goes, 3 comes | ...
       second:                            | 0's steps   | 1's steps       | 2's steps       | ...

   The groups of rings are put aside before the pass: their parts may go back before others come that read them. All
   but steps, a census or a picture, takes the state where it lies. */
#pragma once

#include "runtime/run/part_moves.h"

/* One pass of at most `left` steps; *done becomes their number. */
nbb_status nbb_run_parts_advance(nbb_run *run, int64_t left, int64_t *done);

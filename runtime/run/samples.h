/* samples.h - what a standalone checks itself by, found by the brute force that runs are verified with. */
#pragma once

#include "gen/source/source.h"

/* The answers for windows about cells drawn at random, after a few steps of the plan's program, which is bound, from
   the seed: at most `steps`, and as many as kernels of one and of several steps a launch need to be both called. It
   takes some hundredths of a second. nbb_samples_free is due in every case. */
nbb_status nbb_samples_find(const nbb_plan *plan, uint64_t seed, int64_t steps, nbb_samples *samples);

void nbb_samples_free(nbb_samples *samples);

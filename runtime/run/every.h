/* every.h - the steps that are looked at: multiples of a number, or so many a decade.

   A number below 0 means steps a decade, of log:20 -20: 10^(i / 20) rounded, i = 0, 1, ..., each once, and step 0. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The last of them up to a step, at least 0; the first behind it. */
int64_t nbb_every_last(int64_t every, int64_t step);
int64_t nbb_every_next(int64_t every, int64_t step);

static inline bool nbb_every_has(int64_t every, int64_t step)
{
    return nbb_every_last(every, step) == step;
}

/* How many there are before a step. */
int64_t nbb_every_count(int64_t every, int64_t step);

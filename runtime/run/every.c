/* every.c - the steps that are looked at. */
#include "runtime/run/run_state.h"

#include <math.h>

/* Of one that is rounded to at most `step`, as large as can be. */
static int64_t exponent_of(int64_t a_decade, int64_t step)
{
    return (int64_t)floor((double)a_decade * log10((double)step + 0.5));
}

static int64_t power_of(int64_t a_decade, int64_t exponent)
{
    return llround(pow(10, (double)exponent / (double)a_decade));
}

int64_t nbb_every_last(int64_t every, int64_t step)
{
    return every > 0 ? step / every * every : step < 1 ? 0 : power_of(-every, exponent_of(-every, step));
}

int64_t nbb_every_next(int64_t every, int64_t step)
{
    if (every > 0) {
        return (step / every + 1) * every;
    }
    int64_t exponent = step < 1 ? 0 : exponent_of(-every, step);
    while (power_of(-every, exponent) <= step) {
        ++exponent;
    }
    return power_of(-every, exponent);
}

int64_t nbb_every_count(int64_t every, int64_t step)
{
    int64_t count = every > 0 ? (step + every - 1) / every : 0;
    for (int64_t at = 0; every < 0 && at < step; at = nbb_every_next(every, at)) {
        ++count;
    }
    return count;
}

/* times.c - median, extremes and spread of samples; and the steps that are looked at. */
#include "runtime/run/run_state.h"

enum { DRIFT_SAMPLES = 9 }; /* fewer have no thirds worth a median */

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* Sorts the values; an even number of them has the mean of the middle two. */
static double median_of(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

nbb_times nbb_times_of(double *samples, int count)
{
    double median = median_of(samples, count);
    nbb_times times = { median, samples[0], samples[count - 1], 0, count };
    NBB_FILL(i, count, samples[i], fabs(samples[i] - median));
    times.spread = median_of(samples, count);
    return times;
}

nbb_status nbb_times_drift(const double *samples, int count, double *drift)
{
    double least = INFINITY, most = 0;
    *drift = 0;
    NBB_LOCAL_MAKE(double, sorted, count, "samples");
    memcpy(sorted, samples, (size_t)count * sizeof *sorted);
    for (int third = 0; third < 3 && count >= DRIFT_SAMPLES; ++third) {
        int first = count * third / 3;
        double median = median_of(&sorted[first], count * (third + 1) / 3 - first);
        least = fmin(least, median);
        most = fmax(most, median);
        *drift = most - least;
    }
    return NBB_OK;
}

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
    NBB_RETURN_IF(every > 0, (step / every + 1) * every);
    int64_t exponent = step < 1 ? 0 : exponent_of(-every, step);
    return power_of(-every, exponent + NBB_FIND(i, INT_MAX, power_of(-every, exponent + i) > step));
}

int64_t nbb_every_count(int64_t every, int64_t step)
{
    int64_t count = every > 0 ? (step + every - 1) / every : 0;
    for (int64_t at = 0; every < 0 && at < step; at = nbb_every_next(every, at)) {
        ++count;
    }
    return count;
}

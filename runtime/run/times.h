/* times.h - the statistics of repeated measurements. */
#pragma once

#include "gen/base/status.h"

typedef struct nbb_times {
    double median, min, max;                          /* milliseconds a step */
    double spread;                                    /* median absolute deviation from the median, milliseconds */
    int samples;                                      /* measurements; each of one step, or of more in long runs */
} nbb_times;

/* The statistics of `count` samples, at least 1, which are left sorted. */
nbb_times nbb_times_of(double *samples, int count);

/* How far apart the medians of the first, the middle and the last third of the samples are, which must be in the
   order they were taken in; 0 for fewer than 9. It tells what slowed all samples for a while, which the spread of
   most samples passes over. Fails without memory. */
nbb_status nbb_times_drift(const double *samples, int count, double *drift);

/* Whether half of the samples lie more than 5% beside the median: such a figure says little. */
bool nbb_times_are_noisy(double median, double spread);

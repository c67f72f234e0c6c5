/* times.h - the statistics of repeated measurements. */
#ifndef NBB_TIMES_H
#define NBB_TIMES_H

#include <stdbool.h>

typedef struct nbb_times {
    double median, min, max;                          /* milliseconds a step */
    double spread;                                    /* median absolute deviation from the median, milliseconds */
    int samples;                                      /* measurements; each of one step, or of more in long runs */
} nbb_times;

/* The statistics of `count` samples, at least 1, which are left sorted. */
nbb_times nbb_times_of(double *samples, int count);

/* Whether half of the samples lie more than 5% beside the median: such a figure says little. */
bool nbb_times_are_noisy(double median, double spread);

#endif

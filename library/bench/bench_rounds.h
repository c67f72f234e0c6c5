/* bench_rounds.h - interleaved samples of several rows, in rounds that are apart in time. */
#ifndef NBB_BENCH_ROUNDS_H
#define NBB_BENCH_ROUNDS_H

#include "gen/base/status.h"

/* Fewer rounds tell no spread. */
enum { NBB_BENCH_ROUNDS_MIN = 5 };

/* Measures the row once: milliseconds a step. */
typedef nbb_status nbb_bench_sampler(void *context, int row, double *milliseconds);

typedef struct nbb_bench_rounds {
    int rows;
    const int *counts;                                /* the samples of each row */
    double apart;                                     /* milliseconds between the begins of two rounds, at least */
    nbb_bench_sampler *sample;
    void *context;
} nbb_bench_rounds;

/* How many samples a row gets of those that are wanted, where each takes so many milliseconds: fewer where they would
   take seconds, but no fewer than NBB_BENCH_ROUNDS_MIN (if as many are wanted). */
int nbb_bench_rounds_of(int wanted, double milliseconds);

/* The largest of the counts: the number of rounds. */
int nbb_bench_rounds_most(const nbb_bench_rounds *rounds);

/* Takes sample j of row i into samples[i * most + j]: sample 1 of each row, sample 2 of each, ... What slows the
   machine for a while meets all rows, and of each row some rounds only: a row of fewer samples is in every second
   round, or third. */
nbb_status nbb_bench_rounds_take(const nbb_bench_rounds *rounds, double *samples);

#endif

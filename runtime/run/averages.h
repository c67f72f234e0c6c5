/* averages.h - means of observables over the steps of a run, functions of such means, and their errors.

   Members depend on each other. Means of blocks of 1, 2, 4, ... members are taken as the sequence comes, in memory
   of its logarithm. The error of the mean that the spread of the blocks' means predicts grows with the blocks until
   these are longer than what correlates them, and stays from there on [Flyvbjerg and Petersen 1989].

   A function of several means is estimated without one block of all means at a time, each block longer than twice the
   largest autocorrelation time of its means: the jackknife, by the spread of these estimates [Efron 1982]. */
#pragma once

#include "runtime/run/observe.h"

/* Blocks of one length: their number, mean and sum of squared distances from it [Welford 1962]; and the first half of
   the next longer block. */
typedef struct nbb_blocks {
    int64_t count;
    double mean, squares;
    double half;
    bool has_half;
} nbb_blocks;

/* Zeroed, it is empty. levels[l] has the blocks of 2^l members. */
enum { NBB_BLOCKING_LEVELS = 62 };
typedef struct nbb_blocking {
    nbb_blocks levels[NBB_BLOCKING_LEVELS];
} nbb_blocking;

/* What a sequence says of its mean. What too few members do not say is no number (NAN). */
typedef struct nbb_blocked {
    int64_t samples;
    double mean, variance;                            /* of the members, by samples - 1 */
    double error;                                     /* of the mean */
    double tau;                                       /* integrated autocorrelation time in members: 0.5 without
                                                         correlation; error^2 = 2 tau variance / samples */
    int64_t block;                                    /* length of the blocks that the error is taken from */
    bool settled;                                     /* they are long enough; else the error is the largest found */
} nbb_blocked;

void nbb_blocking_add(nbb_blocking *blocking, double member);

/* Takes the shortest blocks of length B with B^3 > 2 samples (error_B / error_1)^4 [Lee et al. 2011]. */
nbb_blocked nbb_blocking_result(const nbb_blocking *blocking);

/* Of a program's averages. */
typedef struct nbb_averages {
    const nbb_program *program;                       /* or NULL: nothing is averaged */
    const nbb_domain *domain;
    nbb_blocking *means;                              /* of the program's, by number */
    double *sums;                                     /* of a mean's members in each block, mean by mean */
    int64_t length, in_last;                          /* members of a block, and of the one that is not full */
    int64_t blocks;
} nbb_averages;

/* The program and the domain must outlive the averages, which are freed with nbb_averages_free in every case. */
nbb_status nbb_averages_open(const nbb_program *program, const nbb_domain *domain, nbb_averages *averages);

/* Adds a step: the observables, by number. */
void nbb_averages_add(nbb_averages *averages, int64_t step, const nbb_number *observables);

/* How many averages there are; number i of the program's. The variance of a function is no number; its tau is the
   largest of its means, and it is settled if these are and its blocks are enough to tell. */
int nbb_averages_count(const nbb_averages *averages);
nbb_blocked nbb_averages_result(const nbb_averages *averages, int i);

/* Average number i over several independent runs, where it is a function: its value at the means of all of them, and
   the error by the jackknife without one run at a time. means[mean * count + run] are the runs' means. */
bool nbb_averages_over_runs(const nbb_averages *averages, int i, const double *means, int64_t count, double *mean,
                            double *error);

/* As if none had been added. */
void nbb_averages_clear(nbb_averages *averages);

void nbb_averages_free(nbb_averages *averages);

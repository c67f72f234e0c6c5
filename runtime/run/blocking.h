/* blocking.h - the mean of a sequence whose members depend on each other, and its error, by blocking.

   Means of blocks of 1, 2, 4, ... members are taken as the sequence comes, in memory of its logarithm. The error of
   the mean that the spread of the blocks' means predicts grows with the blocks until these are longer than what
   correlates them, and stays from there on [Flyvbjerg and Petersen 1989]. */
#ifndef NBB_BLOCKING_H
#define NBB_BLOCKING_H

#include <stdbool.h>
#include <stdint.h>

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

#endif

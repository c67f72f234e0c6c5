/* observe.h - a number that a run reports, exact or real; a program's observables from what was reduced over cells
   and pairs of them; averages of observables, and of powers and absolute values of them, over the steps of a run; and
   the errors of these means, whose members depend on each other, by blocking.

   Means of blocks of 1, 2, 4, ... members are taken as the sequence comes, in memory of its logarithm. The error of
   the mean that the spread of the blocks' means predicts grows with the blocks until these are longer than what
   correlates them, and stays from there on [Flyvbjerg and Petersen 1989]. */
#pragma once

#include "gen/program/program_value.h"

typedef struct nbb_number {
    bool is_real;
    nbb_value_of of;
} nbb_number;

static inline nbb_number nbb_number_of_integer(int64_t integer)
{
    return (nbb_number){ false, { .integer = integer } };
}

static inline nbb_number nbb_number_of_real(double real)
{
    return (nbb_number){ true, { .real = real } };
}

static inline double nbb_number_real(nbb_number number)
{
    return number.is_real ? number.of.real : (double)number.of.integer;
}

/* values[i] becomes observable number i of the state after `step` steps; totals[i] is the program's total number i. A
   BOOL is the integer 0 or 1. */
void nbb_observe(const nbb_program *program, const nbb_domain *domain, int64_t step, const nbb_value_of *totals,
                 nbb_number *values);

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

/* One that is averaged: "m", "abs(m)", "m^4". */
typedef struct nbb_average {
    const char *name;                                 /* the program's */
    int observable;                                   /* its number */
    bool is_absolute;
    int power;
    nbb_blocking blocking;
} nbb_average;

typedef struct nbb_averages {
    nbb_average *of;                                  /* every observable, then what the file's `average` asks for */
    int count;
} nbb_averages;

/* The program must outlive the averages, which are freed with nbb_averages_free in every case. */
nbb_status nbb_averages_open(const nbb_program *program, nbb_averages *averages);

/* Adds a step: the observables, by number. */
void nbb_averages_add(nbb_averages *averages, const nbb_number *observables);

/* As if none had been added. */
void nbb_averages_clear(nbb_averages *averages);

void nbb_averages_free(nbb_averages *averages);

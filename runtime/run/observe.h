/* observe.h - a number that a run reports; a program's observables from totals over cells and pairs of them. */
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

/* What two parts of a total come to. min and max pass over what is not a number: it is neither less nor more. */
nbb_value_of nbb_total_join(const nbb_total *total, nbb_value_of a, nbb_value_of b);

/* All observables of the state after `step` steps; totals[i] is the program's total number i. A BOOL is 0 or 1. */
void nbb_observe(const nbb_program *program, const nbb_domain *domain, int64_t step, const nbb_value_of *totals,
                 nbb_number *values);

/* The value of an expression of observables, by number: of a mean, or of `stop`. */
nbb_value_of nbb_observed_value(const nbb_program *program, const nbb_domain *domain, int64_t step,
                                const nbb_number *observables, const nbb_expression *value);

/* number.h - a number that a run reports: an exact integer or a real. */
#ifndef NBB_NUMBER_H
#define NBB_NUMBER_H

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

#endif

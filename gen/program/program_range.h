/* program_range.h - between which numbers every integer of a program lies. */
#ifndef NBB_PROGRAM_RANGE_H
#define NBB_PROGRAM_RANGE_H

#include "gen/program/program.h"

typedef struct nbb_range {
    int64_t low, high;
} nbb_range;

/* The whole range of an integer type or BOOL. */
nbb_range nbb_range_of(nbb_type type);

/* The least range that holds both. */
nbb_range nbb_range_join(nbb_range a, nbb_range b);

/* The range of an operator's result, of integers of this type (an operand's); the result wraps. */
nbb_range nbb_range_operator(nbb_operator operation, nbb_type type, nbb_range a, nbb_range b);

#endif

/* program_range.h - between which numbers every integer of a program lies. */
#pragma once

#include "gen/program/program.h"

/* Sets low and high of every integer and BOOL. The neighbour list is bound. */
void nbb_program_flow(nbb_program *program);

/* What integers of parameters alone can be: `require` and the values that are given bound them.

         require = { "q >= 2 && q <= 16" }, q = 5         int(q) is 2 to 8, int(q) - 1 is 1 to 7

   The bound of a given value is the next power of two, so that few values ask for other kernels. Who has made kernels
   for bounds asks nbb_bounds_check before each launch with other values. */

typedef struct nbb_bound {
    double low, high;
} nbb_bound;

/* The bounds of the parameters, in their order. */
void nbb_bounds_find(const nbb_program *program, nbb_bound bounds[NBB_PARAMETERS_MAX]);

/* The range of an integer or BOOL of parameters, constants and the step alone; relies[i]: by parameter i's bounds. */
nbb_range nbb_bounds_range(const nbb_program *program, const nbb_bound *bounds, const nbb_expression *expression,
                           bool relies[NBB_PARAMETERS_MAX]);

/* Fails (usage) where a parameter on which kernels rely has a value past its bounds now. */
nbb_status nbb_bounds_check(const nbb_program *program, const nbb_bound *bounds, const bool *relies);

/* Appends "q from 0 to 8, for which these kernels are made". */
void nbb_bounds_print(const nbb_program *program, int number, nbb_bound bound, nbb_text *text);

/* program_weights.h - weights: what a reduction computes of its neighbours' offsets alone.

         sum(far, exp(-(dx * dx + dy * dy) / w) * (u - here.u))      exp(-(dx * dx + dy * dy) / w) is a weight
         count(far, dx > 0 && s == 1)                                dx > 0 is one, a BOOL

   A weight is a largest subexpression of dx, dy, dz, numbers and parameters alone that holds one of the first three.
   Before a launch it is evaluated for each offset of the list in F64, rounded once to its type. In kernels it is a
   number of the text where parameters do not change it and neighbours stand one by one, else of the arguments'. */
#pragma once

#include "gen/program/program_checker.h"

/* The reduced expression with nodes around its weights. NULL stays NULL. */
nbb_expression *nbb_weights_find(nbb_checker *checker, nbb_expression *reduced, int list);

/* Whether kernels have it as an argument, of as many values as the list has offsets. */
bool nbb_weight_is_argument(const nbb_program *program, const nbb_expression *weight);

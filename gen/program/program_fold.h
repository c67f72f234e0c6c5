/* program_fold.h - chances of which one of f and -f is certain.

         chance(exp(-2 * J * field / T))      field f: the argument of exp is odd in f, to the last bit

   Where exp's argument is not below 0 the chance is certain. So of f and -f one is certain, whatever the parameters
   are, or neither ever happens (the argument is no number). Lanes of f and -f then share a threshold, the least of
   theirs and that of 0, and a word for each sign says whether that sign is certain:

         certain = sign is certain for all f of the lane's sign       three words of a launch's arguments: -, 0, +
         drawn   = U < least threshold of f, -f and 0                 a row for each |f|
         result  = certain | drawn

   Where neither sign is certain for all its f, the least thresholds are what both signs have. For there are at most
   two products or quotients between the input and exp. The first one is 0, or no number, for every f but 0 or for
   none. Where the second one makes no number of the large f alone, the others' arguments are 0, and both signs
   certain.
   Where f is 0 and not certain its threshold is 0, and so are all the least ones: it needs no row. */
#ifndef NBB_PROGRAM_FOLD_H
#define NBB_PROGRAM_FOLD_H

#include "gen/program/program_cases.h"

/* Whether the cases are of such a chance, with both signs, and so few. */
enum { NBB_FOLD_MAX = 64 };
bool nbb_fold_is(const nbb_cases *cases);

/* Of a case: |f|, and the number of its sign. */
enum { NBB_FOLD_MINUS, NBB_FOLD_ZERO, NBB_FOLD_PLUS };
int nbb_fold_magnitude(const nbb_cases *cases, int number);
int nbb_fold_sign(const nbb_cases *cases, int number);

/* The f of a sign: *low to *high. */
void nbb_fold_range(const nbb_cases *cases, int sign, int64_t *low, int64_t *high);

/* With the parameters' values: the least threshold of f, -f and 0, of those that there are; whether a sign is
   certain. */
uint64_t nbb_fold_threshold(const nbb_program *program, const nbb_cases *cases, int magnitude);
bool nbb_fold_certain(const nbb_program *program, const nbb_cases *cases, int sign);

#endif

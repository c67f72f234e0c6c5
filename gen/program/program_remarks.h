/* program_remarks.h - what a program says that is valid and probably not meant: numbers that are lost in silence. */
#ifndef NBB_PROGRAM_REMARKS_H
#define NBB_PROGRAM_REMARKS_H

#include "gen/program/program.h"

typedef void nbb_program_told(const char *remark, void *context);

/* Tells, each with its place as a mistake has it:

         1 / 6 * sum(s)       the quotient of two whole numbers that has a rest
         sum(s) / cells       of an int sum over all cells
         sum(s) / 9           a quotient that is 0 whatever the cells are
         chance(1e-10)        off by more than 1%, for chances are multiples of 2^-32, in init of 2^-24

   To be called bound, with the parameters' values. Without memory it tells nothing. */
void nbb_program_remarks(const nbb_program *program, nbb_program_told *tell, void *context);

#endif

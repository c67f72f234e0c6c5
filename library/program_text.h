/* program_text.h - what users are told of a program's text: its one form, and remarks on it. */
#pragma once

#include "gen/program/program.h"

/* Appends the program in one form, what was parsed and typed, as text that parses to the same tree. */
void nbb_program_print(const nbb_program *program, nbb_text *text);

typedef void nbb_program_remark(const char *remark, void *context);

/* Reports, each with its place as a mistake has it:

         1 / 6 * sum(s)       the quotient of two whole numbers that has a rest
         sum(s) / cells       of an int sum over all cells
         sum(s) / 9           a quotient that is 0 whatever the cells are
         chance(1e-10)        off by more than 1%, for chances are multiples of 2^-32, in init of 2^-24

   To be called bound, with the parameters' values. Without memory it reports nothing. */
void nbb_program_remarks(const nbb_program *program, nbb_program_remark *hear, void *context);

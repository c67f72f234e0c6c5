/* source_program_value.h - the parts of printing expressions that their two files share. */
#ifndef NBB_SOURCE_PROGRAM_VALUE_H
#define NBB_SOURCE_PROGRAM_VALUE_H

#include "gen/program/program_checker.h"
#include "gen/source/source_program.h"

/* Appends an expression and tells how tightly it holds. */
nbb_precedence nbb_program_write(nbb_program_writer *writer, const nbb_expression *expression);

/* Numbers, fields, locals, parameters, builtins, totals (source_program_leaf.c). */
nbb_precedence nbb_program_write_leaf(nbb_program_writer *writer, const nbb_expression *expression);

/* Appends a number of the type, in the fewest digits that are read as the same. */
void nbb_program_write_real(nbb_program_writer *writer, nbb_type type, double value);

/* What becomes calls and sums: chances, functions, reductions (source_program_call.c). */
nbb_precedence nbb_program_write_call(nbb_program_writer *writer, const nbb_expression *expression);

/* Appends the expression as a word of a comparison, a sum or a select's outcome. */
void nbb_program_write_term(nbb_program_writer *writer, const nbb_expression *expression);

/* Appends one as it may stand beside '*'. */
void nbb_program_write_factor(nbb_program_writer *writer, const nbb_expression *expression);

/* Appends "nbb_NAME_i32(" for a function of program_functions.in or program_draw.in, without a suffix "nbb_NAME(",
   and takes note of it. */
void nbb_program_begin_call(nbb_program_writer *writer, const char *name, const char *suffix);

/* Whether the text is CUDA's. */
bool nbb_program_for_cuda(const nbb_program_writer *writer);

/* Appends whether the neighbour exists. */
void nbb_program_write_has(nbb_program_writer *writer, int neighbour);

#endif

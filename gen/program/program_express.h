/* program_express.h - expressions as text that parses to the same tree: conversions that the language makes by itself
   are not written. */
#ifndef NBB_PROGRAM_EXPRESS_H
#define NBB_PROGRAM_EXPRESS_H

#include "gen/base/text.h"
#include "gen/program/program.h"

/* Appends an expression whose place converts it by itself to what it is: an assignment's value, a condition. */
void nbb_express_converted(const nbb_program *program, const nbb_section *section, const nbb_expression *expression,
                           nbb_text *text);

/* Appends a number that reads back as it is, with a point or an exponent. */
void nbb_express_real(double value, nbb_text *text);

#endif

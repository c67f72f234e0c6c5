/* program_limits.h - a program's text may be anybody's: what is made of it before a run has limits.

   Texts and expressions are limited where they are read (program_lex.h, program_parse.h), code of bits where it is
   made (lanes_lower.h). */
#ifndef NBB_PROGRAM_LIMITS_H
#define NBB_PROGRAM_LIMITS_H

#include "gen/program/program.h"

enum {
    NBB_CASES_ALL_MAX = 1 << 18,     /* cases of all chances */
    NBB_CASES_WORK_MAX = 1 << 24,    /* and how often a part of an argument is evaluated for these */
    NBB_PROGRAM_PARTS_MAX = 1 << 16, /* of expressions; a reduction's count once for each neighbour */
};

/* Fails (definition) where a bound program is past one of them. */
nbb_status nbb_program_check_limits(const nbb_program *program);

#endif

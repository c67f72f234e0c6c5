/* program_statements.h - types the statements of init and update. */
#ifndef NBB_PROGRAM_STATEMENTS_H
#define NBB_PROGRAM_STATEMENTS_H

#include "gen/program/program_checker.h"

/* Parses and types a text of statements: they become the section. */
nbb_status nbb_check_section(nbb_program *program, nbb_part part, const nbb_program_text *text);

/* Parses a text that is one expression, and appends its assignment to the field to init's statements. */
nbb_status nbb_check_init_field(nbb_program *program, int field, const nbb_program_text *text);

#endif

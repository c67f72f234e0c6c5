/* program_check.h - names and types: the syntax tree becomes the program's tree. */
#ifndef NBB_PROGRAM_CHECK_H
#define NBB_PROGRAM_CHECK_H

#include "gen/program/program_checker.h"

/* Begins a text of the program's. `section` is init's or update's. */
nbb_checker nbb_checker_open(nbb_program *program, nbb_part part, nbb_section *section);

/* A typed expression; every conversion is a node. NULL, with the failure recorded, where it is wrong. */
nbb_expression *nbb_check_expression(nbb_checker *checker, const nbb_syntax *syntax);

/* The value of a compound assignment: `a += e` as the node of a + (e). */
nbb_expression *nbb_check_compound(nbb_checker *checker, const nbb_syntax *assignment);

#endif

/* program_parse.h - statements as syntax trees.

         statement    { statement... } | if (e) statement [else statement] | type NAME [= e], ...; | NAME op e; | ;

   Declarations of several names become several statements. */
#pragma once

#include "gen/domain/syntax.h"
#include "gen/program/program.h"

/* Parses a text of statements; `*first` is NULL where there are none. */
nbb_status nbb_program_parse_statements(nbb_arena *arena, const nbb_field_text *text, nbb_syntax **first);

/* Parses a text that is one expression, in which '^' may be a power. */
nbb_status nbb_program_parse_expression(nbb_arena *arena, const nbb_field_text *text, bool has_powers,
                                        nbb_syntax **expression);

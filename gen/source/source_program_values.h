/* source_program_values.h - a section of a program as a table of the templates. For use in protected bodies. */
#ifndef NBB_SOURCE_PROGRAM_VALUES_H
#define NBB_SOURCE_PROGRAM_VALUES_H

#include "gen/source/source_program.h"

/* Pushes {lines, place, axes, degree, first, step, draws, arguments, neighbours}; these by presence, or where it is
   NULL by
   use. */
void nbb_source_push_section(lua_State *state, const nbb_program *program, const nbb_section_text *text,
                             const nbb_presence *presence);

#endif

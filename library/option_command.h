/* option_command.h - options and plans as a command line that a shell reads back. */
#pragma once

#include "library/options.h"

/* Appends the command line as it was given, "nbbgen run carpet --r 5"; of a job of the library what was named as its
   origin, or else the line that says the same. */
void nbb_options_command(const nbb_options *options, nbb_text *command);

/* Appends a word as a shell reads it back. */
void nbb_add_word(nbb_text *command, const char *word);

/* Appends the command that emits the plan's source again; `standalone` as in source.h. */
void nbb_emit_command(const nbb_options *options, const nbb_plan *plan, bool standalone, nbb_text *command);

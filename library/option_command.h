/* option_command.h - the command line that options are, as a shell reads it back. */
#ifndef NBB_OPTION_COMMAND_H
#define NBB_OPTION_COMMAND_H

#include "library/options.h"

/* Appends the command line as it was given, "nbbgen run carpet --r 5"; of a job of the library what was named as its
   origin, or else the line that says the same. */
void nbb_options_command(const nbb_options *options, nbb_text *command);

/* Appends a word as a shell reads it back. */
void nbb_add_word(nbb_text *command, const char *word);

#endif

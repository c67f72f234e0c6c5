/* help.h - `nbbgen help`: the commands, their options, and the pages of docs/ as topics. */
#pragma once

#include "library/options.h"

/* What there is to say of the commands and their options, as an object: "version", "commands" and "rows" of the table
   of options, each of one of the "groups" (help.c). */
json_t *nbb_describe_manual(void);

/* Prints a command's options, as --help, --help-all or --usage asks for them, and ends the program. */
nbb_status nbb_help_command(nbb_command command, const char *asked);

/* Prints what may stand in the place of the last of these words, at least one, behind the program's name: for shells
   (cli/package/nbbgen.bash, nbbgen.fish, _nbbgen), by page "complete" of help.lua. */
nbb_status nbb_help_complete(int count, char **words);

nbb_status nbb_help_print(void);

/* Prints the page of this name, without what only a browser shows. Fails (usage) where there is none, with the
   command or page that is near. */
nbb_status nbb_help_topic(const char *topic);

/* Fails (usage) on a word that is no command, with the near miss. */
nbb_status nbb_help_unknown(const char *word);

/* --- reads a command line into options --- */

/* The command called `name`, or NBB_COMMAND_COUNT. */
nbb_command nbb_command_named(const char *name);

/* Parses argv[0..argc-1], where argv[0] is the command's name. Fails (usage) with the option, what was given and what
   is allowed, and the near miss of an unknown one. --help prints and ends the program. */
nbb_status nbb_options_parse(int argc, char **argv, nbb_command command, nbb_options *options);

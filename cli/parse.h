/* parse.h - reads a command line into options. */
#pragma once

#include "library/options.h"

/* The command called `name`, or NBB_COMMAND_COUNT; and what it takes besides options. */
nbb_command nbb_command_named(const char *name);
const char *nbb_command_subjects(nbb_command command);

/* Parses argv[0..argc-1], where argv[0] is the command's name. Fails (usage) with the option, what was given and what
   is allowed, and the near miss of an unknown one. --help prints and ends the program, as argp does. */
nbb_status nbb_options_parse(int argc, char **argv, nbb_command command, nbb_options *options);

/* --- `nbbgen help`: the commands, and the pages of docs/ as topics --- */

/* Adds the pages' names, sorted. */
nbb_status nbb_help_topics(nbb_list *topics);

/* Prints usage, commands and topics. */
nbb_status nbb_help_print(void);

/* Prints the page of this name, without what only a browser shows. Fails (usage) where there is none, with the
   command or page that is near. */
nbb_status nbb_help_topic(const char *topic);

/* Fails (usage) on a word that is no command, with the near miss. */
nbb_status nbb_help_unknown(const char *word);

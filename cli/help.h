/* help.h - `nbbgen help`: the commands, their options, and the pages of docs/ as topics. */
#pragma once

#include "library/options.h"

/* What there is to say of the commands and their options, as an object: "version", "commands" and "rows" of the table
   of options, each of one of the "groups" (help.c). */
json_t *nbb_describe_manual(void);

/* Prints a command's options, as --help, --help-all or --usage asks for them, and ends the program. */
nbb_status nbb_help_command(nbb_command command, const char *asked);

/* Adds the pages' names, sorted. */
nbb_status nbb_help_topics(nbb_list *topics);

/* Prints usage, commands and topics. */
nbb_status nbb_help_print(void);

/* Prints the page of this name, without what only a browser shows. Fails (usage) where there is none, with the
   command or page that is near. */
nbb_status nbb_help_topic(const char *topic);

/* Fails (usage) on a word that is no command, with the near miss. */
nbb_status nbb_help_unknown(const char *word);

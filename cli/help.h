/* help.h - `nbbgen help`: the commands, and the pages of docs/ as topics. */
#pragma once

#include "gen/base/list.h"

/* Adds the pages' names, sorted. */
nbb_status nbb_help_topics(nbb_list *topics);

/* Prints usage, commands and topics. */
nbb_status nbb_help_print(void);

/* Prints the page of this name, without what only a browser shows. Fails (usage) where there is none, with the
   command or page that is near. */
nbb_status nbb_help_topic(const char *topic);

/* Fails (usage) on a word that is no command, with the near miss. */
nbb_status nbb_help_unknown(const char *word);

/* options_help.h - a command's options as argp takes them: order, groups and texts for --help. */
#pragma once

#include "library/option_row.h"

#include <argp.h>

enum { NBB_HELP_ENTRIES_MAX = NBB_OPTION_ROWS_MAX + 8 };  /* with the groups' titles, and one that ends the list */

typedef struct nbb_options_help {
    struct argp_option entries[NBB_HELP_ENTRIES_MAX];
    nbb_text texts[NBB_HELP_ENTRIES_MAX];             /* of entries */
    int count;
    nbb_text title, doc;
} nbb_options_help;

/* What --help tells of the command: the groups of what to run and where, and of `all` also how, the options that
   compare ways with each other. */
void nbb_options_help_make(nbb_command command, bool all, nbb_options_help *help);

void nbb_options_help_free(nbb_options_help *help);

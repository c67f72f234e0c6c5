/* documents.h - completions and pages for man. */
#ifndef NBB_DOCUMENTS_H
#define NBB_DOCUMENTS_H

#include "gen/base/text.h"
#include "library/options.h"

/* Appends the scripts for bash, fish and zsh. Fails (run) when the shares cannot be read. */
enum { NBB_SHELLS = 3 };
nbb_status nbb_complete(nbb_text scripts[NBB_SHELLS]);

/* Append a page as roff's man macros take it. */
void nbb_manual_program(nbb_text *page);
void nbb_manual_command(nbb_command command, nbb_text *page);

#endif

/* manual.h - the pages for man: one of the program, one of each command. */
#ifndef NBB_MANUAL_H
#define NBB_MANUAL_H

#include "library/options.h"

/* Append a page as roff's man macros take it. */
void nbb_manual_program(nbb_text *page);
void nbb_manual_command(nbb_command command, nbb_text *page);

#endif

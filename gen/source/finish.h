/* finish.h - completes a text that others compile. */
#ifndef NBB_FINISH_H
#define NBB_FINISH_H

#include "gen/base/text.h"

/* Appends the text with the definitions that make its names those of the plan `own`, and "-lm" in the compiler's
   command where it calls such a function: each where the text has the comment for it. */
nbb_status nbb_finish(const char *own, const char *text, nbb_text *source);

#endif

/* code_replace.h - values with one word of theirs replaced by another. */
#ifndef NBB_CODE_REPLACE_H
#define NBB_CODE_REPLACE_H

#include "gen/code/code.h"

/* Replaces values[0] on, count of them, by what they are with `by` in place of the word `of`. Draws keep their
   words. */
void nbb_code_replace(nbb_code *code, nbb_value of, nbb_value by, nbb_value *values, int count);

#endif

/* instrument.h - counts the branches of templates: which of them an expansion takes.

   A branch begins behind each `then`, `else`, `do`, `repeat` and list of a function's arguments, behind each `and`
   and `or`, whose right side is not always asked for, and in the `else` that an `if` without one is given. */
#ifndef NBB_TEST_INSTRUMENT_H
#define NBB_TEST_INSTRUMENT_H

#include "gen/base/base.h"

/* Appends the Lua chunk with a call at the beginning of each branch, `took(N)` or, where the value must be false,
   `took_not(N)`; N counts on from *number. Lines stay. found(N, line, word) is called for each. */
void instrument(const char *text, size_t length, int *number, void (*found)(int number, int line, const char *word),
                nbb_text *to);

#endif

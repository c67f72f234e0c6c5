/* fold.h - lines of emitted C: those that are too long broken where a person would break them, of empty ones a single
   one. */
#ifndef NBB_FOLD_H
#define NBB_FOLD_H

#include "gen/base/text.h"

enum { NBB_COLUMNS = 118 };

/* Appends the text, in which no line has more than NBB_COLUMNS bytes, unless a single token of code has.

   A comment is broken at a blank, within a word that is as long as a line behind a comma or slash, or where the line
   ends; a comment behind code moves to a line above it. Code is broken in the outermost
   parentheses that a break in the line's later part can be in, behind a comma or before an operator, else behind an
   opening parenthesis. It goes on four blanks further in, or eight where the line opens a block. A directive's lines
   end in a backslash. Of several empty lines one stays. */
void nbb_fold(const char *text, size_t length, nbb_text *folded);

#endif

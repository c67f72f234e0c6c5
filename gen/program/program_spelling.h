/* program_spelling.h - a program's names as names of C.

   A name stays what it is, unless C, C++ or the generated text may mean something else by it: then it gets a '_'. So
   does a name that ends in a digit or '_', so that a generated name ending in a digit is nobody else's, and no two
   names become one. */
#ifndef NBB_PROGRAM_SPELLING_H
#define NBB_PROGRAM_SPELLING_H

#include "gen/base/text.h"

/* Appends the name. */
void nbb_program_spell(const char *name, nbb_text *text);

#endif

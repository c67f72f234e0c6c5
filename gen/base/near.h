/* near.h - the word that was probably meant. */
#ifndef NBB_NEAR_H
#define NBB_NEAR_H

#include "gen/base/text.h"

/* Index of the candidate fewest edits (insert, delete, replace or swap a character; capitals are no edit) away from
   `given`, the first of equals; -1 when none is near: within 2 edits, where both are shorter than 6 characters within
   1, and of a single character none. */
int nbb_near_miss(const char *given, const char *const *candidates, int count);

/* Appends ": did you mean 'NAME'?" where one of the names is near. */
void nbb_add_near(nbb_text *text, const char *given, const char *const *names, int count);

#endif

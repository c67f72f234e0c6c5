/* few.h - few cases of many fractals, for what takes long for each: every choice is on each fractal, every pair of
   choices on one of those of its kind. Kinds are of the side s on the x axis: to 2, 3, and more. */
#ifndef NBB_FEW_H
#define NBB_FEW_H

#include "choices.h"

enum { FEW_KINDS = 3 };                               /* a side of 2, 3, and more on x */

/* Cases to choose among. Start with { .lines = NULL }; freed with free_few. */
typedef struct few {
    rows tables[FEW_KINDS];                           /* column 0 is which fractal; a row's number is its line's */
    int fractals[FEW_KINDS];                          /* of each kind so far */
    char **lines;
    int line_count;
} few;

/* Adds the covering array, in pairs, of a fractal. */
nbb_status add_few(few *to, const choice_space *space);

/* Prints the lines of those that are chosen. */
nbb_status print_few(const few *of);

void free_few(few *of);

#endif

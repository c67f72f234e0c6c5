/* few.h - few cases of many domains, for what takes long for each: every choice is on each domain, every pair of
   choices on one of those of its kind. Kinds of fractals are of the side s on the x axis: to 3, and more;
   simplices are one. */
#ifndef NBB_FEW_H
#define NBB_FEW_H

#include "choices.h"

enum { FEW_SIMPLEX = 2, FEW_KINDS };                  /* a side to 3, and more on x; simplices */

/* Cases to choose among. Start with { .lines = NULL }; freed with free_few. */
typedef struct few {
    rows tables[FEW_KINDS];                           /* column 0 is which domain; a row's number is its line's */
    int domains[FEW_KINDS];                           /* of each kind so far */
    char **lines;
    int line_count;
} few;

/* Whether the emulator has so many threads to run for a case that smaller domains have to do. It runs some million a
   second, far fewer where they multiply matrices. Lanes have few, and plans that take long to ask for. */
bool few_leave_out(const choice_space *space, const row *asked);

/* Adds the covering array, in pairs, of a domain, but for what few_leave_out leaves out. */
nbb_status add_few(few *to, const choice_space *space);

/* Prints the lines of those that are chosen. */
nbb_status print_few(const few *of);

void free_few(few *of);

#endif

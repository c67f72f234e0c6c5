/* choices.h - what the cases of a definition differ in, and which of it the plan takes together. */
#ifndef NBB_CHOICES_H
#define NBB_CHOICES_H

#include "case.h"
#include "covering.h"

/* A column of the table of cases. */
typedef struct choice {
    const char *name;
    int count;                                        /* values, or 0: a tile for each level up to the start's own */
    bool (*has)(const nbb_request *request);          /* such a choice, the columns before it taken */
    void (*take)(const start *from, int value, nbb_request *request);
} choice;

/* The cases that there might be: starts of one kind of domain, on a machine. */
typedef struct choice_space {
    const start *starts;                              /* column 0 is which of them */
    int start_count;
    machine on;
} choice_space;

/* The columns, a list that ends with a name of NULL, and the values that one of them has. */
const choice *choices_of(const choice_space *space);
int choice_values(const choice_space *space, const choice *column);

/* The start of a row and what it asks for. */
const start *request_of_row(const choice_space *space, const row *asked, nbb_request *request);

/* Every row that the plan takes. Wanted for themselves are, of fractals, those of the first start's automaton on
   lambda and compact with a single value other than 0 beside those of workload, map and tile, the tile being of half
   its levels; of simplices those of each start's automaton by each cover of small tiles. */
nbb_status list_rows(const choice_space *space, rows *all);

/* A covering array of them, freed with free_rows. */
nbb_status make_rows(const choice_space *space, int strength, rows *array);

/* Tries a row. */
void try_row(const choice_space *space, const row *asked, sink *into);

/* Tries the rows of an array. */
nbb_status try_choices(const choice_space *space, int strength, sink *into);

#endif

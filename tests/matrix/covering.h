/* covering.h - a covering array: few rows of a table that have every combination of values that its rows have.

   The table lists everything that is possible, so that what goes together is known from it alone. */
#ifndef NBB_COVERING_H
#define NBB_COVERING_H

#include "gen/base/status.h"

enum {
    COLUMNS_MAX = 16,
    VALUES_MAX = 32,
    ABSENT = -1                                       /* in place of a value, where a row has no such column */
};

/* A row has one of the values 0 .. VALUES_MAX - 1, or ABSENT, in each column; ABSENT in all columns that there are
   not. */
typedef struct row {
    signed char at[COLUMNS_MAX];
    bool is_wanted;                                   /* for itself, whatever it covers */
    int number;                                       /* the caller's own */
} row;

/* Start with { NULL, 0 }; freed with free_rows. */
typedef struct rows {
    row *items;
    int count;
} rows;

nbb_status add_row(rows *table, const row *added);
void free_rows(rows *table);

/* Chooses rows of `table`: the wanted ones, and others so that for any `strength` columns (2 or 3) each combination
   of values that some row has there is in a chosen row. None of them can be left out, wanted ones aside. The same
   table gives the same rows in the same order. */
nbb_status choose_rows(const rows *table, int strength, rows *chosen);

#endif

/* card_rows.h - the constants of a card (card.h) that a device can measure, and the work that tells each.

   `nbbgen bench --tune` goes through these rows and tries values in a card's place (bench_card.c). A work is written
   as bench takes it: a subject and options. */
#pragma once

#include "gen/plan/card.h"

#include <stdbool.h>
#include <stddef.h>

/* How a row is measured: WAIT by what a round of the work takes beyond `values[0]`, the nanoseconds that it took on
   the card of the default; `values[1]` steps are a round. KNOB as the one of `values` with which the work is fastest.
   SIDE as the size past which a plan with the least value is faster than one with the largest: the work takes each of
   `sizes`, `values` in the constant's unit unless these are 0. */
typedef enum nbb_card_probe { NBB_CARD_WAIT, NBB_CARD_KNOB, NBB_CARD_SIDE } nbb_card_probe;

enum { NBB_CARD_VALUES = 8 };
typedef struct nbb_card_row {
    const char *name; /* the member of nbb_card */
    size_t place, bytes; /* of a wait a double, else a whole number */
    const char *unit;
    nbb_card_probe probe;
    bool is_host; /* of processors, not of GPUs */
    const char *work;
    const char *varied, *sizes;     /* of a side: --n, --r or --tile, and what it takes */
    double values[NBB_CARD_VALUES]; /* until 0 */
} nbb_card_row;

enum { NBB_CARD_ROWS = 51 };
extern const nbb_card_row nbb_card_rows[NBB_CARD_ROWS];

/* A constant as a number, and set to one that it may have: a wait is above 0, a knob one of its values or the default
   one, a side a whole number from 1 to INT64_MAX. Whole numbers past 2^53 are rounded. */
double nbb_card_get(const nbb_card *card, const nbb_card_row *row);
bool nbb_card_may_be(const nbb_card_row *row, double value);
void nbb_card_set(nbb_card *card, const nbb_card_row *row, double value);

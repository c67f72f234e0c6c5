/* card_tune.h - from measured times to a card's constants: a row of card_rows.h at a time. */
#ifndef NBB_CARD_TUNE_H
#define NBB_CARD_TUNE_H

#include "gen/base/status.h"
#include "gen/base/text.h"
#include "library/bench/card_rows.h"

/* What is faster by less may be noise: the constant stays. */
#define NBB_CARD_NOISE 0.03

/* Measures a row's work, at one of its sizes or NULL, by plans with each of the cards: milliseconds of a step, or 0
   where the work cannot be had or the plan is that with a card before. */
typedef struct nbb_card_meter {
    nbb_status (*measure)(void *context, const nbb_card_row *row, const char *size, const nbb_card cards[], int count,
                          double ms[]);
    void *context;
} nbb_card_meter;

/* Measures a row and sets its constant, if another value is faster. Appends the times to `told`, which stays empty
   where nothing could be measured. */
nbb_status nbb_card_tune_row(const nbb_card_meter *meter, const nbb_card_row *row, nbb_card *card, nbb_text *told);

#endif

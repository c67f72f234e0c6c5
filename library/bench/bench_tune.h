/* bench_tune.h - `bench --tune`: the fastest choice for a group's work, map by map, and the constants of a card. */
#pragma once

#include "library/bench/bench_group.h"

/* Starts with the plan's own choices and improves one option after the other (its listed values, or all of them), the
   others staying at the best so far, until a round brings nothing; then remembers the best row of each map
   (bench_tuned.h). What the plan refuses is passed over. The rows go to `bench`. */
nbb_status nbb_bench_tune_group(const nbb_bench_group *group, nbb_bench *bench);

/* Whether the options ask for a device's constants: --tune with nothing to search. */
bool nbb_bench_is_of_card(const nbb_options *options);

/* Measures the constants of the group's device, those of processors or those of GPUs, each with a remark. They are
   remembered (bench_tuned.h) and added to `bench`. What the device cannot have keeps its default; a work that fails
   there, or comes to a wrong state, fails the whole when all others are measured and kept. */
nbb_status nbb_bench_tune_card(const nbb_bench_group *group, nbb_bench *bench);

/* The constants that were measured on the group's device become the group's, in *card. */
nbb_status nbb_bench_recall_card(nbb_bench_group *group, nbb_card *card);

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

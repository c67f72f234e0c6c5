/* bench_card.h - measures what choices go by that differs from card to card (library/bench/card_rows.h). */
#ifndef NBB_BENCH_CARD_H
#define NBB_BENCH_CARD_H

#include "library/bench/bench_group.h"

/* Whether the options ask for a device's constants: --tune with nothing to search. */
bool nbb_bench_is_of_card(const nbb_options *options);

/* Measures the constants of the group's device, those of processors or those of GPUs, each with a remark. They are
   remembered (library/bench/bench_tuned.h) and added to `bench`. What the device cannot have keeps its default; a
   work that fails there, or comes to a wrong state, fails the whole when all others are measured and kept. */
nbb_status nbb_bench_tune_card(const nbb_bench_group *group, nbb_bench *bench);

/* The constants that were measured on the group's device become the group's, in *card. */
nbb_status nbb_bench_recall_card(nbb_bench_group *group, nbb_card *card);

#endif

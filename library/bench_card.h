/* bench_card.h - measures what a card does not tell of itself: the waits of launches that stay. */
#ifndef NBB_BENCH_CARD_H
#define NBB_BENCH_CARD_H

#include "library/bench_group.h"

/* Measures the waits of the group's device: *card becomes the default one with these, which are remembered
   (runtime/bench/bench_tuned.h) and added to `bench`. A wait whose launch the device cannot have keeps its default,
   and a remark says why. On a processor nothing stays, so that nothing is measured. */
nbb_status nbb_bench_tune_card(const nbb_bench_group *group, nbb_bench *bench, nbb_card *card);

#endif

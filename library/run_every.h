/* run_every.h - takes --every apart: how often series, frames and checkpoints look at a run. */
#ifndef NBB_RUN_EVERY_H
#define NBB_RUN_EVERY_H

#include "library/options.h"

/* What looks at steps. X(enumerator, name). */
#define NBB_LOOKS(X) X(SERIES, "series") X(FRAMES, "frames") X(CHECKPOINT, "checkpoint")
typedef enum nbb_look {
#define X(name, text) NBB_LOOK_##name,
    NBB_LOOKS(X)
#undef X
        NBB_LOOK_COUNT
} nbb_look;

typedef struct nbb_every {
    int64_t steps[NBB_LOOK_COUNT]; /* 1 where not given; of checkpoints 0 where a time is */
    double seconds;                /* of checkpoints: 600 where nothing is given */
} nbb_every;

/* Reads "N", "checkpoint=N", "10min", ...: a bare number is everybody's that is not named, a time checkpoints'. Fails
   (usage) on what is none of these, on what is given twice, and on what nobody heeds. */
nbb_status nbb_options_every(const nbb_options *options, nbb_every *every);

#endif

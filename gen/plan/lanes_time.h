/* lanes_time.h - what the step of map lanes takes on a card (card.h): the model that chooses tile, lanes and steps a
   launch. */
#ifndef NBB_LANES_TIME_H
#define NBB_LANES_TIME_H

#include "gen/plan/plan_record.h"

/* A launch that fills the device, for each word of its tiles: in operations with the whole card at work. `border`:
   what an update in place copies, else empty. */
double nbb_lanes_flow(const nbb_card *card, nbb_target target, bool permutes, const nbb_lanes_launch *launch,
                      const nbb_border *border);

/* The items of a launch and where they run. */
typedef struct nbb_lanes_spread {
    int64_t items;                                    /* tiles times parts: a thread each */
    uint32_t parts;
    int look_ups;
    double permuted;                                  /* the share of warps that permute words (lanes.h) */
    uint32_t block, multiprocessors;
} nbb_lanes_spread;

/* Nanoseconds of a launch on CUDA that may not fill the device. */
double nbb_lanes_launch_ns(const nbb_card *card, const nbb_lanes_spread *spread, const nbb_lanes_launch *launch);

/* A way to make a persistent launch. */
typedef struct nbb_lanes_persistent {
    uint32_t cluster;                                 /* blocks of the cluster that has the states, or 0 */
    double warps;                                     /* that a scheduler has, at most */
    int a;                                            /* lane digits */
    int64_t items;                                    /* tiles times parts */
    bool draws_apart;                                 /* by other lanes than the program's */
} nbb_lanes_persistent;

/* Nanoseconds from a wait of a persistent launch to the next one. */
double nbb_lanes_round_ns(const nbb_card *card, const nbb_lanes_persistent *launched, const nbb_lanes_launch *launch);

/* How many blocks of so many threads should share a multiprocessor when they run the launch, which bounds a thread's
   registers; it needs more where its own code permutes lanes. */
uint32_t nbb_plan_resident_blocks(const nbb_card *card, uint32_t block, bool permutes,
                                  const nbb_lanes_launch *launch);

/* The same of a persistent launch: few threads are enough, whose tiles are in registers. */
uint32_t nbb_plan_persistent_blocks(const nbb_card *card, uint32_t block, const nbb_lanes_launch *launch);

#endif

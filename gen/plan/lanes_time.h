/* lanes_time.h - what the step of map lanes takes on a card (card.h): the model that chooses tile, lanes and steps a
   launch. */
#ifndef NBB_LANES_TIME_H
#define NBB_LANES_TIME_H

#include "gen/plan/plan.h"

/* The tier of a launch. `crosses`: its own code crosses lanes. */
nbb_lanes_tier nbb_lanes_tier_of(const nbb_card *card, bool crosses, const nbb_lanes_launch *launch);

/* A launch that fills the device, for each word of its tiles: in operations with the whole card at work. `border`:
   what an update in place copies, else empty. */
double nbb_lanes_flow(const nbb_card *card, nbb_target target, bool crosses, const nbb_lanes_launch *launch,
                      const nbb_border *border);

/* The items of a launch and where they run. */
typedef struct nbb_lanes_spread {
    int64_t items;                                    /* tiles times parts: a thread each */
    uint32_t parts;
    int look_ups;
    double crossing;                                  /* the share of warps with lanes to cross (lanes.h) */
    uint32_t block, multiprocessors;
} nbb_lanes_spread;

/* Nanoseconds of a launch on CUDA that may not fill the device. */
double nbb_lanes_launch_ns(const nbb_card *card, const nbb_lanes_spread *spread, const nbb_lanes_launch *launch);

/* Where a launch stays. */
typedef struct nbb_lanes_stay {
    uint32_t cluster;                                 /* blocks of the cluster that has the states, or 0 */
    double warps;                                     /* that a scheduler has, at most */
    int a;                                            /* lane digits */
    int64_t items;                                    /* tiles times parts */
    bool draws_apart;                                 /* by other lanes than the program's */
} nbb_lanes_stay;

/* Nanoseconds from a wait of a launch that stays to the next one. */
double nbb_lanes_round_ns(const nbb_card *card, const nbb_lanes_stay *stay, const nbb_lanes_launch *launch);

#endif

/* lanes_time.h - what the step of map lanes takes: the model that chooses tile, lanes and steps a launch, and all the
   constants it was fitted with. */
#ifndef NBB_LANES_TIME_H
#define NBB_LANES_TIME_H

#include "gen/plan/plan.h"

/* Whether registers of a thread hold a launch: how many threads should share a multiprocessor, and how much longer a
   launch takes for words that they do not hold. `crosses`: its own code crosses lanes. */
typedef struct nbb_lanes_tier {
    int words;                                        /* that a thread holds, at most */
    uint32_t threads;
    double slowdown;
} nbb_lanes_tier;
nbb_lanes_tier nbb_lanes_tier_of(bool crosses, const nbb_lanes_launch *launch);

/* A launch that fills the device, for each word of its tiles: in logic operations of an H200 (6.3e-14 s). `border`:
   what an update in place copies, else empty. */
double nbb_lanes_flow(nbb_target target, bool crosses, const nbb_lanes_launch *launch, const nbb_border *border);

/* The items of a launch and where they run. */
typedef struct nbb_lanes_spread {
    int64_t items;                                    /* tiles times parts: a thread each */
    uint32_t parts;
    int look_ups;
    double crossing;                                  /* the share of warps with lanes to cross (lanes.h) */
    uint32_t block, multiprocessors;
} nbb_lanes_spread;

/* Nanoseconds of a launch on CUDA that may not fill the device. */
double nbb_lanes_launch_ns(const nbb_lanes_spread *spread, const nbb_lanes_launch *launch);

/* Nanoseconds of a round of a launch that stays, whose schedulers have so many warps at most. `cluster`: blocks of
   the cluster that has the states, or 0; `a`: lane digits; `tiles` of a lane. */
double nbb_lanes_round_ns(uint32_t cluster, double warps, int a, int64_t tiles, const nbb_lanes_launch *launch);

#endif

/* plan.h - every choice of a run, as data: map, layout, tile, threads, encodings. Source and run only read it. */
#pragma once

#include "gen/plan/plan_kernels.h"
#include "gen/plan/plan_lanes.h"
#include "gen/plan/plan_tile.h"

/* Makes every choice and proves the encodings, or fails (usage) with the reason: a level past the limits, a tile that
   is no power of s or does not fit, a map, hash or variant that cannot be had for this fractal, a launch of more
   blocks than a grid has, with the largest size that has a kernel; a state larger than `available`
   (NBB_ERROR_DEVICE, with the maps that would fit). */
nbb_status nbb_plan_choose(const nbb_request *request, nbb_plan *plan);

void nbb_plan_free(nbb_plan *plan);

/* The largest size up to the request's that has a kernel of the map on the target, by bytes, blocks of a grid and
   roots: r of a fractal; n of a simplex by the request's other choices, within the limits of cells. 0 where none
   has. */
int64_t nbb_plan_largest(const nbb_request *request, nbb_map map);

/* Bytes of one state buffer of a request's map with the tile the plan would choose; for `info`. */
nbb_status nbb_plan_state_bytes(const nbb_request *request, uint64_t *bytes);

/* plan_small.c - finds the tile, lanes and steps for a state that does not fill the device.

   The usual tile has as many cells as registers hold and the usual word as few idle bits as can be, which moves the
   fewest bytes. A small state is not moved from memory but waited for: smaller tiles and words make more threads,
   whose ways through the code are shorter. */
#include "gen/plan/plan_small.h"

#include "gen/plan/lanes_time.h"
#include "gen/plan/plan_lanes.h"
#include "gen/plan/plan_tile.h"

#include <math.h>

typedef struct candidate {
    int t, a, steps;
    double cost;                                      /* nanoseconds a step; 0: there is none yet */
} candidate;

/* The layout with this tile and these lanes. */
static nbb_lanes layout_of(const nbb_request *request, int t, int a)
{
    nbb_lanes lanes;
    nbb_lanes_size(request->fractal, request->r, t, a, &lanes);
    return lanes;
}

static int64_t items_of(const nbb_lanes *lanes)
{
    return lanes->tiles * lanes->parts;
}

static bool is_small(const nbb_request *request, const nbb_lanes *lanes)
{
    return nbb_plan_is_small(request, items_of(lanes));
}

/* The request with a tile and lanes. */
static nbb_request settle(const nbb_request *request, int t, int a)
{
    nbb_request settled = *request;
    settled.tile = nbb_plan_tile_side(request->fractal, t);
    settled.lanes = nbb_plan_lanes_of(request, a);
    return settled;
}

/* Whether a tile and lanes can be had, are as asked for, and make a small launch whose two states fit. */
static bool is_possible(const nbb_request *request, int t, int a)
{
    const nbb_fractal *fractal = request->fractal;
    bool asked = (request->tile == 0 || request->tile == nbb_plan_tile_side(fractal, t))
                 && (request->lanes == 0 || request->lanes == nbb_plan_lanes_of(request, a));
    if (!asked || t + a > request->r) {
        return false;
    }
    nbb_lanes lanes = layout_of(request, t, a);
    nbb_request settled = settle(request, t, a);
    return is_small(request, &lanes) && nbb_plan_buffers(&settled, NBB_MAP_LANES, t) == 2
           && nbb_plan_fits(&settled, NBB_MAP_LANES, t);
}

static double weigh(const nbb_request *request, const nbb_lanes_launch *launch, candidate way, candidate *best)
{
    nbb_lanes lanes = layout_of(request, way.t, way.a);
    nbb_lanes_spread spread = { .items = items_of(&lanes),
                                .parts = lanes.parts,
                                .look_ups = lanes.look_ups,
                                .crossing = nbb_lanes_crossing(nbb_fractal_table(request->fractal), &lanes),
                                .block = request->block != 0 ? request->block : NBB_LANES_BLOCK,
                                .multiprocessors = nbb_plan_multiprocessors(request) };
    way.cost = nbb_lanes_launch_ns(nbb_card_of(request->card), &spread, launch) / way.steps;
    if (best->cost == 0 || way.cost < best->cost * (1 - nbb_card_of(request->card)->lanes.small_worthwhile)) {
        *best = way;
    }
    return way.cost;
}

/* All lanes and steps with tiles of level t. */
static nbb_status try_tile(const nbb_request *request, const nbb_lanes_law *law, int t, candidate *best)
{
    const nbb_card_lanes *card = &nbb_card_of(request->card)->lanes;
    int asked = request->steps_a_launch, most = nbb_plan_most_steps(request, law, t);
    int first = asked != 0 ? asked : 1, last = asked != 0 ? asked : card->steps_aim;
    double least = INFINITY, now = 0;                 /* of all steps so far, and of these */
    if (!nbb_plan_reaches(request, law, t)) {
        return NBB_OK;
    }
    for (int steps = first; steps <= last && steps <= most && now <= least * (1 + card->small_worthwhile); ++steps) {
        nbb_lanes_launch launch;
        now = INFINITY;
        NBB_TRY(nbb_lanes_launch_build(request->fractal, t, law, steps, &launch));
        for (int a = 0; a <= request->r && nbb_plan_lanes_of(request, a) <= card->small_lanes; ++a) {
            if (is_possible(request, t, a)) {
                now = fmin(now, weigh(request, &launch, (candidate){ .t = t, .a = a, .steps = steps }, best));
            }
        }
        least = fmin(least, now);
        nbb_lanes_launch_free(&launch);
    }
    return NBB_OK;
}

/* Whether the usual layout, with what was asked for, makes a small launch of an automaton with two states. */
static bool is_wanted(const nbb_request *request)
{
    bool automaton = nbb_workload_rows[request->workload].evolves && request->target == NBB_TARGET_CUDA
                     && request->buffers != 1 && !nbb_request_traits(request).draws
                     && nbb_fractal_adds_cells(request->fractal);
    int t = 0;
    nbb_lanes lanes;
    if (!automaton || nbb_plan_choose_tile(request, NBB_MAP_LANES, &t) != NBB_OK) {
        return false;
    }
    nbb_plan_size_lanes(request, t, &lanes);
    return is_small(request, &lanes);
}

nbb_status nbb_plan_settle_small(const nbb_request *request, const nbb_lanes_law *law, nbb_request *settled)
{
    const nbb_fractal *fractal = request->fractal;
    candidate best = { 0 };
    *settled = *request;
    bool wanted = is_wanted(request);
    int words = nbb_card_of(request->card)->lanes.words_aim;
    for (int t = 0; wanted && t <= request->r && nbb_fractal_cells(fractal, 0, t) * law->planes <= words; ++t) {
        NBB_TRY(try_tile(request, law, t, &best));
    }
    if (best.cost > 0) {
        *settled = settle(request, best.t, best.a);
        settled->steps_a_launch = best.steps;
    }
    return NBB_OK;
}

/* plan_resident.c - finds the lanes, tile and steps with which all items stay on the device at once. */
#include "plan_resident.h"

#include "plan_lanes.h"
#include "plan_tile.h"

#include <inttypes.h>
#include <math.h>

enum {
    WARP = 32,
    SCHEDULERS = 4,                                   /* of a multiprocessor */
    BLOCK = 64,                                       /* where single warps would make more than BLOCKS_AIM blocks */
    BLOCKS_AIM = 128,
    THREADS_AIM = 256,                                /* of a multiprocessor */
    STEPS_AIM = 6,
    LANES_MOST = 32,                                  /* of a word: one part, turned in registers where crossed */
    POSITIONS_MOST = 96,                              /* of a tile, whose words stay in registers */
    MULTIPROCESSORS_ASSUMED = 20,                     /* of a device that is not there to be asked, */
    MULTIPROCESSORS_LARGE = 132                       /* and where staying is wanted all the same */
};

/* Nanoseconds, fitted to an H200: of a round's waiting, and, for each warp that a scheduler has, of a word that is
   loaded from beside and of a logic operation. */
#define ROUND_NS 1150.0
#define WORD_NS 9.0
#define OPERATION_NS 1.1

typedef struct candidate {
    int t, a, steps;
    uint32_t block;
    double cost;                                      /* nanoseconds a step; 0: there is none yet */
} candidate;

/* The lane digits for tiles of level t: those asked for, or the most that a part holds; -1 where that cannot be. */
static int digits_of(const nbb_request *request, int t)
{
    const nbb_fractal *fractal = request->fractal;
    int a = 0, most = fractal->shared->k > 1 ? request->r - t : 0;
    if (request->lanes == 0) {
        while (a < most && nbb_fractal_cells(fractal, a + 1) <= LANES_MOST) {
            ++a;
        }
        return a;
    }
    while (a < most && nbb_fractal_cells(fractal, a) < request->lanes) {
        ++a;
    }
    return nbb_fractal_cells(fractal, a) == request->lanes && request->lanes <= LANES_MOST ? a : -1;
}

static uint32_t multiprocessors_of(const nbb_request *request)
{
    return request->multiprocessors != 0 ? request->multiprocessors
         : request->resident == NBB_RESIDENT_YES ? MULTIPROCESSORS_LARGE : MULTIPROCESSORS_ASSUMED;
}

static uint32_t block_of(const nbb_request *request, int64_t items)
{
    return request->block != 0 ? request->block : items <= BLOCKS_AIM * WARP ? WARP : BLOCK;
}

/* Whether all items of a launch have a thread at once. Too many on a multiprocessor compute longer than a launch
   takes. */
static bool is_held(const nbb_request *request, int64_t items, const nbb_lanes_launch *launch)
{
    uint32_t block = block_of(request, items), most = nbb_plan_resident_blocks(block, false, launch);
    uint32_t aim = request->resident == NBB_RESIDENT_AUTO ? (THREADS_AIM + block - 1) / block : most;
    return (items + block - 1) / block <= (int64_t)multiprocessors_of(request) * (aim < most ? aim : most);
}

/* Tries one number of steps. */
static nbb_status try_steps(const nbb_request *request, int t, int a, int steps, candidate *best)
{
    nbb_lanes_launch launch;
    NBB_TRY(nbb_lanes_launch_build(request->fractal, t, request->rule, steps, &launch));
    int64_t items = nbb_fractal_cells(request->fractal, request->r - t - a);
    if (is_held(request, items, &launch)) {
        double warps = ceil((double)items / WARP / SCHEDULERS / multiprocessors_of(request));
        double work = WORD_NS * nbb_closure_loaded(&launch.closure, NBB_CENTRE)
                      + OPERATION_NS * nbb_lanes_launch_operations(&launch, request->rule);
        double cost = (ROUND_NS + warps * work) / steps;
        if (best->cost == 0 || cost < best->cost) {
            *best = (candidate){ t, a, steps, block_of(request, items), cost };
        }
    }
    nbb_lanes_launch_free(&launch);
    return NBB_OK;
}

/* The request with a choice of tile and lanes, and the two states that a launch that stays goes between. */
static nbb_request settle(const nbb_request *request, int t, int a)
{
    nbb_request settled = *request;
    settled.lanes = nbb_fractal_cells(request->fractal, a);
    settled.tile = nbb_plan_tile_side(request->fractal, t);
    settled.buffers = 2;
    return settled;
}

/* Whether a choice can be had; past the memory only where staying is wanted all the same, which is then refused. */
static bool is_possible(const nbb_request *request, int t, int a)
{
    if (a < 0 || nbb_fractal_cells(request->fractal, request->r - t - a) > INT32_MAX) {
        return false;
    }
    nbb_request settled = settle(request, t, a);
    return request->resident == NBB_RESIDENT_YES || nbb_plan_fits(&settled, NBB_MAP_LANES, t);
}

static nbb_status try_tile(const nbb_request *request, int t, candidate *best)
{
    int a = digits_of(request, t), asked = request->steps_a_launch;
    int first = asked != 0 ? asked : 1, last = asked != 0 ? asked : STEPS_AIM;
    if (!is_possible(request, t, a)) {
        return NBB_OK;
    }
    for (int steps = first; steps <= last && steps <= nbb_closure_most_steps(request->fractal, t); ++steps) {
        NBB_TRY(try_steps(request, t, a, steps, best));
    }
    return NBB_OK;
}

static nbb_status try_tiles(const nbb_request *request, candidate *best)
{
    const nbb_fractal *fractal = request->fractal;
    for (int t = 0; t <= request->r && nbb_fractal_cells(fractal, t) <= POSITIONS_MOST; ++t) {
        if (request->tile == 0 || request->tile == nbb_plan_tile_side(fractal, t)) {
            NBB_TRY(try_tile(request, t, best));
        }
        if (fractal->shared->k == 1) {
            break;                                    /* one cell at any level */
        }
    }
    return NBB_OK;
}

/* Why --resident yes cannot be had; of what was asked for beside it, the tile first. */
static nbb_status fail_resident(const nbb_request *request, bool heeded)
{
    int t = 0;
    if (!heeded) {
        return nbb_fail(NBB_ERROR_USAGE, "--resident yes: only the steps of workload ca on CUDA with two buffers stay"
                        " on the device");
    }
    NBB_TRY(nbb_plan_choose_tile(request, NBB_MAP_LANES, &t));
    const struct {
        const char *option;
        int64_t value;
    } asked[] = { { "tile", request->tile }, { "lanes", request->lanes },
                  { "steps-per-launch", request->steps_a_launch }, { "block", request->block } };
    nbb_text given = NBB_TEXT_EMPTY;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; ++i) {
        if (asked[i].value != 0) {
            nbb_text_add(&given, "%s --%s %" PRId64, given.length == 0 ? ", with" : "", asked[i].option,
                         asked[i].value);
        }
    }
    nbb_text_add(&given, "%s", given.length == 0 ? "" : ",");
    nbb_status status = nbb_fail(NBB_ERROR_USAGE, "--resident yes: no tile of at most %d cells and at most %d lanes%s"
        " leaves %s at r = %d so few tiles that each has a thread at once on %" PRIu32 " multiprocessors; use"
        " --resident no, which takes a launch for every few steps", POSITIONS_MOST, LANES_MOST,
        nbb_text_string(&given), request->fractal->name, request->r, multiprocessors_of(request));
    nbb_text_free(&given);
    return status;
}

nbb_status nbb_plan_settle_resident(const nbb_request *request, nbb_request *settled, bool *resident)
{
    candidate best = { 0 };
    *settled = *request;
    *resident = false;
    bool heeded = request->workload == NBB_WORKLOAD_CA && request->target == NBB_TARGET_CUDA && request->buffers != 1;
    if (request->resident == NBB_RESIDENT_NO) {
        return NBB_OK;
    }
    if (heeded) {
        NBB_TRY(try_tiles(request, &best));
    }
    if (best.cost > 0) {
        *settled = settle(request, best.t, best.a);
        settled->steps_a_launch = best.steps;
        settled->block = best.block;
        *resident = true;
        return NBB_OK;
    }
    return request->resident == NBB_RESIDENT_AUTO ? NBB_OK : fail_resident(request, heeded);
}

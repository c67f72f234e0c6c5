/* plan_resident.c - finds the lanes, tile and steps with which all items stay on the device at once. */
#include "gen/plan/plan_resident.h"

#include "gen/plan/lanes_time.h"
#include "gen/plan/plan_lanes.h"
#include "gen/plan/plan_tile.h"

#include <inttypes.h>
#include <math.h>

enum {
    WARP = 32,
    SCHEDULERS = 4,                                   /* of a multiprocessor */
    BLOCK = 64,                                       /* where single warps would make more blocks than the card's */
    BLOCK_MOST = 1024,
    SHARED_MOST = 47 << 10,                           /* bytes of a block's two states: static, with its tables */
    ROW_BYTES = 36 * 4,                               /* of them, for a row of thresholds, ... */
    DRAWN_BYTES = 4 << 10,                            /* ... and for crossed lanes and the keys of numbers */
    SHARED_LEAST = 64 << 10,                          /* bytes of a multiprocessor that every device has */
    CLUSTER_MOST = 8,                                 /* blocks, on every device that has clusters at all */
    LANES_MOST = 32,                                  /* of a word where nothing is drawn: one part, turned in
                                                         registers where lanes are crossed */
    MULTIPROCESSORS_ASSUMED = 20                      /* of a device that is not there to be asked, where nothing says
                                                         that staying is wanted: a small one, on which few can */
};

typedef struct candidate {
    int t, a, steps;
    uint32_t block, cluster;                          /* nbb_plan's */
    double cost;                                      /* nanoseconds a step; 0: there is none yet */
} candidate;

static int64_t lanes_most(const nbb_request *request)
{
    return nbb_plan_drawn_digits(request) >= 0 ? NBB_LANES_MAX : LANES_MOST;
}

/* The lane digits for tiles of level t: those asked for, those that numbers are drawn by, or the most that a part
   holds; -1 where that cannot be. */
static int digits_of(const nbb_request *request, int t)
{
    const nbb_fractal *fractal = request->fractal;
    int a = 0, r = request->r, most = nbb_fractal_adds_cells(fractal) ? r - t : 0;
    int drawn = nbb_plan_drawn_digits(request);
    if (request->lanes == 0 && drawn >= 0) {
        return drawn < most ? drawn : most;
    }
    if (request->lanes == 0) {
        while (a < most && nbb_fractal_cells(fractal, r - a - 1, r) <= LANES_MOST) {
            ++a;
        }
        return a;
    }
    while (a < most && nbb_fractal_cells(fractal, r - a, r) < request->lanes) {
        ++a;
    }
    return nbb_fractal_cells(fractal, r - a, r) == request->lanes && request->lanes <= lanes_most(request) ? a : -1;
}

/* Threads of a launch: tiles times the parts of their words. */
static int64_t items_of(const nbb_request *request, int t, int a)
{
    return nbb_fractal_cells(request->fractal, t, request->r - a) * ((nbb_plan_lanes_of(request, a) + 31) / 32);
}

/* Code that may stay. */
typedef struct trial {
    const nbb_request *request;
    const nbb_lanes_launch *launch;
    int64_t drawn;                                    /* bytes of a block's shared memory for what it draws */
} trial;

static trial trial_of(const nbb_request *request, const nbb_lanes_law *law, const nbb_lanes_launch *launch)
{
    bool draws = launch->code.code.draw_count > 0;
    return (trial){ request, launch, draws ? DRAWN_BYTES + (int64_t)law->lowering->row_count * ROW_BYTES : 0 };
}

/* How many blocks a multiprocessor has at once. */
static int64_t staying_blocks(const trial *of, uint32_t block)
{
    int64_t most = nbb_plan_staying_blocks(nbb_card_of(of->request->card), block, of->launch);
    int64_t shared = of->drawn == 0 ? most : SHARED_LEAST / of->drawn;
    return shared < most ? shared : most;
}

static uint32_t multiprocessors_of(const nbb_request *request)
{
    bool unsaid = request->multiprocessors == 0 && request->resident == NBB_RESIDENT_AUTO;
    return unsaid ? MULTIPROCESSORS_ASSUMED : nbb_plan_multiprocessors(request);
}

/* The largest cluster to try: of an unknown device one block, which every device has. */
static uint32_t cluster_most(const nbb_request *request)
{
    return request->resident == NBB_RESIDENT_GRID ? 0
         : request->cluster_blocks != 0 ? request->cluster_blocks
           : request->resident == NBB_RESIDENT_CLUSTER ? CLUSTER_MOST
                                                       : 1;
}

static uint32_t block_of(const nbb_request *request, int64_t items)
{
    int blocks = nbb_card_of(request->card)->lanes.resident_blocks;
    return request->block != 0 ? request->block : items <= blocks * WARP ? WARP : BLOCK;
}

/* Whether a multiprocessor with its share of the items computes for no longer than launches take. */
static bool is_short(const trial *of, int t, int64_t items)
{
    const nbb_card *card = nbb_card_of(of->request->card);
    int64_t words = items * nbb_fractal_cells(of->request->fractal, 0, t) * of->launch->code.planes;
    int64_t multiprocessors = multiprocessors_of(of->request);
    return of->drawn > 0 ? items <= multiprocessors * card->threads_aim_drawn
                               && words <= multiprocessors * card->words_aim_drawn
                         : items <= multiprocessors * card->threads_aim;
}

/* Whether all items of a launch have a thread at once. */
static bool is_held(const trial *of, int64_t items)
{
    uint32_t block = block_of(of->request, items);
    return (items + block - 1) / block <= multiprocessors_of(of->request) * staying_blocks(of, block);
}

/* Threads of a block for the blocks of a cluster to have all items, more than half of them with one item at least, so
   that the block tells the cluster; 0 if that cannot be, or if the states take too much of its shared memory. */
static uint32_t cluster_block(const trial *of, int t, int64_t items, uint32_t cluster)
{
    const nbb_request *request = of->request;
    int64_t whole = (items + cluster - 1) / cluster, warps = (whole + WARP - 1) / WARP;
    int64_t block = request->block != 0 ? request->block : warps * WARP;
    int64_t blocks = (items + block - 1) / block;
    int64_t words = nbb_fractal_cells(request->fractal, 0, t) * of->launch->code.planes;
    int64_t bytes = 2 * block * words * (int64_t)sizeof(uint32_t) + of->drawn;
    uint32_t held = WARP * nbb_plan_staying_blocks(nbb_card_of(request->card), WARP, of->launch);
    bool fits = block <= BLOCK_MOST && block <= held && bytes <= SHARED_MOST;
    return fits && blocks <= cluster && 2 * blocks > cluster ? (uint32_t)block : 0;
}

/* Weighs a way for a launch to stay, whose schedulers have so many warps at most. */
static void weigh(const trial *of, int64_t items, double warps, candidate way, candidate *best)
{
    const nbb_request *request = of->request;
    bool apart = nbb_plan_drawn_digits(request) >= 0 && nbb_plan_drawn_digits(request) != way.a;
    nbb_lanes_stay stay = { way.cluster, warps, way.a, items, apart };
    way.cost = nbb_lanes_round_ns(nbb_card_of(request->card), &stay, of->launch) / way.steps;
    if (best->cost == 0 || way.cost < best->cost) {
        *best = way;
    }
}

/* Tries a number of lanes, with the states in memory and in the shared memory of clusters. */
static void try_lanes(const trial *of, candidate way, candidate *best)
{
    const nbb_request *request = of->request;
    int64_t items = items_of(request, way.t, way.a);
    way.block = block_of(request, items);
    bool is_grid = request->resident == NBB_RESIDENT_AUTO ? is_short(of, way.t, items)
                                                          : request->resident == NBB_RESIDENT_GRID;
    if (is_grid && is_held(of, items)) {
        double warps = ceil((double)items / WARP / SCHEDULERS / multiprocessors_of(request));
        weigh(of, items, warps, way, best);
    }
    for (way.cluster = 1; way.cluster <= cluster_most(request); way.cluster *= 2) {
        way.block = cluster_block(of, way.t, items, way.cluster);
        if (way.block > 0) {
            weigh(of, items, ceil(way.block / (double)WARP / SCHEDULERS), way, best);
        }
    }
}

/* The request with a choice of tile and lanes, and the two states that a launch that stays goes between, but where
   sublattices have one. */
static nbb_request settle(const nbb_request *request, int t, int a)
{
    nbb_request settled = *request;
    settled.lanes = nbb_plan_lanes_of(request, a);
    settled.tile = nbb_plan_tile_side(request->fractal, t);
    settled.buffers = nbb_request_traits(request).in_place ? 2 : 0;
    return settled;
}

/* Whether a choice can be had; past the memory only where staying is wanted all the same, which is then refused. */
static bool is_possible(const nbb_request *request, int t, int a)
{
    if (a < 0 || items_of(request, t, a) > INT32_MAX) {
        return false;
    }
    nbb_request settled = settle(request, t, a);
    return request->resident != NBB_RESIDENT_AUTO || nbb_plan_fits(&settled, NBB_MAP_LANES, t);
}

static nbb_status try_tile(const nbb_request *request, const nbb_lanes_law *law, int t, candidate *best)
{
    int digits = digits_of(request, t), asked = request->steps_a_launch;
    int aim = nbb_card_of(request->card)->lanes.resident_steps;
    int most = nbb_plan_most_steps(request, law, t);
    int first = asked != 0 ? asked : 1, last = asked != 0 ? asked : law->draws ? 1 : aim;
    int least = request->lanes != 0 || nbb_plan_drawn_digits(request) >= 0 ? digits : 0;
    if (!is_possible(request, t, digits) || !nbb_plan_reaches(request, law, t)) {
        return NBB_OK;
    }
    for (int steps = first; steps <= last && steps <= most; ++steps) {
        nbb_lanes_launch launch;
        nbb_lowering_clear(law->lowering, false);
        NBB_TRY(nbb_lanes_launch_build(request->fractal, t, law, steps, &launch));
        const trial of = trial_of(request, law, &launch);
        for (int a = digits; a >= least && is_possible(request, t, a); --a) {
            try_lanes(&of, (candidate){ .t = t, .a = a, .steps = steps }, best);
        }
        nbb_lanes_launch_free(&launch);
    }
    return NBB_OK;
}

static nbb_status try_tiles(const nbb_request *request, const nbb_lanes_law *law, candidate *best)
{
    const nbb_fractal *fractal = request->fractal;
    int words = nbb_card_of(request->card)->lanes.resident_words;
    for (int t = 0; t <= request->r && nbb_fractal_cells(fractal, 0, t) * law->planes <= words; ++t) {
        if (request->tile == 0 || request->tile == nbb_plan_tile_side(fractal, t)) {
            NBB_TRY(try_tile(request, law, t, best));
        }
        if (!nbb_fractal_adds_cells(fractal)) {
            break;                                    /* one cell at any level */
        }
    }
    return NBB_OK;
}

/* Where it stays, for a message: a phrase of what each tile needs at once. */
static void add_place(const nbb_request *request, nbb_text *text)
{
    if (request->resident == NBB_RESIDENT_CLUSTER) {
        nbb_text_add(text, "the shared memory of a cluster of %" PRIu32 " block%s has them", cluster_most(request),
                     cluster_most(request) == 1 ? "" : "s");
    } else {
        nbb_text_add(text, "each has a thread at once on %" PRIu32 " multiprocessors", multiprocessors_of(request));
    }
}

/* Fails (usage) where an option that is given excludes launches that stay. */
static nbb_status refuse_beside(const nbb_request *request, const nbb_lanes_law *law)
{
    const char *asked_for = nbb_resident_names.names[request->resident];
    if (request->draws == NBB_DRAWS_ONCE) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--resident %s and --draws once: a launch that stays draws at each turn; give one of the two",
                        asked_for);
    }
    if (law->one_step && request->steps_a_launch > 1) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--resident %s and --steps-per-launch %d: program %s does a step, or a turn of one, between"
                        " two waits; give one of the two",
                        asked_for, request->steps_a_launch, nbb_request_traits(request).name);
    }
    if (request->buffers == 1) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--resident %s: only steps between two buffers stay on the device, not"
                        " --buffers 1",
                        asked_for);
    }
    if (request->crossed != NBB_CROSSING_AUTO) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--resident %s and --crossed %s: a launch that stays turns crossed lanes in"
                        " registers; give one of the two",
                        asked_for, nbb_crossing_names.names[request->crossed]);
    }
    return NBB_OK;
}

/* Why staying cannot be had as asked for; of what was asked for beside it, the tile first. */
static nbb_status fail_resident(const nbb_request *request, const nbb_lanes_law *law)
{
    int t = 0;
    NBB_TRY(refuse_beside(request, law));
    NBB_TRY(nbb_plan_choose_tile(request, NBB_MAP_LANES, &t));
    const struct {
        const char *option;
        int64_t value;
    } asked[] = { { "tile", request->tile },
                  { "lanes", request->lanes },
                  { "steps-per-launch", request->steps_a_launch },
                  { "block", request->block } };
    nbb_text given = NBB_TEXT_EMPTY, place = NBB_TEXT_EMPTY;
    add_place(request, &place);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; ++i) {
        if (asked[i].value != 0) {
            nbb_text_add(&given, "%s --%s %" PRId64, given.length == 0 ? ", with" : "", asked[i].option,
                         asked[i].value);
        }
    }
    nbb_text_add(&given, "%s", given.length == 0 ? "" : ",");
    nbb_status status = nbb_fail(
        NBB_ERROR_USAGE,
        "--resident %s: no tile of at most %d words and at most %d lanes%s"
        " leaves %s at r = %d so few tiles that %s; use --resident no, which takes a launch for every few steps",
        nbb_resident_names.names[request->resident], nbb_card_of(request->card)->lanes.resident_words,
        (int)lanes_most(request), nbb_text_string(&given), request->fractal->name, request->r,
        nbb_text_string(&place));
    nbb_text_free(&given);
    nbb_text_free(&place);
    return status;
}

nbb_status nbb_plan_settle_resident(const nbb_request *request, const nbb_lanes_law *law, nbb_request *settled,
                                    nbb_plan *plan)
{
    candidate best = { 0 };
    *settled = *request;
    bool heeded = request->target == NBB_TARGET_CUDA && request->buffers != 1 && request->draws != NBB_DRAWS_ONCE;
    if (request->resident == NBB_RESIDENT_NO) {
        return NBB_OK;
    }
    if (heeded && request->crossed == NBB_CROSSING_AUTO) {
        nbb_status status = try_tiles(request, law, &best);
        plan->refused = status == NBB_ERROR_USAGE;
        NBB_TRY(status);
    }
    if (best.cost > 0) {
        *settled = settle(request, best.t, best.a);
        settled->steps_a_launch = best.steps;
        settled->block = best.block;
        plan->resident = true;
        plan->cluster = best.cluster;
        return NBB_OK;
    }
    return request->resident == NBB_RESIDENT_AUTO ? NBB_OK : fail_resident(request, law);
}

/* plan_search.c - finds tile, lanes and steps of persistent launches, and of launches that do not fill the device. */
#include "gen/plan/plan.h"

enum {
    SCHEDULERS = 4, /* of a multiprocessor */
    BLOCK = 64,     /* single warps are slower or as fast (choices_trials.txt) */
    BLOCK_MOST = 1024,
    LANES_MOST = 32,             /* without draws: one part, whose words are permuted in registers */
    SHARED_MOST = 47 << 10,      /* bytes of a block's two states: static, with its tables */
    ROW_BYTES = 36 * 4,          /* of them, for a row of thresholds, ... */
    DRAWN_BYTES = 4 << 10,       /* ... and for permuted words and the keys of numbers */
    SHARED_LEAST = 64 << 10,     /* bytes of a multiprocessor that every device has */
    CLUSTER_MOST = 8,            /* blocks, on every device that has clusters at all */
    MULTIPROCESSORS_ASSUMED = 20 /* of a device that is not there to be asked, where nothing asks for persistent
                                    launches: a small one, on which few can be */
};

typedef struct candidate {
    int t, a, steps;
    uint32_t block, cluster, together; /* nbb_plan's */
    double cost;                       /* nanoseconds a step; 0: there is none yet */
} candidate;

/* What is tried: all lanes for a launch of a tile and steps. */
typedef struct search {
    nbb_plan *plan;
    const nbb_request *request;
    const nbb_lanes_law *law;
    int words_most, steps_most;
    bool persists;
    const nbb_lanes_launch *launch;
    int64_t drawn; /* bytes of a block's shared memory for what the launch draws */
} search;

/* Threads of a launch: tiles times the parts of their words. */
static int64_t items_of(const nbb_request *request, int t, int a)
{
    return nbb_fractal_cells(request->fractal, t, request->r - a) * ((nbb_request_lanes_of(request, a) + 31) / 32);
}

/* The request with a choice of tile, lanes and steps; a persistent launch goes between two states, but where
   sublattices have one. */
static nbb_request settle(const nbb_request *request, candidate way, bool persists)
{
    nbb_request settled = *request;
    settled.lanes = nbb_request_lanes_of(request, way.a);
    settled.tile = nbb_plan_tile_side(request->fractal, way.t);
    settled.steps_a_launch = way.steps;
    if (persists) {
        settled.block = way.block;
        settled.buffers = request->traits.in_place ? 2 : 0;
    }
    return settled;
}

/* Whether a persistent launch is asked for. */
static bool asks(const nbb_request *request)
{
    return request->persistent != NBB_PERSISTENCE_AUTO || request->schedule == NBB_SCHEDULE_PERSISTENT;
}

static uint32_t multiprocessors_of(const nbb_request *request)
{
    bool unsaid = request->multiprocessors == 0 && !asks(request);
    return unsaid ? MULTIPROCESSORS_ASSUMED : nbb_request_multiprocessors(request);
}

/* The largest cluster to try: of an unknown device one block, which every device has. */
static uint32_t cluster_most(const nbb_request *request)
{
    return request->persistent == NBB_PERSISTENCE_GRID      ? 0
           : request->cluster_blocks != 0              ? request->cluster_blocks
           : request->persistent == NBB_PERSISTENCE_CLUSTER ? CLUSTER_MOST
                                                       : 1;
}

/* Items of all copies that a multiprocessor computes for no longer than launches take. */
static int64_t few_items(const nbb_request *request, bool draws)
{
    const nbb_card *card = request->card;
    return (int64_t)multiprocessors_of(request) * (draws ? card->threads_aim_drawn : card->threads_aim);
}

/* Whether a launch can persist, and has so few items that it may pay; past the memory, or with more, only where it is
   asked for, which is then refused. */
static bool can_persist(const nbb_request *request, int t, int a)
{
    int64_t items = a < 0 ? INT64_MAX : items_of(request, t, a), copies = request->copies > 0 ? request->copies : 1;
    NBB_RETURN_IF(items > INT32_MAX, false);
    bool few = items <= (int64_t)BLOCK_MOST * cluster_most(request)
               || items * copies <= few_items(request, request->traits.draws);
    nbb_request settled = settle(request, (candidate){ .t = t, .a = a }, true);
    return asks(request) || (few && nbb_plan_fits(&settled, NBB_MAP_LANES, t));
}

/* --- persistent launches --- */

/* Lanes of a word at most. */
static int64_t lanes_persistent(const nbb_request *request)
{
    return nbb_request_drawn_digits(request) >= 0 ? NBB_LANES_MAX : LANES_MOST;
}

/* Lane digits for tiles of level t: those asked for, those that numbers are drawn by, or the most that a part holds;
   -1 where that cannot be. */
static int digits_persistent(const nbb_request *request, int t)
{
    int most = nbb_fractal_adds_cells(request->fractal) ? request->r - t : 0;
    int asked = nbb_request_digits_asked(request), drawn = nbb_request_drawn_digits(request);
    if (asked >= 0) {
        bool is_whole = asked <= most && nbb_request_lanes_of(request, asked) == request->lanes;
        return is_whole && request->lanes <= lanes_persistent(request) ? asked : -1;
    }
    NBB_RETURN_IF(drawn >= 0, drawn < most ? drawn : most);
    return NBB_FIND(a, most, nbb_request_lanes_of(request, a + 1) > LANES_MOST);
}

/* How many blocks a multiprocessor has at once. */
static int64_t persistent_blocks(const search *of, uint32_t block)
{
    int64_t most = nbb_plan_persistent_blocks(of->request->card, block, of->launch);
    int64_t shared = of->drawn == 0 ? most : SHARED_LEAST / of->drawn;
    return shared < most ? shared : most;
}

/* Weighs a persistent launch whose schedulers have so many warps at most, in so many waves of blocks, by the time
   from one wait to the next. Words are permuted by operations of the slowest warp, which all others wait for: one for
   each of about a moves; a warp with all tiles permutes lanes on all sides, one of many at the edge on about half of
   them. Where colours of a tile's cells are known a warp draws those of a turn's alone. */
static void weigh(const search *of, int64_t items, double warps, double waves, candidate way, candidate *best)
{
    const nbb_card *card = of->request->card;
    const nbb_closure *closure = &of->launch->closure;
    int digits = nbb_request_drawn_digits(of->request);
    bool draws_apart = digits >= 0 && digits != way.a; /* by other lanes than the program's */
    int words = nbb_closure_loaded(closure) * of->launch->code.planes;
    int turns = closure->colours_known ? closure->colours : 1;
    double permuting = 1.0 * way.a * words * (items <= NBB_TEAM ? 1 : 0.5);
    double drawn = (double)of->launch->code.code.draw_count / turns * (draws_apart ? NBB_TEAM : 1);
    double work = card->word_ns * words + card->operation_ns * (of->launch->code.operations + permuting)
                  + card->drawn_ns * drawn;
    double wait = way.cluster == 0 ? card->grid_ns : way.cluster == 1 ? card->block_ns : card->cluster_ns;
    way.cost = (waves * wait + warps * work) / way.steps;
    *best = best->cost == 0 || way.cost < best->cost ? way : *best;
}

/* With the states in the shared memory of clusters of at most so many blocks, one for each copy: of blocks that have
   all items, more than half of them one item at least, so that the block tells the cluster. */
static void try_clusters(const search *of, uint32_t most, candidate way, candidate *best)
{
    const nbb_request *request = of->request;
    int64_t items = items_of(request, way.t, way.a), copies = request->copies > 0 ? request->copies : 1;
    int64_t words = nbb_fractal_cells(request->fractal, 0, way.t) * of->launch->code.planes;
    uint32_t held = NBB_TEAM * nbb_plan_persistent_blocks(request->card, NBB_TEAM, of->launch);
    for (way.cluster = 1; way.cluster <= most; way.cluster *= 2) {
        int64_t whole = (items + way.cluster - 1) / way.cluster, warps = (whole + NBB_TEAM - 1) / NBB_TEAM;
        int64_t block = request->block != 0 ? request->block : warps * NBB_TEAM;
        int64_t needed = (items + block - 1) / block;
        int64_t bytes = 2 * block * words * (int64_t)sizeof(uint32_t) + of->drawn;
        if (block <= BLOCK_MOST && block <= held && bytes <= SHARED_MOST && needed <= way.cluster
            && 2 * needed > way.cluster) {
            way.block = (uint32_t)block;
            double blocks = ceil((double)(copies * way.cluster) / multiprocessors_of(request));
            double at_once = (double)persistent_blocks(of, way.block), waves = ceil(blocks / at_once);
            way.together = (uint32_t)fmin(blocks, at_once);
            weigh(of, items, ceil(blocks * way.block / NBB_TEAM / SCHEDULERS), waves, way, best);
        }
    }
}

static void try_lanes(const search *of, candidate way, candidate *best)
{
    const nbb_request *request = of->request;
    const nbb_card *card = request->card;
    bool waits = request->copies == 0; /* else a multiprocessor takes one copy after the other */
    int64_t items = items_of(request, way.t, way.a), all = items * (waits ? 1 : request->copies);
    int64_t words = all * nbb_fractal_cells(request->fractal, 0, way.t) * of->launch->code.planes;
    int64_t multiprocessors = multiprocessors_of(request);
    /* Whether a multiprocessor with its share of all items computes for no longer than launches take. */
    bool draws = of->drawn > 0, is_short = (draws && !waits) || all <= few_items(request, draws);
    is_short = is_short && (!draws || words <= multiprocessors * card->words_aim_drawn);
    bool wanted = asks(request) || is_short;
    candidate grid = way; /* with the states in memory, all blocks at once */
    grid.block = request->block != 0 ? request->block : BLOCK;
    if (waits && request->persistent != NBB_PERSISTENCE_CLUSTER && wanted
        && (items + grid.block - 1) / grid.block <= multiprocessors * persistent_blocks(of, grid.block)) {
        weigh(of, items, ceil((double)items / NBB_TEAM / SCHEDULERS / (double)multiprocessors), 1, grid, best);
    }
    /* However many copies there are, those of a block each are advanced in shared memory up to seven times as fast
       (ensembles.txt); those that share several blocks wait for each other, and fill the card without. */
    try_clusters(of, waits || wanted ? cluster_most(request) : 1, way, best);
}

static double try_persistent(const search *of, candidate way, candidate *best)
{
    const nbb_request *request = of->request;
    int digits = digits_persistent(request, way.t);
    int least = request->lanes != 0 || nbb_request_drawn_digits(request) >= 0 ? digits : 0;
    for (way.a = digits; way.a >= least && can_persist(request, way.t, way.a); --way.a) {
        try_lanes(of, way, best);
    }
    return INFINITY; /* more steps are tried whatever these cost */
}

/* Why an option that is given, or the program, excludes persistent launches; empty: nothing does. */
static nbb_text excluded(const nbb_request *request)
{
    return request->program->schedule_count > 0
               ? nbb_text_of(": each step of a schedule has its own parameters, and so its own launch")
           : request->program->passes > 1 ? nbb_text_of(": each of its stages is a launch")
           : request->lanes_law.one_step && request->steps_a_launch > 1 ? nbb_text_of(
                 " and --steps-per-launch %d: program %s does a step, or a turn of one, between two waits;"
                 " give one of the two",
                 request->steps_a_launch, request->traits.name)
           : request->buffers == 1 ? nbb_text_of(": a persistent launch needs two buffers, not --buffers 1")
           : request->permuted != NBB_PERMUTATION_AUTO ? nbb_text_of(
                 " and --permuted %s: a persistent launch permutes words in registers; give one of the two",
                 nbb_permutation_names.names[request->permuted])
                                                   : NBB_TEXT_EMPTY;
}

/* Why there is no persistent launch as asked for: what excludes it, or of what else was asked for, the tile first. */
static nbb_status fail_persistent(const nbb_request *request, nbb_text *why)
{
    int t = 0;
    if (why->length == 0) {
        NBB_TRY(nbb_plan_choose_tile(request, NBB_MAP_LANES, &t));
        nbb_text_add(why, ": no tile of at most %d words and at most %" PRId64 " lanes",
                     request->card->lanes.persistent_words, lanes_persistent(request));
        /* what was asked for beside it: ", with --tile 9 --block 64," */
        static const nbb_choice beside[] = { NBB_CHOICE_TILE, NBB_CHOICE_LANES, NBB_CHOICE_STEPS, NBB_CHOICE_BLOCK };
        int first = NBB_FIND(i, 4, nbb_request_asked(request, beside[i]) != 0);
        for (int i = first; i < 4; ++i) {
            int64_t asked = nbb_request_asked(request, beside[i]);
            NBB_TEXT_ADD_IF(asked != 0, why, "%s --%s %" PRId64, i == first ? ", with" : "",
                            nbb_choice_names[beside[i]], asked);
        }
        nbb_text_add(why, "%s", first < 4 ? "," : "");
        nbb_text_add(why, " leaves %s at r = %d so few tiles that ", request->fractal->name, request->r);
        /* what each tile needs at once */
        bool by_cluster = request->persistent == NBB_PERSISTENCE_CLUSTER;
        NBB_TEXT_ADD_IF(by_cluster, why, "the shared memory of a cluster of %" PRIu32 " block%s has them",
                        cluster_most(request), cluster_most(request) == 1 ? "" : "s");
        NBB_TEXT_ADD_IF(!by_cluster, why, "each has a thread at once on %" PRIu32 " multiprocessors",
                        multiprocessors_of(request));
        nbb_text_add(why, "; use --persistent no, which takes a launch for every few steps");
    }
    bool by_schedule = request->persistent == NBB_PERSISTENCE_AUTO;
    return NBB_REFUSE("--%s %s%s", by_schedule ? "schedule" : "persistent",
                      by_schedule ? nbb_schedule_names.names[request->schedule]
                                  : nbb_persistence_names.names[request->persistent],
                      nbb_text_string(why));
}

/* --- launches that do not fill the device --- */

static double try_small(const search *of, candidate way, candidate *best)
{
    const nbb_request *request = of->request;
    const nbb_card *card = request->card;
    uint32_t block = request->block != 0 ? request->block : NBB_LANES_BLOCK;
    double least = INFINITY;
    for (; way.t + way.a <= request->r && nbb_request_lanes_of(request, way.a) <= card->lanes.small_lanes; ++way.a) {
        nbb_lanes lanes;
        nbb_request settled = settle(request, (candidate){ .t = way.t, .a = way.a }, false);
        /* Whether these lanes are as asked for, and make a small launch whose two states fit. */
        bool is_possible = (request->lanes == 0 || request->lanes == settled.lanes)
                           && nbb_request_is_small(request, items_of(request, way.t, way.a))
                           && nbb_plan_buffers(&settled, NBB_MAP_LANES, way.t) == 2
                           && nbb_plan_fits(&settled, NBB_MAP_LANES, way.t);
        if (!is_possible) {
            continue;
        }
        nbb_lanes_size(request->fractal, request->r, way.t, way.a, &lanes);
        way.cost = nbb_lanes_launch_ns(card, request->fractal, &lanes, block, nbb_request_multiprocessors(request),
                                       of->launch)
                   / way.steps;
        least = fmin(least, way.cost);
        bool is_best = best->cost == 0 || way.cost < best->cost * (1 - card->lanes.small_worthwhile);
        *best = is_best ? way : *best;
    }
    return least;
}

/* --- the tiles, lanes and steps that are tried --- */

static nbb_status try_tile(search *of, int t, candidate *best)
{
    const nbb_request *request = of->request;
    int asked = request->steps_a_launch, most = nbb_plan_most_steps(request, t);
    int first = asked != 0 ? asked : 1, last = asked != 0 ? asked : of->steps_most;
    double worthwhile = request->card->lanes.small_worthwhile;
    double least = INFINITY, now = 0; /* of all steps so far, and of these */
    NBB_DONE_IF(!nbb_plan_reaches(request, t));
    for (int steps = first; steps <= last && steps <= most && now <= least * (1 + worthwhile); ++steps) {
        NBB_LOCAL_ARENA arena = { 0 };
        nbb_lanes_launch launch;
        nbb_lowering_clear(of->law->lowering, false);
        NBB_TRY(nbb_plan_build_launch(of->plan, &arena, of->law, t, steps, &launch));
        bool draws = launch.code.code.draw_count > 0;
        of->launch = &launch;
        of->drawn = draws ? DRAWN_BYTES + (int64_t)of->law->lowering->row_count * ROW_BYTES : 0;
        now = (of->persists ? try_persistent : try_small)(of, (candidate){ .t = t, .steps = steps }, best);
        least = fmin(least, now);
    }
    return NBB_OK;
}

static nbb_status try_tiles(search *of, candidate *best)
{
    const nbb_fractal *fractal = of->request->fractal;
    int most = nbb_fractal_adds_cells(fractal) ? of->request->r : 0; /* else one cell at any level */
    for (int t = 0; t <= most && nbb_fractal_cells(fractal, 0, t) * of->law->planes <= of->words_most; ++t) {
        bool may = !of->persists || can_persist(of->request, t, digits_persistent(of->request, t));
        NBB_TRY_IF(may && nbb_plan_names_tile(fractal, t, of->request->tile), try_tile(of, t, best));
    }
    return NBB_OK;
}

static nbb_status settle_persistent(const nbb_lanes_law *law, nbb_plan *plan)
{
    const nbb_request *request = &plan->asked;
    const nbb_card_lanes *card = &request->card->lanes;
    search of = { plan, request, law, card->persistent_words, card->persistent_steps, .persists = true };
    candidate best = { 0 };
    NBB_LOCAL_TEXT why = excluded(request);
    NBB_DONE_IF(request->persistent == NBB_PERSISTENCE_NO);
    NBB_DONE_IF(request->schedule != NBB_SCHEDULE_AUTO && !nbb_plan_may(plan, NBB_SCHEDULE_PERSISTENT));
    NBB_TRY_IF(why.length == 0 && request->target == NBB_TARGET_CUDA, try_tiles(&of, &best));
    if (best.cost > 0) {
        plan->asked = settle(request, best, true);
        plan->launch.persistent = true;
        plan->launch.cluster = best.cluster;
        plan->launch.together = best.together;
        return NBB_OK;
    }
    return asks(request) ? fail_persistent(request, &why) : NBB_OK;
}

nbb_status nbb_plan_settle_lanes(nbb_plan *plan)
{
    nbb_lanes_law law = nbb_plan_law(plan);
    NBB_TRY_IF(!nbb_plan_is_sharded(plan) && plan->asked.fractal->orientations == 1, settle_persistent(&law, plan));
    const nbb_request *request = &plan->asked;
    const nbb_card_lanes *card = &request->card->lanes;
    bool automaton = request->work->evolves && request->target != NBB_TARGET_HOST && request->buffers != 1
                     && !request->traits.draws && nbb_fractal_adds_cells(request->fractal);
    int t = 0;
    NBB_DONE_IF(plan->launch.persistent || request->traits.by_turns || request->copies > 0 || !automaton
                || nbb_plan_choose_tile(request, NBB_MAP_LANES, &t) != NBB_OK);
    /* Whether the usual layout, with what was asked for, makes a small launch of an automaton with two states. */
    nbb_lanes lanes;
    nbb_plan_size_lanes(request, t, &lanes);
    search of = { plan, request, &law, card->words_aim, card->steps_aim, .persists = false };
    candidate best = { 0 };
    NBB_TRY_IF(nbb_request_is_small(request, lanes.tiles * lanes.parts), try_tiles(&of, &best));
    plan->asked = best.cost > 0 ? settle(request, best, false) : plan->asked;
    return NBB_OK;
}

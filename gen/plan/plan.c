/* plan.c - makes the choices: map, tile, threads, encodings, and whether it all fits. */
#include "gen/plan/plan.h"

#include "gen/plan/heed.h"
#include "gen/plan/plan_bits.h"
#include "gen/plan/plan_evaluation.h"
#include "gen/plan/plan_lanes.h"
#include "gen/plan/plan_lanes_bits.h"
#include "gen/plan/plan_law.h"
#include "gen/plan/plan_resident.h"
#include "gen/plan/plan_simplex.h"
#include "gen/plan/plan_small.h"
#include "gen/plan/plan_tensor.h"
#include "gen/plan/plan_tile.h"
#include "gen/plan/plan_wide.h"
#include "gen/plan/shards.h"
#include "gen/plan/storage.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    WARP = 32,
    BLOCK = 128,                                      /* threads of a block on tiles */
    WORDS_A_THREAD = 4,                               /* fewer threads than a warp for tiles smaller than 32 x this */
    PASS_BLOCK = 256                                  /* of sw and rd on tiles, which keep nothing in shared memory */
};

/* auto: the layout with the fewest bytes a step, which is lanes; with --tc lambda where its box fits, else
   compact. The map says how a fractal's cells are stored. */
static nbb_status choose_map(const nbb_request *request, nbb_plan *plan)
{
    NBB_TRY(nbb_storage_settle(request, &plan->map, &plan->storage));
    if (plan->map == NBB_MAP_AUTO) {
        bool too_far = !nbb_plan_has_lanes_tile(request);
        plan->map = too_far                                     ? NBB_MAP_COMPACT
                    : request->tc == NBB_TC_NONE                ? NBB_MAP_LANES
                    : nbb_plan_fits(request, NBB_MAP_LAMBDA, 0) ? NBB_MAP_LAMBDA
                                                                 : NBB_MAP_COMPACT;
        plan->storage = nbb_storage_of_fractal(plan->map);
    }
    return NBB_OK;
}

/* k^levels_x x k^levels_y tiles: odd levels stand on x, even ones on y. */
static void shape_orthotope(nbb_plan *plan)
{
    int top = plan->t + plan->r_b;
    plan->n_b = nbb_fractal_side(plan->fractal, plan->t, top);
    plan->orthotope = nbb_fractal_orthotope(plan->fractal, plan->t, top);
    plan->tiles = nbb_fractal_cells(plan->fractal, plan->t, top);
}

static uint32_t power_of_two_from(uint64_t least, uint32_t most)
{
    uint32_t power = 1;
    while (power < least && power < most) {
        power *= 2;
    }
    return power;
}

/* Threads by a tile's words, so that the boxes of a block's tiles stay well below its shared memory
   (test_plans.c). */
static void shape_blocks(nbb_plan *plan)
{
    uint64_t words = plan->tile.words;
    bool automaton = plan->work->evolves;
    plan->block = automaton ? BLOCK : PASS_BLOCK;
    if (words > plan->card->tile_warp_words) {
        plan->tile_threads = plan->block;
    } else if (plan->tc != NBB_TC_NONE || plan->eval == NBB_EVAL_SHUFFLE) {
        plan->tile_threads = WARP;                    /* a product and a shuffled sum need a whole warp */
    } else {
        plan->tile_threads = power_of_two_from((words + WORDS_A_THREAD - 1) / WORDS_A_THREAD, WARP);
    }
}

static void count_bytes(const nbb_request *request, nbb_plan *plan)
{
    plan->state_bytes = nbb_plan_buffer_bytes(request, plan->map, plan->t);
    plan->buffers = nbb_plan_buffers(request, plan->map, plan->t);
    plan->memory_bytes = nbb_plan_run_bytes(request, plan->map, plan->t);
    uint64_t touched = plan->state_bytes;
    if (plan->map == NBB_MAP_LAMBDA) {
        uint64_t places = (uint64_t)plan->tiles * (uint64_t)(plan->rho.at[0] * plan->rho.at[1]);
        touched = nbb_saturating_product(places, nbb_traits_cell_bytes(&plan->traits));
    }
    plan->step_bytes = nbb_saturating_product(touched, plan->work->evolves ? 2 : 1);
}

static nbb_status choose(const nbb_request *asked, nbb_plan *plan);

/* Whether the map's state at the request's r fits, and a grid has the blocks of its launches. */
static bool is_possible(const nbb_request *request, nbb_map map)
{
    nbb_plan plan;
    int t = 0;
    if (nbb_plan_choose_tile(request, map, &t) != NBB_OK || !nbb_plan_fits(request, map, t)) {
        return false;
    }
    bool possible = choose(request, &plan) == NBB_OK && nbb_plan_has_grid(&plan);
    nbb_plan_free(&plan);
    return possible;
}

int nbb_plan_largest_level(const nbb_request *request, nbb_map map)
{
    nbb_request tried = *request;
    while (tried.r > 0 && !is_possible(&tried, map)) {
        --tried.r;
    }
    return tried.r;
}

/* Appends the maps that fit with a tile of their own and take the options that were given; the map that does not fit
   by these options may fit without them. */
static void list_fitting(const nbb_request *request, nbb_map refused, nbb_text *fitting)
{
    for (int map = NBB_MAP_BB; map < NBB_MAP_ENUM; ++map) {
        int t = nbb_plan_default_tile(request, (nbb_map)map);
        bool is_same = (nbb_map)map == refused;
        if (nbb_plan_fits(request, (nbb_map)map, t)
            && (is_same || nbb_heed_request(request, (nbb_map)map) == NBB_OK)) {
            nbb_text_add(fitting, "%s%s%s (%" PRIu64 " bytes)", fitting->length == 0 ? "" : ", ",
                         nbb_map_names.names[map], is_same ? " with tiles of its own choice" : "",
                         nbb_plan_run_bytes(request, (nbb_map)map, t));
        }
    }
}

/* The reason why the state cannot be had, with every map's need and the largest r that fits. */
static nbb_status fail_too_large(const nbb_request *request, const nbb_plan *plan)
{
    nbb_text fitting = NBB_TEXT_EMPTY;
    list_fitting(request, plan->map, &fitting);
    nbb_text border = NBB_TEXT_EMPTY;
    if (nbb_plan_in_place(plan)) {
        nbb_text_add(&border, " and a border of %" PRIu64, plan->memory_bytes - plan->state_bytes);
    }
    bool known = request->available != 0;
    nbb_status status = nbb_fail(known ? NBB_ERROR_DEVICE : NBB_ERROR_USAGE,
        "%s at r = %d with map %s needs %" PRIu64 " bytes (%d x %" PRIu64 "%s), %s %" PRIu64
        "%s; maps that fit: %s; the largest r that fits map %s is %d",
                                 plan->fractal->name, plan->r, nbb_map_names.names[plan->map], plan->memory_bytes,
                                 plan->buffers, plan->state_bytes, border.length == 0 ? "" : nbb_text_string(&border),
                                 known ? "the device has" : "an address reaches",
                                 known ? request->available : NBB_BYTES_MAX, known ? " free" : "",
                                 fitting.length == 0 ? "none" : nbb_text_string(&fitting),
        nbb_map_names.names[plan->map], nbb_plan_largest_level(request, plan->map));
    nbb_text_free(&border);
    nbb_text_free(&fitting);
    return status;
}

static nbb_status name_plan(nbb_plan *plan)
{
    char tile[48] = "";
    if (plan->map == NBB_MAP_LANES) {
        int length = snprintf(tile, sizeof tile, "_t%d_a%d", plan->t, plan->lanes.a);
        if (plan->wide_because.length > 0) {
            length += snprintf(tile + length, sizeof tile - (size_t)length, "_words");
        }
        if (plan->steps_a_launch > 1) {
            length += snprintf(tile + length, sizeof tile - (size_t)length, "_s%d", plan->steps_a_launch);
        }
        if (nbb_plan_in_place(plan)) {
            length += snprintf(tile + length, sizeof tile - (size_t)length, "_in_place");
        }
        if (plan->resident) {
            length += snprintf(tile + length, sizeof tile - (size_t)length, "_%s", nbb_plan_residence(plan));
        }
        if (plan->cluster > 0) {
            snprintf(tile + length, sizeof tile - (size_t)length, "%" PRIu32, plan->cluster);
        }
    } else if (plan->map != NBB_MAP_BB) {
        snprintf(tile, sizeof tile, "_t%d", plan->t);
    }
    char variant[16] = "";
    if (plan->tc != NBB_TC_NONE) {
        snprintf(variant, sizeof variant, "_tc%d", plan->tc);
    }
    int length = snprintf(plan->name, sizeof plan->name, "nbb_%s_%s_%s_r%d%s%s", plan->fractal->name,
                          plan->traits.name, nbb_map_names.names[plan->map], plan->r, tile, variant);
    nbb_text evaluation = NBB_TEXT_EMPTY;
    nbb_plan_print_evaluation(plan, "_", false, &evaluation);
    length += snprintf(plan->name + length, sizeof plan->name - (size_t)length, "%s", nbb_text_string(&evaluation));
    if (nbb_plan_is_sharded(plan)) {
        snprintf(plan->name + length, sizeof plan->name - (size_t)length, "_of%d", plan->ranks);
    }
    nbb_status status = nbb_text_status(&evaluation, "a kernel's name");
    nbb_text_free(&evaluation);
    return status;
}

/* What only simplices have. */
static nbb_status check_fractal_request(const nbb_request *request)
{
    if (nbb_workload_rows[request->workload].start == NBB_START_POINTS) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--workload edm: the distances of pairs of points are the cells of a"
                        " triangle; %s is a fractal: use sw, rd or ca",
                        request->fractal->name);
    }
    return nbb_fractal_check_level(request->fractal, request->r);
}

/* Tables, masks and threads of the map. */
static nbb_status build(const nbb_request *request, nbb_plan *plan)
{
    if (plan->map != NBB_MAP_LANES) {
        NBB_TRY(nbb_tile_build(plan->fractal, plan->t, &plan->tile));
    }
    NBB_TRY(nbb_plan_choose_evaluation(request, plan));
    if (plan->map == NBB_MAP_LANES) {
        return nbb_plan_build_lanes(request, plan);
    }
    shape_blocks(plan);
    nbb_traits_bytes(&plan->traits, nbb_plan_places(request, plan->map, plan->t), plan->offsets);
    return NBB_OK;
}

/* Fails (usage) on options of states that the program's steps cannot have. */
static nbb_status check_states(const nbb_request *request, const nbb_plan *plan)
{
    bool stays = request->resident != NBB_RESIDENT_AUTO && request->resident != NBB_RESIDENT_NO;
    const char *why = plan->traits.by_turns ? "sublattices take their turns in one state"
                                            : "words of values go between two states";
    if (plan->work->evolves && request->buffers != 0 && !plan->traits.in_place) {
        return nbb_fail(NBB_ERROR_USAGE, "--buffers %d has no effect on program %s: %s", request->buffers,
                        plan->traits.name, why);
    }
    if (plan->work->evolves && stays && plan->traits.word == NBB_WORD_VALUES) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--resident %s has no effect on program %s: launches stay where words hold bits",
                        nbb_resident_names.names[request->resident], plan->traits.name);
    }
    return NBB_OK;
}

/* A launch that stays, or one of a small state, which choose a tile and steps of their own. */
static nbb_status settle_bits(const nbb_request *asked, nbb_request *settled, nbb_plan *plan)
{
    *settled = *asked;
    if (!plan->work->evolves || plan->traits.word == NBB_WORD_VALUES) {
        return NBB_OK;
    }
    nbb_lanes_law law = nbb_plan_law(asked, plan);
    nbb_plan_set_builtins(plan);
    if (!nbb_plan_is_sharded(plan)) {
        NBB_TRY(nbb_plan_settle_resident(asked, &law, settled, plan));
    }
    return plan->resident || plan->traits.by_turns ? NBB_OK : nbb_plan_settle_small(asked, &law, settled);
}

/* The same but for whether map lanes holds a program's values in bits of words or in words. */
static nbb_status choose_sized(const nbb_request *asked, nbb_plan *plan)
{
    *plan = (nbb_plan){ .card = nbb_card_of(asked->card), .steps_a_launch = 1 };
    NBB_TRY(check_fractal_request(asked));
    plan->domain = (nbb_domain){ .fractal = asked->fractal, .size = asked->r };
    plan->fractal = asked->fractal;
    plan->r = asked->r;
    plan->work = &nbb_workload_rows[asked->workload];
    plan->traits = nbb_request_traits(asked);
    plan->program = asked->program;
    plan->target = asked->target;
    plan->ranks = asked->ranks;
    plan->cells = nbb_fractal_cells(plan->fractal, 0, plan->r);
    plan->n = nbb_domain_side(&plan->domain);
    nbb_plan_choose_law(asked, plan);
    NBB_TRY(choose_map(asked, plan));
    NBB_TRY(nbb_shards_check(asked, plan));
    nbb_text_add(&plan->wide_because, "%s", asked->wide_because != NULL ? asked->wide_because : "");
    NBB_TRY(nbb_heed_request(asked, plan->map));
    if (plan->map == NBB_MAP_LANES) {
        NBB_TRY(nbb_plan_check_lanes(asked));
        NBB_TRY(nbb_plan_begin_bits(asked, plan));
    }
    nbb_request settled = *asked;
    const nbb_request *request = &settled;
    if (plan->map == NBB_MAP_LANES) {
        NBB_TRY(check_states(asked, plan));
        NBB_TRY(settle_bits(asked, &settled, plan));
    }
    NBB_TRY(nbb_plan_choose_tile(request, plan->map, &plan->t));
    plan->r_b = plan->r - plan->t;
    if (plan->map == NBB_MAP_LANES) {
        nbb_plan_size_lanes(request, plan->t, &plan->lanes);
        plan->r_b = plan->lanes.m;                    /* the tiles of one lane */
    }
    plan->rho = nbb_fractal_side(plan->fractal, 0, plan->t);
    shape_orthotope(plan);
    count_bytes(request, plan);
    if (!nbb_plan_fits(request, plan->map, plan->t)) {
        return fail_too_large(request, plan);
    }
    NBB_TRY(build(request, plan));
    NBB_TRY(name_plan(plan));
    return nbb_shards_check_size(plan);
}

/* Every choice but whether a grid has the blocks, for a fractal. A program that words of bits cannot compute has a
   word for each value; the first line of the message says why. */
static nbb_status choose(const nbb_request *asked, nbb_plan *plan)
{
    nbb_status status = choose_sized(asked, plan);
    if (!plan->refused) {
        return status;
    }
    nbb_text why = NBB_TEXT_EMPTY;
    nbb_request wide = *asked;
    nbb_text_put(&why, nbb_message(), strcspn(nbb_message(), "\n"));
    nbb_plan_free(plan);
    wide.wide_because = nbb_text_string(&why);
    status = nbb_text_status(&why, "a reason");
    status = status == NBB_OK ? choose_sized(&wide, plan) : status;
    nbb_text_free(&why);
    return status;
}

static nbb_status check_grids(const nbb_request *request, const nbb_plan *plan)
{
    if (nbb_plan_has_grid(plan)) {
        return NBB_OK;
    }
    const char *further = request->tile != 0           ? "; larger tiles (--tile) may reach further"
                          : plan->map != NBB_MAP_LANES && nbb_heed_request(request, NBB_MAP_LANES) == NBB_OK
                              ? "; map lanes reaches further"
                              : "";
    return nbb_fail(NBB_ERROR_USAGE,
                    "%s at r = %d with map %s needs a grid of %" PRIu64 " blocks, CUDA allows %d;"
                    " the largest r that has one is %d%s",
                    plan->fractal->name, plan->r, nbb_map_names.names[plan->map], nbb_plan_most_blocks(plan),
                    NBB_GRID_BLOCKS_MAX, nbb_plan_largest_level(request, plan->map), further);
}

static nbb_status choose_fractal(const nbb_request *request, nbb_plan *plan)
{
    NBB_TRY(choose(request, plan));
    return check_grids(request, plan);
}

nbb_status nbb_plan_choose(const nbb_request *request, nbb_plan *plan)
{
    memset(plan, 0, sizeof *plan);                    /* to be freed wherever choosing fails */
    nbb_status status = request->simplex != NULL ? nbb_plan_choose_simplex(request, plan)
                                                 : choose_fractal(request, plan);
    if (status != NBB_OK) {
        nbb_plan_free(plan);
    }
#define X(name, type, field, ...) plan->asked.field = request->field;
    NBB_ASKED_ROWS(X)
#undef X
    return status;
}

void nbb_plan_free(nbb_plan *plan)
{
    nbb_tile_free(&plan->tile);
    nbb_lanes_free(&plan->lanes);
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        nbb_formula_free(plan->tau_found[axis]);
        plan->tau_found[axis] = NULL;
    }
    nbb_lanes_launch_free(&plan->step);
    nbb_lanes_launch_free(&plan->rest);
    nbb_plan_free_rows(plan);
    nbb_text_free(&plan->wide_because);
}

/* plan.c - makes the choices: map, tile, threads, encodings, and whether it all fits. */
#include "plan.h"

#include "plan_evaluation.h"
#include "plan_lanes.h"
#include "plan_simplex.h"
#include "plan_tensor.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    WARP = 32,
    BLOCK = 128,                                      /* threads of a block on tiles */
    TILE_CELLS_AIM = 1024,                            /* bytes of a tile where its map's cost is small */
    WARP_TILE_WORDS = 512,                            /* up to this a warp is enough for a tile */
    WORDS_A_THREAD = 4,                               /* fewer threads than a warp for tiles smaller than 32 x this */
    PASS_BLOCK = 256                                  /* of sw and rd on tiles, which keep nothing in shared memory */
};

static uint64_t saturating_product(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static bool is_embedded(nbb_map map)
{
    return map == NBB_MAP_BB || map == NBB_MAP_LAMBDA;
}

/* Bytes of one state buffer with tiles of level t. */
static uint64_t state_bytes(const nbb_request *request, nbb_map map, int t)
{
    const nbb_fractal *fractal = request->fractal;
    int r = request->r;
    if (is_embedded(map)) {
        nbb_vector n = nbb_fractal_side(fractal, r);
        return (uint64_t)n.at[0] * (uint64_t)n.at[1];
    }
    if (map == NBB_MAP_LANES) {
        nbb_lanes lanes;
        nbb_plan_size_lanes(request, t, &lanes);
        return saturating_product(lanes.words, sizeof(uint32_t));
    }
    nbb_vector rho = nbb_fractal_side(fractal, t);
    uint64_t tile = (uint64_t)((rho.at[0] + 3) / 4 * 4 * rho.at[1]);
    return saturating_product((uint64_t)nbb_fractal_cells(fractal, r - t), tile);
}

/* Buffers of state: of an automaton in and out, or where map lanes is to update it in place, or two do not fit, one;
   of the others one. */
static int buffers(const nbb_request *request, nbb_map map, int t)
{
    if (request->workload != NBB_WORKLOAD_CA) {
        return 1;
    }
    if (map != NBB_MAP_LANES || request->buffers != 0) {
        return map == NBB_MAP_LANES ? request->buffers : 2;
    }
    uint64_t both = saturating_product(state_bytes(request, map, t), 2);
    return request->available == 0 || both <= request->available ? 2 : 1;
}

/* In place the least that is needed, with launches of one step. */
static uint64_t run_bytes(const nbb_request *request, nbb_map map, int t)
{
    int count = buffers(request, map, t);
    uint64_t bytes = saturating_product(state_bytes(request, map, t), (uint64_t)count);
    if (request->workload == NBB_WORKLOAD_CA && count == 1) {
        uint64_t border = nbb_plan_least_border(request, t);
        bytes = border > UINT64_MAX - bytes ? UINT64_MAX : bytes + border;
    }
    return bytes;
}

static bool fits(const nbb_request *request, nbb_map map, int t)
{
    return request->available == 0 || run_bytes(request, map, t) <= request->available;
}

/* Whether a level-t tile can be staged in a block's shared memory, the places of its cells too where they are looked
   up there, and its threads fit variant 3's product; of lanes, whether its code is short enough. */
static bool tile_possible(const nbb_request *request, nbb_map map, int t)
{
    if (t > request->r) {
        return false;
    }
    if (map == NBB_MAP_LANES) {
        return nbb_plan_lanes_tile_possible(request, t);
    }
    nbb_vector rho = nbb_fractal_side(request->fractal, t);
    bool places = request->intra == NBB_INTRA_LUT && request->target == NBB_TARGET_CUDA;
    bool threads = map == NBB_MAP_LAMBDA && request->tc == NBB_TC_THREADS;
    int64_t words = nbb_tile_box_words(rho);
    return words <= NBB_BOX_WORDS_MAX && (!threads || nbb_plan_threads_fit(rho))
           && words + (places ? nbb_fractal_cells(request->fractal, t) : 0) <= NBB_BOX_WORDS_MAX;
}

/* The level whose tile is nearest to TILE_CELLS_AIM bytes by ratio, the larger one of two; then smaller while the
   state does not fit, for compact tiles of a lower level hold fewer holes. */
static int default_tile_level(const nbb_request *request, nbb_map map)
{
    int best = 0;
    double best_distance = 1e300;
    if (map == NBB_MAP_LANES) {
        nbb_lanes lanes;
        nbb_plan_size_lanes(request, -1, &lanes);
        return lanes.t;
    }
    for (int t = 0; tile_possible(request, map, t); ++t) {
        nbb_vector rho = nbb_fractal_side(request->fractal, t);
        double ratio = (double)(rho.at[0] * rho.at[1]) / TILE_CELLS_AIM;
        double distance = ratio < 1 ? 1 / ratio : ratio;
        if (distance <= best_distance) {
            best = t;
            best_distance = distance;
        }
    }
    for (int t = best; t >= 0 && map == NBB_MAP_COMPACT; --t) {
        if (fits(request, map, t)) {
            return t;
        }
    }
    return best;
}

/* The axis on which --tile is given: x, or y where the fractal does not grow on x. */
static int tile_axis(const nbb_fractal *fractal)
{
    return nbb_fractal_side(fractal, 1).at[0] > 1 ? 0 : 1;
}

/* Appends the sides a tile may have: "1, 3, 9, 27". */
static void list_tiles(const nbb_request *request, nbb_map map, nbb_text *list)
{
    int axis = tile_axis(request->fractal);
    for (int t = 0; tile_possible(request, map, t); ++t) {
        nbb_text_add(list, "%s%" PRId64, t == 0 ? "" : ", ", nbb_fractal_side(request->fractal, t).at[axis]);
    }
}

static nbb_status choose_tile_level(const nbb_request *request, nbb_map map, int *level)
{
    if (map == NBB_MAP_BB) {
        *level = 0;
        return request->tile == 0 ? NBB_OK
               : nbb_fail(NBB_ERROR_USAGE, "--tile %" PRId64 " has no effect on map bb: it has no tiles; use lambda,"
                          " compact or lanes", request->tile);
    }
    if (request->tile == 0) {
        *level = default_tile_level(request, map);
        return NBB_OK;
    }
    int axis = tile_axis(request->fractal);
    for (int t = 0; tile_possible(request, map, t); ++t) {
        if (nbb_fractal_side(request->fractal, t).at[axis] == request->tile) {
            *level = t;
            return NBB_OK;
        }
    }
    nbb_text sides = NBB_TEXT_EMPTY;
    list_tiles(request, map, &sides);
    bool threads = map == NBB_MAP_LAMBDA && request->tc == NBB_TC_THREADS;
    nbb_status status = nbb_fail(NBB_ERROR_USAGE, "--tile %" PRId64 ": a tile of %s at r = %d%s is one of %s cells a"
                                 " side%s", request->tile, request->fractal->name, request->r,
                                 threads ? " with --tc=3, which maps 256 words of four cells," : "",
                                 nbb_text_string(&sides), request->intra == NBB_INTRA_LUT ? " with --intra lut" : "");
    nbb_text_free(&sides);
    return status;
}

/* auto: the layout with the fewest bytes a step, which is lanes; with --tc lambda where its box fits, else
   compact. */
static nbb_map choose_map(const nbb_request *request)
{
    if (request->map != NBB_MAP_AUTO) {
        return request->map;
    }
    if (request->tc == NBB_TC_NONE) {
        return NBB_MAP_LANES;
    }
    return fits(request, NBB_MAP_LAMBDA, 0) ? NBB_MAP_LAMBDA : NBB_MAP_COMPACT;
}

/* The options of map lanes: refused on other maps, and where they have no effect on it. */
static nbb_status check_lanes_options(const nbb_request *request, nbb_map map)
{
    if (map == NBB_MAP_LANES) {
        return nbb_plan_check_lanes(request);
    }
    const char *given = request->lanes != 0          ? "lanes"
                      : request->steps_a_launch != 0 ? "steps-per-launch"
                      : request->block != 0          ? "block"
                      : request->buffers != 0        ? "buffers"
                                                     : NULL;
    if (given != NULL) {
        return nbb_fail(NBB_ERROR_USAGE, "--%s has no effect on map %s: it is an option of map lanes", given,
                        nbb_map_names.names[map]);
    }
    return NBB_OK;
}

/* k^levels_x x k^levels_y tiles: odd levels stand on x, even ones on y. */
static void shape_orthotope(nbb_plan *plan)
{
    plan->n_b = nbb_fractal_side(plan->fractal, plan->r_b);
    plan->orthotope.at[0] = nbb_fractal_cells(plan->fractal, (plan->r_b + 1) / 2);
    plan->orthotope.at[1] = nbb_fractal_cells(plan->fractal, plan->r_b / 2);
    plan->tiles = nbb_fractal_cells(plan->fractal, plan->r_b);
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
    bool automaton = plan->workload == NBB_WORKLOAD_CA;
    plan->block = automaton ? BLOCK : PASS_BLOCK;
    if (words > WARP_TILE_WORDS) {
        plan->tile_threads = plan->block;
    } else if (plan->tc != NBB_TC_NONE || plan->eval == NBB_EVAL_SHUFFLE) {
        plan->tile_threads = WARP;                    /* a product and a shuffled sum need a whole warp */
    } else {
        plan->tile_threads = power_of_two_from((words + WORDS_A_THREAD - 1) / WORDS_A_THREAD, WARP);
    }
}

static void count_bytes(const nbb_request *request, nbb_plan *plan)
{
    plan->state_bytes = state_bytes(request, plan->map, plan->t);
    plan->buffers = buffers(request, plan->map, plan->t);
    plan->memory_bytes = run_bytes(request, plan->map, plan->t);
    uint64_t touched = plan->state_bytes;
    if (plan->map == NBB_MAP_LAMBDA) {
        touched = (uint64_t)plan->tiles * (uint64_t)(plan->rho.at[0] * plan->rho.at[1]);
    }
    plan->step_bytes = saturating_product(touched, plan->workload == NBB_WORKLOAD_CA ? 2 : 1);
}

/* The reason why the state cannot be had, with every map's need and the largest r that fits. */
static nbb_status fail_too_large(const nbb_request *request, const nbb_plan *plan)
{
    nbb_text fitting = NBB_TEXT_EMPTY;
    for (int map = NBB_MAP_BB; map < NBB_MAP_ENUM; ++map) {
        int t = default_tile_level(request, (nbb_map)map);
        if (fits(request, (nbb_map)map, t)) {
            nbb_text_add(&fitting, "%s%s (%" PRIu64 " bytes)", fitting.length == 0 ? "" : ", ",
                         nbb_map_names.names[map], run_bytes(request, (nbb_map)map, t));
        }
    }
    nbb_request smaller = *request;
    do {
        --smaller.r;
    } while (smaller.r > 0 && !fits(&smaller, plan->map, default_tile_level(&smaller, plan->map)));
    nbb_text border = NBB_TEXT_EMPTY;
    if (nbb_plan_in_place(plan)) {
        nbb_text_add(&border, " and a border of %" PRIu64, plan->memory_bytes - plan->state_bytes);
    }
    nbb_status status = nbb_fail(NBB_ERROR_DEVICE,
        "%s at r = %d with map %s needs %" PRIu64 " bytes (%d x %" PRIu64 "%s), the device has %" PRIu64
        " free; maps that fit: %s; the largest r that fits map %s is %d",
        plan->fractal->name, plan->r, nbb_map_names.names[plan->map], plan->memory_bytes, plan->buffers,
        plan->state_bytes, border.length == 0 ? "" : nbb_text_string(&border), request->available,
        fitting.length == 0 ? "none" : nbb_text_string(&fitting), nbb_map_names.names[plan->map], smaller.r);
    nbb_text_free(&border);
    nbb_text_free(&fitting);
    return status;
}

/* A CUDA grid has at most 2^31 - 1 blocks on x. */
static nbb_status check_grids(const nbb_plan *plan)
{
    uint64_t most = 0;
    for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        bool has = nbb_plan_has(plan, (nbb_entry)entry);
        uint64_t blocks = has ? nbb_plan_grid(plan, (nbb_entry)entry, 0, 0).blocks : 0;
        most = blocks > most ? blocks : most;
    }
    if (plan->target == NBB_TARGET_CUDA && most > INT32_MAX) {
        return nbb_fail(NBB_ERROR_USAGE, "%s at r = %d with map %s needs a grid of %" PRIu64 " blocks, CUDA allows"
                        " %d; use map compact, larger tiles (--tile) or a smaller r", plan->fractal->name, plan->r,
                        nbb_map_names.names[plan->map], most, INT32_MAX);
    }
    return NBB_OK;
}

static void name_plan(nbb_plan *plan)
{
    char tile[48] = "";
    if (plan->map == NBB_MAP_LANES) {
        int length = snprintf(tile, sizeof tile, "_t%d_a%d", plan->t, plan->lanes.a);
        if (plan->steps_a_launch > 1) {
            length += snprintf(tile + length, sizeof tile - (size_t)length, "_s%d", plan->steps_a_launch);
        }
        if (nbb_plan_in_place(plan)) {
            snprintf(tile + length, sizeof tile - (size_t)length, "_in_place");
        }
    } else if (plan->map != NBB_MAP_BB) {
        snprintf(tile, sizeof tile, "_t%d", plan->t);
    }
    char variant[16] = "";
    if (plan->tc != NBB_TC_NONE) {
        snprintf(variant, sizeof variant, "_tc%d", plan->tc);
    }
    int length = snprintf(plan->name, sizeof plan->name, "nbb_%s_%s_%s_r%d%s%s", plan->fractal->name,
                          nbb_workload_names.names[plan->workload], nbb_map_names.names[plan->map], plan->r, tile,
                          variant);
    nbb_choice choices[NBB_CHOICES];
    int count = nbb_plan_choices(plan, choices);
    for (int i = 0; i < count; ++i) {
        length += snprintf(plan->name + length, sizeof plan->name - (size_t)length, "_%s", choices[i].value);
    }
}

/* What only simplices have. */
static nbb_status check_fractal_request(const nbb_request *request)
{
    if (request->map == NBB_MAP_ENUM) {
        return nbb_fail(NBB_ERROR_USAGE, "--map enum enumerates the tiles of a simplex; %s is a fractal: use bb,"
                        " lambda, compact or lanes", request->fractal->name);
    }
    if (request->workload == NBB_WORKLOAD_EDM) {
        return nbb_fail(NBB_ERROR_USAGE, "--workload edm: the distances of pairs of points are the cells of a"
                        " triangle; %s is a fractal: use sw, rd or ca", request->fractal->name);
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
    return NBB_OK;
}

static nbb_status choose(const nbb_request *request, nbb_plan *plan)
{
    NBB_TRY(check_fractal_request(request));
    plan->domain = (nbb_domain){ .fractal = request->fractal, .size = request->r };
    plan->cell_bytes = 1;
    plan->fractal = request->fractal;
    plan->r = request->r;
    plan->workload = request->workload;
    plan->target = request->target;
    plan->rule = request->rule;
    plan->map = choose_map(request);
    NBB_TRY(check_lanes_options(request, plan->map));
    NBB_TRY(choose_tile_level(request, plan->map, &plan->t));
    plan->cells = nbb_fractal_cells(plan->fractal, plan->r);
    plan->n = nbb_domain_side(&plan->domain);
    plan->r_b = plan->r - plan->t;
    if (plan->map == NBB_MAP_LANES) {
        nbb_plan_size_lanes(request, plan->t, &plan->lanes);
        plan->r_b = plan->lanes.m;                    /* the tiles of one lane */
    }
    plan->rho = nbb_fractal_side(plan->fractal, plan->t);
    shape_orthotope(plan);
    count_bytes(request, plan);
    if (!fits(request, plan->map, plan->t)) {
        return fail_too_large(request, plan);
    }
    NBB_TRY(build(request, plan));
    name_plan(plan);
    return check_grids(plan);
}

nbb_status nbb_plan_choose(const nbb_request *request, nbb_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    plan->steps_a_launch = 1;
    nbb_status status = request->simplex != NULL ? nbb_plan_choose_simplex(request, plan) : choose(request, plan);
    if (status != NBB_OK) {
        nbb_plan_free(plan);
    }
    return status;
}

nbb_status nbb_plan_state_bytes(const nbb_fractal *fractal, int r, nbb_map map, uint64_t *bytes)
{
    nbb_request request = { .fractal = fractal, .r = r };
    NBB_TRY(nbb_fractal_check_level(fractal, r));
    *bytes = state_bytes(&request, map, is_embedded(map) ? 0 : default_tile_level(&request, map));
    return NBB_OK;
}

void nbb_plan_free(nbb_plan *plan)
{
    nbb_tile_free(&plan->tile);
    nbb_lanes_free(&plan->lanes);
    for (int axis = 0; axis < NBB_AXES; ++axis) {
        nbb_formula_free(plan->tau_found[axis]);
        plan->tau_found[axis] = NULL;
    }
    nbb_lanes_launch_free(&plan->step);
    nbb_lanes_launch_free(&plan->rest);
}

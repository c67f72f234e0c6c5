/* plan_tile.c - chooses a fractal's tile, by the bytes of the state that it makes. */
#include "gen/plan/plan.h"

enum {
    BLOCK = 128,                                 /* threads of a block on tiles */
    PRODUCT_WORDS = NBB_FRAGMENT * NBB_FRAGMENT, /* of four cells, that variant 3 maps: an element of D each */
    WORDS_A_THREAD = 4                           /* fewer threads than a warp for tiles smaller than 32 x this */
};

/* Places of a map that stores cell by cell: of the box, or of packed tiles with the padding of their rows. */
static uint64_t places_of(const nbb_request *request, nbb_map map, int t)
{
    const nbb_fractal *fractal = request->fractal;
    NBB_RETURN_IF(nbb_storage_of_fractal(map) == NBB_STORAGE_EMBEDDED, (uint64_t)nbb_domain_places(&request->domain));
    nbb_vector rho = nbb_fractal_side(fractal, 0, t);
    uint64_t tile = (uint64_t)((rho.at[0] + 3) / 4 * 4 * nbb_tile_rows(rho));
    return nbb_saturating_product((uint64_t)nbb_fractal_cells(fractal, t, request->r), tile);
}

static uint64_t buffer_bytes(const nbb_request *request, nbb_map map, int t)
{
    NBB_RETURN_IF(nbb_storage_of_fractal(map) != NBB_STORAGE_LANES,
                  nbb_traits_bytes(&request->traits, places_of(request, map, t), NULL));
    nbb_lanes lanes;
    nbb_plan_size_lanes(request, t, &lanes);
    return request->traits.word == NBB_WORD_VALUES ? nbb_traits_bytes(&request->traits, lanes.words, NULL)
                                                   : nbb_saturating_product(lanes.words, sizeof(uint32_t));
}

int nbb_plan_buffers(const nbb_request *request, nbb_map map, int t)
{
    NBB_RETURN_IF(map != NBB_MAP_LANES || !request->traits.in_place,
                  nbb_traits_buffers(&request->traits, map == NBB_MAP_LANES));
    NBB_RETURN_IF(request->buffers != 0, request->buffers);
    uint64_t both = nbb_saturating_product(buffer_bytes(request, map, t), 2);
    return request->available == 0 || both <= request->available ? 2 : 1;
}

uint64_t nbb_plan_run_bytes(const nbb_request *request, nbb_map map, int t)
{
    int count = nbb_plan_buffers(request, map, t);
    uint64_t bytes = nbb_saturating_product(buffer_bytes(request, map, t), (uint64_t)count);
    NBB_RETURN_IF(map != NBB_MAP_LANES || !request->traits.in_place || count != 1, bytes);
    /* The boundaries of level-t tiles for launches of one step are the least that an update in place takes beside the
       state. */
    nbb_lanes lanes;
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_closure closure;
    nbb_boundary boundary = { 0 };
    nbb_plan_size_lanes(request, t, &lanes);
    NBB_RETURN_IF(!nbb_plan_lanes_tile_possible(request, lanes.t), bytes); /* who builds launches refuses it */
    NBB_RETURN_IF(nbb_closure_build(&arena, request->fractal, lanes.t, &request->lanes_law, 1, &closure) != NBB_OK,
                  UINT64_MAX); /* there was no memory to find out */
    nbb_boundary_add(&closure, &boundary);
    return nbb_saturating_sum(bytes, nbb_boundary_bytes(&boundary, &lanes));
}

bool nbb_plan_fits(const nbb_request *request, nbb_map map, int t)
{
    return nbb_plan_run_bytes(request, map, t) <= nbb_request_room(request);
}

/* Whether a level-t tile can be staged in a block's shared memory, the places of its cells too where they are looked
   up there, and its threads fit variant 3's product; of lanes, whether it leaves levels for the lanes that were asked
   for, and its code is short enough. */
static bool tile_possible(const nbb_request *request, nbb_map map, int t)
{
    NBB_RETURN_IF(t > request->r, false);
    if (map == NBB_MAP_LANES) {
        int a = nbb_request_digits_asked(request);
        return t + (a > 0 ? a : 0) <= request->r && nbb_plan_lanes_tile_possible(request, t);
    }
    nbb_vector rho = nbb_fractal_side(request->fractal, 0, t);
    bool places = request->intra == NBB_INTRA_LUT && request->target != NBB_TARGET_HOST;
    bool threads = map == NBB_MAP_LAMBDA && request->tc == NBB_TC_THREADS;
    int64_t words = nbb_tile_box_words(rho);
    return words <= NBB_BOX_WORDS_MAX && (!threads || (rho.at[0] + 3) / 4 * nbb_tile_rows(rho) <= PRODUCT_WORDS)
           && words + (places ? request->fractal->orientations * nbb_fractal_cells(request->fractal, 0, t) : 0)
                  <= NBB_BOX_WORDS_MAX;
}

/* The level whose tile is nearest to the card's aim of bytes by ratio, the larger one of two; then smaller while the
   state does not fit, for compact tiles of a lower level hold fewer holes. */
int nbb_plan_default_tile(const nbb_request *request, nbb_map map)
{
    int best = 0;
    double least = INFINITY;
    if (map == NBB_MAP_LANES) {
        nbb_lanes lanes;
        nbb_plan_size_lanes(request, -1, &lanes);
        return lanes.t;
    }
    for (int t = 0; tile_possible(request, map, t); ++t) {
        nbb_vector rho = nbb_fractal_side(request->fractal, 0, t);
        double ratio = (double)(rho.at[0] * nbb_tile_rows(rho)) / request->card->tile_bytes;
        double distance = ratio < 1 ? 1 / ratio : ratio;
        best = distance <= least ? t : best;
        least = fmin(distance, least);
    }
    int less = map == NBB_MAP_COMPACT ? NBB_FIND(i, best + 1, nbb_plan_fits(request, map, best - i)) : 0;
    return less <= best ? best - less : best;
}

int64_t nbb_plan_tile_side(const nbb_fractal *fractal, int t)
{
    return nbb_fractal_side(fractal, 0, t).at[nbb_fractal_named_axis(fractal)];
}

bool nbb_plan_names_tile(const nbb_fractal *fractal, int t, int64_t asked)
{
    int64_t side = nbb_plan_tile_side(fractal, t);
    return (t == 0 || side > nbb_plan_tile_side(fractal, t - 1)) && (asked == 0 || asked == side);
}

nbb_status nbb_plan_choose_tile(const nbb_request *request, nbb_map map, int *level)
{
    bool is_asked = map != NBB_MAP_BB && request->tile != 0;
    NBB_LOCAL_TEXT sides = NBB_TEXT_EMPTY; /* that a tile may have: "1, 3, 9, 27" */
    *level = is_asked || map == NBB_MAP_BB ? 0 : nbb_plan_default_tile(request, map);
    NBB_DONE_IF(!is_asked);
    for (int t = 0; tile_possible(request, map, t); ++t) {
        int64_t side = nbb_plan_tile_side(request->fractal, t);
        *level = t;
        NBB_DONE_IF(side == request->tile);
        if (nbb_plan_names_tile(request->fractal, t, 0)) { /* a layout may be one cell wide */
            nbb_text_add(&sides, "%s%" PRId64, t == 0 ? "" : ", ", side);
        }
    }
    bool threads = map == NBB_MAP_LAMBDA && request->tc == NBB_TC_THREADS;
    return NBB_REFUSE("--tile %" PRId64 ": a tile of %s at r = %d%s is one of %s cells a side%s", request->tile,
                      request->fractal->name, request->r,
                      threads ? " with --tc=3, which maps 256 words of four cells," : "", nbb_text_string(&sides),
                      request->intra == NBB_INTRA_LUT ? " with --intra lut" : "");
}

nbb_status nbb_plan_state_bytes(const nbb_request *request, uint64_t *bytes)
{
    const nbb_request asked = nbb_request_of(*request);
    bool has_tiles = nbb_storage_of_fractal(asked.map) != NBB_STORAGE_EMBEDDED;
    NBB_TRY(nbb_fractal_check_level(asked.fractal, asked.r));
    *bytes = buffer_bytes(&asked, asked.map, has_tiles ? nbb_plan_default_tile(&asked, asked.map) : 0);
    return NBB_OK;
}

/* Bytes of tau(beta) in a block's shared memory. */
static uint64_t staged_bytes(const nbb_request *asked)
{
    const nbb_replicas *tables[NBB_LEVELS_MAX];
    int count = nbb_fractal_tables(asked->fractal, asked->r, tables), axes = nbb_fractal_axes(asked->fractal);
    int replicas = NBB_SUM(i, count, tables[i]->k) * asked->fractal->orientations;
    return asked->hash == NBB_HASH_SHARED ? (uint64_t)(axes * replicas) : 0;
}

/* Whether a step copies tiles to boxes with the cells that touch them: a rule's, and a program's whose cells are
   bytes, if it has two states and one launch a step and asks for next neighbours, not for their degrees, and a
   block's shared memory, 40 KiB of it, has room for the fields, for whether there is a cell, and for a table of a
   tile's cells; with --hash shared 46 KiB for tau(beta) too. */
static bool has_box(const nbb_plan *plan)
{
    enum { ROOM = 40 << 10, ROOM_STAGED = 46 << 10 };
    const nbb_request *asked = &plan->asked;
    const nbb_traits *traits = &asked->traits;
    NBB_RETURN_IF(plan->space.map == NBB_MAP_BB || asked->law == NBB_LAW_NONE, false);
    NBB_RETURN_IF(asked->law == NBB_LAW_RULE, asked->halo != NBB_HALO_DIRECT);
    uint64_t words = plan->launch.block / plan->launch.tile_threads * plan->space.tile.box_words
                         * (uint64_t)(traits->arrays + 1)
                     + (uint64_t)nbb_fractal_cells(asked->fractal, 0, plan->space.t);
    uint64_t staged = staged_bytes(asked);
    bool asks_degree = (nbb_program_asks(asked->program, NBB_WALK_UPDATE) & NBB_ASKS_THERE(DEGREE)) != 0;
    return plan->launch.buffers == 2 && traits->turns == 1 && words * sizeof(uint32_t) <= ROOM
           && words * sizeof(uint32_t) + staged <= ROOM_STAGED && asked->schedule != NBB_SCHEDULE_CELLS
           && NBB_ALL(i, traits->arrays, traits->fields[i].kind == NBB_FIELD_BITS)
           && asked->program->neighbours.reach == 1 && !asks_degree;
}

int nbb_plan_region(const nbb_plan *plan)
{
    enum { CELLS_LEAST = 100, SIDE_MOST = 1024, ROOM = 46 << 10, ROOM_HOST = 1 << 18 };
    const nbb_request *asked = &plan->asked;
    const nbb_fractal *fractal = asked->fractal;
    bool is_host = asked->target == NBB_TARGET_HOST;
    NBB_RETURN_IF(asked->law != NBB_LAW_PROGRAM || asked->schedule == NBB_SCHEDULE_CELLS
                      || (plan->launch.buffers != 2 && !asked->program->sublattices) || fractal->orientations > 1
                      || nbb_plan_is_sharded(plan) || asked->program->neighbours.count <= NBB_NEIGHBOURS_UNROLLED_MAX
                      || (nbb_program_asks(asked->program, NBB_WALK_UPDATE) & NBB_ASKS_THERE(DEGREE)) != 0,
                  0);
    bool is_tile = plan->space.map == NBB_MAP_COMPACT || plan->space.map == NBB_MAP_LAMBDA;
    int level = plan->space.map == NBB_MAP_BB ? 0 : plan->space.t;
    while (!is_tile && level < asked->r && nbb_fractal_cells(fractal, 0, level) < CELLS_LEAST) {
        ++level;
    }
    const nbb_neighbours *neighbours = &asked->program->neighbours;
    nbb_vector side = nbb_fractal_side(fractal, 0, level);
    uint64_t places = 1, cells = (uint64_t)nbb_fractal_cells(fractal, 0, level);
    for (int axis = 0; axis < nbb_fractal_axes(fractal); ++axis) {
        int64_t reach = 0;
        for (int i = 0; i < neighbours->count; ++i) {
            reach = llabs(neighbours->offsets[i].at[axis]) > reach ? llabs(neighbours->offsets[i].at[axis]) : reach;
        }
        NBB_RETURN_IF(side.at[axis] + 2 * reach > SIDE_MOST, 0); /* a place is numbers of 10 bits (patch.in) */
        places = nbb_saturating_product(places, (uint64_t)(side.at[axis] + 2 * reach));
    }
    uint64_t bytes = nbb_traits_cell_bytes(&asked->traits) + 1 + (is_host ? sizeof(uint64_t) : 0);
    uint64_t needed = nbb_saturating_product(places, bytes);
    bool fits = is_host ? needed <= ROOM_HOST : nbb_saturating_sum(needed, staged_bytes(asked)) <= ROOM;
    /* With sublattices a processor looks again for what is around a region, for each colour; without patches a GPU's
       warps go over all cells for each. */
    uint64_t around = (uint64_t)asked->program->colouring.q * (places - (uint64_t)nbb_box_places(side));
    uint64_t looked = is_host && asked->program->sublattices ? around : places;
    return fits && 2 * looked <= (uint64_t)neighbours->count * cells ? level : 0;
}

bool nbb_plan_has_patches(const nbb_request *request, nbb_map map)
{
    nbb_plan tried = { .asked = *request, .space = { .map = map } };
    NBB_RETURN_IF(nbb_plan_choose_tile(request, map, &tried.space.t) != NBB_OK, false);
    tried.launch.buffers = nbb_plan_buffers(request, map, tried.space.t);
    return nbb_plan_fits(request, map, tried.space.t) && nbb_plan_region(&tried) > 0;
}

/* Threads by a tile's words, so that the boxes of a block's tiles stay well below its shared memory
   (test_plans.c). */
nbb_status nbb_plan_build_tiles(nbb_plan *plan)
{
    const nbb_request *asked = &plan->asked;
    nbb_plan_space *space = &plan->space;
    NBB_TRY(nbb_tile_build(&plan->arena, asked->fractal, space->t, &space->tile));
    nbb_traits_bytes(&asked->traits, places_of(asked, space->map, space->t), space->offsets);
    NBB_TRY(nbb_plan_choose_evaluation(plan));
    uint64_t words = space->tile.words;
    plan->launch.block = asked->work->evolves ? BLOCK : asked->card->tile_pass_block;
    bool takes_warp = space->tc != NBB_TC_NONE || space->eval == NBB_EVAL_SHUFFLE; /* a product, a shuffled sum */
    int log = NBB_FIND(i, __builtin_ctz(NBB_TEAM), words <= (uint64_t)WORDS_A_THREAD << i);
    plan->launch.tile_threads = words > asked->card->tile_warp_words ? plan->launch.block
                                : takes_warp                         ? NBB_TEAM
                                                                     : 1u << log;
    plan->launch.boxed = has_box(plan);
    plan->launch.region = plan->launch.boxed ? 0 : nbb_plan_region(plan);
    return NBB_OK;
}

nbb_status nbb_plan_size_fractal(nbb_plan *plan)
{
    const nbb_request *asked = &plan->asked;
    nbb_plan_space *space = &plan->space;
    NBB_TRY(nbb_plan_choose_tile(asked, space->map, &space->t));
    space->r_b = asked->r - space->t;
    if (space->map == NBB_MAP_LANES) {
        nbb_plan_size_lanes(asked, space->t, &space->lanes);
        space->r_b = space->lanes.m; /* the tiles of one lane */
    }
    space->rho = nbb_fractal_side(asked->fractal, 0, space->t);
    /* k^levels_x x k^levels_y tiles: odd levels stand on x, even ones on y. */
    int top = space->t + space->r_b;
    space->n_b = nbb_fractal_side(asked->fractal, space->t, top);
    space->orthotope = nbb_fractal_orthotope(asked->fractal, space->t, top);
    space->tiles = nbb_fractal_cells(asked->fractal, space->t, top);
    space->state_bytes = buffer_bytes(asked, space->map, space->t);
    uint64_t touched = space->state_bytes;
    if (space->map == NBB_MAP_LAMBDA) {
        uint64_t places = (uint64_t)space->tiles * (uint64_t)(space->rho.at[0] * nbb_tile_rows(space->rho));
        touched = nbb_saturating_product(places, nbb_traits_cell_bytes(&asked->traits));
    }
    plan->launch.buffers = nbb_plan_buffers(asked, space->map, space->t);
    plan->launch.memory_bytes = nbb_plan_run_bytes(asked, space->map, space->t);
    plan->launch.step_bytes = nbb_saturating_product(touched, asked->work->evolves ? 2 : 1);
    return NBB_OK;
}

/* How maps are evaluated, which of these choices go together, and which products the tensor cores
   form, for how many tiles at once. */

enum { BLOCK_TILES = 4, BYTES_TILES = 8 };

/* Bare --tc. Where no variant can be had, any: constraints.c says why. */
static int best_variant(const nbb_request *asked, const nbb_plan_space *space)
{
    NBB_RETURN_IF(asked->fractal->orientations > 1, NBB_TC_HALVES); /* the only one */
    const nbb_card_product *fastest = asked->card->products;
    int i = NBB_FIND(at, NBB_CARD_PRODUCTS,
                     fastest[at].pass == (int)asked->work->pass && fastest[at].map == (int)space->map
                         && space->tile.words <= fastest[at].words && space->tiles <= fastest[at].tiles
                         && (fastest[at].variant != NBB_TC_THREADS || nbb_fractal_axes(asked->fractal) == 2));
    return i < NBB_CARD_PRODUCTS ? fastest[i].variant : NBB_TC_BYTES;
}

static nbb_status prove_lambda(const nbb_request *asked, const nbb_plan_space *space, nbb_products *products)
{
    nbb_radix radices[NBB_LEVELS_MAX];
    int axes = nbb_fractal_axes(asked->fractal);
    for (int i = 0; i < space->r_b * axes; ++i) {
        int64_t s = asked->fractal->levels[space->t + i / axes]->s.at[i % axes];
        radices[i / axes].base[i % axes] = s;
        radices[i / axes].largest[i % axes] = s - 1;
    }
    bool threads = space->tc == NBB_TC_THREADS && asked->target != NBB_TARGET_HOST; /* the host has no such threads */
    return space->tc == NBB_TC_BYTES
               ? nbb_byte_encoding_lambda(space->r_b, axes, radices, &products->lambda_bytes)
               : nbb_encoding_lambda(space->r_b, axes, radices, threads ? space->rho.at : NULL, &products->lambda);
}

static nbb_status prove_nu(const nbb_request *asked, const nbb_plan_space *space, nbb_products *products)
{
    nbb_radix radices[NBB_LEVELS_MAX];
    int64_t weight[NBB_LEVELS_MAX];
    for (int mu = 0; mu < space->r_b; ++mu) {
        int k = asked->fractal->levels[space->t + mu]->k;
        radices[mu] = (nbb_radix){ { k }, { k - 1 } };
        weight[mu] = nbb_digit_weight(asked->fractal, space->t, space->t + space->r_b, space->t + mu);
    }
    return space->tc == NBB_TC_BYTES
               ? nbb_byte_encoding_nu(space->r_b, weight, radices, &products->nu_bytes)
               : nbb_encoding_nu(space->r_b, nbb_fractal_axes(asked->fractal), radices, &products->nu);
}

/* Whether the workload's kernel takes lambda from products, and how many tiles each maps. Of compact only ca asks
   where its tiles stand, to find their neighbours; a single tile stands at 0, and has none. Bytes could map 8 tiles
   in every product. On an H200 (tests/device/h200.md) that gains with compact, whose warps go through their tiles in
   memory's order; with lambda, where the tiles of a warp lie apart, it costs a third more. */
static void shape_products(nbb_plan_space *space)
{
    bool asks = space->map == NBB_MAP_LAMBDA || (space->tc == NBB_TC_BYTES && space->tile.halo_count > 0);
    space->lambda_by_product = space->tc != NBB_TC_NONE && space->r_b > 0 && asks;
    space->nu_by_product = space->tc != NBB_TC_NONE && space->map == NBB_MAP_COMPACT && space->r_b > 0
                           && space->tile.halo_count > 0;
    space->product_tiles = 1;
    space->groups = space->tiles;
    if (space->lambda_by_product && space->tc == NBB_TC_BLOCKS) {
        space->product_tiles = BLOCK_TILES; /* 2 x 2 of the orthotope, whose sides may be odd */
        space->groups = (space->orthotope.at[0] + 1) / 2 * ((space->orthotope.at[1] + 1) / 2);
        space->groups *= space->orthotope.at[2] > 0 ? space->orthotope.at[2] : 1;
    } else if (space->lambda_by_product && space->tc == NBB_TC_BYTES && space->map == NBB_MAP_COMPACT) {
        space->product_tiles = BYTES_TILES;
        space->groups = (space->tiles + BYTES_TILES - 1) / BYTES_TILES;
    }
}

const char *nbb_plan_idle_products(const nbb_plan *plan)
{
    bool idle = plan->space.tc != NBB_TC_NONE && !plan->space.lambda_by_product && !plan->space.nu_by_product;
    return !idle ? NULL : plan->space.r_b == 0 ? "there is a single tile" : "no tile touches another";
}

/* Fails (usage) on choices that others leave no effect. Of compact, a pass evaluates lambda alone where a tile's
   cells are found by it, --intra unroll. */
static nbb_status check_choices(const nbb_request *asked, const nbb_plan_space *space)
{
    bool by_product = space->tc != NBB_TC_NONE && (space->map == NBB_MAP_LAMBDA || space->tc == NBB_TC_BYTES);
    bool asks_nowhere = space->map == NBB_MAP_COMPACT && !asked->work->evolves && asked->intra != NBB_INTRA_UNROLL;
    NBB_REFUSE_IF(by_product && nbb_request_names(asked, NBB_CHOICE_EVAL),
                  "--eval %s has no effect on map %s with --tc=%d: the product sums the levels; use one of the two",
                  nbb_eval_names.names[asked->eval], nbb_map_names.names[space->map], space->tc);
    NBB_REFUSE_IF(asked->eval == NBB_EVAL_GROUPED && (asked->intra != NBB_INTRA_UNROLL || space->t == 0)
                      && nbb_request_names(asked, NBB_CHOICE_HASH),
                  "--hash %s has no effect with --eval grouped, whose tables have several levels; use one of the"
                  " two",
                  nbb_hash_names.names[asked->hash]);
    NBB_REFUSE_IF(asked->intra != NBB_INTRA_BOX && space->tc == NBB_TC_THREADS,
                  "--intra %s: --tc=3 gives the place of each word of a tile's box, not of"
                  " each cell; use --intra box, or another variant",
                  nbb_intra_names.names[asked->intra]);
    NBB_REFUSE_IF(asks_nowhere && nbb_request_names(asked, NBB_CHOICE_HASH),
                  "--hash %s has no effect on map compact with workload %s: only ca evaluates lambda; use map lambda",
                  nbb_hash_names.names[asked->hash], asked->work->name);
    NBB_REFUSE_IF(asked->halo == NBB_HALO_DIRECT && space->tile.halo_count == 0,
                  "--halo direct has no effect on %s with tiles of %" PRId64 " x %" PRId64 ":"
                  " no cell of one touches another's; use --halo shared",
                  asked->fractal->name, space->rho.at[0], space->rho.at[1]);
    return NBB_OK;
}

nbb_status nbb_plan_choose_evaluation(nbb_plan *plan)
{
    const nbb_request *asked = &plan->asked;
    nbb_plan_space *space = &plan->space;
    int tc = space->tc = asked->tc == NBB_TC_BEST ? best_variant(asked, space) : asked->tc;
    bool by_lambda = tc == NBB_TC_BYTES || (tc != NBB_TC_NONE && space->map == NBB_MAP_LAMBDA);
    nbb_products *products = tc != NBB_TC_NONE ? nbb_arena_take(&plan->arena, sizeof *products) : NULL;
    space->products = products;
    NBB_RETURN_IF(tc != NBB_TC_NONE && products == NULL, NBB_ERROR_RUN);
    NBB_TRY_IF(by_lambda, prove_lambda(asked, space, products));
    NBB_TRY_IF(tc != NBB_TC_NONE && space->map == NBB_MAP_COMPACT, prove_nu(asked, space, products));
    shape_products(space);
    NBB_TRY(check_choices(asked, space));
    /* Several levels a look-up where that gains (tests/device/h200/compact.txt): on map compact, and where replicas
       are turned, whose levels wait for each other. A named --hash says where each level's tau(beta) comes from. */
    bool gains = (space->map == NBB_MAP_COMPACT || asked->fractal->orientations > 1) && !space->lambda_by_product
                 && !nbb_request_names(asked, NBB_CHOICE_HASH);
    space->eval = asked->eval != NBB_EVAL_AUTO ? asked->eval : gains ? NBB_EVAL_GROUPED : NBB_EVAL_UNROLLED;
    const nbb_replicas *tables[NBB_LEVELS_MAX];
    int count = nbb_fractal_tables(asked->fractal, asked->r, tables);
    int without = NBB_FIND(i, count, asked->hash == NBB_HASH_ARITH && !nbb_hash_has_form(tables[i]));
    NBB_REFUSE_IF(without < count,
                  "--hash arith: the definition of %s gives no arithmetic form of tau(beta), and only"
                  " layouts of up to 63 replicas have one of their own, not those of k = %d; add the field"
                  " 'hash', or use --hash table",
                  asked->fractal->name, tables[without]->k);
    return NBB_OK;
}

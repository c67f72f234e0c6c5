/* plan_simplex.c - the choices for a simplex: tile, cover, storage; and of steps by a march. */
#include "gen/plan/plan.h"

enum {
    TILE_LEVEL_MIN = 2, /* a row of a tile is whole 32-bit words */
    BOX_BLOCK = 1024,   /* threads of a block of bb (plan_kernels.c) */
    BLOCK_MIN = 32,
    BLOCK_MAX = 256,
    PITCH_UNIT = 16
};

/* The tile of 4096 cells, or the smallest one that holds a small simplex whole; smaller ones where ranks have few. */
static nbb_status choose_tile(const nbb_request *request, nbb_plan_space *space)
{
    bool has_points = request->work->start == NBB_START_POINTS && request->target != NBB_TARGET_HOST;
    int m = request->simplex->m, most = m == 2 ? NBB_TILE_LEVEL_MAX : NBB_CUBE_LEVEL_MAX;
    int aim = has_points ? request->card->simplex.tile_points : request->card->simplex.tile[m];
    space->t = TILE_LEVEL_MIN;
    while (request->tile == 0 ? space->t < aim && INT64_C(1) << space->t < request->n
                              : space->t < most && INT64_C(1) << space->t < request->tile) {
        ++space->t;
    }
    while (request->tile == 0 && space->t > TILE_LEVEL_MIN && !nbb_shards_balance(request, INT64_C(1) << space->t)) {
        --space->t;
    }
    NBB_DONE_IF(request->tile == 0 || INT64_C(1) << space->t == request->tile);
    NBB_LOCAL_TEXT sides = NBB_TEXT_EMPTY;
    for (int t = TILE_LEVEL_MIN; t <= most; ++t) {
        nbb_text_add(&sides, "%s%d", t == TILE_LEVEL_MIN ? "" : ", ", 1 << t);
    }
    return NBB_REFUSE("--tile %" PRId64 ": a tile of %s is one of %s cells a side", request->tile,
                      request->simplex->name, nbb_text_string(&sides));
}

/* --- storage --- */

/* Bytes of a run: the states, and the points: rows of whole 8. */
static uint64_t memory_of(const nbb_request *asked, const nbb_plan_space *space)
{
    int buffers = nbb_traits_buffers(&asked->traits, space->storage == NBB_STORAGE_BITS);
    uint64_t bytes = nbb_saturating_product(space->state_bytes, (uint64_t)buffers), points = 0;
    if (asked->work->start == NBB_START_POINTS) {
        size_t each = asked->traits.cell->kind == NBB_CELL_F64 ? sizeof(double) : sizeof(float);
        points = (uint64_t)((asked->n + 7) / 8 * 8 * asked->dimensions) * each;
    }
    return nbb_saturating_sum(bytes, points);
}

/* Of one state: the box with its rows padded, or whole tiles; of bits eight cells each. */
static void count_places(const nbb_request *asked, nbb_plan_space *space)
{
    bool has_bits = space->storage == NBB_STORAGE_BITS, is_box = space->storage == NBB_STORAGE_EMBEDDED;
    uint64_t tile = (uint64_t)(nbb_box_places(space->rho) / (has_bits ? 8 : 1));
    uint64_t places = is_box ? (uint64_t)space->simplex.pitch : nbb_saturating_product((uint64_t)space->tiles, tile);
    NBB_FILL(axis, is_box ? asked->simplex->m - 1 : 0, places,
             nbb_saturating_product(places, (uint64_t)asked->sides.at[axis + 1]));
    space->state_bytes = has_bits ? nbb_saturating_product(places, (uint64_t)asked->traits.planes)
                                  : nbb_traits_bytes(&asked->traits, places, space->offsets);
}

/* Packed storage moves the fewest bytes, but a step looks its neighbour tiles up. Where embedded storage was the
   faster one on an H200: programs by tiles that read neighbours at all sides, 1.0 to 1.8 times, rules up to the
   card's side. */
static bool embedded_was_faster(const nbb_request *asked, const nbb_plan_space *space)
{
    int m = asked->simplex->m;
    bool is_rule = asked->law == NBB_LAW_RULE, marches = space->layout->shape != NULL;
    NBB_RETURN_IF(marches, m == 2 || is_rule); /* heat 1.10 and 0.98 times; rules 1.18 and 1.02 to 1.08 */
    bool reads_neighbours = asked->work->evolves && !asked->traits.local;
    return asked->target != NBB_TARGET_HOST && reads_neighbours
           && (!is_rule || asked->n <= asked->card->simplex.embedded_rules[m]);
}

/* Chunks and threads, and what the layout has of its own; and what a run takes. */
static void count_simplex(nbb_plan *plan)
{
    const nbb_request *asked = &plan->asked;
    nbb_plan_launch *launch = &plan->launch;
    bool by_bits = plan->space.storage == NBB_STORAGE_BITS;
    int64_t rho = plan->space.rho.at[0];
    uint32_t chunk = NBB_CHUNK_MAX / asked->traits.cell->bytes;
    uint64_t cells = (uint64_t)asked->cells;
    launch->chunk = asked->chunk != 0 ? asked->chunk : rho < chunk ? (uint32_t)rho : chunk;
    int64_t chunks = nbb_box_places(plan->space.rho) / launch->chunk;
    launch->block = plan->space.map == NBB_MAP_BB ? BOX_BLOCK
                    : chunks < BLOCK_MIN          ? BLOCK_MIN
                    : chunks > BLOCK_MAX          ? BLOCK_MAX
                                                  : (uint32_t)chunks;
    launch->parts = 1;
    if (plan->space.layout->shape != NULL) {
        plan->space.layout->shape(plan);
    }
    launch->tile_threads = launch->block;
    launch->buffers = nbb_traits_buffers(&asked->traits, by_bits);
    launch->memory_bytes = memory_of(asked, &plan->space);
    uint64_t moved = by_bits ? nbb_saturating_product(cells, 2 * (uint64_t)asked->traits.planes) / 8
                             : nbb_saturating_product(cells, (asked->work->evolves ? 2 : 1)
                                                                 * nbb_traits_cell_bytes(&asked->traits));
    launch->step_bytes = moved / (uint64_t)plan->code.steps_a_launch;
}

static nbb_status size_simplex(nbb_plan *plan)
{
    const nbb_request *request = &plan->asked;
    nbb_plan_space *space = &plan->space;
    int m = request->simplex->m;
    NBB_TRY_IF(space->layout->side == NULL, choose_tile(request, space));
    /* --chunk as a piece of a row: a power of two that a tile's row is a multiple of. */
    NBB_REFUSE_IF((request->chunk & (request->chunk - 1)) != 0,
                  "--chunk %" PRIu32 ": a thread moves 1, 2, 4, 8 or 16 cells at once", request->chunk);
    NBB_REFUSE_IF(space->map != NBB_MAP_BB && request->chunk > INT64_C(1) << space->t,
                  "--chunk %" PRIu32 ": a row of a tile has %" PRId64 " cells; use larger tiles"
                  " (--tile) or a smaller chunk",
                  request->chunk, INT64_C(1) << space->t);
    NBB_FILL(axis, m, space->rho.at[axis],
             space->layout->side == NULL ? INT64_C(1) << space->t : space->layout->side[m]);
    /* The tiles: those of lambda's cover; each once when enumerated; none for bb. */
    nbb_simplex_space *simplex = &space->simplex;
    bool is_enum = space->map == NBB_MAP_ENUM;
    int64_t rho = space->rho.at[0], side = (request->n + rho - 1) / rho;
    if (request->recursion == NBB_RECURSION_BRANCHES) {
        nbb_cover_build_branches(side, &simplex->cover);
    } else if (space->map != NBB_MAP_BB) {
        nbb_cover_build(m, side, is_enum ? NBB_FROM_BELOW : request->from, &simplex->cover);
    }
    space->tiles = simplex->cover.tiles;
    simplex->double_roots = is_enum && side > NBB_ENUM_SINGLE_MAX;
    /* The product that lambda comes from, where it is asked for and there are tiles to tell apart. */
    space->tc = request->tc == NBB_TC_NONE ? NBB_TC_NONE : NBB_TC_BYTES;
    space->lambda_by_product = space->tc != NBB_TC_NONE && simplex->cover.side > 1;
    NBB_TRY_IF(space->lambda_by_product, nbb_simplex_product_build(&simplex->cover, &simplex->product));
    space->simplex.pitch = (request->n + PITCH_UNIT - 1) / PITCH_UNIT * PITCH_UNIT;
    space->tile.most_neighbours = nbb_directions_of(m)->count - 1;
    /* Where the storage was left open, the fastest one that fits; and its bytes. */
    bool is_open = space->storage == NBB_STORAGE_AUTO;
    bool embeds = request->ranks <= 1 && embedded_was_faster(request, space);
    space->storage = !is_open ? space->storage : embeds ? NBB_STORAGE_EMBEDDED : NBB_STORAGE_PACKED;
    count_places(request, space);
    if (is_open && request->available != 0 && memory_of(request, space) > request->available) {
        space->storage = NBB_STORAGE_PACKED;
        count_places(request, space);
    }
    count_simplex(plan);
    return NBB_OK;
}

/* --- steps by a march --- */

enum {
    FOUR = 4, /* cells of a thread: also the room for wrong ones */
    SIDE = FOUR * (NBB_TEAM - 2),
    BLOCK = 128,
    SPACE_ACROSS = 16, /* threads side by side, in space (march_trials.txt) */
    SPACE_SIDE = FOUR * (SPACE_ACROSS - 2),
    SPACE_BLOCK = 256
};

static const int64_t march_sides[] = { [2] = SIDE, [3] = SPACE_SIDE };

/* In space a block advances a slab of a tile's rows, a thread some lines of them: those above and below the slab are
   whole threads'. One that goes through fewer layers computes more beside them. */
static void shape_march(nbb_plan *plan)
{
    const nbb_card_simplex *card = &plan->asked.card->simplex;
    const nbb_traits *traits = &plan->asked.traits;
    if (plan->asked.simplex->m == 2) {
        uint32_t rows = nbb_plan_choose_slab(plan, SIDE, card->strips_slab, card->strips_warps);
        plan->launch.march = (nbb_march){ .depth = rows, .lines = 1 };
        plan->launch.block = BLOCK;
        /* As many as registers hold the rows of. */
        int steps = card->strips_bytes / (int)nbb_traits_cell_bytes(traits);
        plan->code.steps_a_launch = steps < 1 || traits->scheduled ? 1 : steps > FOUR ? FOUR : steps;
        return;
    }
    bool has_words = plan->asked.law == NBB_LAW_RULE;
    uint64_t wanted = (uint64_t)plan->asked.card->multiprocessors * (uint64_t)card->space_blocks;
    uint32_t slab = has_words ? SPACE_SIDE : SPACE_SIDE / 2, lines = has_words ? 4 : 2, depth = SPACE_SIDE;
    uint64_t columns = (uint64_t)plan->space.tiles * (SPACE_SIDE / slab);
    while (depth > card->space_depth && columns * (SPACE_SIDE / depth) < wanted) {
        depth /= 2;
    }
    plan->launch.march = (nbb_march){ .depth = depth, .slab = slab, .lines = lines };
    plan->launch.block = SPACE_BLOCK;
    int most = NBB_SPACE_WORDS / nbb_traits_words(traits);
    plan->code.steps_a_launch = has_words ? FOUR : traits->scheduled ? 1 : most;
}

#define SIMPLEX(of) .size = size_simplex, .grid = nbb_plan_##of##_grid

const nbb_layout *nbb_plan_simplex_layout(const nbb_plan *plan)
{
    static const int64_t cells[] = { [2] = 1, [3] = 1 };
    static const nbb_layout box = { SIMPLEX(box), .side = cells }, tiles = { SIMPLEX(simplex) },
                            march = { SIMPLEX(simplex), .side = march_sides, .shape = shape_march },
                            bits = { SIMPLEX(simplex), .side = nbb_plan_bits_sides, .shape = nbb_plan_shape_bits,
                                     .build = nbb_plan_build_words };
    bool marches = plan->asked.work->evolves && nbb_plan_may(plan, NBB_SCHEDULE_MARCH);
    return plan->space.map == NBB_MAP_BB             ? &box
           : plan->space.storage == NBB_STORAGE_BITS ? &bits
           : marches                                 ? &march
                                                     : &tiles;
}

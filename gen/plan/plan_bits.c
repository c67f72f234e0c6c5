/* plan_bits.c - the choices of storage bits. */
#include "gen/plan/plan.h"

enum {
    WARPS = 4,                /* of a block on a triangle */
    ROW_WORDS = NBB_TEAM - 2, /* a word a thread, less those left and right of the tile */
    TRIANGLE_SIDE = ROW_WORDS * 32,
    TETRAHEDRON_SIDE = 32,
    SLAB_MOST = TRIANGLE_SIDE / WARPS,
    COLUMN_WORDS = 4,     /* of a layer that a thread has, of all planes */
    COLUMN_DEPTH = 4,     /* layers of a thread at least */
    COLUMN_THREADS = 256, /* of a multiprocessor, from which fewer layers no longer pay */
    SPAN_WORDS = 12 << 10 /* where counts run down columns: a block's shared memory at most (radius.txt) */
};

const int64_t nbb_plan_bits_sides[] = { [2] = TRIANGLE_SIDE, [3] = TETRAHEDRON_SIDE };

/* Where counts run down columns: slabs of a block, a thread for each word of a front, and how many threads these are
   in whole warps. */
static const uint32_t span_slabs[] = { [2] = 8, [3] = 4 }, span_threads[] = { [2] = 256, [3] = 128 };

uint32_t nbb_plan_plane_words(const nbb_plan *plan)
{
    return plan->space.storage == NBB_STORAGE_BITS && plan->asked.domain.simplex->m == 2 ? ROW_WORDS : NBB_TEAM;
}

/* Fails (usage) where what is asked for needs bytes. */
static nbb_status check_bits(const nbb_request *request)
{
    const char *name = request->simplex->name;
    int64_t side = nbb_plan_bits_sides[request->simplex->m];
    NBB_REFUSE_IF(!request->work->evolves,
                  "--storage bits cannot be had for workload %s on %s: it is for ca and programs; use"
                  " embedded or packed",
                  request->work->name, name);
    NBB_TRY_IF(!request->traits.by_spans, nbb_lowering_check(request->program));
    NBB_REFUSE_IF(request->tc != NBB_TC_NONE,
                  "--tc contradicts --storage bits: it is for tiles of bytes; give one of the two");
    NBB_REFUSE_IF(
        request->recursion == NBB_RECURSION_BRANCHES,
        "--recursion branches contradicts --storage bits, whose tiles one pass covers; give one of the two");
    NBB_REFUSE_IF(request->tile != 0 && request->tile != side,
                  "--tile %" PRId64 ": a tile of storage bits has %" PRId64 " cells a side on %s, by the words that"
                  " a warp holds",
                  request->tile, side, name);
    return NBB_OK;
}

static nbb_status build(nbb_plan *plan, bool once)
{
    nbb_lowering_clear(&plan->code.lowering, once);
    return plan->asked.traits.by_spans ? nbb_spans_build(&plan->code.lowering, 1, &plan->code.spans)
                                       : nbb_row_code_build(&plan->code.lowering, &plan->code.rows);
}

/* Begins what makes the code of a program and of its totals, and tries it: what it refuses can be had in bytes. */
static nbb_status begin_code(nbb_plan *plan)
{
    const nbb_request *request = &plan->asked;
    bool by_rule = plan->asked.law == NBB_LAW_RULE;
    NBB_DONE_IF(by_rule && plan->asked.program->total_count == 0);
    nbb_lanes_totals tried;
    NBB_TRY(nbb_lowering_begin(&plan->arena, request->program, request->traits.by_spans, request->simplex->m - 1,
                               &plan->code.lowering));
    NBB_TRY_IF(!by_rule, build(plan, false));
    NBB_TRY_IF(request->traits.totals > 0, nbb_lanes_totals_build(&plan->code.lowering, &tried));
    return nbb_plan_check_arguments(plan);
}

nbb_status nbb_plan_settle_bits(nbb_plan *plan)
{
    const nbb_request *request = &plan->asked;
    bool is_asked = plan->space.storage == NBB_STORAGE_BITS;
    bool is_open = plan->space.storage == NBB_STORAGE_AUTO && request->ranks > 1;
    bool are_few = is_open && !nbb_shards_balance(request, nbb_plan_bits_sides[request->simplex->m]);
    plan->space.storage = are_few ? NBB_STORAGE_PACKED : plan->space.storage; /* of bits the tiles are too few */
    nbb_status status = check_bits(request);
    const nbb_card_simplex *card = &request->card->simplex;
    const int64_t one[NBB_CARD_AXES] = { [2] = 1, [3] = 1 };
    /* From how many cells a side on bits are faster than bytes. */
    bool draws_few = request->traits.draws && request->traits.planes <= 2;
    const int64_t *on_host = draws_few ? card->bits_host_drawing : card->bits_host;
    const int64_t *least = request->traits.by_spans             ? one
                           : request->target == NBB_TARGET_HOST ? on_host
                           : request->law == NBB_LAW_RULE       ? card->bits_rules
                           : request->traits.draws              ? card->bits_drawing
                                                                : one;
    /* of those that are asked for, schedules of bits */
    const unsigned suits = 1u << NBB_SCHEDULE_AUTO | 1u << NBB_SCHEDULE_COLUMNS
                           | (request->simplex->m == 2 ? 1u << NBB_SCHEDULE_MARCH : 0)
                           | (request->traits.by_spans ? 1u << NBB_SCHEDULE_TILE : 0);
    bool is_large = request->n >= least[request->simplex->m] || request->schedule == NBB_SCHEDULE_COLUMNS;
    bool prefers = status == NBB_OK && is_large && (suits >> request->schedule & 1) != 0;
    NBB_DONE_IF(!is_asked && (plan->space.storage != NBB_STORAGE_AUTO || !prefers));
    NBB_TRY(status);
    status = begin_code(plan);
    if (status == NBB_OK) {
        plan->space.storage = NBB_STORAGE_BITS;
        return NBB_OK;
    }
    plan->code = (nbb_plan_code){ .steps_a_launch = 1 };
    return status == NBB_ERROR_USAGE && !is_asked ? NBB_OK : status; /* bytes can compute it */
}

uint32_t nbb_plan_choose_slab(const nbb_plan *plan, uint32_t most, uint32_t least, int warps_each)
{
    int64_t wanted = (int64_t)plan->asked.card->multiprocessors * warps_each;
    uint32_t slab = most;
    while (slab > least && plan->asked.target != NBB_TARGET_HOST
           && plan->space.tiles < wanted / (plan->space.rho.at[0] / (int64_t)slab)) {
        slab /= 2;
    }
    return slab;
}

/* Threads have a word of a row each, or some of a layer, and go through so many of these; of fewer where threads
   would be few. */
static void go_by_columns(nbb_plan *plan)
{
    int m = plan->asked.domain.simplex->m;
    const nbb_traits *traits = &plan->asked.traits;
    bool one = m == 2 || traits->draws || traits->reach > 1 || traits->planes > COLUMN_WORDS / 2;
    uint32_t lines = one ? 1 : COLUMN_WORDS / (uint32_t)traits->planes;
    uint32_t words = (uint32_t)(m == 2 ? TRIANGLE_SIDE * ROW_WORDS : TETRAHEDRON_SIDE * TETRAHEDRON_SIDE) / lines;
    uint32_t depth = plan->asked.card->simplex.bits_depth[m];
    int64_t wanted = (int64_t)plan->asked.card->multiprocessors * COLUMN_THREADS;
    while (m == 3 && depth > COLUMN_DEPTH && plan->space.tiles * (words / depth) < wanted) {
        depth /= 2;
    }
    plan->launch.march = (nbb_march){ .lines = lines };
    plan->launch.depth = depth;
    plan->launch.threads = words / depth;
    plan->launch.block = WARPS * NBB_TEAM;
    plan->launch.parts = plan->launch.threads > plan->launch.block ? plan->launch.threads / plan->launch.block : 1;
}

static void march_by(nbb_plan *plan, uint32_t depth)
{
    bool draws = plan->code.rows.code.draw_count > 0;
    plan->launch.march = (nbb_march){ .depth = depth, .slab = depth, .lines = 1, .apart = draws };
}

/* Counts that run down columns: a thread goes through so many rows or layers, as many as leave the block's box room,
   and fewer where blocks would be few. A box has those around the block's, of a tile's words and one at each end; of
   a layer the lines around the tile's, too. */
static void go_by_spans(nbb_plan *plan)
{
    const nbb_request *asked = &plan->asked;
    int m = asked->simplex->m;
    uint32_t around = 2 * (uint32_t)asked->program->neighbours.reach, side = (uint32_t)nbb_plan_bits_sides[m];
    uint32_t slabs = span_slabs[m], depth = side / slabs;
    uint32_t front = (m == 2 ? NBB_TEAM : 3 * (side + around)) * (uint32_t)plan->code.spans.signal_count;
    uint64_t room = nbb_plan_box_room(asked), beside = nbb_plan_beside_box(plan);
    uint64_t most = room < beside ? 0 : room - beside < SPAN_WORDS ? room - beside : SPAN_WORDS;
    while (depth > COLUMN_DEPTH
           && (side / slabs % depth != 0 || (slabs * depth + around) * front > most
               || (depth > around && plan->space.tiles * (side / (slabs * depth)) < asked->card->multiprocessors))) {
        --depth;
    }
    if (asked->target == NBB_TARGET_HOST) {
        plan->launch.depth = m == 2 ? SLAB_MOST : side;
        return;
    }
    plan->launch.depth = depth;
    plan->launch.pieces = side / (slabs * depth);
    plan->launch.threads = span_threads[m];
    plan->launch.shared = nbb_plan_box_asks(plan, (slabs * depth + around) * front);
}

/* On a processor there are columns alone. */
static bool asks_columns(const nbb_plan *plan)
{
    return plan->asked.schedule == NBB_SCHEDULE_COLUMNS && plan->asked.target != NBB_TARGET_HOST;
}

void nbb_plan_shape_bits(nbb_plan *plan)
{
    const nbb_card_simplex *card = &plan->asked.card->simplex;
    bool is_flat = plan->asked.domain.simplex->m == 2;
    go_by_columns(plan);
    if (nbb_plan_goes_by_spans(plan)) {
        go_by_spans(plan);
    } else if (plan->asked.law == NBB_LAW_RULE && is_flat && !asks_columns(plan)) {
        march_by(plan, nbb_plan_choose_slab(plan, SLAB_MOST, card->bits_slab, card->bits_warps));
        plan->launch.parts = TRIANGLE_SIDE / plan->launch.march.depth / WARPS;
        plan->code.steps_a_launch = card->bits_steps;
    } else if (plan->asked.target == NBB_TARGET_HOST) {
        march_by(plan, is_flat ? SLAB_MOST : TETRAHEDRON_SIDE);
    }
}

/* As many steps a launch as registers hold the rows of, on a processor its first cache; of what draws there only one:
   it would draw for the words beside a slab again. */
static void march_steps(nbb_plan *plan)
{
    const nbb_card_simplex *card = &plan->asked.card->simplex;
    bool draws = plan->code.rows.code.draw_count > 0, is_host = plan->asked.target == NBB_TARGET_HOST;
    int steps = is_host ? card->bits_steps : card->march_words / (plan->code.rows.march.held + 1);
    int most = !draws    ? card->bits_steps
               : is_host ? 1
                         : card->march_drawing,
        reach = plan->asked.program->neighbours.reach;
    most = plan->asked.traits.scheduled && most > 1 ? 1 : most;
    steps = steps < most ? steps : most;
    steps = steps * reach < NBB_TEAM ? steps : (NBB_TEAM - 1) / reach;
    NBB_LEAVE_IF(steps == 0);
    march_by(plan, nbb_plan_choose_slab(plan, SLAB_MOST, card->bits_slab, card->bits_warps));
    plan->code.steps_a_launch = steps;
    plan->launch.step_bytes /= (uint64_t)steps;
}

/* Chances are drawn once a step where all turns are one launch, whose registers hold them if they are few. To keep
   them in memory from turn to turn gains 4 to 7% (choices_trials.txt), on a processor 6%. */
static nbb_status build_drawn(nbb_plan *plan)
{
    uint64_t bytes = nbb_saturating_sum(plan->launch.memory_bytes, plan->space.state_bytes);
    const nbb_card_simplex *card = &plan->asked.card->simplex;
    const nbb_traits *traits = &plan->asked.traits;
    int turns = traits->turns, reach = plan->asked.program->neighbours.reach;
    /* Whether a launch can make all turns of a step in registers, which hold what is drawn for them too. */
    bool makes_turns = plan->asked.domain.simplex->m == 2 && plan->asked.target != NBB_TARGET_HOST && traits->by_turns
                       && plan->asked.ranks <= 1 && turns * (2 * reach + 1) * traits->planes <= card->turns_words
                       && turns * reach < NBB_TEAM; /* a bit more of the outer words is wrong after each */
    NBB_RETURN_IF(!makes_turns || asks_columns(plan) || bytes > nbb_request_room(&plan->asked), build(plan, false));
    NBB_TRY(build(plan, true));
    /* How many words of chances of a kind of cell are drawn once a step. */
    const nbb_code *code = &plan->code.rows.code;
    int few = NBB_SUM(value, code->count,
                      plan->code.rows.uses[NBB_ROW_INSIDE][value] > 0 && code->nodes[value].operation == NBB_DRAWN
                          && nbb_draw_is_once(code, code->nodes[value].number));
    NBB_RETURN_IF(few == 0 || few > (int)plan->asked.card->once_few, build(plan, false));
    /* All turns are one launch then, from one state to another. */
    march_by(plan, nbb_plan_choose_slab(plan, card->turns_slab[1], card->turns_slab[0], card->turns_warps));
    plan->launch.turns = 1;
    plan->launch.buffers = 2;
    plan->launch.memory_bytes = bytes;
    return NBB_OK;
}

nbb_status nbb_plan_build_words(nbb_plan *plan)
{
    bool by_program = plan->asked.law == NBB_LAW_PROGRAM;
    bool by_spans = nbb_plan_goes_by_spans(plan);
    bool by_turns = !by_spans && (plan->asked.traits.by_turns || plan->asked.ranks > 1);
    nbb_plan_set_builtins(plan);
    NBB_TRY(!by_program
                ? nbb_row_code_build_rule(&plan->arena, plan->asked.program, plan->asked.rule, &plan->code.rows)
            : by_turns ? build_drawn(plan)
                       : build(plan, false));
    if (by_program && !by_turns && !by_spans && plan->asked.domain.simplex->m == 2 && !asks_columns(plan)) {
        march_steps(plan);
    }
    if (by_program) {
        uint64_t words = plan->space.state_bytes / sizeof(uint32_t) / (uint64_t)plan->asked.traits.planes;
        int operations = by_spans ? plan->code.spans.operations : plan->code.rows.operations;
        plan->launch.step_operations = nbb_saturating_product(words, (uint64_t)operations);
    }
    NBB_TRY_IF(plan->asked.traits.totals > 0, nbb_lanes_totals_build(&plan->code.lowering, &plan->code.totals));
    return nbb_plan_check_arguments(plan);
}

uint32_t nbb_plan_simplex_resident(const nbb_plan *plan)
{
    const nbb_card_simplex *card = &plan->asked.card->simplex;
    bool draws = plan->code.rows.code.draw_count > 0, marches = plan->launch.march.depth > 0;
    int m = plan->asked.domain.simplex->m;
    NBB_RETURN_IF(plan->space.storage != NBB_STORAGE_BITS,
                  m == 3                                                           ? card->space_resident
                  : nbb_traits_cell_bytes(&plan->asked.traits) <= sizeof(uint32_t) ? card->strips_resident
                                                                                   : card->strips_resident_large);
    return marches && draws                ? card->once_resident
           : marches || (m == 3 && !draws) ? card->bits_resident[m]
                                           : plan->asked.card->threads_drawing / plan->launch.block;
}

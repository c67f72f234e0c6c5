/* plan_launch.c - steps, boundaries, draws and code of launches of map lanes. */
#include "gen/plan/plan.h"

enum {
    ONCE_FEW = 3,            /* words of chances for a cell that are drawn once a step */
    SECTOR_WORDS = 8,        /* of memory */
    BOX_TILES_MOST = 64      /* of counts along rows: the family of a box and the tiles around it */
};

/* --- whether the first launch of a step draws chances for all colours (lanes.h) --- */

static nbb_status build_step(nbb_plan *plan, const nbb_lanes_law *law, bool once)
{
    nbb_lowering_clear(&plan->code.lowering, once);
    return nbb_plan_build_launch(plan, &plan->arena, law, plan->space.t, plan->code.steps_a_launch, &plan->code.step);
}

/* Builds STEP under a law of bits. On a processor a program's chances are drawn once where launches of colours would
   draw a word several times, if they are few and the memory for them fits: 1.3 and 1.7 times as fast
   (choices_host.txt). On a GPU that gains less than 5%, and loses half where it loses. */
static nbb_status build_drawn(const nbb_lanes_law *law, nbb_plan *plan)
{
    NBB_TRY(build_step(plan, law, plan->asked.target == NBB_TARGET_HOST));
    const nbb_code *code = &plan->code.step.code.code;
    uint64_t slots = (uint64_t)NBB_SUM(i, code->draw_count, nbb_draw_is_once(code, i));
    uint64_t items = (uint64_t)nbb_plan_whole_groups(plan, nbb_plan_items(plan));
    uint64_t bytes = nbb_saturating_product(items, slots * sizeof(uint32_t));
    NBB_DONE_IF(slots == 0);
    NBB_RETURN_IF(slots > ONCE_FEW * (uint64_t)plan->code.step.closure.own
                      || nbb_saturating_sum(plan->launch.memory_bytes, bytes) > nbb_request_room(&plan->asked),
                  build_step(plan, law, false));
    plan->launch.once_bytes = bytes;
    plan->launch.memory_bytes += bytes;
    return NBB_OK;
}

/* --- the boundary of an update in place --- */

/* Adds what a launch loads from beside its tile to the boundary, if it is updated in place; whether that fits. */
static bool boundary_fits(const nbb_plan *plan, const nbb_closure *closure, nbb_boundary *boundary)
{
    NBB_RETURN_IF(!nbb_plan_in_place(plan), true);
    nbb_boundary_add(closure, boundary);
    return plan->space.state_bytes + nbb_boundary_bytes(boundary, &plan->space.lanes) + plan->launch.scratch_bytes
           <= nbb_request_room(&plan->asked);
}

/* Of an update in place: the boundary of both launches, and what it takes; where memory is short, words are permuted
   in registers unless --permuted asks for memory. */
static nbb_status shape_boundary(nbb_plan *plan)
{
    boundary_fits(plan, &plan->code.rest.closure, &plan->launch.boundary);
    bool fits = boundary_fits(plan, &plan->code.step.closure, &plan->launch.boundary);
    if (!fits && plan->launch.permuted == NBB_PERMUTATION_MEMORY && plan->asked.permuted == NBB_PERMUTATION_AUTO) {
        plan->launch.permuted = NBB_PERMUTATION_REGISTERS;
        plan->launch.scratch_bytes = 0;
        fits = boundary_fits(plan, &plan->code.step.closure, &plan->launch.boundary);
    }
    plan->launch.boundary_bytes = nbb_boundary_bytes(&plan->launch.boundary, &plan->space.lanes);
    plan->launch.memory_bytes = plan->space.state_bytes + plan->launch.boundary_bytes;
    plan->launch.step_bytes += NBB_BOUNDARY_MOVES * plan->launch.boundary_bytes;
    NBB_LOCAL_TEXT room = nbb_request_room_text(&plan->asked);
    return fits || plan->launch.scratch_bytes > 0
               ? NBB_OK /* the memory as a whole is checked then */
               : nbb_fail(NBB_ERROR_DEVICE,
                          "--steps-per-launch %d: updated in place, %s at r = %d needs %" PRIu64 " bytes"
                          " for its state and %" PRIu64
                          " for its tiles' boundaries, %s; fewer steps have a smaller boundary",
                          plan->code.steps_a_launch, plan->asked.fractal->name, plan->asked.r,
                          plan->space.state_bytes, plan->launch.boundary_bytes, nbb_text_string(&room));
}

/* --- steps a launch --- */

/* Of bits on dense fractals values may do what no tile can. */
static nbb_status check_reach(nbb_plan *plan)
{
    int t = plan->space.t;
    bool reaches = nbb_plan_lanes_tile_possible(&plan->asked, t) && nbb_plan_reaches(&plan->asked, t);
    bool by_cells = nbb_values_by_cells(&plan->asked);
    if (!reaches && by_cells && !nbb_plan_goes_by_spans(plan)) {
        plan->code.lowering.refusal = "its neighbours are farther off than a tile of lanes is wide";
    }
    NBB_REFUSE_IF(!reaches,
                  "program %s: with tiles of level %d of %s, of %u cells, map lanes finds no neighbours %d cells "
                  "away: a tile is as wide as that and has at most %d cells",
                  plan->asked.traits.name, t, plan->asked.fractal->name, plan->space.lanes.positions,
                  plan->asked.program->neighbours.reach * (plan->asked.lanes_law.far ? 2 : 1),
                  nbb_plan_goes_by_spans(plan) ? NBB_SPAN_POSITIONS_MAX : NBB_POSITIONS_MAX);
    return NBB_OK;
}

/* The steps with the least cost for each, of those that can be had; on a processor several may not repay their
   compilation. */
static nbb_status default_steps(nbb_plan *plan, const nbb_lanes_law *law, int most, int *best)
{
    const nbb_card *card = plan->asked.card;
    bool has_values = plan->asked.traits.word == NBB_WORD_VALUES;
    bool repay = plan->asked.target != NBB_TARGET_HOST
                 || (!has_values && plan->asked.cells >= card->lanes.host_large);
    int aim = has_values ? card->wide.steps_aim : card->lanes.steps_aim;
    double share = has_values ? card->wide.worthwhile : 1, least = 0;
    double operations = nbb_plan_value_operations(&card->wide, plan->asked.program->update.first,
                                                  NBB_NEIGHBOURS_ABOUT);
    bool goes_on = true; /* longer launches are worth looking at */
    nbb_boundary boundary = { 0 };
    *best = 1;
    most = repay ? most : 1;
    for (int steps = 1; goes_on && steps <= most && steps <= aim; ++steps) {
        NBB_LOCAL_ARENA arena = { 0 };
        nbb_lanes_launch launch;
        NBB_TRY(nbb_plan_build_launch(plan, &arena, law, plan->space.t, steps, &launch));
        bool can = has_values || boundary_fits(plan, &launch.closure, &boundary);
        double flow = has_values ? nbb_lanes_values_flow(plan, &launch)
                                 : nbb_lanes_flow(card, plan->asked.target, nbb_plan_permutes(plan, false), &launch,
                                                  &boundary);
        int computed = nbb_closure_computed(&launch.closure);
        goes_on = has_values ? computed <= card->wide.cells_aim && computed * operations <= card->wide.code_aim
                             : can && launch.code.operations <= card->lanes.operations_aim;
        can = has_values ? steps == 1 || goes_on : can; /* of values several steps have code that compiles soon */
        double cost = can ? flow / steps : INFINITY;
        bool is_best = steps == 1 || cost < share * least;
        *best = is_best ? steps : *best;
        least = is_best ? cost : least;
    }
    return NBB_OK;
}

/* The same of bits, with what else is made from the program, and the memory for it. */
static nbb_status shape_bits(nbb_plan *plan)
{
    NBB_TRY_IF(plan->asked.fractal->orientations == 1,
               nbb_lanes_totals_build(&plan->code.lowering, &plan->code.totals));
    NBB_TRY(nbb_plan_check_arguments(plan));
    if (plan->code.step.closure.count > 0 && nbb_closure_loaded(&plan->code.step.closure) == 0) {
        plan->launch.scratch_bytes = 0; /* there are no words to permute */
    }
    NBB_TRY_IF(nbb_plan_in_place(plan), shape_boundary(plan));
    uint64_t items = (uint64_t)plan->space.lanes.tiles * plan->space.lanes.parts;
    if (plan->launch.persistent) {
        /* A round moves the words that a tile stores for others and loads of them. */
        nbb_boundary_add(&plan->code.step.closure, &plan->launch.boundary);
        int words = (plan->launch.boundary.count + nbb_closure_loaded(&plan->code.step.closure))
                    * plan->asked.traits.planes;
        plan->launch.step_bytes = items * (uint64_t)words * sizeof(uint32_t);
    }
    uint64_t operations = nbb_plan_goes_by_spans(plan)
                              ? (uint64_t)plan->code.spans.operations * plan->space.lanes.positions
                              : (uint64_t)plan->code.step.code.operations;
    plan->launch.step_operations = items * operations / (uint64_t)plan->code.steps_a_launch;
    /* Adds the scratch memory, if any, to the rest of what the plan needs; fails where it does not fit. */
    plan->launch.memory_bytes += plan->launch.scratch_bytes;
    NBB_LOCAL_TEXT room = nbb_request_room_text(&plan->asked);
    return plan->launch.memory_bytes <= nbb_request_room(&plan->asked) || plan->launch.scratch_bytes == 0
               ? NBB_OK
               : nbb_fail(NBB_ERROR_DEVICE,
                          "--permuted memory: %s at r = %d needs %" PRIu64 " bytes and %" PRIu64 " to permute"
                          " words in, %s; use --permuted registers",
                          plan->asked.fractal->name, plan->asked.r,
                          plan->launch.memory_bytes - plan->launch.scratch_bytes, plan->launch.scratch_bytes,
                          nbb_text_string(&room));
}

/* Where STEP permutes words, and the memory for it: in memory where at most such a share of the warps does. */
static void choose_permutation(nbb_plan *plan, double seldom)
{
    const nbb_request *asked = &plan->asked;
    const nbb_lanes *lanes = &plan->space.lanes;
    bool fits = plan->launch.memory_bytes + asked->card->scratch_bytes <= nbb_request_room(asked);
    bool is_seldom = lanes->look_ups > 1 && !nbb_request_is_small(asked, lanes->tiles * lanes->parts)
                     && nbb_lanes_permuted(asked->fractal, lanes) < seldom && asked->fractal->orientations == 1;
    bool is_open = asked->target != NBB_TARGET_HOST && !plan->launch.persistent
                   && asked->permuted == NBB_PERMUTATION_AUTO;
    nbb_permutation usual = asked->target == NBB_TARGET_CUDA && is_seldom && fits ? NBB_PERMUTATION_MEMORY
                                                                               : NBB_PERMUTATION_REGISTERS;
    plan->launch.permuted = is_open ? usual : asked->permuted;
    plan->launch.scratch_bytes = plan->launch.permuted == NBB_PERMUTATION_MEMORY ? asked->card->scratch_bytes : 0;
}

/* The steps of a launch and the code of launches. */
static nbb_status build_launches(nbb_plan *plan)
{
    bool has_bits = plan->asked.traits.word == NBB_WORD_PLANES;
    nbb_lanes_law law = has_bits ? nbb_plan_law(plan) : plan->asked.lanes_law;
    if (has_bits) {
        choose_permutation(plan, plan->asked.card->permuted_seldom);
    }
    NBB_TRY(check_reach(plan));
    int t = plan->space.t, most = nbb_plan_most_steps(&plan->asked, t), *steps = &plan->code.steps_a_launch;
    const nbb_traits *traits = &plan->asked.traits;
    bool one_step = plan->asked.lanes_law.one_step;
    const char *why = plan->asked.program->passes > 1 ? "each stage is a launch"
                      : traits->by_turns              ? "each colour's turn is a launch"
                      : traits->scheduled             ? "each step of a schedule has its own parameters"
                      : traits->draws && one_step     ? "a launch draws for its tiles' own cells alone"
                      : one_step                      ? "`first` is known for a tile's own cells alone"
                                                      : "cells farther off are past the neighbour tiles";
    NBB_REFUSE_IF(plan->asked.steps_a_launch > most,
                  "--steps-per-launch %d: with tiles of level %d of %s it is from 1 to %d, for %s",
                  plan->asked.steps_a_launch, t, plan->asked.fractal->name, most, why);
    *steps = plan->asked.steps_a_launch;
    NBB_TRY_IF(*steps == 0, default_steps(plan, &law, most, steps));
    NBB_TRY(has_bits ? build_drawn(&law, plan)
                     : nbb_plan_build_launch(plan, &plan->arena, &law, t, *steps, &plan->code.step));
    /* By cyclic automata of 8 states and box(5) compilers are at it for minutes (patches.txt). */
    int operations = plan->code.step.code.operations;
    bool is_open = plan->asked.schedule == NBB_SCHEDULE_AUTO && plan->asked.lanes <= 1;
    nbb_request values = plan->asked;
    values.wide_because = "";
    values = nbb_request_of(values);
    if (has_bits && is_open && operations > plan->asked.card->lanes.operations_aim
        && nbb_plan_has_patches(&values, NBB_MAP_LANES)) {
        NBB_LOCAL_TEXT text = nbb_text_of(
            "program %s: the code of a tile's bits has %d operations, and more than %d take"
            " too long to compile",
            plan->asked.program->name, operations, plan->asked.card->lanes.operations_aim);
        return nbb_lowering_refuse(&plan->code.lowering, nbb_text_string(&text));
    }
    /* A launch that permutes words in registers may hold so many that few threads share a multiprocessor: of the
       tetrix, where 0.4 of the warps permute words, memory is 1.26 times as fast (spaces.sh). */
    const nbb_lanes_launch *step = &plan->code.step;
    if (has_bits && step->closure.count * step->code.planes > plan->asked.card->tiers[1].words) {
        choose_permutation(plan, 2 * plan->asked.card->permuted_seldom);
    }
    return *steps > 1 ? nbb_plan_build_launch(plan, &plan->arena, &law, t, 1, &plan->code.rest) : NBB_OK;
}

/* Words of the box of a tile of a level, with those that its signals take. */
static uint64_t box_words(const nbb_plan *plan, int t)
{
    return nbb_spans_words(plan->asked.program, plan->asked.fractal, t, plan->code.spans.rows)
           * (uint64_t)plan->code.spans.signal_count;
}

/* The tiles of a box: a parent's where its box has far fewer cells for each of theirs, as with large radii. Draws are
   of one tile's items, and a shard's groups have whole families or none. Of an H200's rates (radius.txt) the parent's
   is 1.02 times a tile's where that share is 0.78, and 1.4 times at 0.6. */
static uint32_t choose_family(const nbb_plan *plan)
{
    const double share_most = 0.7;
    const nbb_request *asked = &plan->asked;
    int t = plan->space.t;
    bool may = asked->target != NBB_TARGET_HOST && plan->space.lanes.tiles > 1
               && nbb_fractal_axes(asked->fractal) == 2;
    NBB_RETURN_IF(!may, 1);
    uint32_t k = (uint32_t)asked->fractal->levels[t]->k;
    uint64_t words = box_words(plan, t + 1);
    nbb_vector s = asked->fractal->levels[t]->s;
    bool fits = k + 2 * (s.at[0] + s.at[1]) + 4 <= BOX_TILES_MOST
                && words + NBB_SPARE_WORDS <= nbb_plan_box_room(asked)
                && (!nbb_plan_is_sharded(plan) || NBB_GROUP % (k * (uint64_t)plan->space.lanes.parts) == 0);
    bool draws = plan->code.lowering.row_count > 0 || plan->code.spans.next.code.draw_count > 0;
    return fits && !draws && (double)words / k < share_most * (double)box_words(plan, t) ? k : 1;
}

/* Of counts that run along rows: the level of a box, and its tiles; the groups of rows that go along together; the
   bits of the sums of rows that counts begin with, 0 without. */
typedef struct shape {
    int level;
    uint32_t family, rows, sum_bits;
} shape;

/* Words of a box, and of the sums of rows, once for each piece of them. */
static uint64_t item_words(const nbb_plan *plan, shape of, uint64_t pieces)
{
    uint64_t bits = of.sum_bits, together = (uint64_t)plan->code.spans.rows;
    uint64_t reach = (uint64_t)plan->asked.program->neighbours.reach;
    return box_words(plan, of.level) + bits * pieces * (of.rows + (2 * reach + together - 1) / together) * together;
}

/* The pieces of a row, each for a thread. Where counts begin with sums of rows, a multiprocessor has work for so many
   threads, by as many blocks as have room in its shared memory, and pieces end where replicas do if that needs few
   more: then more of them are holes. Columns take longer to begin with, so that pieces are few (radius.txt). */
static uint32_t pieces_of(const nbb_plan *plan, shape of, uint32_t items)
{
    enum { THREADS_LEAST = 480, TASKS_LEAST = 120, ROUNDS = 3 };
    uint64_t tasks = (uint64_t)items * of.rows, pieces = 2;
    int64_t side = nbb_fractal_side(plan->asked.fractal, 0, of.level).at[0];
    uint64_t few = tasks < TASKS_LEAST / 2 ? (TASKS_LEAST - 1) / tasks + 1 : pieces;
    NBB_RETURN_IF(of.sum_bits == 0, (uint32_t)few);
    for (int round = 0; round < ROUNDS; ++round) {
        uint64_t words = items * item_words(plan, of, pieces) + nbb_plan_beside_box(plan);
        uint64_t blocks = 2 * nbb_plan_box_room(&plan->asked) / words;
        pieces = (THREADS_LEAST - 1) / (tasks * (blocks > 1 ? blocks : 1)) + 1;
    }
    int more = NBB_FIND(i, (int)(pieces / 3), side % ((int64_t)pieces + i) == 0);
    return (uint32_t)(more < (int)(pieces / 3) ? pieces + (uint64_t)more : pieces);
}

/* The boxes of a block: as many side by side as make whole sectors of memory, or as have room; 0 if one has none. */
static uint32_t items_of(const nbb_plan *plan, shape of)
{
    uint32_t items = SECTOR_WORDS;
    while (items > 0
           && (items * item_words(plan, of, pieces_of(plan, of, items)) + nbb_plan_beside_box(plan)
                   > nbb_plan_box_room(&plan->asked)
               || (of.family > 1 && items > (uint64_t)plan->space.lanes.parts))) {
        items /= 2;
    }
    return items;
}

/* Counts that run along rows: a block has its boxes beside what draws take, and threads for the pieces of their rows,
   which fill the boxes, too. Counts begin with sums of rows where half of the boxes have room beside these. */
static nbb_status build_spans(nbb_plan *plan)
{
    enum { THREADS = 256 };
    const nbb_request *asked = &plan->asked;
    nbb_spans *spans = &plan->code.spans;
    bool is_host = asked->target == NBB_TARGET_HOST;
    NBB_TRY(check_reach(plan));
    nbb_plan_set_builtins(plan);
    nbb_lowering_clear(&plan->code.lowering, false);
    bool space = nbb_fractal_axes(asked->fractal) == 3;
    int most = space ? 1 : is_host ? 2 : NBB_SPAN_ROWS; /* rows that go along together */
    NBB_TRY(nbb_spans_build(&plan->code.lowering, most, spans));
    uint32_t family = choose_family(plan), together = (uint32_t)spans->rows;
    int level = plan->space.t + (family > 1);
    nbb_vector side = nbb_fractal_side(asked->fractal, 0, level);
    uint32_t rows = (uint32_t)(side.at[1] * (space ? side.at[2] : 1) + together - 1) / together;
    shape with = { level, family, rows, 0 }, without = with;
    with.sum_bits = (uint32_t)NBB_SUM(i, spans->count_count, spans->counts[i].sum_bits);
    bool sums = is_host || 2 * items_of(plan, with) >= items_of(plan, without);
    NBB_FILL(i, spans->count_count, spans->counts[i].sum_bits, sums ? spans->counts[i].sum_bits : 0);
    shape of = sums && !is_host ? with : without;
    uint32_t items = items_of(plan, of);
    plan->launch.family = family;
    plan->launch.depth = items;
    plan->launch.pieces = is_host ? 1 : pieces_of(plan, of, items);
    plan->launch.threads = THREADS;
    plan->launch.shared = nbb_plan_box_asks(plan, items * item_words(plan, of, plan->launch.pieces));
    plan->launch.permuted = is_host ? NBB_PERMUTATION_AUTO : NBB_PERMUTATION_REGISTERS;
    NBB_REFUSE_IF(items == 0,
                  "program %s: with tiles of level %d of %s the cells of a tile and beside it need %" PRIu64
                  " bytes of shared memory, of %" PRIu64 "; a smaller --tile needs fewer",
                  asked->program->name, plan->space.t, asked->fractal->name,
                  sizeof(uint32_t) * (box_words(plan, level) + nbb_plan_beside_box(plan)),
                  sizeof(uint32_t) * nbb_plan_box_room(asked));
    return NBB_OK;
}

nbb_status nbb_plan_build_lanes(nbb_plan *plan)
{
    const nbb_request *asked = &plan->asked;
    bool has_bits = asked->traits.word == NBB_WORD_PLANES;
    bool by_cells = nbb_plan_goes_by_cells(plan), by_spans = nbb_plan_goes_by_spans(plan);
    NBB_TRY(nbb_plan_choose_evaluation(plan));
    if (!has_bits) {
        nbb_traits_bytes(&asked->traits, plan->space.lanes.words, plan->space.offsets);
    }
    NBB_TRY(nbb_lanes_build(&plan->arena, asked->fractal, &plan->space.lanes));
    NBB_REFUSE_IF(asked->block % 32 != 0 || asked->block > 1024,
                  "--block %" PRIu32 ": a block has whole warps, of 32 threads, and at most 1024 threads",
                  asked->block);
    plan->launch.block = asked->block != 0      ? asked->block
                         : asked->work->evolves ? NBB_LANES_BLOCK
                                                : asked->card->lanes.pass_block;
    plan->launch.tile_threads = plan->launch.block; /* a thread an item */
    NBB_DONE_IF(!asked->work->evolves);
    NBB_REFUSE_IF(!has_bits && asked->lanes > 1, "--lanes %" PRId64 ": a word holds one value of program %s: %s",
                  asked->lanes, asked->program->name,
                  asked->wide_because != NULL ? asked->wide_because : "its fields are not all of u1 to u8");
    /* Steps over large lists have no code of their own for each cell. */
    NBB_REFUSE_IF((by_cells || by_spans) && (asked->steps_a_launch > 1 || asked->occupancy != 0),
                  "%s has no effect on program %s: with %d neighbours, up to %d cells away%s, a step goes %s",
                  asked->steps_a_launch > 1 ? "--steps-per-launch" : "--occupancy", asked->program->name,
                  asked->program->neighbours.count, asked->program->neighbours.reach,
                  asked->fractal->orientations > 1 ? ", and turned replicas" : "",
                  by_cells ? "cell by cell" : "row by row");
    NBB_TRY_IF(!by_cells, by_spans ? build_spans(plan) : build_launches(plan));
    plan->launch.region = by_cells ? nbb_plan_region(plan) : 0;
    NBB_TRY_IF(has_bits, shape_bits(plan));
    if (!has_bits) { /* what launches of values are, whose steps and code are there */
        plan->launch.permuted = asked->target != NBB_TARGET_HOST ? NBB_PERMUTATION_REGISTERS : NBB_PERMUTATION_AUTO;
    }
    plan->launch.step_bytes /= (uint64_t)plan->code.steps_a_launch;
    return NBB_OK;
}

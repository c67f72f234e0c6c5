/* source_lanes.c - the lanes layout's values as globals of the templates. */
#include "gen/source/source_values.h"

#include "gen/lanes/lanes_code.h"
#include "gen/plan/plan_wide.h"
#include "gen/program/program_draw.h"
#include "gen/source/lua_values.h"

/* lanes, lane_digits, tile_digits, parts, positions, lane_words; lane_x, lane_y ... (first cells of the
   lanes' replicas). */
static void define_lane_sizes(lua_State *state, const nbb_plan *plan)
{
    static const char *const names[NBB_AXES_MAX] = { "lane_x", "lane_y", "lane_z" };
    const nbb_lanes *lanes = &plan->lanes;
    nbb_vector side = nbb_fractal_side(plan->fractal, 0, plan->r - lanes->a);
    nbb_set_integer(state, "lanes", lanes->lanes);
    nbb_set_integer(state, "lane_digits", lanes->a);
    nbb_set_integer(state, "tile_digits", lanes->m);
    nbb_set_integer(state, "parts", lanes->parts);
    nbb_set_integer(state, "positions", lanes->positions);
    nbb_set_integer(state, "lane_words", (int64_t)lanes->words);
    for (int axis = 0; axis < nbb_fractal_axes(plan->fractal); ++axis) {
        lua_newtable(state);
        for (uint32_t lane = 0; lane < lanes->lanes; ++lane) {
            nbb_vector place = nbb_fractal_cell(plan->fractal, lanes->a, lane);
            nbb_add_integer(state, lane + 1, place.at[axis] * side.at[axis]);
        }
        lua_setglobal(state, names[axis]);
    }
}

/* The bits that hold the number of a direction. */
static int direction_bits(const nbb_directions *list)
{
    int bits = 0;
    while (1 << bits < list->count) {
        ++bits;
    }
    return bits;
}

/* look_ups, span, last_span, span_numbers, step_numbers; direction_bits; digit_steps (by direction and number: to
   where each leads, above the bits of the direction that is left). */
static void define_lane_steps(lua_State *state, const nbb_plan *plan)
{
    const nbb_lanes *lanes = &plan->lanes;
    nbb_set_integer(state, "look_ups", lanes->look_ups);
    nbb_set_integer(state, "span", lanes->span);
    nbb_set_integer(state, "last_span", lanes->last_span);
    nbb_set_integer(state, "span_numbers", lanes->span_numbers);
    nbb_set_integer(state, "step_numbers", lanes->step_numbers);
    int bits = direction_bits(lanes->directions);
    nbb_set_integer(state, "direction_bits", bits);
    lua_newtable(state);
    for (int i = 0; i < lanes->directions->count * lanes->step_numbers; ++i) {
        nbb_add_integer(state, i + 1, lanes->steps[i].to * (1 << bits) + lanes->steps[i].carry);
    }
    lua_setglobal(state, "digit_steps");
}

/* lane_moves ({mask, part, turn}), first_moves (by direction and part). */
static void define_lane_moves(lua_State *state, const nbb_plan *plan)
{
    const nbb_lanes *lanes = &plan->lanes;
    int rows = lanes->directions->count * (int)lanes->parts;
    lua_newtable(state);
    for (int i = 0; i < lanes->first_move[rows]; ++i) {
        lua_newtable(state);
        nbb_set_field(state, "mask", lanes->moves[i].mask);
        nbb_set_field(state, "part", lanes->moves[i].part);
        nbb_set_field(state, "turn", lanes->moves[i].turn);
        lua_seti(state, -2, i + 1);
    }
    lua_setglobal(state, "lane_moves");
    lua_newtable(state);
    for (int row = 0; row <= rows; ++row) {
        nbb_add_integer(state, row + 1, lanes->first_move[row]);
    }
    lua_setglobal(state, "first_moves");
}

/* cell_x, cell_y ...: by position, its place in the tile. */
static void define_positions(lua_State *state, const nbb_plan *plan)
{
    static const char *const names[NBB_AXES_MAX] = { "cell_x", "cell_y", "cell_z" };
    for (int axis = 0; axis < nbb_fractal_axes(plan->fractal); ++axis) {
        lua_newtable(state);
        for (uint32_t position = 0; position < plan->lanes.positions; ++position) {
            nbb_add_integer(state, position + 1, nbb_fractal_cell(plan->fractal, plan->t, position).at[axis]);
        }
        lua_setglobal(state, names[axis]);
    }
}

/* border: its positions, in ascending order; border_bytes. */
static void define_border(lua_State *state, const nbb_plan *plan)
{
    int64_t count = 0;
    lua_newtable(state);
    for (uint32_t position = 0; position < plan->lanes.positions; ++position) {
        if (plan->border.holds[position]) {
            nbb_add_integer(state, ++count, position);
        }
    }
    lua_setglobal(state, "border");
    nbb_set_unsigned(state, "border_bytes", plan->border_bytes);
}

/* Sets an item of the launch on top of the stack, of a plane of a cell. */
static void set_word(lua_State *state, const nbb_lanes_launch *launch, int word)
{
    const nbb_closure_cell *cell = &launch->closure.cells[word / launch->code.planes];
    lua_newtable(state);
    nbb_set_field(state, "direction", cell->direction);
    nbb_set_field(state, "position", cell->position);
    nbb_set_field(state, "plane", word % launch->code.planes);
    lua_pushboolean(state, cell->needed > 1);
    lua_setfield(state, -2, "computed");
    if (launch->code.states[word] != NBB_NO_VALUE) {
        nbb_source_push_word(state, launch, word);
        lua_setfield(state, -2, "word");
    }
    lua_seti(state, -2, word + 1);
}

/* Sets the fields `exists` and `told` of the launch on top of the stack. */
static void set_told(lua_State *state, const nbb_lanes_launch *launch)
{
    const nbb_code *code = &launch->code.code;
    lua_Integer count = 0;
    lua_newtable(state);
    lua_newtable(state);
    for (nbb_value value = 0; value < code->count; ++value) {
        const nbb_node *node = &code->nodes[value];
        bool is_direction = node->operation == NBB_GIVEN && node->number < NBB_GIVEN_LANES;
        if (is_direction) {
            lua_pushboolean(state, true);
            lua_seti(state, -3, node->number);
        } else if (node->operation == NBB_GIVEN || node->operation == NBB_ARGUMENT) {
            nbb_source_push_told(state, node);
            lua_seti(state, -2, ++count);
        }
    }
    lua_setfield(state, -3, "told");
    lua_setfield(state, -2, "exists");
}

/* Sets the field `once` of the launch on top of the stack: by slot what is drawn once a step, {position, request,
   row}. */
static void set_once(lua_State *state, const nbb_lanes_launch *launch)
{
    const nbb_code *code = &launch->code.code;
    lua_newtable(state);
    for (int i = 0; i < code->draw_count; ++i) {
        const nbb_draw *draw = &code->draws[i];
        if (nbb_once_slot(code, i) >= 0) {
            lua_newtable(state);
            nbb_set_field(state, "position", launch->closure.cells[draw->cell].position);
            nbb_set_field(state, "request", draw->request);
            nbb_set_field(state, "row", draw->row);
            lua_seti(state, -2, nbb_once_slot(code, i) + 1);
        }
    }
    lua_setfield(state, -2, "once");
}

/* Pushes {steps, resident (blocks of a multiprocessor), by_columns, statements (source_code.h), exists (by
   direction, whether the code asks for the existence of tiles), told (other given words), once, {direction, position,
   plane,
   computed (whether it is, of a cell beside), word (of the state, or nil if it is not used)} ...}. */
static void push_launch(lua_State *state, const nbb_plan *plan, const nbb_lanes_launch *launch,
                        const nbb_schedule *schedule)
{
    const nbb_closure *closure = &launch->closure;
    lua_newtable(state);
    nbb_set_field(state, "steps", closure->steps);
    bool crosses = plan->crossed != NBB_CROSSING_MEMORY || launch == &plan->rest;
    nbb_set_field(state, "resident",
                  plan->resident && launch == &plan->step
                      ? nbb_plan_staying_blocks(plan->card, plan->block, launch)
                      : nbb_plan_resident_blocks(plan->card, plan->block, crosses, launch));
    lua_pushboolean(state, launch->order.axis == 0);
    lua_setfield(state, -2, "by_columns");
    for (int i = 0; i < closure->count * launch->code.planes; ++i) {
        set_word(state, launch, i);
    }
    set_told(state, launch);
    set_once(state, launch);
    nbb_source_set_code(state, launch, schedule);
}

/* launches = {step or rounds, rest}: what the kernels of these names compute; rest only where the other advances
   several steps. */
static void define_launches(lua_State *state, const nbb_plan *plan, const nbb_source_code *code)
{
    lua_newtable(state);
    if (nbb_plan_has(plan, NBB_ENTRY_STEP) || nbb_plan_has(plan, NBB_ENTRY_ROUNDS)) {
        push_launch(state, plan, &plan->step, &code->schedules[NBB_LAUNCH_MAIN]);
        lua_setfield(state, -2, plan->resident ? "rounds" : "step");
    }
    if (nbb_plan_has(plan, NBB_ENTRY_REST)) {
        push_launch(state, plan, &plan->rest, &code->schedules[NBB_LAUNCH_REST]);
        lua_setfield(state, -2, "rest");
    }
    lua_setglobal(state, "launches");
}

/* Whether each computed cell's next state depends on the cell itself. */
static bool heeds_cells(nbb_rule rule, const nbb_closure *closure)
{
    bool heeds = true;
    for (int i = 0; i < closure->count; ++i) {
        const nbb_closure_cell *cell = &closure->cells[i];
        heeds = heeds && (cell->needed <= 1 || nbb_rule_heeds_cell(rule, cell->neighbour_count));
    }
    return heeds;
}

/* planes, turns (whether a launch is a turn of a colour), colours, colours_known (lanes_closure.h), draws_words,
   draws_late (whether cells draw where their code stands), once_slots, once_queue, once_bytes, draws_paired
   (lanes_code.h), draw_rows, draws_wide (whether counters need more than 32 bits), draw_parts and draw_below of the
   layout in which the program draws, where that is not the lanes' own. */
static void define_planes(lua_State *state, const nbb_plan *plan)
{
    const nbb_closure *closure = &plan->step.closure;
    bool draws = plan->traits.draws && !nbb_plan_has_wide_lanes(plan);
    nbb_draw_layout layout = nbb_draw_layout_of(&plan->domain, true);
    int64_t words = layout.below * layout.parts, own = plan->lanes.tiles * plan->lanes.positions * plan->lanes.parts;
    nbb_set_boolean(state, "turns", plan->traits.by_turns);
    nbb_set_integer(state, "colours", plan->traits.turns);
    nbb_set_boolean(state, "colours_known", closure->colours_known);
    nbb_set_boolean(state, "draws_words", draws);
    int slots = draws ? nbb_once_slots(&plan->step.code.code) : 0;
    nbb_set_boolean(state, "draws_late", draws && plan->step.code.code.draw_count > slots);
    nbb_set_integer(state, "once_slots", slots);
    nbb_set_boolean(state, "draws_paired", draws && nbb_draws_paired(closure, &plan->step.code.code));
    nbb_set_integer(state, "once_queue", NBB_ONCE_QUEUE);
    nbb_set_unsigned(state, "once_bytes", plan->once_bytes);
    nbb_set_integer(state, "draw_rows", plan->lowering.row_count);
    nbb_set_boolean(state, "draws_wide", words > UINT32_MAX || own > UINT32_MAX);
    nbb_set_boolean(state, "draws_apart", draws && layout.digits != plan->lanes.a);
    nbb_set_integer(state, "draw_parts", layout.parts);
    nbb_set_integer(state, "draw_below", layout.below);
}

void nbb_source_define_lanes(lua_State *state, nbb_source_texts *given)
{
    const nbb_plan *plan = given->request->plan;
    define_lane_sizes(state, plan);
    define_lane_steps(state, plan);
    define_lane_moves(state, plan);
    define_positions(state, plan);
    nbb_set_integer(state, "scratch_bytes", (int64_t)plan->scratch_bytes);
    nbb_set_boolean(state, "crossed_in_memory", plan->crossed == NBB_CROSSING_MEMORY);
    define_border(state, plan);
    define_planes(state, plan);
    nbb_set_boolean(state, "heeds_cells",
                    plan->law == NBB_LAW_RULE && heeds_cells(plan->rule, &plan->step.closure)
                        && heeds_cells(plan->rule, &plan->rest.closure));
    if (nbb_plan_has_wide_lanes(plan)) {
        nbb_source_define_wide(state, plan, &given->wide);
    } else {
        define_launches(state, plan, &given->code);
    nbb_source_define_totals(state, given);
        nbb_source_define_shapes(state, &given->code);
    }
}

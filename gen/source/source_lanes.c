/* source_lanes.c - the lanes layout's values as globals of the templates. */
#include "gen/source/source_values.h"

#include "gen/source/lua_values.h"

#include <string.h>

/* lanes, lane_digits, tile_digits, parts, positions, lane_words; lane_x, lane_y (first cells of the lanes'
   replicas). */
static void define_lane_sizes(lua_State *state, const nbb_plan *plan)
{
    static const char *const names[] = { "lane_x", "lane_y" };
    const nbb_lanes *lanes = &plan->lanes;
    nbb_vector side = nbb_fractal_side(plan->fractal, 0, plan->r - lanes->a);
    nbb_set_integer(state, "lanes", lanes->lanes);
    nbb_set_integer(state, "lane_digits", lanes->a);
    nbb_set_integer(state, "tile_digits", lanes->m);
    nbb_set_integer(state, "parts", lanes->parts);
    nbb_set_integer(state, "positions", lanes->positions);
    nbb_set_integer(state, "lane_words", (int64_t)lanes->words);
    for (int axis = 0; axis < NBB_AXES; ++axis) {
        lua_newtable(state);
        for (uint32_t lane = 0; lane < lanes->lanes; ++lane) {
            nbb_vector place = nbb_fractal_cell(plan->fractal, lanes->a, lane);
            nbb_add_integer(state, lane + 1, place.at[axis] * side.at[axis]);
        }
        lua_setglobal(state, names[axis]);
    }
}

/* look_ups, span, last_span, span_numbers, step_numbers; steps_to, step_carries (by direction and number). */
static void define_lane_steps(lua_State *state, const nbb_plan *plan)
{
    const nbb_lanes *lanes = &plan->lanes;
    nbb_set_integer(state, "look_ups", lanes->look_ups);
    nbb_set_integer(state, "span", lanes->span);
    nbb_set_integer(state, "last_span", lanes->last_span);
    nbb_set_integer(state, "span_numbers", lanes->span_numbers);
    nbb_set_integer(state, "step_numbers", lanes->step_numbers);
    lua_newtable(state);
    lua_newtable(state);
    for (int i = 0; i < NBB_DIRECTIONS * lanes->step_numbers; ++i) {
        nbb_add_integer(state, i + 1, lanes->steps[i].carry);
        lua_pushinteger(state, lanes->steps[i].to);
        lua_seti(state, -3, i + 1);
    }
    lua_setglobal(state, "step_carries");
    lua_setglobal(state, "steps_to");
}

/* lane_moves ({mask, part, turn}), first_moves (by direction and part). */
static void define_lane_moves(lua_State *state, const nbb_plan *plan)
{
    const nbb_lanes *lanes = &plan->lanes;
    int rows = NBB_DIRECTIONS * (int)lanes->parts;
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

/* lane_rules[n + 1] = {text, folds (its input two is 1 where the count is 2 or 3), uses = {one, two, four, eight,
   self}} for cells with n neighbours. */
static void define_lane_rules(lua_State *state, const nbb_source_texts *given)
{
    static const char *const inputs[] = { "one", "two", "four", "eight", "self" };
    lua_newtable(state);
    for (int most = 0; most <= NBB_NEIGHBOURS_MAX; ++most) {
        const char *text = nbb_text_string(&given->lane_rules[most]);
        lua_newtable(state);
        lua_pushstring(state, text);
        lua_setfield(state, -2, "text");
        lua_pushboolean(state, nbb_rule_folds(given->request->plan->rule, most));
        lua_setfield(state, -2, "folds");
        lua_newtable(state);
        for (int i = 0; i < 5; ++i) {
            lua_pushboolean(state, strstr(text, inputs[i]) != NULL);
            lua_setfield(state, -2, inputs[i]);
        }
        lua_setfield(state, -2, "uses");
        lua_seti(state, -2, most + 1);
    }
    lua_setglobal(state, "lane_rules");
}

/* cell_x, cell_y: by position, its place in the tile. */
static void define_positions(lua_State *state, const nbb_plan *plan)
{
    static const char *const names[] = { "cell_x", "cell_y" };
    for (int axis = 0; axis < NBB_AXES; ++axis) {
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

/* Appends a list of numbers, each + 1, to the table on the top as its field `name`. */
static void set_indices(lua_State *state, const char *name, const int *values, int count)
{
    lua_newtable(state);
    for (int i = 0; i < count; ++i) {
        nbb_add_integer(state, i + 1, values[i] + 1);
    }
    lua_setfield(state, -2, name);
}

/* Pushes {triples = {{inputs}, ...}, {ones = {inputs}, twos = {triples}} for each cell}: nbb_step_sums, counted from
   1. */
static void push_sums(lua_State *state, const nbb_step_sums *sums, int cells)
{
    lua_newtable(state);
    for (int i = 0; i < cells; ++i) {
        lua_newtable(state);
        set_indices(state, "ones", sums->cells[i].ones, sums->cells[i].one_count);
        set_indices(state, "twos", sums->cells[i].twos, sums->cells[i].two_count);
        lua_seti(state, -2, i + 1);
    }
    lua_newtable(state);
    for (int i = 0; i < sums->triple_count; ++i) {
        lua_newtable(state);
        for (int input = 0; input < 3; ++input) {
            nbb_add_integer(state, input + 1, sums->triples[i][input] + 1);
        }
        lua_seti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "triples");
}

/* Sets rows = {{step, place (of the row), cells} ...}: what is computed in turn, of nbb_order. */
static void set_rows(lua_State *state, const nbb_order *order)
{
    lua_newtable(state);
    for (int i = 0, rows = 0; i < order->count; ++rows) {
        const nbb_cell_step *first = &order->turns[i];
        lua_newtable(state);
        nbb_set_field(state, "step", first->step);
        nbb_set_field(state, "place", order->sign * first->row);
        lua_newtable(state);
        const nbb_cell_step *end = order->turns + order->count, *turn = first;
        for (int n = 1; turn < end && turn->step == first->step && turn->row == first->row; ++n, ++turn) {
            nbb_add_integer(state, n, turn->cell + 1);
        }
        i = (int)(turn - order->turns);
        lua_setfield(state, -2, "cells");
        lua_seti(state, -2, rows + 1);
    }
    lua_setfield(state, -2, "rows");
}

/* Pushes {steps, resident (blocks of a multiprocessor), by_columns, rows, sums = {by step}, {direction, position,
   needed (bit i: after i steps), neighbours} ...}. */
static void push_launch(lua_State *state, const nbb_plan *plan, const nbb_lanes_launch *launch)
{
    const nbb_closure *closure = &launch->closure;
    lua_newtable(state);
    nbb_set_field(state, "steps", closure->steps);
    bool crosses = plan->crossed != NBB_CROSSING_MEMORY || launch == &plan->rest;
    nbb_set_field(state, "resident", nbb_plan_resident_blocks(plan->block, crosses, launch));
    lua_pushboolean(state, launch->order.axis == 0);
    lua_setfield(state, -2, "by_columns");
    set_rows(state, &launch->order);
    for (int i = 0; i < closure->count; ++i) {
        const nbb_closure_cell *cell = &closure->cells[i];
        lua_newtable(state);
        nbb_set_field(state, "direction", cell->direction);
        nbb_set_field(state, "position", cell->position);
        nbb_set_field(state, "needed", cell->needed);
        nbb_set_field(state, "neighbours", cell->neighbour_count);
        lua_seti(state, -2, i + 1);
    }
    lua_newtable(state);
    for (int step = 1; step <= closure->steps; ++step) {
        push_sums(state, &launch->sums[step - 1], closure->count);
        lua_seti(state, -2, step);
    }
    lua_setfield(state, -2, "sums");
}

/* launches = {step or rounds, rest}: what the kernels of these names compute; rest only where the other advances
   several steps. */
static void define_launches(lua_State *state, const nbb_plan *plan)
{
    lua_newtable(state);
    if (nbb_plan_has(plan, NBB_ENTRY_STEP) || nbb_plan_has(plan, NBB_ENTRY_ROUNDS)) {
        push_launch(state, plan, &plan->step);
        lua_setfield(state, -2, plan->resident ? "rounds" : "step");
    }
    if (nbb_plan_has(plan, NBB_ENTRY_REST)) {
        push_launch(state, plan, &plan->rest);
        lua_setfield(state, -2, "rest");
    }
    lua_setglobal(state, "launches");
}

void nbb_source_define_lanes(lua_State *state, const nbb_source_texts *given)
{
    const nbb_plan *plan = given->request->plan;
    define_lane_sizes(state, plan);
    define_lane_steps(state, plan);
    define_lane_moves(state, plan);
    define_lane_rules(state, given);
    define_positions(state, plan);
    nbb_set_integer(state, "scratch_bytes", (int64_t)plan->scratch_bytes);
    nbb_set_boolean(state, "crossed_in_memory", plan->crossed == NBB_CROSSING_MEMORY);
    define_border(state, plan);
    define_launches(state, plan);
}

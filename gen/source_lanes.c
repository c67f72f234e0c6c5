/* source_lanes.c - the lanes layout's values as globals of the templates. */
#include "source_values.h"

#include "lua_values.h"

#include <string.h>

/* lanes, lane_digits, tile_digits, parts, positions, lane_words; lane_x, lane_y (first cells of the lanes' replicas). */
static void define_lane_sizes(lua_State *state, const nbb_plan *plan)
{
    static const char *const names[] = { "lane_x", "lane_y" };
    const nbb_lanes *lanes = &plan->lanes;
    nbb_vector side = nbb_fractal_side(plan->fractal, plan->r - lanes->a);
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

/* step_digits, step_carries (by direction and replica), lane_from (by direction and lane). */
static void define_lane_steps(lua_State *state, const nbb_plan *plan)
{
    const nbb_lanes *lanes = &plan->lanes;
    int steps = NBB_DIRECTIONS * plan->fractal->shared->k, bits = NBB_DIRECTIONS * 32 * (int)lanes->parts;
    lua_newtable(state);
    lua_newtable(state);
    for (int i = 0; i < steps; ++i) {
        nbb_add_integer(state, i + 1, lanes->steps[i].carry);
        lua_pushinteger(state, lanes->steps[i].digit);
        lua_seti(state, -3, i + 1);
    }
    lua_setglobal(state, "step_carries");
    lua_setglobal(state, "step_digits");
    lua_newtable(state);
    for (int i = 0; i < bits; ++i) {
        nbb_add_integer(state, i + 1, lanes->lane_from[i]);
    }
    lua_setglobal(state, "lane_from");
}

/* lane_rules[n + 1] = {text, uses = {one, two, four, eight, self, count}} for cells with n neighbours. */
static void define_lane_rules(lua_State *state, const nbb_source_texts *given)
{
    static const char *const inputs[] = { "one", "two", "four", "eight", "self" };
    lua_newtable(state);
    for (int most = 0; most <= NBB_NEIGHBOURS_MAX; ++most) {
        const char *text = nbb_text_string(&given->lane_rules[most]);
        lua_newtable(state);
        lua_pushstring(state, text);
        lua_setfield(state, -2, "text");
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

/* lane_cells[position + 1] = {x, y, {position, halo (-1: in the tile)} ...}; lane_halo[i + 1] = {direction, position}. */
static void define_lane_cells(lua_State *state, const nbb_lanes *lanes)
{
    lua_newtable(state);
    for (uint32_t position = 0; position < lanes->positions; ++position) {
        const nbb_lane_cell *cell = &lanes->cells[position];
        lua_newtable(state);
        nbb_set_field(state, "x", cell->at.at[0]);
        nbb_set_field(state, "y", cell->at.at[1]);
        for (int i = 0; i < cell->neighbour_count; ++i) {
            lua_newtable(state);
            nbb_set_field(state, "position", cell->neighbours[i].position);
            nbb_set_field(state, "halo", cell->neighbours[i].halo);
            lua_seti(state, -2, i + 1);
        }
        lua_seti(state, -2, position + 1);
    }
    lua_setglobal(state, "lane_cells");
    lua_newtable(state);
    for (int i = 0; i < lanes->halo_count; ++i) {
        lua_newtable(state);
        nbb_set_field(state, "direction", lanes->halo[i].direction);
        nbb_set_field(state, "position", lanes->halo[i].position);
        lua_seti(state, -2, i + 1);
    }
    lua_setglobal(state, "lane_halo");
}

void nbb_source_define_lanes(lua_State *state, const nbb_source_texts *given)
{
    const nbb_plan *plan = given->request->plan;
    define_lane_sizes(state, plan);
    define_lane_steps(state, plan);
    define_lane_rules(state, given);
    define_lane_cells(state, &plan->lanes);
}

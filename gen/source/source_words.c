/* source_words.c - hands the templates code of words of bits as it is: `dag`; and what it draws: `draws`.
   templates/words.lua names its values, and says what sections read of it. */
#include "gen/source/source_values.h"

#include "gen/program/program_draw.h"
#include "gen/program/program_walk.h"
#include "gen/source/lua_values.h"

/* --- rows of a simplex, totals --- */

/* launches: {step}, of rows: {code; inside, edge: {uses, by value, next, the planes' values, from 0}; levels, each
   with its code and uses; sources: {level, from 1, value, is_used}}. */
static void set_rows(lua_State *state, const nbb_plan *plan)
{
    static const char *const kinds[NBB_ROW_KINDS] = { [NBB_ROW_INSIDE] = "inside", [NBB_ROW_EDGE] = "edge" };
    const nbb_row_code *rows = &plan->code.rows;
    int reach = plan->asked.program->neighbours.reach;
    lua_newtable(state);
    lua_newtable(state);
    nbb_source_set_code(state, &rows->code, reach);
    for (int kind = 0; kind < NBB_ROW_KINDS; ++kind) {
        lua_newtable(state);
        nbb_source_set_numbers(state, "uses", rows->uses[kind], rows->code.count);
        nbb_source_set_numbers(state, "next", rows->next[kind], plan->asked.traits.planes);
        lua_setfield(state, -2, kinds[kind]);
    }
    NBB_SET_LIST(state, "levels", NBB_MARCH_LEVELS, level, {
        lua_newtable(state);
        nbb_source_set_code(state, &rows->march.levels[level], level == NBB_MARCH_SIGNALS ? 0 : reach);
    });
    NBB_SET_LIST(state, "sources", rows->march.source_count, i, {
        NBB_PUSH_FIELDS(state, &rows->march.sources[i], nbb_march_source, value, is_used);
        nbb_set_field(state, "level", (int)rows->march.sources[i].level + 1);
    });
    lua_setfield(state, -2, "step");
    lua_setfield(state, -2, "launches");
}

/* --- launches of lanes --- */

/* Pushes the degree of a neighbour that exists: {always = n}, and the directions of tiles that each add one if they
   exist. */
static void push_degree(lua_State *state, const nbb_program *program, const nbb_closure *closure,
                        const nbb_closure_cell *cell, const nbb_closure_cell *there)
{
    int always = 0, tested = 0;
    lua_newtable(state);
    for (int i = 0; i < nbb_program_near(program); ++i) {
        int tile = nbb_closure_tile_at(closure, there, program->neighbours.offsets[i]);
        bool known = tile == there->direction || tile == cell->direction || tile == closure->directions->centre;
        always += tile >= 0 && known;
        if (tile >= 0 && !known) {
            nbb_add_integer(state, ++tested, tile);
        }
    }
    nbb_set_field(state, "always", always);
}

/* Adds to a wide cell of a launch, by number of neighbour, from 1: neighbours, cells from 1; degrees of those that
   exist, if the update asks for such. */
static void set_wide(lua_State *state, const nbb_program *program, const nbb_closure *closure, int number)
{
    const nbb_closure_cell *cell = &closure->cells[number];
    bool asks = nbb_program_asks(program, NBB_WALK_UPDATE) & NBB_ASKS_THERE(DEGREE);
    lua_newtable(state);
    lua_newtable(state);
    for (int i = 0; i < cell->neighbour_count; ++i) {
        if (cell->neighbours[i] >= 0) {
            nbb_add_integer(state, cell->numbers[i] + 1, cell->neighbours[i] + 1);
        }
        if (cell->neighbours[i] >= 0 && asks) {
            push_degree(state, program, closure, cell, &closure->cells[cell->neighbours[i]]);
            lua_seti(state, -3, cell->numbers[i] + 1);
        }
    }
    lua_setfield(state, -3, "neighbours");
    lua_setfield(state, -2, "degrees");
}

/* Sets a launch: steps, computed (words), operations, resident, by_columns, sign; planes, own (cells); cells,
   evaluations; and but of wide cells code with its uses, and states (lanes_code.h), from 0. */
static void set_launch(lua_State *state, const nbb_plan *plan, const char *name, const nbb_lanes_launch *launch)
{
    const nbb_lanes_code *code = &launch->code;
    NBB_PUSH_FIELDS(state, code, nbb_lanes_code, operations, planes);
    nbb_set_field(state, "steps", launch->closure.steps);
    nbb_set_field(state, "computed", nbb_closure_computed(&launch->closure) * code->planes);
    nbb_set_field(state, "resident", nbb_plan_lanes_resident(plan, launch));
    nbb_set_flag(state, "by_columns", launch->order.axis == 0);
    nbb_set_field(state, "sign", launch->order.sign);
    nbb_set_field(state, "own", launch->closure.own);
    /* Of a cell direction, position, residue, neighbour_count, computed (whether it is, of a cell beside), and what
       a wide one has. */
    NBB_SET_LIST(state, "cells", launch->closure.count, i, {
        const nbb_closure_cell *cell = &launch->closure.cells[i];
        NBB_PUSH_FIELDS(state, cell, nbb_closure_cell, direction, position, residue, neighbour_count);
        nbb_set_flag(state, "computed", cell->needed > 1);
        if (nbb_plan_has_wide_lanes(plan)) {
            set_wide(state, plan->asked.program, &launch->closure, (int)i);
        }
    });
    NBB_SET_LIST(state, "evaluations", launch->order.count, i,
                 NBB_PUSH_FIELDS(state, &launch->order.evaluations[i], nbb_cell_step, cell, plane, step, row));
    if (!nbb_plan_has_wide_lanes(plan)) {
        nbb_source_set_code(state, &code->code, 0);
        nbb_source_set_numbers(state, "states", code->states,
                               (launch->closure.steps + 1) * launch->closure.count * code->planes);
    }
    lua_setfield(state, -2, name);
}

/* launches: {step or rounds, rest}, what the kernels of these names compute; rest only where the other advances
   several steps; none where no kernel of a launch is among those that are asked for. Else both are there, so that
   what they have in common has the same numbers in each of a plan's units. */
static void set_launches(lua_State *state, const nbb_source_request *request)
{
    const nbb_entry_set entries = 1U << NBB_ENTRY_STEP | 1U << NBB_ENTRY_ROUNDS | 1U << NBB_ENTRY_REST;
    const nbb_plan *plan = request->plan;
    bool is_asked = request->kernels == 0 || (request->kernels & entries) != 0 || nbb_plan_has_wide_lanes(plan);
    lua_newtable(state);
    if (is_asked && plan->code.step.closure.steps > 0) {
        set_launch(state, plan, plan->launch.persistent ? "rounds" : "step", &plan->code.step);
    }
    if (is_asked && plan->code.rest.closure.steps > 0) {
        set_launch(state, plan, "rest", &plan->code.rest);
    }
    lua_setfield(state, -2, "launches");
}

/* --- all --- */

/* Of a program whose words are bits: words, whether it draws; slots, of what is drawn once a step (lanes_code.h);
   late, whether cells draw where their code stands; rows, of thresholds; wide, whether counters
   need more than 32 bits; parts and below of the layout in which it draws; apart, if that is not the lanes' own. */
static void define_draws(lua_State *state, const nbb_plan *plan)
{
    bool in_lanes = plan->space.map == NBB_MAP_LANES;
    const nbb_code *code = nbb_plan_goes_by_spans(plan) ? &plan->code.spans.next.code
                           : in_lanes                   ? &plan->code.step.code.code
                                                        : &plan->code.rows.code;
    bool draws = in_lanes ? plan->asked.traits.draws && !nbb_plan_has_wide_lanes(plan) : code->draw_count > 0;
    int slots = draws ? nbb_once_slots(code) : 0;
    nbb_draw_layout layout = nbb_draw_layout_of(&plan->asked.domain, true);
    uint64_t words = (uint64_t)layout.below * (uint64_t)layout.parts;
    uint64_t own = in_lanes
                       ? (uint64_t)plan->space.lanes.tiles * plan->space.lanes.positions * plan->space.lanes.parts
                   : plan->asked.domain.simplex->m == 3
                       ? nbb_saturating_product(words, (uint64_t)plan->asked.domain.size)
                       : 0;
    NBB_PUSH_FIELDS(state, &layout, nbb_draw_layout, parts, below);
    nbb_set_flag(state, "words", draws);
    nbb_set_flag(state, "late", draws && code->draw_count > slots);
    nbb_set_field(state, "slots", slots);
    nbb_set_field(state, "rows", plan->code.lowering.row_count);
    nbb_set_flag(state, "wide", words > UINT32_MAX || own > UINT32_MAX);
    nbb_set_flag(state, "apart", in_lanes && draws && layout.digits != plan->space.lanes.a);
    nbb_end_table(state, "draws");
}

void nbb_source_define_words(lua_State *state, const nbb_source_request *request)
{
    const nbb_plan *plan = request->plan;
    bool in_lanes = plan->space.map == NBB_MAP_LANES;
    if (!in_lanes && plan->space.storage != NBB_STORAGE_BITS) {
        return;
    }
    define_draws(state, plan);
    lua_newtable(state);
    if (nbb_plan_goes_by_spans(plan)) {
        nbb_source_set_spans(state, plan);
        lua_newtable(state);
        lua_setfield(state, -2, "launches");
    } else if (in_lanes) {
        set_launches(state, request);
    } else {
        set_rows(state, plan);
    }
    if (plan->code.totals.count > 0) {
        /* totals: {code, uses, bits (lanes_rows.h)}. */
        lua_newtable(state);
        nbb_source_set_code(state, &plan->code.totals.code, 0);
        NBB_SET_LIST(
            state, "bits", plan->code.totals.count, i,
            NBB_PUSH_FIELDS(state, &plan->code.totals.bits[i], nbb_total_bit, total, shift, is_negative, value));
        lua_setfield(state, -2, "totals");
    }
    nbb_end_table(state, "dag");
}

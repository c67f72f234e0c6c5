/* source_wide.c - prints the update of wide cells by the neighbours that exist. */
#include "gen/source/source_values.h"

#include "gen/plan/plan_lanes.h"
#include "gen/source/lua_values.h"

#include <stdlib.h>
#include <string.h>

/* --- shapes --- */

static void find_presence(const nbb_closure *closure, int number, nbb_presence *presence)
{
    const nbb_closure_cell *cell = &closure->cells[number];
    for (int i = 0; i < NBB_NEIGHBOURS_WORDS_MAX; ++i) {
        presence[i] = NBB_PRESENCE_NEVER;
    }
    for (int i = 0; i < cell->neighbour_count; ++i) {
        if (cell->neighbours[i] >= 0) {
            int direction = closure->cells[cell->neighbours[i]].direction;
            bool always = direction == cell->direction || direction == closure->directions->centre;
            presence[cell->numbers[i]] = always ? NBB_PRESENCE_ALWAYS : NBB_PRESENCE_TESTED;
        }
    }
}

static nbb_status print_shape(const nbb_program_writer *writer, nbb_wide_shape *shape)
{
    nbb_program_writer own = *writer;
    own.section = &writer->program->update;
    own.presence = shape->presence;
    own.text = &shape->text.text;
    own.uses = &shape->text.uses;
    nbb_program_write_section(&own);
    return nbb_text_status(own.text, "a program's statements");
}

/* The shape's number; a new one is printed. */
static nbb_status find_shape(const nbb_program_writer *writer, const nbb_presence *presence, nbb_source_wide *wide,
                             int *found)
{
    size_t bytes = sizeof wide->shapes[0].presence;
    for (*found = 0; *found < wide->count; ++*found) {
        if (memcmp(wide->shapes[*found].presence, presence, bytes) == 0) {
            return NBB_OK;
        }
    }
    nbb_wide_shape *shapes = realloc(wide->shapes, ((size_t)wide->count + 1) * sizeof *shapes);
    if (shapes == NULL) {
        return nbb_fail_memory(sizeof *shapes, "an update");
    }
    wide->shapes = shapes;
    shapes[wide->count] = (nbb_wide_shape){ .text = { .uses = { .fields = false } } };
    memcpy(shapes[wide->count].presence, presence, bytes);
    return print_shape(writer, &shapes[wide->count++]);
}

nbb_status nbb_source_wide_build(const nbb_program_writer *writer, nbb_source_wide *wide)
{
    const nbb_lanes_launch *launches[NBB_WIDE_LAUNCHES] = { &writer->plan->step, &writer->plan->rest };
    for (int i = 0; i < NBB_WIDE_LAUNCHES; ++i) {
        const nbb_order *order = &launches[i]->order;
        wide->shape_of[i] = calloc((size_t)order->count + 1, sizeof *wide->shape_of[i]);
        if (wide->shape_of[i] == NULL) {
            return nbb_fail_memory(sizeof *wide->shape_of[i], "updates");
        }
        for (int evaluation = 0; evaluation < order->count; ++evaluation) {
            nbb_presence presence[NBB_NEIGHBOURS_WORDS_MAX];
            find_presence(&launches[i]->closure, order->evaluations[evaluation].cell, presence);
            NBB_TRY(find_shape(writer, presence, wide, &wide->shape_of[i][evaluation]));
        }
    }
    return NBB_OK;
}

/* --- for the templates --- */

/* Pushes the cells, from 1, by number of neighbour, from 1. */
static void push_neighbours(lua_State *state, const nbb_closure_cell *cell)
{
    lua_newtable(state);
    for (int i = 0; i < cell->neighbour_count; ++i) {
        if (cell->neighbours[i] >= 0) {
            nbb_add_integer(state, cell->numbers[i] + 1, cell->neighbours[i] + 1);
        }
    }
}

/* Pushes the degree of a neighbour that exists: {always = n}, and the directions of tiles that each add one if they
   exist. */
static void push_degree(lua_State *state, const nbb_plan *plan, const nbb_closure *closure,
                        const nbb_closure_cell *cell, const nbb_closure_cell *there, nbb_vector offset)
{
    int always = 0, tested = 0;
    lua_newtable(state);
    for (int i = 0; i < nbb_program_near(plan->program); ++i) {
        const nbb_vector more = plan->program->neighbours.offsets[i];
        const nbb_vector apart = { { offset.at[0] + more.at[0], offset.at[1] + more.at[1] } };
        int tile = nbb_closure_tile_at(plan->fractal, plan->t, cell, apart);
        bool known = tile == there->direction || tile == cell->direction || tile == closure->directions->centre;
        always += tile >= 0 && known;
        if (tile >= 0 && !known) {
            nbb_add_integer(state, ++tested, tile);
        }
    }
    nbb_set_field(state, "always", always);
}

/* Pushes the degrees that a shape asks for, by number of neighbour, from 1. */
static void push_degrees(lua_State *state, const nbb_plan *plan, const nbb_closure *closure,
                         const nbb_closure_cell *cell, const nbb_wide_shape *shape)
{
    lua_newtable(state);
    for (int i = 0; i < cell->neighbour_count; ++i) {
        int number = cell->numbers[i];
        if (shape->text.uses.degrees[number]) {
            push_degree(state, plan, closure, cell, &closure->cells[cell->neighbours[i]],
                        plan->program->neighbours.offsets[number]);
            lua_seti(state, -2, number + 1);
        }
    }
}

static const nbb_lua_field cell_fields[] = { NBB_LUA(nbb_closure_cell, direction),
                                             NBB_LUA(nbb_closure_cell, position),
                                             NBB_LUA(nbb_closure_cell, residue),
                                             { 0 } };

static void push_cell(lua_State *state, const nbb_closure_cell *cell)
{
    nbb_push_struct(state, cell_fields, cell);
    nbb_set_flag(state, "computed", cell->needed > 1);
}

/* Pushes {cell, step (after which its state is), shape, neighbours (by number from 1: a cell), degrees}. */
static void push_evaluation(lua_State *state, const nbb_plan *plan, const nbb_source_wide *wide, int launch,
                            int number)
{
    const nbb_closure *closure = &(launch == 0 ? &plan->step : &plan->rest)->closure;
    const nbb_cell_step *evaluation = &(launch == 0 ? &plan->step : &plan->rest)->order.evaluations[number];
    int shape = wide->shape_of[launch][number];
    lua_newtable(state);
    nbb_set_field(state, "cell", evaluation->cell + 1);
    nbb_set_field(state, "step", evaluation->step);
    nbb_set_field(state, "shape", shape + 1);
    push_neighbours(state, &closure->cells[evaluation->cell]);
    lua_setfield(state, -2, "neighbours");
    push_degrees(state, plan, closure, &closure->cells[evaluation->cell], &wide->shapes[shape]);
    lua_setfield(state, -2, "degrees");
}

/* Sets a launch: steps, resident (blocks), computed (cells), exists = {}, evaluations, and its cells as a list, which
   they number from 1. */
static void set_launch(lua_State *state, const nbb_plan *plan, const nbb_source_wide *wide, int number)
{
    const nbb_lanes_launch *launch = number == 0 ? &plan->step : &plan->rest;
    lua_newtable(state);
    nbb_set_field(state, "steps", launch->closure.steps);
    nbb_set_field(state, "resident", nbb_plan_values_resident(plan, launch));
    nbb_set_field(state, "computed", nbb_closure_computed(&launch->closure));
    lua_newtable(state);
    lua_setfield(state, -2, "exists");
    for (int i = 0; i < launch->closure.count; ++i) {
        push_cell(state, &launch->closure.cells[i]);
        lua_seti(state, -2, i + 1);
    }
    NBB_SET_LIST(state, "evaluations", launch->order.count, i, push_evaluation(state, plan, wide, number, (int)i));
    lua_setfield(state, -2, number == 0 ? "step" : "rest");
}

void nbb_source_set_wide(lua_State *state, const nbb_plan *plan, const nbb_source_wide *wide)
{
    NBB_SET_LIST(state, "updates", wide->count, i,
                 nbb_source_push_section(state, plan->program, &wide->shapes[i].text, wide->shapes[i].presence));
    lua_newtable(state);
    set_launch(state, plan, wide, 0);
    if (nbb_plan_has(plan, NBB_ENTRY_REST)) {
        set_launch(state, plan, wide, 1);
    }
    lua_setfield(state, -2, "launches");
}

void nbb_source_wide_free(nbb_source_wide *wide)
{
    for (int i = 0; i < wide->count; ++i) {
        nbb_text_free(&wide->shapes[i].text.text);
    }
    for (int i = 0; i < NBB_WIDE_LAUNCHES; ++i) {
        free(wide->shape_of[i]);
    }
    free(wide->shapes);
    *wide = (nbb_source_wide){ .count = 0 };
}

/* source_wide.c - wide cells on lanes: for each cell of a launch the neighbours that exist, by which
   templates/program.lua prints updates.

   A neighbour in the cell's own tile, or in the launch's, exists whenever the cell is asked for; one in another tile
   beside is tested; others never exist. What a cell of a tile that is not there comes to is put aside. */
#include "gen/source/source_values.h"

#include "gen/program/program_walk.h"
#include "gen/source/lua_values.h"

/* presence: a letter for each neighbour: always, tested, never. */
static void set_presence(lua_State *state, const nbb_closure *closure, const nbb_closure_cell *cell, int count)
{
    char presence[NBB_NEIGHBOURS_WORDS_MAX];
    memset(presence, 'n', sizeof presence);
    for (int i = 0; i < cell->neighbour_count; ++i) {
        if (cell->neighbours[i] >= 0) {
            int direction = closure->cells[cell->neighbours[i]].direction;
            bool always = direction == cell->direction || direction == closure->directions->centre;
            presence[cell->numbers[i]] = always ? 'a' : 't';
        }
    }
    lua_pushlstring(state, presence, (size_t)count);
    lua_setfield(state, -2, "presence");
}

/* Pushes the degree of a neighbour that exists: {always = n}, and the directions of tiles that each add one if they
   exist. */
static void push_degree(lua_State *state, const nbb_plan *plan, const nbb_closure *closure,
                        const nbb_closure_cell *cell, const nbb_closure_cell *there, nbb_vector offset)
{
    int always = 0, tested = 0;
    lua_newtable(state);
    for (int i = 0; i < nbb_program_near(plan->asked.program); ++i) {
        const nbb_vector more = plan->asked.program->neighbours.offsets[i];
        const nbb_vector apart = { { offset.at[0] + more.at[0], offset.at[1] + more.at[1],
                                       offset.at[2] + more.at[2] } };
        int tile = nbb_closure_tile_at(plan->asked.fractal, plan->space.t, cell, apart);
        bool known = tile == there->direction || tile == cell->direction || tile == closure->directions->centre;
        always += tile >= 0 && known;
        if (tile >= 0 && !known) {
            nbb_add_integer(state, ++tested, tile);
        }
    }
    nbb_set_field(state, "always", always);
}

void nbb_source_set_wide(lua_State *state, const nbb_plan *plan, const nbb_closure *closure, int number)
{
    const nbb_closure_cell *cell = &closure->cells[number];
    set_presence(state, closure, cell, plan->asked.program->neighbours.count);
    /* Pushes the cells, from 1, by number of neighbour, from 1. */
    lua_newtable(state);
    for (int i = 0; i < cell->neighbour_count; ++i) {
        if (cell->neighbours[i] >= 0) {
            nbb_add_integer(state, cell->numbers[i] + 1, cell->neighbours[i] + 1);
        }
    }
    lua_setfield(state, -2, "neighbours");
    /* Pushes the degrees of neighbours that exist, by number of neighbour, from 1, if the update asks for such. */
    bool asks = nbb_program_asks_builtin(plan->asked.program, NBB_BUILTIN_DEGREE, NBB_THERE);
    lua_newtable(state);
    for (int i = 0; i < cell->neighbour_count && asks; ++i) {
        if (cell->neighbours[i] >= 0) {
            push_degree(state, plan, closure, cell, &closure->cells[cell->neighbours[i]],
                        plan->asked.program->neighbours.offsets[cell->numbers[i]]);
            lua_seti(state, -2, cell->numbers[i] + 1);
        }
    }
    lua_setfield(state, -2, "degrees");
}

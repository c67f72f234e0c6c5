/* source_fractal.c - hands the templates a fractal, and the tiles that its cells are in. */
#include "gen/source/source_values.h"

#include "gen/source/lua_values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- domain --- */

static const nbb_lua_field replicas_fields[] = { NBB_LUA(nbb_replicas, k), NBB_LUA(nbb_replicas, s), { 0 } };

/* Row by row: id, the replica at a place or -1; member, whether there is one; layout, as text; layout_bits, of up to
   64 places. By replica: tau. */
static void set_layout(lua_State *state, const nbb_replicas *replicas)
{
    int64_t width = replicas->s.at[0], places = width * replicas->s.at[1];
    char row[NBB_K_MAX], hexadecimal[24];
    uint64_t bits = 0;
    for (int64_t place = 0; place < places; ++place) {
        row[place] = replicas->id[place] >= 0 ? '#' : '.';
        bits |= (uint64_t)(replicas->id[place] >= 0) << place % 64;
    }
    snprintf(hexadecimal, sizeof hexadecimal, "0x%" PRIx64, bits);
    nbb_set_word(state, "layout_bits", hexadecimal);
    NBB_SET_LIST(state, "layout", replicas->s.at[1], y, lua_pushlstring(state, row + y * width, (size_t)width));
    NBB_SET_LIST(state, "id", places, i, lua_pushinteger(state, replicas->id[i]));
    NBB_SET_LIST(state, "member", places, i, lua_pushinteger(state, replicas->id[i] >= 0));
    NBB_SET_LIST(state, "tau", replicas->k, i, nbb_push_vector(state, nbb_replica_place(replicas, (int)i)));
}

/* holes: {text, mask} of a function of the bits of x and y, or false where membership is none; hashes: by axis
   tau(beta) as C. */
static void set_formulas(lua_State *state, const nbb_source_texts *given)
{
    const nbb_plan *plan = given->request->plan;
    lua_pushboolean(state, false);
    if (given->holes.length > 0) {
        lua_newtable(state);
        nbb_set_word(state, "text", nbb_text_string(&given->holes));
        nbb_set_field(state, "mask", given->hole_mask);
        lua_replace(state, -2);
    }
    lua_setfield(state, -2, "holes");
    lua_newtable(state);
    for (int axis = 0; axis < nbb_fractal_axes(plan->asked.fractal); ++axis) {
        nbb_set_word(state, nbb_axis_names[axis], nbb_text_string(&given->hash[axis]));
    }
    lua_setfield(state, -2, "hashes");
}

void nbb_source_set_fractal(lua_State *state, const nbb_source_texts *given)
{
    const nbb_replicas *replicas = nbb_fractal_table(given->request->plan->asked.fractal);
    nbb_set_struct(state, replicas_fields, replicas);
    set_layout(state, replicas);
    set_formulas(state, given);
}

/* --- tiles --- */

static const nbb_lua_field tile_fields[] = {
    NBB_LUA(nbb_tile, columns), NBB_LUA(nbb_tile, words), NBB_LUA(nbb_tile, box_words), { 0 }
};

/* growing: the axes on which tiles have different places, where the fractal grows, if there is more than one tile. By
   level from 0: divisors, k^floor(mu/2) of lambda's digits; weights of nu's digits; sides, s^mu by axis. */
static void set_levels(lua_State *state, const nbb_plan *plan)
{
    const nbb_fractal *fractal = plan->asked.fractal;
    int t = plan->space.t, r_b = plan->space.r_b;
    NBB_SET_LIST(state, "divisors", r_b, mu, lua_pushinteger(state, nbb_digit_power(fractal, t, t + (int)mu)));
    NBB_SET_LIST(state, "weights", r_b, mu,
                 lua_pushinteger(state, nbb_digit_weight(fractal, t, t + r_b, t + (int)mu)));
    NBB_SET_LIST(state, "growing", r_b > 0 ? NBB_AXES : 0, axis, {
        if (nbb_fractal_extends(fractal, (int)axis)) {
            lua_pushstring(state, nbb_axis_names[axis]);
        }
    });
    lua_newtable(state);
    for (int axis = 0; axis < NBB_AXES; ++axis) {
        NBB_SET_LIST(state, nbb_axis_names[axis], r_b, mu,
                     lua_pushinteger(state, nbb_fractal_side(fractal, t, t + (int)mu).at[axis]));
    }
    lua_setfield(state, -2, "sides");
}

/* members: cells of a tile; member_places: theirs, row by row, y << 16 | x. */
static void set_members(lua_State *state, const nbb_plan *plan)
{
    const int64_t *rho = plan->space.rho.at;
    nbb_set_field(state, "members", nbb_fractal_cells(plan->asked.fractal, 0, plan->space.t));
    NBB_SET_LIST(state, "member_places", plan->space.intra == NBB_INTRA_LUT ? rho[0] * rho[1] : 0, i, {
        if (nbb_fractal_member(plan->asked.fractal, plan->space.t, (nbb_vector){ { i % rho[0], i / rho[0] } })) {
            lua_pushinteger(state, i / rho[0] << 16 | i % rho[0]);
        }
    });
}

/* Pushes {x, y, direction, from (a byte of that tile)}. */
static void push_halo_cell(lua_State *state, const nbb_tile *tile, const nbb_halo_cell *cell)
{
    nbb_push_vector(state, cell->at);
    nbb_set_field(state, "direction", cell->direction);
    nbb_set_field(state, "from", cell->from.at[1] * 4 * tile->columns + cell->from.at[0]);
}

/* mask: words of cells, a byte each; halo; directions: those that it comes from. */
static void set_mask(lua_State *state, const nbb_tile *tile)
{
    NBB_SET_LIST(state, "mask", tile->words, i, lua_pushinteger(state, tile->mask[i]));
    NBB_SET_LIST(state, "halo", tile->halo_count, i, push_halo_cell(state, tile, &tile->halo[i]));
    NBB_SET_LIST(state, "directions", NBB_DIRECTIONS_MAX, d, {
        if (tile->direction_used[d]) {
            lua_pushinteger(state, d);
        }
    });
}

/* A step's threads have runs of segment_rows rows of a column of words each. */
static void set_segments(lua_State *state, const nbb_plan *plan)
{
    int64_t rows = plan->space.rho.at[1],
            segments = plan->space.tile.columns > 0 ? plan->launch.tile_threads / plan->space.tile.columns : 1;
    segments = segments < 1 ? 1 : segments > rows ? rows : segments;
    int64_t segment_rows = (rows + segments - 1) / segments;
    nbb_set_field(state, "segment_rows", segment_rows);
    nbb_set_field(state, "segments", (rows + segment_rows - 1) / segment_rows);
}

void nbb_source_define_tile(lua_State *state, const nbb_plan *plan)
{
    lua_newtable(state);
    nbb_set_struct(state, tile_fields, &plan->space.tile);
    set_levels(state, plan);
    set_members(state, plan);
    set_mask(state, &plan->space.tile);
    set_segments(state, plan);
    nbb_end_table(state, "tile");
}

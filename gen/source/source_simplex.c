/* source_simplex.c - a simplex's values as globals of the templates. */
#include "gen/source/source_values.h"

#include "gen/plan/plan_bits.h"
#include "gen/plan/plan_strips.h"
#include "gen/source/lua_values.h"

/* cover[i] = {at, side, rest, log, tiles, slab, wedge}, as in cover.h; cover_side, from. */
static void define_cover(lua_State *state, const nbb_cover *cover)
{
    lua_newtable(state);
    for (int i = 0; i < cover->step_count; ++i) {
        const nbb_cover_step *step = &cover->steps[i];
        lua_newtable(state);
        nbb_set_field(state, "at", step->at);
        nbb_set_field(state, "side", step->side);
        nbb_set_field(state, "rest", step->rest);
        nbb_set_field(state, "log", step->log);
        nbb_set_field(state, "tiles", step->tiles);
        nbb_set_field(state, "slab", step->slab);
        nbb_set_field(state, "wedge", step->wedge);
        lua_seti(state, -2, i + 1);
    }
    lua_setglobal(state, "cover");
    nbb_set_integer(state, "cover_side", cover->side);
    nbb_set_string(state, "from", nbb_from_names.names[cover->from]);
}

/* level_first[i + 1]: the first tile of level i of lambda's branches, and their number at the end; empty in one
   pass. */
static void define_levels(lua_State *state, const nbb_cover *cover)
{
    int64_t first = 0;
    lua_newtable(state);
    for (int level = 0; level < cover->levels; ++level) {
        lua_pushinteger(state, first);
        lua_seti(state, -2, level + 1);
        first += nbb_cover_level_tiles(cover, level);
    }
    if (cover->levels > 0) {
        lua_pushinteger(state, first);
        lua_seti(state, -2, cover->levels + 1);
    }
    lua_setglobal(state, "level_first");
}

/* m, side (n), rho, pitch_cells, chunk, double_roots, dimensions, slab, strip_slab, strip_blocks, by_fours, parts,
   planes; of storage bits resident_blocks. */
void nbb_source_define_simplex(lua_State *state, nbb_source_texts *given)
{
    const nbb_plan *plan = given->request->plan;
    const nbb_simplex_plan *simplex = &plan->simplex;
    nbb_set_integer(state, "m", plan->domain.simplex->m);
    nbb_set_integer(state, "side", plan->domain.size);
    nbb_set_integer(state, "rho", plan->rho.at[0]);
    nbb_set_integer(state, "pitch_cells", simplex->pitch);
    nbb_set_integer(state, "chunk", simplex->chunk);
    nbb_set_boolean(state, "double_roots", simplex->double_roots);
    nbb_set_integer(state, "dimensions", simplex->dimensions);
    nbb_set_integer(state, "slab", simplex->slab);
    nbb_set_integer(state, "strip_slab", simplex->strip_slab);
    nbb_set_integer(state, "strip_blocks", nbb_plan_strips_resident(plan));
    nbb_set_boolean(state, "by_fours", nbb_plan_goes_by_fours(plan));
    nbb_set_integer(state, "parts", simplex->parts);
    define_cover(state, &simplex->cover);
    define_levels(state, &simplex->cover);
    nbb_set_integer(state, "planes", plan->traits.planes);
    nbb_source_define_totals(state, given);
    if (plan->storage == NBB_STORAGE_BITS && plan->program != NULL) {
        nbb_source_define_row_code(state, plan, &given->code);
    } else if (plan->storage == NBB_STORAGE_BITS) {
        nbb_set_integer(state, "resident_blocks", NBB_BITS_RESIDENT);
        nbb_source_define_bits(state, &given->code, &given->bits);
    }
}

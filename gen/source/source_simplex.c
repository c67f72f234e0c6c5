/* source_simplex.c - hands the templates what plans of simplices alone have. */
#include "gen/source/source_values.h"

#include "gen/plan/plan_bits.h"
#include "gen/plan/plan_march.h"
#include "gen/source/lua_values.h"

/* clang-format off */
static const nbb_lua_field step_fields[] = {
    NBB_LUA(nbb_cover_step, at), NBB_LUA(nbb_cover_step, side), NBB_LUA(nbb_cover_step, rest),
    NBB_LUA(nbb_cover_step, log), NBB_LUA(nbb_cover_step, tiles), NBB_LUA(nbb_cover_step, slab),
    NBB_LUA(nbb_cover_step, wedge), { 0 }
};
/* clang-format on */

/* clang-format off */
static const nbb_lua_field simplex_fields[] = {
    NBB_LUA(nbb_simplex_plan, pitch), NBB_LUA(nbb_simplex_plan, double_roots), NBB_LUA(nbb_simplex_plan, chunk),
    NBB_LUA(nbb_simplex_plan, dimensions), NBB_LUA_AS("march_depth", nbb_simplex_plan, march.depth),
    NBB_LUA_AS("march_slab", nbb_simplex_plan, march.slab),
    NBB_LUA_AS("march_lines", nbb_simplex_plan, march.lines), NBB_LUA_AS("apart", nbb_simplex_plan, march.apart),
    NBB_LUA(nbb_simplex_plan, parts), NBB_LUA(nbb_simplex_plan, depth),
    NBB_LUA_AS("cover_side", nbb_simplex_plan, cover.side),
    NBB_LUA_OF(SPELLED, "from", nbb_simplex_plan, cover.from, &nbb_from_names), { 0 }
};
/* clang-format on */

/* cover: its steps (cover.h); level_first[i + 1]: the first tile of level i of lambda's branches, and their number at
   the end; empty in one pass. */
static void set_cover(lua_State *state, const nbb_cover *cover)
{
    int64_t first = 0;
    NBB_SET_LIST(state, "cover", cover->step_count, i, nbb_push_struct(state, step_fields, &cover->steps[i]));
    NBB_SET_LIST(state, "level_first", cover->levels > 0 ? cover->levels + 1 : 0, level, {
        lua_pushinteger(state, first);
        first += level < cover->levels ? nbb_cover_level_tiles(cover, (int)level) : 0;
    });
}

/* Matrix B of the products, form after form: registers, the words of the 32 lanes, and rows of 8 weights each. */
static void set_product(lua_State *state, const nbb_simplex_product *product)
{
    lua_newtable(state);
    NBB_SET_LIST(state, "registers", 32 * product->forms, i,
                 lua_pushinteger(state, nbb_source_register((const uint8_t *)product->b[i / 32], i % 32)));
    NBB_SET_LIST(
        state, "rows", NBB_PRODUCT_ROWS * product->forms, i,
        NBB_PUSH_LIST(state, NBB_PRODUCT_COLUMNS, column,
                      lua_pushinteger(state, product->b[i / NBB_PRODUCT_ROWS][i % NBB_PRODUCT_ROWS][column])));
    lua_setfield(state, -2, "product");
}

void nbb_source_define_simplex(lua_State *state, const nbb_plan *plan)
{
    lua_newtable(state);
    nbb_set_struct(state, simplex_fields, &plan->simplex);
    nbb_set_field(state, "resident_blocks",           /* of a multiprocessor */
                  plan->storage != NBB_STORAGE_BITS ? nbb_plan_march_resident(plan) : nbb_plan_rows_resident(plan));
    set_cover(state, &plan->simplex.cover);
    set_product(state, &plan->simplex.product);
    nbb_end_table(state, "simplex");
}

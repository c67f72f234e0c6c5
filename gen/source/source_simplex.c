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
#define FIELD(field, stage) NBB_LUA_AS(#field, nbb_plan, stage.field)
static const nbb_lua_field simplex_fields[] = {
    FIELD(pitch, space.simplex), FIELD(double_roots, space.simplex), FIELD(dimensions, asked),
    NBB_LUA_AS("cover_side", nbb_plan, space.simplex.cover.side),
    NBB_LUA_OF(SPELLED, "from", nbb_plan, space.simplex.cover.from, &nbb_from_names),
    NBB_LUA_AS("march_depth", nbb_plan, launch.march.depth), NBB_LUA_AS("march_slab", nbb_plan, launch.march.slab),
    NBB_LUA_AS("march_lines", nbb_plan, launch.march.lines), FIELD(apart, launch.march),
    FIELD(chunk, launch), FIELD(parts, launch), FIELD(depth, launch), { 0 }
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
    bool is_program = plan->asked.law == NBB_LAW_PROGRAM;
    lua_newtable(state);
    nbb_set_struct(state, simplex_fields, plan);
    nbb_set_field(state, "resident_blocks",           /* of a multiprocessor */
                  plan->space.storage != NBB_STORAGE_BITS ? nbb_plan_march_resident(plan)
                  : is_program                      ? nbb_plan_rows_resident(plan)
                                                    : nbb_plan_bits_resident(plan));
    set_cover(state, &plan->space.simplex.cover);
    set_product(state, &plan->space.simplex.product);
    nbb_end_table(state, "simplex");
}

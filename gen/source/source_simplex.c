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

/* Matrix B of the products, form after form: product_registers, the words of the 32 lanes, and product_rows, a list
   of 8 weights each. */
static void define_product(lua_State *state, const nbb_simplex_product *product)
{
    lua_newtable(state);
    for (int i = 0; i < 32 * product->forms; ++i) {
        uint32_t word = 0;
        for (int byte = 0; byte < 4; ++byte) {
            word |= (uint32_t)(uint8_t)product->b[i / 32][i % 4 * 4 + byte][i % 32 / 4] << (8 * byte);
        }
        nbb_add_integer(state, i + 1, word);
    }
    lua_setglobal(state, "product_registers");
    lua_newtable(state);
    for (int i = 0; i < NBB_PRODUCT_ROWS * product->forms; ++i) {
        lua_newtable(state);
        for (int column = 0; column < NBB_PRODUCT_COLUMNS; ++column) {
            nbb_add_integer(state, column + 1, product->b[i / NBB_PRODUCT_ROWS][i % NBB_PRODUCT_ROWS][column]);
        }
        lua_seti(state, -2, i + 1);
    }
    lua_setglobal(state, "product_rows");
}

/* m, side (n), rho, pitch_cells, chunk, double_roots, dimensions, slab, strip_slab, strip_depth, strip_lines,
   strip_blocks, by_fours, parts, planes; of storage bits resident_blocks. */
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
    nbb_set_integer(state, "strip_depth", simplex->strip_depth);
    nbb_set_integer(state, "strip_lines", simplex->strip_lines);
    nbb_set_integer(state, "strip_blocks", nbb_plan_strips_resident(plan));
    nbb_set_boolean(state, "by_fours", nbb_plan_goes_by_fours(plan));
    nbb_set_integer(state, "parts", simplex->parts);
    define_cover(state, &simplex->cover);
    define_levels(state, &simplex->cover);
    define_product(state, &simplex->product);
    nbb_set_boolean(state, "lambda_by_product", plan->lambda_by_product);
    nbb_set_integer(state, "planes", plan->traits.planes);
    nbb_source_define_totals(state, given);
    if (plan->storage == NBB_STORAGE_BITS && plan->law == NBB_LAW_PROGRAM) {
        nbb_source_define_row_code(state, plan, &given->code);
    } else if (plan->storage == NBB_STORAGE_BITS) {
        nbb_set_integer(state, "resident_blocks", nbb_plan_bits_resident(plan));
        nbb_source_define_bits(state, &given->code, &given->bits);
    }
}

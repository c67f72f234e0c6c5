/* source_encodings.c - the tensor-core operands as globals of the templates. */
#include "gen/source/source_values.h"

#include "gen/base/half.h"
#include "gen/source/lua_values.h"

/* Pushes {levels, products, groups = {{axis, row, first, scale}}, a = all halves, rows = weights by group}. */
static void push_encoding(lua_State *state, const nbb_encoding *encoding)
{
    lua_newtable(state);
    nbb_set_field(state, "levels", encoding->levels);
    nbb_set_field(state, "products", encoding->products);
    lua_newtable(state);
    for (int i = 0; i < encoding->group_count; ++i) {
        lua_newtable(state);
        nbb_set_field(state, "axis", encoding->groups[i].axis);
        nbb_set_field(state, "row", encoding->groups[i].row);
        nbb_set_field(state, "first", encoding->groups[i].first);
        nbb_set_field(state, "scale", encoding->groups[i].scale);
        lua_seti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "groups");
    lua_newtable(state);
    const uint16_t *all = &encoding->a[0][0][0];
    for (int i = 0; i < encoding->products * NBB_FRAGMENT * NBB_FRAGMENT; ++i) {
        nbb_add_integer(state, i + 1, all[i]);
    }
    lua_setfield(state, -2, "a");
    lua_newtable(state);
    for (int i = 0; i < encoding->group_count; ++i) {
        lua_newtable(state);
        for (int level = 0; level < encoding->products * NBB_FRAGMENT; ++level) {
            nbb_add_integer(state, level + 1,
                            (int64_t)nbb_half_value(
                                encoding->a[level / NBB_FRAGMENT][encoding->groups[i].row][level % NBB_FRAGMENT]));
        }
        lua_seti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "rows");
}

/* Pushes {products, entries, levels_a_lane, bytes, registers = B as the 32 lanes' words of each product, rows = B by
   level and entry, a list of 8 bytes each}. */
static void push_byte_encoding(lua_State *state, const nbb_byte_encoding *encoding)
{
    lua_newtable(state);
    nbb_set_field(state, "products", encoding->products);
    nbb_set_field(state, "entries", encoding->entries);
    nbb_set_field(state, "levels_a_lane", encoding->levels_a_lane);
    nbb_set_field(state, "bytes", encoding->bytes);
    lua_newtable(state);
    for (int i = 0; i < encoding->products * 32; ++i) {
        int product = i / 32, column = i % 32 / 4, lane = i % 4;
        int64_t word = 0;
        for (int byte = 0; byte < 4; ++byte) {
            word |= (int64_t)encoding->b[product][4 * lane + byte][column] << (8 * byte);
        }
        nbb_add_integer(state, i + 1, word);
    }
    lua_setfield(state, -2, "registers");
    lua_newtable(state);
    for (int i = 0; i < 4 * encoding->levels_a_lane * encoding->entries; ++i) {
        const uint8_t *row = nbb_byte_encoding_row(encoding, i / encoding->entries, i % encoding->entries);
        lua_newtable(state);
        for (int column = 0; column < NBB_BYTE_COLUMNS; ++column) {
            nbb_add_integer(state, column + 1, row[column]);
        }
        lua_seti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "rows");
}

/* lambda_encoding, nu_encoding, lambda_bytes, nu_bytes: false where the plan has none. */
void nbb_source_define_encodings(lua_State *state, const nbb_plan *plan)
{
    const struct {
        const char *name;
        int products;
        const nbb_encoding *halves;
        const nbb_byte_encoding *bytes;
    } encodings[] = {
        { "lambda_encoding", plan->lambda.products, &plan->lambda, NULL },
        { "nu_encoding", plan->nu.products, &plan->nu, NULL },
        { "lambda_bytes", plan->lambda_bytes.products, NULL, &plan->lambda_bytes },
        { "nu_bytes", plan->nu_bytes.products, NULL, &plan->nu_bytes },
    };
    for (size_t i = 0; i < sizeof encodings / sizeof encodings[0]; ++i) {
        if (encodings[i].products == 0) {
            lua_pushboolean(state, false);
        } else if (encodings[i].halves != NULL) {
            push_encoding(state, encodings[i].halves);
        } else {
            push_byte_encoding(state, encodings[i].bytes);
        }
        lua_setglobal(state, encodings[i].name);
    }
}

/* source_encodings.c - hands the templates the operands of tensor cores. */
#include "gen/source/source_values.h"

#include "gen/base/half.h"
#include "gen/source/lua_values.h"

static const nbb_lua_field group_fields[] = {
    NBB_LUA(nbb_group, axis), NBB_LUA(nbb_group, row), NBB_LUA(nbb_group, first), NBB_LUA(nbb_group, scale), { 0 }
};

static const nbb_lua_field encoding_fields[] = { NBB_LUA(nbb_encoding, levels),
                                                 NBB_LUA(nbb_encoding, products),
                                                 { 0 } };

static int64_t weight_of(const nbb_encoding *encoding, int row, int64_t level)
{
    return (int64_t)nbb_half_value(encoding->a[level / NBB_FRAGMENT][row][level % NBB_FRAGMENT]);
}

/* levels, products; groups; a = all halves; rows = weights by group. */
static void push_encoding(lua_State *state, const nbb_encoding *encoding)
{
    const uint16_t *all = &encoding->a[0][0][0];
    nbb_push_struct(state, encoding_fields, encoding);
    NBB_SET_LIST(state, "groups", encoding->group_count, i,
                 nbb_push_struct(state, group_fields, &encoding->groups[i]));
    NBB_SET_LIST(state, "a", encoding->products * NBB_FRAGMENT * NBB_FRAGMENT, i, lua_pushinteger(state, all[i]));
    NBB_SET_LIST(state, "rows", encoding->group_count, i, /* the weights of a group, level by level */
                 NBB_PUSH_LIST(state, encoding->products * NBB_FRAGMENT, level,
                               lua_pushinteger(state, weight_of(encoding, encoding->groups[i].row, level))));
}

static const nbb_lua_field byte_fields[] = { NBB_LUA(nbb_byte_encoding, products),
                                             NBB_LUA(nbb_byte_encoding, entries),
                                             NBB_LUA(nbb_byte_encoding, levels_a_lane),
                                             NBB_LUA(nbb_byte_encoding, bytes),
                                             { 0 } };

int64_t nbb_source_register(const uint8_t *matrix, int64_t lane)
{
    int64_t word = 0;
    for (int byte = 0; byte < 4; ++byte) {
        word |= (int64_t)matrix[(4 * (lane % 4) + byte) * NBB_BYTE_COLUMNS + lane / 4] << (8 * byte);
    }
    return word;
}

/* products, entries, levels_a_lane, bytes; registers = B as the 32 lanes' words of each product; rows = B by level
   and entry, a list of 8 bytes each. */
static void push_byte_encoding(lua_State *state, const nbb_byte_encoding *encoding)
{
    int entries = encoding->entries;
    nbb_push_struct(state, byte_fields, encoding);
    NBB_SET_LIST(state, "registers", encoding->products * 32, i,
                 lua_pushinteger(state, nbb_source_register(&encoding->b[i / 32][0][0], i % 32)));
    NBB_SET_LIST(state, "rows", 4 * encoding->levels_a_lane * entries, i,
                 NBB_PUSH_LIST(state, NBB_BYTE_COLUMNS, column,
                               lua_pushinteger(state, nbb_byte_encoding_row(encoding, (int)i / entries,
                                                                            (int)i % entries)[column])));
}

void nbb_source_set_encodings(lua_State *state, const nbb_plan *plan)
{
    const struct {
        const char *name;
        const nbb_encoding *halves;
        const nbb_byte_encoding *bytes;
    } rows[] = { { "lambda_halves", &plan->space.lambda, NULL },
                 { "nu_halves", &plan->space.nu, NULL },
                 { "lambda_bytes", NULL, &plan->space.lambda_bytes },
                 { "nu_bytes", NULL, &plan->space.nu_bytes } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        if (rows[i].halves != NULL && rows[i].halves->products > 0) {
            push_encoding(state, rows[i].halves);
        } else if (rows[i].bytes != NULL && rows[i].bytes->products > 0) {
            push_byte_encoding(state, rows[i].bytes);
        } else {
            lua_pushboolean(state, false);
        }
        lua_setfield(state, -2, rows[i].name);
    }
}

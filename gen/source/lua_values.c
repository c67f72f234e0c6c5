/* lua_values.c - hands values to Lua. */
#include "gen/source/source_values.h"

const char *const nbb_axis_names[NBB_AXES_MAX] = { "x", "y", "z" };

void nbb_need(lua_State *state, nbb_status status)
{
    if (status != NBB_OK) {
        luaL_error(state, "%s", nbb_message());
    }
}

void nbb_push_vector(lua_State *state, nbb_vector value)
{
    lua_createtable(state, 0, NBB_AXES_MAX);
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        NBB_SET_INTEGER(state, nbb_axis_names[axis], value.at[axis]);
    }
}

void nbb_push_natural(lua_State *state, uint64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    value > INT64_MAX ? (void)lua_pushstring(state, digits) : lua_pushinteger(state, (lua_Integer)value);
}

void nbb_end_table(lua_State *state, const char *name)
{
    lua_newtable(state);
    lua_pushglobaltable(state);
    lua_getmetatable(state, -1); /* the sandbox's, which tells undefined names */
    lua_getfield(state, -1, "__index");
    lua_setfield(state, -4, "__index");
    lua_pop(state, 2);
    lua_setmetatable(state, -2);
    lua_setglobal(state, name);
}

/* lua_values.c - values handed to Lua, as globals and in tables. */
#include "gen/source/lua_values.h"

#include <inttypes.h>
#include <stdio.h>

void nbb_set_integer(lua_State *state, const char *name, int64_t value)
{
    lua_pushinteger(state, value);
    lua_setglobal(state, name);
}

void nbb_set_string(lua_State *state, const char *name, const char *value)
{
    lua_pushstring(state, value);
    lua_setglobal(state, name);
}

void nbb_set_unsigned(lua_State *state, const char *name, uint64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    nbb_set_string(state, name, digits);
}

void nbb_set_boolean(lua_State *state, const char *name, bool value)
{
    lua_pushboolean(state, value);
    lua_setglobal(state, name);
}

void nbb_set_vector(lua_State *state, const char *name, nbb_vector value)
{
    static const char axes[] = "xyz";
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        const char *full = lua_pushfstring(state, "%s_%c", name, axes[axis]);
        lua_pushinteger(state, value.at[axis]);
        lua_setglobal(state, full);
        lua_pop(state, 1);
    }
}

void nbb_add_integer(lua_State *state, int64_t i, int64_t value)
{
    lua_pushinteger(state, value);
    lua_seti(state, -2, i);
}

void nbb_set_field(lua_State *state, const char *name, int64_t value)
{
    lua_pushinteger(state, value);
    lua_setfield(state, -2, name);
}

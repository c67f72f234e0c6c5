/* lua_read.c - reads values of a script's table. */
#include "gen/base/lua_read.h"

#include <lauxlib.h>
#include <math.h>

void nbb_lua_describe(lua_State *state, int index, nbb_text *text)
{
    switch (lua_type(state, index)) {
    case LUA_TNUMBER:
        if (lua_isinteger(state, index)) {
            nbb_text_add(text, "the number %lld", (long long)lua_tointeger(state, index));
        } else {
            double value = lua_tonumber(state, index);
            nbb_text_add(text, "the number %.14g", isnan(value) ? (double)NAN : value); /* a nan may have a sign */
        }
        break;
    case LUA_TSTRING:
        nbb_text_add(text, "the string \"%.*s\"", NBB_LUA_SHOWN_MAX, lua_tostring(state, index));
        break;
    case LUA_TNIL:
        nbb_text_add(text, "nothing");
        break;
    default:
        nbb_text_add(text, "a %s", luaL_typename(state, index));
    }
}

nbb_status nbb_lua_fail_type(lua_State *state, const char *expected)
{
    nbb_text got = NBB_TEXT_EMPTY;
    nbb_lua_describe(state, -1, &got);
    nbb_status status = nbb_fail(NBB_ERROR_DEFINITION, "expected %s, got %s", expected, nbb_text_string(&got));
    nbb_text_free(&got);
    return status;
}

bool nbb_lua_integer(lua_State *state, int index, int64_t *value)
{
    int whole = 0;
    if (lua_type(state, index) == LUA_TNUMBER) {
        *value = lua_tointegerx(state, index, &whole);
    }
    return whole != 0;
}

bool nbb_lua_is_array(lua_State *state)
{
    if (!lua_istable(state, -1)) {
        return false;
    }
    lua_Unsigned length = lua_rawlen(state, -1);
    bool array = true;
    lua_pushnil(state);
    while (array && lua_next(state, -2)) {
        array = lua_isinteger(state, -2) && (lua_Unsigned)lua_tointeger(state, -2) - 1 < length;
        lua_pop(state, 1);
    }
    if (!array) {
        lua_pop(state, 1); /* the key at which the loop stopped */
    }
    return array;
}

bool nbb_lua_integers(lua_State *state, int64_t *values, int count)
{
    if (!nbb_lua_is_array(state) || lua_rawlen(state, -1) != (lua_Unsigned)count) {
        return false;
    }
    bool good = true;
    for (int i = 0; i < count; i++) {
        lua_rawgeti(state, -1, i + 1);
        good = nbb_lua_integer(state, -1, &values[i]) && good;
        lua_pop(state, 1);
    }
    return good;
}

/* lua_values.c - hands structs to Lua by their descriptions. */
#include "gen/source/source_values.h"

#include <lauxlib.h>

const char *const nbb_axis_names[NBB_AXES_MAX] = { "x", "y", "z" };

void nbb_need(lua_State *state, nbb_status status)
{
    if (status != NBB_OK) {
        luaL_error(state, "%s", nbb_message());
    }
}

static void push_unsigned(lua_State *state, uint64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    if (value <= INT64_MAX) {
        lua_pushinteger(state, (lua_Integer)value);
    } else {
        lua_pushstring(state, digits);
    }
}

void nbb_push_vector(lua_State *state, nbb_vector value)
{
    lua_createtable(state, 0, NBB_AXES_MAX);
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        nbb_set_field(state, nbb_axis_names[axis], value.at[axis]);
    }
}

static void push_field(lua_State *state, const nbb_lua_field *field, const void *at)
{
    switch (field->type) {
    case NBB_LUA_BOOL:
        lua_pushboolean(state, *(const bool *)at);
        break;
    case NBB_LUA_INT:
        lua_pushinteger(state, *(const int *)at);
        break;
    case NBB_LUA_UINT:
        lua_pushinteger(state, *(const uint32_t *)at);
        break;
    case NBB_LUA_INT64:
        lua_pushinteger(state, *(const int64_t *)at);
        break;
    case NBB_LUA_UINT64:
        push_unsigned(state, *(const uint64_t *)at);
        break;
    case NBB_LUA_STRING:
        lua_pushstring(state, *(const char *const *)at);
        break;
    case NBB_LUA_VECTOR:
        nbb_push_vector(state, *(const nbb_vector *)at);
        break;
    case NBB_LUA_SPELLED:
        lua_pushstring(state, ((const nbb_spellings *)field->of)->names[*(const unsigned *)at]);
        break;
    case NBB_LUA_NAMED:
        lua_pushstring(state, ((const char *const *)field->of)[*(const unsigned *)at]);
        break;
    case NBB_LUA_STRUCT:
        nbb_push_struct(state, field->of, at);
        break;
    case NBB_LUA_POINTER:
        nbb_push_struct(state, field->of, *(const void *const *)at);
    }
}

void nbb_push_struct(lua_State *state, const nbb_lua_field *fields, const void *from)
{
    lua_newtable(state);
    for (; fields->name != NULL; ++fields) {
        push_field(state, fields, (const char *)from + fields->at);
        lua_setfield(state, -2, fields->name);
    }
}

void nbb_set_field(lua_State *state, const char *name, int64_t value)
{
    lua_pushinteger(state, value);
    lua_setfield(state, -2, name);
}

void nbb_set_flag(lua_State *state, const char *name, bool value)
{
    lua_pushboolean(state, value);
    lua_setfield(state, -2, name);
}

void nbb_set_word(lua_State *state, const char *name, const char *value)
{
    lua_pushstring(state, value);
    lua_setfield(state, -2, name);
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

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

void nbb_push_vector(lua_State *state, nbb_vector value)
{
    lua_createtable(state, 0, NBB_AXES_MAX);
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        NBB_SET_INTEGER(state, nbb_axis_names[axis], value.at[axis]);
    }
}

static void push_field(lua_State *state, const nbb_lua_field *field, const void *at)
{
    nbb_lua_type type = field->type;
    if (type == NBB_LUA_BOOL) {
        lua_pushboolean(state, *(const bool *)at);
    } else if (type == NBB_LUA_STRING) {
        lua_pushstring(state, *(const char *const *)at);
    } else if (type == NBB_LUA_SPELLED) {
        lua_pushstring(state, ((const nbb_spellings *)field->of)->names[*(const unsigned *)at]);
    } else if (type == NBB_LUA_VECTOR) {
        nbb_push_vector(state, *(const nbb_vector *)at);
    } else if (type == NBB_LUA_STRUCT || type == NBB_LUA_POINTER) {
        nbb_push_struct(state, field->of, type == NBB_LUA_STRUCT ? at : *(const void *const *)at);
    } else if (type == NBB_LUA_UINT64 && *(const uint64_t *)at > INT64_MAX) {
        char digits[24];
        snprintf(digits, sizeof digits, "%" PRIu64, *(const uint64_t *)at);
        lua_pushstring(state, digits);
    } else {
        lua_pushinteger(state, type == NBB_LUA_INT    ? *(const int *)at
                               : type == NBB_LUA_UINT ? *(const uint32_t *)at
                                                      : *(const int64_t *)at);
    }
}

void nbb_add_fields(lua_State *state, const nbb_lua_field *fields, const void *from)
{
    for (; fields->name != NULL; ++fields) {
        NBB_SET(state, fields->name, push_field(state, fields, (const char *)from + fields->at));
    }
}

void nbb_push_struct(lua_State *state, const nbb_lua_field *fields, const void *from)
{
    lua_newtable(state);
    nbb_add_fields(state, fields, from);
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

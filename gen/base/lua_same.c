/* lua_same.c - pairs and next in an order, tostring and string.format without addresses. */
#include "gen/base/lua_same.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A key that is to be put in order; its string is the table's. */
typedef struct key {
    int rank; /* numbers, strings, booleans */
    bool is_integer;
    lua_Integer integer; /* also a boolean */
    lua_Number real;
    const char *string;
    size_t length;
} key;

enum { WALK_LOOKS = 4096 }; /* keys between two looks at the limits */

typedef void check_function(lua_State *state);

static void check_limits(lua_State *state, size_t walked)
{
    if (walked % WALK_LOOKS == 0) {
        check_function *check;
        memcpy(&check, lua_touserdata(state, lua_upvalueindex(1)), sizeof check);
        check(state);
    }
}

/* The key at `index`, or an error. */
static key read_key(lua_State *state, int index)
{
    key found = { .rank = 0 };
    switch (lua_type(state, index)) {
    case LUA_TNUMBER:
        found.is_integer = lua_isinteger(state, index);
        found.integer = lua_tointeger(state, index);
        found.real = lua_tonumber(state, index);
        break;
    case LUA_TSTRING:
        found.rank = 1;
        found.string = lua_tolstring(state, index, &found.length);
        break;
    case LUA_TBOOLEAN:
        found.rank = 2;
        found.integer = lua_toboolean(state, index);
        break;
    default:
        luaL_error(state, "a key of the table is a %s: only numbers, strings and booleans have an order",
                   luaL_typename(state, index));
    }
    return found;
}

static int compare_strings(const key *a, const key *b)
{
    int order = memcmp(a->string, b->string, a->length < b->length ? a->length : b->length);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static int compare_keys(const void *left, const void *right)
{
    const key *a = left, *b = right;
    if (a->rank != b->rank) {
        return a->rank - b->rank;
    }
    if (a->rank == 1) {
        return compare_strings(a, b);
    }
    if (a->rank == 2 || (a->is_integer && b->is_integer)) {
        return (a->integer > b->integer) - (a->integer < b->integer);
    }
    long double x = a->is_integer ? (long double)a->integer : (long double)a->real;
    long double y = b->is_integer ? (long double)b->integer : (long double)b->real;
    return (x > y) - (x < y);
}

static void push_key(lua_State *state, const key *pushed)
{
    if (pushed->rank == 1) {
        lua_pushlstring(state, pushed->string, pushed->length);
    } else if (pushed->rank == 2) {
        lua_pushboolean(state, (int)pushed->integer);
    } else if (pushed->is_integer) {
        lua_pushinteger(state, pushed->integer);
    } else {
        lua_pushnumber(state, pushed->real);
    }
}

/* next(table, key): the least key after this one, or the least of all, and its value. */
static int same_next(lua_State *state)
{
    luaL_checktype(state, 1, LUA_TTABLE);
    lua_settop(state, 2);
    bool is_first = lua_isnil(state, 2), has_best = false;
    key after = { 0 }, best = { 0 };
    after = is_first ? after : read_key(state, 2);
    size_t walked = 0;
    for (lua_pushnil(state); lua_next(state, 1); lua_pop(state, 1)) {
        key found = read_key(state, -2);
        check_limits(state, walked++);
        if ((is_first || compare_keys(&found, &after) > 0) && (!has_best || compare_keys(&found, &best) < 0)) {
            best = found;
            has_best = true;
        }
    }
    if (!has_best) {
        lua_pushnil(state);
        return 1;
    }
    push_key(state, &best);
    lua_pushvalue(state, -1);
    lua_rawget(state, 1);
    return 2;
}

/* What pairs returns: the next of the keys (the second upvalue; the third counts them) that still has a value. */
static int step(lua_State *state)
{
    luaL_checktype(state, 1, LUA_TTABLE);             /* a script may keep it and call it with anything */
    lua_Integer number = lua_tointeger(state, lua_upvalueindex(3));
    do {
        lua_settop(state, 1);
        if (lua_rawgeti(state, lua_upvalueindex(2), ++number) == LUA_TNIL) {
            return 1;
        }
        lua_pushvalue(state, 2);
    } while (lua_rawget(state, 1) == LUA_TNIL);
    lua_pushinteger(state, number);
    lua_replace(state, lua_upvalueindex(3));
    return 2;
}

/* Fills a userdata, which it pushes, with the keys of the table at index 1. */
static key *list_keys(lua_State *state, size_t count)
{
    key *keys = lua_newuserdatauv(state, count * sizeof *keys, 0);
    size_t at = 0;
    for (lua_pushnil(state); at < count && lua_next(state, 1); lua_pop(state, 1)) {
        check_limits(state, at);
        keys[at++] = read_key(state, -2);
    }
    return keys;
}

static int same_pairs(lua_State *state)
{
    luaL_checktype(state, 1, LUA_TTABLE);
    lua_settop(state, 1);
    size_t count = 0;
    for (lua_pushnil(state); lua_next(state, 1); lua_pop(state, 1)) {
        check_limits(state, count++);
    }
    key *keys = list_keys(state, count);
    lua_settop(state, 2);
    qsort(keys, count, sizeof *keys, compare_keys);
    lua_pushvalue(state, lua_upvalueindex(1));
    lua_createtable(state, (int)count, 0);
    for (size_t i = 0; i < count; ++i) {
        push_key(state, &keys[i]);
        lua_rawseti(state, -2, (lua_Integer)i + 1);
    }
    lua_pushinteger(state, 0);
    lua_pushcclosure(state, step, 3);
    lua_pushvalue(state, 1);
    lua_pushnil(state);
    return 3;
}

/* An error where the words of an argument would be its address. */
static void refuse_address(lua_State *state, int index)
{
    int type = lua_type(state, index);
    bool has_words = type == LUA_TNONE || type == LUA_TNIL || type == LUA_TBOOLEAN || type == LUA_TNUMBER
                     || type == LUA_TSTRING;
    luaL_argcheck(
        state, has_words, index,
        lua_pushfstring(state, "a %s has no words that are the same every time", lua_typename(state, type)));
}

/* Lua's own, the upvalue, called in this one's place: it sees the same arguments, its errors name the same line. */
static int same_tostring(lua_State *state)
{
    refuse_address(state, 1);
    return lua_tocfunction(state, lua_upvalueindex(1))(state);
}

/* Whether a format asks for an address. */
static bool has_address(const char *format)
{
    for (const char *at = strchr(format, '%'); at != NULL; at = strchr(at, '%')) {
        at += 1 + strspn(at + 1, "-+ #0123456789.");
        if (*at == 'p') {
            return true;
        }
        at += *at != '\0';
    }
    return false;
}

static int same_format(lua_State *state)
{
    luaL_argcheck(state, !has_address(luaL_checkstring(state, 1)), 1, "%p differs from run to run");
    for (int i = 2; i <= lua_gettop(state); ++i) {
        refuse_address(state, i);
    }
    return lua_tocfunction(state, lua_upvalueindex(1))(state);
}

/* Puts `with` in the place of the function of this name in the table at the top, which becomes its upvalue. */
static void replace(lua_State *state, const char *name, lua_CFunction with)
{
    lua_getfield(state, -1, name);
    lua_pushcclosure(state, with, 1);
    lua_setfield(state, -2, name);
}

/* The same for a walk, whose upvalue is the check. */
static void replace_walk(lua_State *state, const char *name, lua_CFunction with, check_function *check)
{
    memcpy(lua_newuserdatauv(state, sizeof check, 0), &check, sizeof check);
    lua_pushcclosure(state, with, 1);
    lua_setfield(state, -2, name);
}

void nbb_lua_same_install(lua_State *state, void (*check)(lua_State *state))
{
    replace_walk(state, "pairs", same_pairs, check);
    replace_walk(state, "next", same_next, check);
    replace(state, "tostring", same_tostring);
    lua_getfield(state, -1, LUA_STRLIBNAME);
    replace(state, "format", same_format);
    lua_pop(state, 1);
}

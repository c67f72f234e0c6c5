/* lua_same.c - pairs and next in an order, lengths by content, tostring and string.format without addresses. */
#include "gen/base/sandbox.h"

enum { WALK_LOOKS = 4096 }; /* keys between two looks at the limits */

static void check_limits(lua_State *state, lua_Integer walked)
{
    if (walked % WALK_LOOKS == 0) {
        lua_tocfunction(state, lua_upvalueindex(1))(state);
    }
}

/* Numbers, strings, booleans. */
static int rank_of(lua_State *state, int key)
{
    static const int ranks[LUA_NUMTYPES] = { [LUA_TNUMBER] = 1, [LUA_TSTRING] = 2, [LUA_TBOOLEAN] = 3 };
    int rank = ranks[lua_type(state, key)];
    return rank > 0
               ? rank
               : luaL_error(state, "a key of the table is a %s: only numbers, strings and booleans have an order",
                            luaL_typename(state, key));
}

static bool comes_before(lua_State *state, int a, int b)
{
    size_t length, other_length;
    int rank = rank_of(state, a), other_rank = rank_of(state, b), type = lua_type(state, a);
    NBB_RETURN_IF(rank != other_rank, rank < other_rank);
    NBB_RETURN_IF(type != LUA_TSTRING, type == LUA_TNUMBER ? lua_compare(state, a, b, LUA_OPLT)
                                                           : lua_toboolean(state, a) < lua_toboolean(state, b));
    const char *text = lua_tolstring(state, a, &length), *other = lua_tolstring(state, b, &other_length);
    int order = memcmp(text, other, length < other_length ? length : other_length);
    return order < 0 || (order == 0 && length < other_length);
}

static int is_before(lua_State *state)
{
    lua_pushboolean(state, comes_before(state, 1, 2));
    return 1;
}

/* next(table, key): the least key after this one, or the least of all, and its value. */
static int same_next(lua_State *state)
{
    enum { AFTER = 2, LEAST, KEY };
    lua_Integer walked = 0;
    luaL_checktype(state, 1, LUA_TTABLE);
    lua_settop(state, AFTER);
    lua_pushnil(state);
    for (lua_pushnil(state); lua_next(state, 1); lua_pop(state, 1)) {
        check_limits(state, walked++);
        rank_of(state, KEY);
        if ((lua_isnil(state, AFTER) || comes_before(state, AFTER, KEY))
            && (lua_isnil(state, LEAST) || comes_before(state, KEY, LEAST))) {
            lua_copy(state, KEY, LEAST);
        }
    }
    lua_pushvalue(state, LEAST);
    lua_rawget(state, 1);
    return lua_isnil(state, LEAST) ? 1 : 2;
}

/* What pairs returns: the next of the keys (the first upvalue; the second counts them) that still has a value. */
static int step(lua_State *state)
{
    luaL_checktype(state, 1, LUA_TTABLE); /* a script may keep it and call it with anything */
    lua_Integer number = lua_tointeger(state, lua_upvalueindex(2));
    do {
        lua_settop(state, 1);
        NBB_RETURN_IF(lua_rawgeti(state, lua_upvalueindex(1), ++number) == LUA_TNIL, 1);
        lua_pushvalue(state, 2);
    } while (lua_rawget(state, 1) == LUA_TNIL);
    lua_pushinteger(state, number);
    lua_replace(state, lua_upvalueindex(2));
    return 2;
}

/* The second upvalue is Lua's sort. */
static int same_pairs(lua_State *state)
{
    lua_Integer count = 0;
    luaL_checktype(state, 1, LUA_TTABLE);
    lua_settop(state, 1);
    lua_newtable(state); /* its keys */
    for (lua_pushnil(state); lua_next(state, 1); lua_pop(state, 1)) {
        check_limits(state, count);
        rank_of(state, -2);
        lua_pushvalue(state, -2);
        lua_rawseti(state, 2, ++count);
    }
    lua_pushvalue(state, lua_upvalueindex(2));
    lua_pushvalue(state, 2);
    lua_pushcfunction(state, is_before);
    lua_call(state, 2, 0);
    lua_pushinteger(state, 0);
    lua_pushcclosure(state, step, 2);
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

/* Whether a format, in which a 0 ends nothing, asks for an address. */
static bool has_address(const char *format, size_t length)
{
    const char *end = format + length;
    for (const char *at = memchr(format, '%', length); at != NULL; at = memchr(at, '%', (size_t)(end - at))) {
        at += 1 + strspn(at + 1, "-+ #0123456789."); /* Lua ends every string by a 0 of its own */
        NBB_RETURN_IF(*at == 'p', true);
        at += at < end;
    }
    return false;
}

static int same_format(lua_State *state)
{
    size_t length = 0;
    const char *format = luaL_checklstring(state, 1, &length);
    luaL_argcheck(state, !has_address(format, length), 1, "%p differs from run to run");
    for (int i = 2; i <= lua_gettop(state); ++i) {
        refuse_address(state, i);
    }
    return lua_tocfunction(state, lua_upvalueindex(1))(state);
}

/* ---- lengths ---- */

static bool has_value(lua_State *state, int table, lua_Integer at)
{
    bool found = lua_rawgeti(state, table, at) != LUA_TNIL;
    lua_pop(state, 1);
    return found;
}

/* A number n of the table where [n] has a value, or n is 0, and [n + 1] has none. Where several are so, Lua's own
   choice goes by how much memory it had for the table, which depends on addresses; this one by the values alone. */
static lua_Integer length_of(lua_State *state, int table)
{
    lua_Integer with = 0, without = 1;
    while (with < without && has_value(state, table, without)) {
        with = without;
        without = with <= LUA_MAXINTEGER / 2 ? 2 * with : LUA_MAXINTEGER;
    }
    while (without - with > 1) {
        lua_Integer middle = with + (without - with) / 2;
        *(has_value(state, table, middle) ? &with : &without) = middle;
    }
    return with;
}

/* true ^ value, which is how #value is compiled; other powers of a boolean stay the errors that they are. */
static int same_length(lua_State *state)
{
    int type = lua_type(state, 2);
    bool is_length = lua_type(state, 1) == LUA_TBOOLEAN && lua_toboolean(state, 1);
    NBB_FAIL_IF(!is_length, luaL_error(state, "attempt to perform arithmetic on a boolean value"));
    NBB_FAIL_IF(type != LUA_TSTRING && type != LUA_TTABLE,
                luaL_error(state, "attempt to get length of a %s value", lua_typename(state, type)));
    lua_pushinteger(state, type == LUA_TTABLE ? length_of(state, 2) : (lua_Integer)lua_rawlen(state, 2));
    return 1;
}

/* Lua's own concat or unpack with the length as its last argument, whose number is the second upvalue, if there is
   none. */
static int call_with_length(lua_State *state)
{
    int last = (int)lua_tointeger(state, lua_upvalueindex(2));
    lua_settop(state, last);
    if (lua_istable(state, 1) && lua_isnil(state, last)) {
        lua_pushinteger(state, length_of(state, 1));
        lua_replace(state, last);
    }
    return lua_tocfunction(state, lua_upvalueindex(1))(state);
}

/* The end of what the bracket at the front opens by [[ or [=[ and the like. The first newline is not inside. */
static size_t long_bracket(const char *text, size_t length, nbb_lua_span *inside)
{
    size_t level = (size_t)NBB_FIND(i, length, i + 1 == (int)length || text[i + 1] != '=');
    NBB_RETURN_IF(length < level + 2 || text[0] != '[' || text[1 + level] != '[', 0);
    size_t from = level + 2, at = from + (from < length && text[from] == '\n');
    inside->start = text + at;
    while (at + level + 1 < length
           && (text[at] != ']' || text[at + level + 1] != ']' || memcmp(text + at + 1, text + 1, level) != 0)) {
        ++at;
    }
    bool ends = at + level + 1 < length;
    inside->length = (size_t)(text + (ends ? at : length) - inside->start);
    return ends ? at + level + 2 : length;
}

size_t nbb_lua_opaque(const char *text, size_t length, nbb_lua_span *inside)
{
    size_t at = 1;
    if (length > 1 && text[0] == '-' && text[1] == '-') {
        size_t bracket = long_bracket(text + 2, length - 2, inside);
        const char *line = memchr(text, '\n', length);
        return bracket != 0 ? 2 + bracket : line != NULL ? (size_t)(line - text) : length;
    }
    NBB_RETURN_IF(length == 0 || (text[0] != '"' && text[0] != '\''), long_bracket(text, length, inside));
    while (at < length && text[at] != text[0]) {
        at += text[at] == '\\' ? 2 : 1;
    }
    *inside = (nbb_lua_span){ text + 1, (at < length ? at : length) - 1 };
    return at < length ? at + 1 : length;
}

const char *nbb_lua_same_lengths(lua_State *state, const char *text, size_t *length)
{
    luaL_Buffer made;
    nbb_lua_span inside;
    luaL_buffinit(state, &made);
    for (size_t at = 0, bytes; at < *length; at += bytes) {
        size_t opaque = nbb_lua_opaque(text + at, *length - at, &inside);
        bool is_length = text[at] == '#';
        bytes = opaque > 0 ? opaque : 1;
        luaL_addlstring(&made, is_length ? "true^" : text + at, is_length ? strlen("true^") : bytes);
    }
    luaL_pushresult(&made);
    return lua_tolstring(state, -1, length);
}

/* Puts `with` in the place of the function of this name in the table at the top, which becomes its upvalue, and a
   number the second one. */
static void replace(lua_State *state, const char *name, lua_CFunction with, int number)
{
    lua_getfield(state, -1, name);
    lua_pushinteger(state, number);
    lua_pushcclosure(state, with, 2);
    lua_setfield(state, -2, name);
}

void nbb_lua_same_install(lua_State *state, lua_CFunction check, bool has_lengths)
{
    lua_pushcfunction(state, check);
    lua_pushcclosure(state, same_next, 1);
    lua_setfield(state, -2, "next");
    lua_pushcfunction(state, check);
    lua_pushcfunction(state, luaopen_table);
    lua_call(state, 0, 1);
    lua_getfield(state, -1, "sort");
    lua_remove(state, -2);
    lua_pushcclosure(state, same_pairs, 2);
    lua_setfield(state, -2, "pairs");
    replace(state, "tostring", same_tostring, 0);
    lua_getfield(state, -1, LUA_STRLIBNAME);
    replace(state, "format", same_format, 0);
    lua_pop(state, 1);
    NBB_LEAVE_IF(!has_lengths);
    lua_getfield(state, -1, LUA_TABLIBNAME);
    replace(state, "concat", call_with_length, 4);
    replace(state, "unpack", call_with_length, 3);
    lua_pop(state, 1);
    lua_pushboolean(state, true);
    lua_createtable(state, 0, 1); /* of all booleans of the state */
    lua_pushcfunction(state, same_length);
    lua_setfield(state, -2, "__pow");
    lua_setmetatable(state, -2);
    lua_pop(state, 1);
}

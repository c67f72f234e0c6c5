/* lua_read.c - what pages ask of a script's values and of its text. */
#include "gen/base/lua_read.h"

#include "gen/base/text.h"

#include <lauxlib.h>

/* ---- functions of pages; the first upvalue is what they read ---- */

enum { SHOWN_MAX = 40 }; /* characters of a script's string in a message */

static nbb_lua_source *source_of(lua_State *state)
{
    return lua_touserdata(state, lua_upvalueindex(1));
}

/* cut(text, most): the characters before a zero byte, so many at most, or as many as messages show. */
static int cut(lua_State *state)
{
    const char *text = luaL_checkstring(state, 1);
    lua_pushlstring(state, text, strnlen(text, (size_t)luaL_optinteger(state, 2, SHOWN_MAX)));
    return 1;
}

/* described(value): "the number 5.5", "a table". */
static int described(lua_State *state)
{
    char number[64];
    double value = lua_tonumber(state, 1);
    switch (lua_type(state, 1)) {
    case LUA_TNUMBER:
        snprintf(number, sizeof number, "%.14g", isnan(value) ? (double)NAN : value); /* a nan may have a sign */
        lua_pushfstring(state, "the number %s", lua_isinteger(state, 1) ? lua_tostring(state, 1) : number);
        return 1;
    case LUA_TSTRING:
        lua_settop(state, 1);
        cut(state);
        lua_pushfstring(state, "the string \"%s\"", lua_tostring(state, -1));
        return 1;
    case LUA_TNIL:
        lua_pushstring(state, "nothing");
        return 1;
    default:
        lua_pushfstring(state, "a %s", luaL_typename(state, 1));
        return 1;
    }
}

/* length(value): the number of keys of a table if they are 1, 2, ... alone, else nil. It is asked of all keys: Lua's
   own length of a table with holes differs from run to run. */
static int array_length(lua_State *state)
{
    lua_Integer count = 0, last = lua_istable(state, 1) ? 0 : -1;
    lua_settop(state, 1);
    for (lua_pushnil(state); last >= 0 && lua_next(state, 1); lua_pop(state, 1)) {
        lua_Integer key = lua_isinteger(state, -2) ? lua_tointeger(state, -2) : 0;
        ++count;
        last = key < 1 ? -1 : key > last ? key : last;
    }
    if (count != last) {
        return 0;
    }
    lua_pushinteger(state, count);
    return 1;
}

/* Where the text gives a value to the name that a key is, or SIZE_MAX. */
static size_t place_of(lua_State *state, int index, const char *source)
{
    nbb_source_place place = { 0 };
    if (lua_type(state, index) == LUA_TSTRING) {
        place = nbb_source_find(source, lua_tostring(state, index), 0, NULL, NULL);
    }
    return place.line > 0 ? place.at : SIZE_MAX;
}

/* Whether the key at the top comes before the one at `other`: by their places, then numbers before strings, then by
   value. Keys of other types are all alike in a message. */
static bool comes_before(lua_State *state, int other, const char *source)
{
    int type = lua_type(state, -1), other_type = lua_type(state, other);
    size_t place = place_of(state, -1, source), other_place = place_of(state, other, source);
    if (place != other_place || type != other_type) {
        return place != other_place ? place < other_place : type < other_type;
    }
    return type == LUA_TNUMBER
               ? lua_tonumber(state, -1) < lua_tonumber(state, other)
               : type == LUA_TSTRING && strcmp(lua_tostring(state, -1), lua_tostring(state, other)) < 0;
}

/* unknown(table, known): the key that is no string for which `known` holds, of several the one that stands first in
   the script's text; else nil. */
static int unknown_key(lua_State *state)
{
    lua_settop(state, 2);
    lua_pushnil(state);
    int first = lua_gettop(state);
    for (lua_pushnil(state); lua_next(state, 1);) {
        lua_pop(state, 1);
        bool known = lua_type(state, -1) == LUA_TSTRING;
        if (known) {
            lua_pushvalue(state, 2);
            lua_pushvalue(state, -2);
            lua_call(state, 1, 1);
            known = lua_toboolean(state, -1);
            lua_pop(state, 1);
        }
        if (!known && (lua_isnil(state, first) || comes_before(state, first, source_of(state)->text))) {
            lua_copy(state, -1, first);
        }
    }
    return 1;
}

/* near(given, names): ": did you mean 'NAME'?" where one of the names is near, else "". */
static int near(lua_State *state)
{
    const char *given = luaL_checkstring(state, 1);
    int count = (int)lua_rawlen(state, 2);
    const char **names = lua_newuserdatauv(state, (size_t)count * sizeof *names, 0);
    for (int i = 0; i < count; ++i) {
        lua_rawgeti(state, 2, i + 1);
        names[i] = lua_tostring(state, -1);
        lua_pop(state, 1);
    }
    int found = nbb_near_miss(given, names, count);
    lua_pushfstring(state, found >= 0 ? ": did you mean '%s'?" : "", found >= 0 ? names[found] : "");
    return 1;
}

/* line(key, inner, item): where the text has `key =`, or `inner =` in that table, or in table number `item` in it;
   else nil. */
static int line_of_key(lua_State *state)
{
    const char *text = source_of(state)->text, *key = luaL_checkstring(state, 1), *inner = lua_tostring(state, 2);
    int line = nbb_source_find(text, key, (int)lua_tointeger(state, 3), inner, NULL).line;
    lua_pushinteger(state, line);
    return line > 0 ? 1 : 0;
}

/* fail(line, message): ends the page's call; nbb_script_run fails so. */
static int fail(lua_State *state)
{
    nbb_lua_source *source = source_of(state);
    const char *message = luaL_checkstring(state, 2);
    nbb_fail_at(NBB_ERROR_DEFINITION, source->path, (int)lua_tointeger(state, 1), "%s", message);
    source->failed = nbb_failure_take();
    return luaL_error(state, "refused");
}

int nbb_lua_push_functions(lua_State *state, nbb_lua_source *source)
{
    static const lua_CFunction functions[] = { described, array_length, unknown_key, cut, near, line_of_key, fail };
    enum { COUNT = sizeof functions / sizeof *functions };
    for (int i = 0; i < COUNT; ++i) {
        lua_pushlightuserdata(state, source);
        lua_pushcclosure(state, functions[i], 1);
    }
    return COUNT;
}

void nbb_lua_push_numbers(lua_State *state, const nbb_lua_number *numbers)
{
    lua_newtable(state);
    for (; numbers->name != NULL; ++numbers) {
        lua_pushinteger(state, numbers->value);
        lua_setfield(state, -2, numbers->name);
    }
}

/* ---- reads a Lua file by tokens: names, strings, braces and the signs between ---- */

enum { OUTER = 1, INNER = 2 }; /* depths of braces at which keys are read */

typedef nbb_lua_span span;

typedef enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_STRING, TOKEN_SIGN } token_kind;

typedef struct reader {
    const char *at, *end;
    token_kind kind;
    span token; /* of a string: what is inside */
    int depth;
    span name;            /* the last token, if it was a name */
    span keys[INNER + 1]; /* by depth, where a value follows */
} reader;

static void next(reader *r)
{
    size_t opaque = 0, name = 0;
    for (bool is_comment = true; is_comment; r->at += is_comment ? opaque : 0) {
        r->at += strspn(r->at, " \t\r\n\f\v");
        is_comment = strncmp(r->at, "--", 2) == 0;
        opaque = nbb_lua_opaque(r->at, (size_t)(r->end - r->at), &r->token);
    }
    if (opaque > 0) {
        r->kind = TOKEN_STRING;
        r->at += opaque;
        return;
    }
    while (isalnum((unsigned char)r->at[name]) || r->at[name] == '_') {
        ++name;
    }
    r->kind = r->at == r->end ? TOKEN_END : name > 0 ? TOKEN_NAME : TOKEN_SIGN;
    r->token = (span){ r->at, name > 0 ? name : r->at < r->end };
    r->at += r->token.length;
}

static bool at_keys(const reader *r)
{
    return r->depth >= OUTER && r->depth <= INNER;
}

/* What the token says about depth and keys. */
static void follow(reader *r)
{
    char sign = r->kind == TOKEN_SIGN ? *r->token.start : '\0';
    if (sign == '=' && at_keys(r) && r->name.length > 0) {
        r->keys[r->depth] = r->name;
    } else if ((sign == ',' || sign == ';') && at_keys(r)) {
        r->keys[r->depth] = (span){ NULL, 0 };
    } else if (sign == '{' || sign == '}') {
        r->depth += sign == '{' ? 1 : -1;
        r->keys[INNER] = r->depth == INNER ? (span){ NULL, 0 } : r->keys[INNER];
    }
    r->name = r->kind == TOKEN_NAME ? r->token : (span){ NULL, 0 };
}

static bool is(span found, const char *wanted)
{
    return found.length == strlen(wanted) && strncmp(found.start, wanted, found.length) == 0;
}

/* Whether the reader is at the wanted key's value, or for INNER inside of it. */
static bool at_key(const reader *r, const char *key, const char *inner)
{
    return at_keys(r) && is(r->keys[OUTER], key)
           && (inner == NULL || (r->depth == INNER && is(r->keys[INNER], inner)));
}

static int line_of(const char *source, const char *at)
{
    int line = 1;
    for (; source < at; ++source) {
        line += *source == '\n';
    }
    return line;
}

nbb_source_place nbb_source_find(const char *source, const char *key, int item, const char *inner, const char *text)
{
    reader r = { .at = source, .end = source + strlen(source) };
    nbb_source_place place = { 0 };
    int items = 0;
    for (next(&r); r.kind != TOKEN_END; next(&r)) {
        if (r.kind == TOKEN_STRING && text != NULL && at_key(&r, key, inner) && is(r.token, text)) {
            return (nbb_source_place){ line_of(source, r.token.start), true, (size_t)(r.token.start - source) };
        }
        char sign = r.kind == TOKEN_SIGN ? *r.token.start : '\0';
        bool is_inner = item > 0 && is(r.name, inner);
        follow(&r);
        bool is_in_item = r.depth == INNER + 1 && is(r.keys[OUTER], key);
        items += sign == '{' && is_in_item;
        bool is_at = item > 0 ? is_inner && is_in_item && items == item : at_key(&r, key, inner);
        if (place.line == 0 && sign == '=' && is_at) {
            place.line = line_of(source, r.token.start);
            place.at = (size_t)(r.token.start - source);
        }
    }
    return place;
}

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

/* keys(value): an array of a table's keys, in no order. */
static int keys(lua_State *state)
{
    lua_Integer count = 0;
    lua_settop(state, 1);
    lua_newtable(state);
    for (lua_pushnil(state); lua_next(state, 1); lua_pop(state, 1)) {
        lua_pushvalue(state, -2);
        lua_rawseti(state, 2, ++count);
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

/* line(key, inner, item): where the text has `key =`, or `inner =` in that table, or in table number `item` in it,
   and at which byte; else nil. */
static int line_of_key(lua_State *state)
{
    const char *text = source_of(state)->text, *key = luaL_checkstring(state, 1), *inner = lua_tostring(state, 2);
    nbb_source_place place = nbb_source_find(text, key, (int)lua_tointeger(state, 3), inner, NULL);
    lua_pushinteger(state, place.line);
    lua_pushinteger(state, (lua_Integer)place.at);
    return place.line > 0 ? 2 : 0;
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
    static const lua_CFunction functions[] = { keys, cut, near, line_of_key, fail };
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
    span name;            /* the last token, if it was a name; of ["name"] the string */
    bool is_bracketed;    /* within such brackets */
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
    return 1 + NBB_SUM(i, at - source, source[i] == '\n');
}

nbb_source_place nbb_source_find(const char *source, const char *key, int item, const char *inner, const char *text)
{
    reader r = { .at = source, .end = source + strlen(source) };
    nbb_source_place place = { 0 };
    int items = 0;
    for (next(&r); r.kind != TOKEN_END; next(&r)) {
        NBB_RETURN_IF(r.kind == TOKEN_STRING && text != NULL && at_key(&r, key, inner) && is(r.token, text),
                      (nbb_source_place){ line_of(source, r.token.start), true, (size_t)(r.token.start - source) });
        char sign = r.kind == TOKEN_SIGN ? *r.token.start : '\0';
        bool is_inner = item > 0 && is(r.name, inner);
        /* What the token says about depth and keys. */
        const span none = { NULL, 0 };
        if ((sign == ',' || sign == ';' || (sign == '=' && r.name.length > 0)) && at_keys(&r)) {
            r.keys[r.depth] = sign == '=' ? r.name : none;
        } else if (sign == '{' || sign == '}') {
            r.depth += sign == '{' ? 1 : -1;
            r.keys[INNER] = r.depth == INNER ? none : r.keys[INNER];
        }
        bool stays = r.is_bracketed && sign == ']';
        r.name = r.kind == TOKEN_NAME || (r.is_bracketed && r.kind == TOKEN_STRING) ? r.token : stays ? r.name : none;
        r.is_bracketed = sign == '[' || (r.is_bracketed && r.kind == TOKEN_STRING);
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

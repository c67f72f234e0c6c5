/* lua_read.c - reads values of a script's table. */
#include "gen/base/lua_read.h"

#include "gen/base/sandbox.h"

#include <lauxlib.h>

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
    NBB_LOCAL_TEXT got = NBB_TEXT_EMPTY;
    nbb_lua_describe(state, -1, &got);
    return nbb_fail(NBB_ERROR_DEFINITION, "expected %s, got %s", expected, nbb_text_string(&got));
}

bool nbb_lua_integer(lua_State *state, int index, int64_t *value)
{
    int whole = 0;
    if (lua_type(state, index) == LUA_TNUMBER) {
        *value = lua_tointegerx(state, index, &whole);
    }
    return whole != 0;
}

/* The number of keys of the table at the top if they are 1, 2, ... alone, else -1: asked of all keys, for Lua's own
   length of a table with holes differs from run to run. */
static lua_Integer array_length(lua_State *state)
{
    lua_Integer count = 0, last = 0;
    for (lua_pushnil(state); lua_next(state, -2); lua_pop(state, 1)) {
        lua_Integer key = lua_isinteger(state, -2) ? lua_tointeger(state, -2) : 0;
        ++count;
        last = last < 0 || key < 1 ? -1 : key > last ? key : last;
    }
    return count == last ? count : -1;
}

bool nbb_lua_is_array(lua_State *state)
{
    return lua_istable(state, -1) && array_length(state) >= 0;
}

bool nbb_lua_integers(lua_State *state, int64_t *values, int count)
{
    if (!lua_istable(state, -1) || array_length(state) != count) {
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

/* Where the text gives a value to the name that a key is, or SIZE_MAX. */
static size_t place_of(lua_State *state, int index, const char *source)
{
    nbb_source_place place = { 0 };
    if (lua_type(state, index) == LUA_TSTRING) {
        place = nbb_source_find(source, lua_tostring(state, index), NULL, NULL);
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

bool nbb_lua_unknown_key(lua_State *state, int index, const char *source, nbb_lua_known *is_known,
                         const void *context)
{
    lua_pushnil(state);
    int first = lua_gettop(state);
    for (lua_pushnil(state); lua_next(state, index);) {
        lua_pop(state, 1);
        bool known = lua_type(state, -1) == LUA_TSTRING && is_known(lua_tostring(state, -1), context);
        if (!known && (lua_isnil(state, first) || comes_before(state, first, source))) {
            lua_copy(state, -1, first);
        }
    }
    bool found = !lua_isnil(state, first);
    lua_pop(state, found ? 0 : 1);
    return found;
}

static bool is_field(const char *name, const void *context)
{
    const nbb_lua_fields *fields = context;
    return nbb_spelling_index(&fields->names, name) >= 0;
}

nbb_status nbb_lua_check_fields(lua_State *state, int index, const nbb_lua_fields *fields)
{
    if (!nbb_lua_unknown_key(state, index, fields->source, is_field, fields)) {
        return NBB_OK;
    }
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    int line = fields->line;
    if (lua_type(state, -1) == LUA_TSTRING) {
        const char *name = lua_tostring(state, -1);
        line = nbb_source_line(fields->source, name, line);
        nbb_text_add(&text, "unknown field '%.*s'", NBB_LUA_SHOWN_MAX, name);
        nbb_add_near(&text, name, fields->names.names, fields->names.count);
    } else {
        nbb_text_add(&text, "expected a field's name before each value, got ");
        nbb_lua_describe(state, -1, &text);
    }
    nbb_text_add(&text, " (the fields are");
    for (int i = 0; i < fields->names.count; ++i) {
        nbb_text_add(&text, "%s %s", i > 0 ? "," : "", fields->names.names[i]);
    }
    nbb_status status = nbb_fail_at(NBB_ERROR_DEFINITION, fields->path, line, "%s)", nbb_text_string(&text));
    lua_pop(state, 1);
    return status;
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

nbb_source_place nbb_source_find(const char *source, const char *key, const char *inner, const char *text)
{
    reader r = { .at = source, .end = source + strlen(source) };
    nbb_source_place place = { 0 };
    for (next(&r); r.kind != TOKEN_END; next(&r)) {
        if (r.kind == TOKEN_STRING && text != NULL && at_key(&r, key, inner) && is(r.token, text)) {
            return (nbb_source_place){ line_of(source, r.token.start), true, (size_t)(r.token.start - source) };
        }
        follow(&r);
        if (place.line == 0 && r.kind == TOKEN_SIGN && *r.token.start == '=' && at_key(&r, key, inner)) {
            place.line = line_of(source, r.token.start);
            place.at = (size_t)(r.token.start - source);
        }
    }
    return place;
}

int nbb_source_line(const char *source, const char *key, int otherwise)
{
    int line = nbb_source_find(source, key, NULL, NULL).line;
    return line > 0 ? line : otherwise;
}

int nbb_source_item_line(const char *source, const char *key, int item, const char *inner, int otherwise)
{
    reader r = { .at = source, .end = source + strlen(source) };
    int items = 0;
    for (next(&r); r.kind != TOKEN_END; next(&r)) {
        bool is_sign = r.kind == TOKEN_SIGN, is_inner = is(r.name, inner);
        follow(&r);
        items += is_sign && *r.token.start == '{' && r.depth == INNER + 1 && is(r.keys[OUTER], key);
        if (is_sign && *r.token.start == '=' && is_inner && r.depth == INNER + 1 && items == item) {
            return line_of(source, r.token.start);
        }
    }
    return otherwise;
}

/* script.c - runs a Lua file in the sandbox, and finds out what it returns; what pages ask of its values and text. */
#include "gen/base/sandbox.h"

/* ---- reads a Lua file by tokens: names, strings, braces and the signs between ---- */

enum { OUTER = 1, INNER = 2 }; /* depths of braces at which keys are read */

typedef nbb_lua_span span;

typedef enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_STRING, TOKEN_SIGN } token_kind;

typedef struct scanner {
    const char *at, *end;
    token_kind kind;
    span token; /* of a string: what is inside */
    int depth;
    span name;            /* the last token, if it was a name; of ["name"] the string */
    bool is_bracketed;    /* within such brackets */
    span keys[INNER + 1]; /* by depth, where a value follows */
} scanner;

static void next(scanner *s)
{
    size_t opaque = 0, name = 0;
    for (bool is_comment = true; is_comment; s->at += is_comment ? opaque : 0) {
        s->at += strspn(s->at, " \t\r\n\f\v");
        is_comment = strncmp(s->at, "--", 2) == 0;
        opaque = nbb_lua_opaque(s->at, (size_t)(s->end - s->at), &s->token);
    }
    if (opaque > 0) {
        s->kind = TOKEN_STRING;
        s->at += opaque;
        return;
    }
    while (isalnum((unsigned char)s->at[name]) || s->at[name] == '_') {
        ++name;
    }
    s->kind = s->at == s->end ? TOKEN_END : name > 0 ? TOKEN_NAME : TOKEN_SIGN;
    s->token = (span){ s->at, name > 0 ? name : s->at < s->end };
    s->at += s->token.length;
}

static bool at_keys(const scanner *s)
{
    return s->depth >= OUTER && s->depth <= INNER;
}

static bool is(span found, const char *wanted)
{
    return found.length == strlen(wanted) && strncmp(found.start, wanted, found.length) == 0;
}

/* Whether it is at the wanted key's value, or for INNER inside of it. */
static bool at_key(const scanner *s, const char *key, const char *inner)
{
    return at_keys(s) && is(s->keys[OUTER], key)
           && (inner == NULL || (s->depth == INNER && is(s->keys[INNER], inner)));
}

nbb_source_place nbb_source_find(const char *source, const char *key, int item, const char *inner, const char *text)
{
    scanner s = { .at = source, .end = source + strlen(source) };
    const char *at = NULL;
    bool found = false;
    int items = 0;
    for (next(&s); s.kind != TOKEN_END && !found; next(&s)) {
        found = s.kind == TOKEN_STRING && text != NULL && at_key(&s, key, inner) && is(s.token, text);
        char sign = s.kind == TOKEN_SIGN ? *s.token.start : '\0';
        bool is_inner = item > 0 && is(s.name, inner);
        /* What the token says about depth and keys. */
        const span none = { NULL, 0 };
        if ((sign == ',' || sign == ';' || (sign == '=' && s.name.length > 0)) && at_keys(&s)) {
            s.keys[s.depth] = sign == '=' ? s.name : none;
        } else if (sign == '{' || sign == '}') {
            s.depth += sign == '{' ? 1 : -1;
            s.keys[INNER] = s.depth == INNER ? none : s.keys[INNER];
        }
        bool stays = s.is_bracketed && sign == ']';
        s.name = s.kind == TOKEN_NAME || (s.is_bracketed && s.kind == TOKEN_STRING) ? s.token : stays ? s.name : none;
        s.is_bracketed = sign == '[' || (s.is_bracketed && s.kind == TOKEN_STRING);
        bool is_in_item = s.depth == INNER + 1 && is(s.keys[OUTER], key);
        items += sign == '{' && is_in_item;
        bool is_at = item > 0 ? is_inner && is_in_item && items == item : at_key(&s, key, inner);
        at = found || (at == NULL && sign == '=' && is_at) ? s.token.start : at;
    }
    size_t before = at != NULL ? (size_t)(at - source) : 0;
    return (nbb_source_place){ at != NULL ? 1 + NBB_SUM(i, before, source[i] == '\n') : 0, found, before };
}

/* ---- functions of pages; the first upvalue is the script that they read ---- */

enum { SHOWN_MAX = 40 }; /* characters of a script's string in a message */

typedef struct script {
    const char *path;
    const nbb_text *source;
    const nbb_script_reader *reader;
    void *context;
    nbb_failed failed; /* by which the page refused what it returned */
    nbb_status status; /* the reader's */
} script;

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
    const script *run = lua_touserdata(state, lua_upvalueindex(1));
    const char *key = luaL_checkstring(state, 1), *inner = lua_tostring(state, 2);
    nbb_source_place place = nbb_source_find(nbb_text_string(run->source), key, (int)lua_tointeger(state, 3), inner,
                                             NULL);
    lua_pushinteger(state, place.line);
    lua_pushinteger(state, (lua_Integer)place.at);
    return place.line > 0 ? 2 : 0;
}

/* fail(line, message): ends the page's call; nbb_script_run fails so. */
static int fail(lua_State *state)
{
    script *run = lua_touserdata(state, lua_upvalueindex(1));
    const char *message = luaL_checkstring(state, 2);
    nbb_fail_at(NBB_ERROR_DEFINITION, run->path, (int)lua_tointeger(state, 1), "%s", message);
    run->failed = nbb_failure_take();
    return luaL_error(state, "refused");
}

/* ---- scripts ---- */

/* A description takes thousands of instructions and kilobytes, far from the limits; they end any other in little more
   than 1 s. */
static const nbb_sandbox_limits limits = { .instructions = 10000000, .milliseconds = 1000, .bytes = 16 << 20 };

#define CHUNK "definition" /* the script in Lua's messages, until its path replaces it */

static const struct {
    const char *name, *example, *what;
} makers[] = {
    [NBB_MAKER_FRACTAL] = { "fractal", "fractal { layout = ... }", "a definition" },
    [NBB_MAKER_SIMPLEX] = { "simplex", "simplex { m = 2 }", "a definition" },
    [NBB_MAKER_PROGRAM] = { "program", "program { state = ... }", "a program" },
};

/* Lua's `fractal { ... }` and the like: notes the line of the call and the maker for its table in the first upvalue,
   and returns the table. The second upvalue is the maker. */
static int mark(lua_State *state)
{
    lua_Integer maker = lua_tointeger(state, lua_upvalueindex(2));
    NBB_FAIL_IF(!lua_istable(state, 1), luaL_error(state, "%s expects a table, %s, got a %s", makers[maker].name,
                                                   makers[maker].example, luaL_typename(state, 1)));
    lua_Debug caller = { .currentline = 1 };
    if (lua_getstack(state, 1, &caller)) {
        lua_getinfo(state, "l", &caller);
    }
    lua_settop(state, 1);
    lua_pushvalue(state, 1);
    lua_pushinteger(state, (caller.currentline > 0 ? caller.currentline : 1) * NBB_MAKER_COUNT + maker);
    lua_rawset(state, lua_upvalueindex(1));
    return 1;
}

/* Lua's `box(5)` and the like, a neighbour list of a program: its text, "box(5)". The name is the upvalue. */
static int name_shape(lua_State *state)
{
    const char *name = lua_tostring(state, lua_upvalueindex(1));
    NBB_FAIL_IF(lua_gettop(state) != 1, luaL_error(state, "%s expects its radius alone, as in %s(5), got %d values",
                                                   name, name, lua_gettop(state)));
    NBB_FAIL_IF(!lua_isinteger(state, 1),
                luaL_error(state, "%s expects its radius, a whole number, as in %s(5), got %s", name, name,
                           luaL_tolstring(state, 1, NULL)));
    lua_pushfstring(state, "%s(%I)", name, lua_tointeger(state, 1));
    return 1;
}

/* Raises "returns a nil; a definition ends with: return ..., or: return ...". */
static int raise_result(lua_State *state, unsigned accepted, const char *returned)
{
    const char *words = "", *what = NULL;
    for (int maker = 0; maker < NBB_MAKER_COUNT; ++maker) {
        if (accepted >> maker & 1) {
            words = lua_pushfstring(state, "%s%sreturn %s", words, what != NULL ? ", or: " : "",
                                    makers[maker].example);
            what = what != NULL ? what : makers[maker].what;
        }
    }
    lua_pushfstring(state, "returns a %s; %s ends with: %s", returned, what, words);
    return lua_error(state);
}

/* Body: keeps the function that the reader's page returns, before the script changes what it finds. */
static int load_page(lua_State *state)
{
    static const lua_CFunction functions[] = { keys, cut, near, line_of_key, fail }; /* as describe.lua takes them */
    const script *run = lua_touserdata(state, 1);
    nbb_sandbox_load_page(state, run->reader->page);
    for (int i = 0; i < NBB_COUNT(functions); ++i) {
        lua_pushvalue(state, 1);
        lua_pushcclosure(state, functions[i], 1);
    }
    lua_call(state, NBB_COUNT(functions), 1);
    lua_rawsetp(state, LUA_REGISTRYINDEX, run->reader->page);
    return 0;
}

static void push_limits(lua_State *state, const nbb_script_reader *reader)
{
    lua_newtable(state);
    for (const nbb_script_limit *limit = reader->limits; limit->name != NULL; ++limit) {
        lua_pushinteger(state, limit->value);
        lua_setfield(state, -2, limit->name);
    }
    lua_newtable(state);
    for (int i = 0; reader->names != NULL && i < reader->names->count; ++i) {
        lua_pushstring(state, reader->names->names[i]);
        lua_rawseti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "names");
}

/* Body: runs the script and has read what it returns. */
static int run_script(lua_State *state)
{
    static const char *const shapes[] = { "box", "diamond", "disc" };
    script *run = lua_touserdata(state, 1);
    lua_newtable(state); /* for the lines of calls, and who was called */
    int marks = lua_gettop(state);
    for (int maker = 0; maker < NBB_MAKER_COUNT; ++maker) {
        lua_pushvalue(state, marks);
        lua_pushinteger(state, maker);
        lua_pushcclosure(state, mark, 2);
        lua_setglobal(state, makers[maker].name);
    }
    for (int i = 0; i < NBB_COUNT(shapes); ++i) {
        lua_pushstring(state, shapes[i]);
        lua_pushcclosure(state, name_shape, 1);
        lua_setglobal(state, shapes[i]);
    }
    nbb_sandbox_load(state, nbb_text_string(run->source), run->source->length, "=" CHUNK);
    lua_call(state, 0, 1);
    int result = lua_gettop(state);
    lua_pushvalue(state, result);
    lua_rawget(state, marks);
    int mark = (int)lua_tointeger(state, -1), maker = mark % NBB_MAKER_COUNT, line = mark / NBB_MAKER_COUNT;
    unsigned accepted = run->reader->accepted;
    NBB_FAIL_IF(mark == 0 || !(accepted >> maker & 1),
                raise_result(state, accepted, mark == 0 ? luaL_typename(state, result) : makers[maker].name));
    lua_settop(state, result);
    if (run->reader->page != NULL) { /* which makes its own of the table at the top */
        lua_rawgetp(state, LUA_REGISTRYINDEX, run->reader->page);
        lua_insert(state, -2);
        lua_pushstring(state, makers[maker].name);
        /* The file's name without folders and its end. */
        const char *name = basename(run->path), *dot = strrchr(name, '.');
        lua_pushlstring(state, name, dot != NULL ? (size_t)(dot - name) : strlen(name));
        lua_pushinteger(state, line);
        push_limits(state, run->reader);
        lua_call(state, 5, 1);
    }
    const nbb_script_found found = { (nbb_maker)maker, line, run->path, nbb_text_string(run->source) };
    run->status = run->reader->take(state, &found, run->context);
    return 0;
}

nbb_status nbb_script_load(const char *path, nbb_text *source)
{
    nbb_status status = nbb_text_read_file(source, path, NBB_SCRIPT_BYTES_MAX, NBB_ERROR_DEFINITION);
    /* Drops what no script needs: the mark that some editors write, a first line that names an interpreter for the
       shell, but for its end, so that lines keep their numbers, and "\r" before "\n". */
    const char *mark = "\xef\xbb\xbf", *all = nbb_text_string(source);
    size_t to = 0, from = strncmp(all, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
    from += strncmp(all + from, "#!", 2) == 0 ? strcspn(all + from, "\n") : 0;
    for (; from < source->length; ++from) {
        if (source->data[from] != '\r' || from + 1 == source->length || source->data[from + 1] != '\n') {
            source->data[to++] = source->data[from];
        }
    }
    if (source->length > 0) {
        source->data[to] = '\0';
    }
    source->length = to;
    return status == NBB_OK ? nbb_reads_add(path) : status;
}

nbb_status nbb_script_read(const char *path, const char *text, const nbb_script_reader *reader, void *context)
{
    NBB_LOCAL_TEXT source = NBB_TEXT_EMPTY;
    nbb_text_put(&source, text != NULL ? text : "", text != NULL ? strlen(text) : 0);
    NBB_TRY(text != NULL ? nbb_text_status(&source, "a script") : nbb_script_load(path, &source));
    script run = { .path = path, .source = &source, .reader = reader, .context = context };
    nbb_sandbox *sandbox = NULL;
    NBB_TRY(nbb_sandbox_open(&sandbox, limits));
    nbb_status status = reader->page != NULL ? nbb_sandbox_call(sandbox, NBB_ERROR_RUN, load_page, &run) : NBB_OK;
    status = status == NBB_OK ? nbb_sandbox_call(sandbox, NBB_ERROR_DEFINITION, run_script, &run) : status;
    int line = nbb_sandbox_line(sandbox);
    nbb_sandbox_close(sandbox);
    NBB_FAIL_IF(run.failed.status != NBB_OK, nbb_failure_give(&run.failed));
    NBB_RETURN_IF(status == NBB_OK, run.status);
    /* Opens the message of a failed script with its path: "definition:3: ..." becomes "PATH:3: ...", and a message
       without a line gets the one where the script stopped. */
    const char *message = nbb_message();
    size_t length = strlen(CHUNK);
    char *words = NULL;
    if (strncmp(message, CHUNK ":", length + 1) == 0) {
        long cited = strtol(message + length + 1, &words, 10);
        return nbb_fail_at(status, path, (int)cited, "%s", words + strspn(words, ": "));
    }
    return nbb_fail_at(status, path, line > 0 ? line : 1, "%s", message);
}

static nbb_status note_maker(NBB_UNUSED lua_State *state, const nbb_script_found *found, void *context)
{
    *(nbb_maker *)context = found->maker;
    return NBB_OK;
}

nbb_status nbb_script_maker(const char *path, nbb_maker *maker)
{
    static const nbb_script_reader reader = { .accepted = (1u << NBB_MAKER_COUNT) - 1, .take = note_maker };
    return nbb_script_read(path, NULL, &reader, maker);
}

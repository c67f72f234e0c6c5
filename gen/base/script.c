/* script.c - runs a Lua file in the sandbox, and finds out what it returns. */
#include "gen/base/script.h"

#include "gen/base/sandbox.h"

#include <lauxlib.h>

/* A description takes thousands of instructions and kilobytes, far from the limits; they end any other in little more
   than 1 s. */
static const nbb_sandbox_limits limits = { .instructions = 10000000, .milliseconds = 1000, .bytes = 16 << 20 };

#define CHUNK "definition" /* the script in Lua's messages, until its path replaces it */

static const struct {
    const char *name, *example, *what;
} makers[NBB_MAKER_COUNT] = {
#define X(name, text, example, what) { text, example, what },
    NBB_MAKERS(X)
#undef X
};

typedef struct script {
    const nbb_text *source;
    unsigned accepted;
    nbb_script_reader *read;
    void *context;
    nbb_status status; /* the reader's */
} script;

/* Lua's `fractal { ... }` and the like: notes the line of the call and the maker for its table in the first upvalue,
   and returns the table. The second upvalue is the maker. */
static int mark(lua_State *state)
{
    lua_Integer maker = lua_tointeger(state, lua_upvalueindex(2));
    if (!lua_istable(state, 1)) {
        return luaL_error(state, "%s expects a table, %s, got a %s", makers[maker].name, makers[maker].example,
                          luaL_typename(state, 1));
    }
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
    if (lua_gettop(state) != 1) {
        return luaL_error(state, "%s expects its radius alone, as in %s(5), got %d values", name, name,
                          lua_gettop(state));
    }
    if (!lua_isinteger(state, 1)) {
        return luaL_error(state, "%s expects its radius, a whole number, as in %s(5), got %s", name, name,
                          luaL_tolstring(state, 1, NULL));
    }
    lua_pushfstring(state, "%s(%I)", name, lua_tointeger(state, 1));
    return 1;
}

static void push_shapes(lua_State *state)
{
    static const char *const names[] = { "box", "diamond", "disc" };
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        lua_pushstring(state, names[i]);
        lua_pushcclosure(state, name_shape, 1);
        lua_setglobal(state, names[i]);
    }
}

/* Raises "returns a nil; a definition ends with: return ..., or: return ...". */
static int raise_result(lua_State *state, unsigned accepted, const char *returned)
{
    luaL_Buffer words;
    luaL_buffinit(state, &words);
    const char *what = NULL;
    for (int maker = 0; maker < NBB_MAKER_COUNT; ++maker) {
        if (accepted >> maker & 1) {
            luaL_addstring(&words, what != NULL ? ", or: return " : "return ");
            luaL_addstring(&words, makers[maker].example);
            what = what != NULL ? what : makers[maker].what;
        }
    }
    luaL_pushresult(&words);
    lua_pushfstring(state, "returns %s; %s ends with: %s", returned, what, lua_tostring(state, -1));
    return lua_error(state);
}

/* Body: runs the script and has read what it returns. */
static int run_script(lua_State *state)
{
    script *run = lua_touserdata(state, 1);
    lua_newtable(state); /* for the lines of calls, and who was called */
    int marks = lua_gettop(state);
    for (int maker = 0; maker < NBB_MAKER_COUNT; ++maker) {
        lua_pushvalue(state, marks);
        lua_pushinteger(state, maker);
        lua_pushcclosure(state, mark, 2);
        lua_setglobal(state, makers[maker].name);
    }
    push_shapes(state);
    nbb_sandbox_load(state, nbb_text_string(run->source), run->source->length, "=" CHUNK);
    lua_call(state, 0, 1);
    int result = lua_gettop(state);
    lua_pushvalue(state, result);
    lua_rawget(state, marks);
    int mark = (int)lua_tointeger(state, -1), maker = mark % NBB_MAKER_COUNT;
    if (mark == 0) {
        return raise_result(state, run->accepted, lua_pushfstring(state, "a %s", luaL_typename(state, result)));
    }
    if (!(run->accepted >> maker & 1)) {
        return raise_result(state, run->accepted, lua_pushfstring(state, "a %s", makers[maker].name));
    }
    run->status = run->read(state, result, (nbb_maker)maker, mark / NBB_MAKER_COUNT, run->context);
    return 0;
}

/* Where the text begins: behind the mark that some editors write, and behind a first line that names an interpreter
   for the shell, whose end stays so that lines keep their numbers. */
static size_t beginning(const nbb_text *text)
{
    const char *mark = "\xef\xbb\xbf", *all = nbb_text_string(text);
    size_t from = strncmp(all, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
    return strncmp(all + from, "#!", 2) == 0 ? from + strcspn(all + from, "\n") : from;
}

nbb_status nbb_script_load(const char *path, nbb_text *source)
{
    nbb_status status = nbb_text_read_file(source, path, NBB_SCRIPT_BYTES_MAX, NBB_ERROR_DEFINITION);
    /* Drops what no script needs, also "\r" before "\n". */
    size_t to = 0;
    for (size_t from = beginning(source); from < source->length; ++from) {
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

nbb_status nbb_script_run(const char *path, const nbb_text *source, unsigned accepted, nbb_script_reader *read,
                          void *context)
{
    script run = { .source = source, .accepted = accepted, .read = read, .context = context };
    nbb_sandbox *sandbox = NULL;
    NBB_TRY(nbb_sandbox_open(&sandbox, limits));
    nbb_status status = nbb_sandbox_call(sandbox, NBB_ERROR_DEFINITION, run_script, &run);
    int line = nbb_sandbox_line(sandbox);
    nbb_sandbox_close(sandbox);
    if (status == NBB_OK) {
        return run.status;
    }
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

static nbb_status note_maker(lua_State *state, int index, nbb_maker maker, int line, void *context)
{
    (void)state;
    (void)index;
    (void)line;
    *(nbb_maker *)context = maker;
    return NBB_OK;
}

nbb_status nbb_script_maker(const char *path, nbb_maker *maker)
{
    NBB_LOCAL_TEXT source = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_script_load(path, &source));
    return nbb_script_run(path, &source, (1u << NBB_MAKER_COUNT) - 1, note_maker, maker);
}

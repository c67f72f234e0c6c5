/* script.c - runs a Lua file in the sandbox, and finds out what it returns. */
#include "gen/base/script.h"

#include "gen/base/lua_read.h"

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
    nbb_lua_source file;
    const nbb_text *source;
    const nbb_script_reader *reader;
    void *context;
    nbb_status status; /* the reader's */
} script;

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
    script *run = lua_touserdata(state, 1);
    const nbb_page_script *page = run->reader->page;
    nbb_sandbox_load_page(state, page);
    int functions = nbb_lua_push_functions(state, &run->file);
    lua_call(state, functions, 1);
    lua_rawsetp(state, LUA_REGISTRYINDEX, page);
    return 0;
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
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
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
        const char *slash = strrchr(run->file.path, '/'), *name = slash != NULL ? slash + 1 : run->file.path;
        const char *dot = strrchr(name, '.');
        lua_pushlstring(state, name, dot != NULL ? (size_t)(dot - name) : strlen(name));
        lua_pushinteger(state, line);
        run->reader->push_limits(state);
        lua_call(state, 5, 1);
    }
    const nbb_script_found found = { (nbb_maker)maker, line, run->file.path, run->file.text };
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
    script run = { { path, nbb_text_string(&source), { .status = NBB_OK } }, &source, reader, context, NBB_OK };
    nbb_sandbox *sandbox = NULL;
    NBB_TRY(nbb_sandbox_open(&sandbox, limits));
    nbb_status status = reader->page != NULL ? nbb_sandbox_call(sandbox, NBB_ERROR_RUN, load_page, &run) : NBB_OK;
    status = status == NBB_OK ? nbb_sandbox_call(sandbox, NBB_ERROR_DEFINITION, run_script, &run) : status;
    int line = nbb_sandbox_line(sandbox);
    nbb_sandbox_close(sandbox);
    NBB_FAIL_IF(run.file.failed.status != NBB_OK, nbb_failure_give(&run.file.failed));
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

/* template.c - turns a template into a Lua chunk, line by line so that line numbers stay, and runs it. */
#include "gen/source/template.h"

#include "gen/source/embedded.h"
#include "gen/source/lua_values.h"

#include <lauxlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH_MAX = 16, FILE_MAX = 1 << 20 };

struct nbb_template {
    nbb_sandbox *sandbox;
    const char *folder;
    const char *target;
    nbb_text *output; /* of the expansion in progress */
    nbb_text path;    /* scratch: of the file looked for */
    nbb_text file;    /* scratch: its text when it comes from the folder */
    nbb_text chunk;   /* scratch: the text as Lua */
    const char *name; /* a request's template, for the protected bodies */
    int depth;
};

/* Appends a Lua string literal. */
static void quote(nbb_text *chunk, const char *text, size_t length)
{
    nbb_text_put(chunk, "\"", 1);
    for (size_t i = 0; i < length; ++i) {
        if (text[i] == '"' || text[i] == '\\') {
            nbb_text_put(chunk, "\\", 1);
        }
        nbb_text_put(chunk, &text[i], 1);
    }
    nbb_text_put(chunk, "\"", 1);
}

/* The } that closes an expression which begins at `text`, or NULL. Braces inside it must pair. */
static const char *closing_brace(const char *text, const char *end)
{
    int open = 1;
    for (; text < end; ++text) {
        open += (*text == '{') - (*text == '}');
        if (open == 0) {
            return text;
        }
    }
    return NULL;
}

/* Appends the call that puts one line of text behind so many blanks; false when a ${ is not closed. */
static bool translate_line(nbb_text *chunk, int indent, const char *line, const char *end)
{
    nbb_text_add(chunk, "put(");
    if (indent > 0) {
        nbb_text_add(chunk, "\"%*s\" .. ", indent, "");
    }
    for (const char *at = line;;) {
        const char *dollar = memmem(at, (size_t)(end - at), "${", 2);
        quote(chunk, at, (size_t)((dollar != NULL ? dollar : end) - at));
        if (dollar == NULL) {
            break;
        }
        const char *close = closing_brace(dollar + 2, end);
        NBB_FAIL_IF(close == NULL, false);
        nbb_text_add(chunk, ", (%.*s), ", (int)(close - dollar - 2), dollar + 2);
        at = close + 1;
    }
    nbb_text_add(chunk, ", \"\\n\")");
    return true;
}

/* The Lua of a control line, after its $, or NULL of a text line. */
static const char *control_of(const char *line, const char *end)
{
    while (line < end && *line == ' ') {
        ++line;
    }
    return line < end && *line == '$' && !(line + 1 < end && line[1] == '{') ? line + 1 : NULL;
}

/* The text that a control line has behind its condition or loop, "then | ", or NULL. */
static const char *body_of(const char *control, const char *end)
{
    const char *at = memmem(control, (size_t)(end - control), " | ", 3);
    bool has_body = at != NULL && at - control > 4
                    && (memcmp(at - 4, "then", 4) == 0 || memcmp(at - 3, " do", 3) == 0);
    return has_body ? at + 3 : NULL;
}

/* Translates a whole template; the number of the line that is not well formed, or 0. */
static int translate(nbb_text *chunk, const char *text, size_t length)
{
    int number = 0;
    const char *end = text + length;
    for (const char *line = text; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop != NULL ? stop : end;
        ++number;
        const char *control = control_of(line, stop), *body = control != NULL ? body_of(control, stop) : NULL;
        if (control != NULL) {
            nbb_text_put(chunk, control, (size_t)((body != NULL ? body - 2 : stop) - control));
        }
        if (control == NULL && !translate_line(chunk, 0, line, stop)) {
            return number;
        }
        if (body != NULL && !translate_line(chunk, (int)(control - 1 - line), body, stop)) {
            return number;
        }
        nbb_text_add(chunk, body != NULL ? " end\n" : "\n");
        line = stop + 1;
    }
    return 0;
}

/* Whether the user's folder has the file; engine->path then holds its path. */
static bool is_in_folder(nbb_template *engine, const char *path)
{
    if (engine->folder == NULL) {
        return false;
    }
    engine->path.length = 0;
    nbb_text_add(&engine->path, "%s/%s", engine->folder, path);
    return access(nbb_text_string(&engine->path), R_OK) == 0;
}

/* In a body: the file's text, from the folder or from the program; false when neither has it. */
static bool read_file(lua_State *state, nbb_template *engine, const char *path, const char **text, size_t *length)
{
    if (is_in_folder(engine, path)) {
        engine->file.length = 0;
        nbb_need(state, nbb_text_read_file(&engine->file, engine->path.data, FILE_MAX, NBB_ERROR_RUN), NULL);
        nbb_need(state, nbb_reads_add(engine->path.data), NULL);
        *text = nbb_text_string(&engine->file);
        *length = engine->file.length;
        return true;
    }
    const nbb_embedded_file *embedded = nbb_embedded_templates;
    while (embedded->path != NULL && strcmp(embedded->path, path) != 0) {
        ++embedded;
    }
    *text = embedded->text;
    *length = embedded->length;
    return embedded->path != NULL;
}

/* In a body: pushes the name of a file's chunk, for messages to name the file where it was found. */
static const char *push_chunk_name(lua_State *state, nbb_template *engine, const char *path)
{
    return is_in_folder(engine, path) ? lua_pushfstring(state, "@%s", engine->path.data)
                                      : lua_pushfstring(state, "=templates/%s", path);
}

/* In a body: runs text as the chunk of a file and pushes the value that it returns, or nil; its `...` are what stands
   on the stack from `first` on, to `last`. */
static void run_chunk(lua_State *state, nbb_template *engine, const char *path, const char *text, size_t length,
                      int first, int last)
{
    nbb_sandbox_load(state, text, length, push_chunk_name(state, engine, path));
    for (int i = first; i <= last; ++i) {
        lua_pushvalue(state, i);
    }
    lua_call(state, last >= first ? last - first + 1 : 0, 1);
    lua_remove(state, -2); /* the chunk's name */
}

/* In a body: expands one template file, with `...` and the value as of run_chunk; false, and no value, when there is
   none at this path. */
static bool expand_file(lua_State *state, nbb_template *engine, const char *path, int first, int last)
{
    const char *text = NULL;
    size_t length = 0;
    NBB_FAIL_IF(!read_file(state, engine, path, &text, &length), false);
    engine->chunk.length = 0;
    int wrong = translate(&engine->chunk, text, length);
    if (wrong > 0) {
        const char *name = push_chunk_name(state, engine, path) + 1;
        luaL_error(state, "%s:%d: ${ is not closed on its line", name, wrong);
    }
    nbb_need(state, nbb_text_status(&engine->chunk, "a template"), NULL);
    run_chunk(state, engine, path, nbb_text_string(&engine->chunk), engine->chunk.length, first, last);
    return true;
}

static nbb_template *engine_of(lua_State *state)
{
    return lua_touserdata(state, lua_upvalueindex(1));
}

/* put(...): appends strings and integers to the output. */
static int put(lua_State *state)
{
    nbb_template *engine = engine_of(state);
    for (int i = 1; i <= lua_gettop(state); ++i) {
        int exact = 0;
        lua_Integer number = lua_type(state, i) == LUA_TNUMBER ? lua_tointegerx(state, i, &exact) : 0;
        if (exact) {
            nbb_text_add(engine->output, "%lld", (long long)number);
        } else if (lua_type(state, i) == LUA_TSTRING) {
            size_t length = 0;
            const char *text = lua_tolstring(state, i, &length);
            nbb_text_put(engine->output, text, length);
        } else {
            return luaL_error(state, "${} number %d on this line is %s; a string or an integer is wanted", i / 2,
                              luaL_typename(state, i));
        }
    }
    return 0;
}

/* section(name, ...): expands another template here, whose `...` is the rest; its value is what that returns. */
static int section(lua_State *state)
{
    nbb_template *engine = engine_of(state);
    int last = lua_gettop(state);
    const char *name = luaL_checkstring(state, 1);
    if (++engine->depth > DEPTH_MAX) {
        return luaL_error(state, "section \"%s\": more than %d sections deep", name, DEPTH_MAX);
    }
    bool found;
    if (strchr(name, '/') != NULL) {
        found = expand_file(state, engine, lua_pushfstring(state, "%s.in", name), 2, last);
    } else {
        found = expand_file(state, engine, lua_pushfstring(state, "%s/%s.in", engine->target, name), 2, last)
                || expand_file(state, engine, lua_pushfstring(state, "shared/%s.in", name), 2, last);
    }
    if (!found) {
        return luaL_error(state, "section \"%s\": no such template for target %s", name, engine->target);
    }
    --engine->depth;
    return 1;
}

/* needs(condition, what): where a template's precondition does not hold, the expansion ends and cites its line. */
static int needs(lua_State *state)
{
    const char *what = luaL_checkstring(state, 2);
    return lua_toboolean(state, 1) ? 0 : luaL_error(state, "this section needs %s", what);
}

static int define_functions(lua_State *state)
{
    const luaL_Reg functions[] = { { "put", put }, { "section", section }, { "needs", needs }, { NULL, NULL } };
    void *engine = lua_touserdata(state, 1);
    lua_pushglobaltable(state);
    lua_pushlightuserdata(state, engine);
    luaL_setfuncs(state, functions, 1);
    return 0;
}

nbb_status nbb_template_open(nbb_template **engine, const char *folder, const char *target)
{
    struct stat found;
    NBB_FAIL_IF(folder != NULL && (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode)),
                nbb_fail(NBB_ERROR_USAGE, "--templates %s: there is no such folder", folder));
    nbb_template *made = calloc(1, sizeof *made);
    NBB_FAIL_IF(made == NULL, nbb_fail_memory(sizeof *made, "the template engine"));
    made->folder = folder;
    made->target = target;
    nbb_status status = nbb_sandbox_open(&made->sandbox, (nbb_sandbox_limits){ 0 });
    if (status == NBB_OK) {
        status = nbb_template_define(made, define_functions, made);
    }
    status = status == NBB_OK ? nbb_template_run(made, "text.lua") : status;
    if (status != NBB_OK) {
        nbb_template_close(made);
        return status;
    }
    *engine = made;
    return NBB_OK;
}

/* Calls a body. A failure that begins with a template's place, "rule.in:12: ", has it as data as well. */
nbb_status nbb_template_define(nbb_template *engine, lua_CFunction body, void *context)
{
    nbb_status status = nbb_sandbox_call(engine->sandbox, NBB_ERROR_RUN, body, context);
    const char *message = nbb_message(), *end = status == NBB_OK ? NULL : strstr(message, ".in:");
    char *words = NULL;
    long line = end != NULL ? strtol(end + 4, &words, 10) : 0;
    if (line > 0 && strncmp(words, ": ", 2) == 0) {
        NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
        nbb_text_put(&path, message, (size_t)(end + 3 - message));
        nbb_fail_at(status, nbb_text_string(&path), (int)line, "%s", words + 2);
    }
    return status;
}

static int run_body(lua_State *state)
{
    nbb_template *engine = lua_touserdata(state, 1);
    const char *text = NULL;
    size_t length = 0;
    if (!read_file(state, engine, engine->name, &text, &length)) {
        return luaL_error(state, "templates/%s: no such file", engine->name);
    }
    run_chunk(state, engine, engine->name, text, length, 1, 0);
    return 0;
}

/* __newindex of the globals during an expansion. */
static int fail_global(lua_State *state)
{
    return luaL_error(state, "'%s' is not local: a section takes arguments and returns a value",
                      luaL_tolstring(state, 2, NULL));
}

static int expand_body(lua_State *state)
{
    nbb_template *engine = lua_touserdata(state, 1);
    engine->depth = 0;
    lua_pushglobaltable(state);
    lua_getmetatable(state, -1); /* the sandbox's, which tells undefined names */
    lua_pushcfunction(state, fail_global);
    lua_setfield(state, -2, "__newindex");
    lua_pop(state, 2);
    if (!expand_file(state, engine, engine->name, 1, 0)) {
        return luaL_error(state, "templates/%s: no such template", engine->name);
    }
    return 0;
}

nbb_status nbb_template_run(nbb_template *engine, const char *path)
{
    engine->name = path;
    return nbb_template_define(engine, run_body, engine);
}

nbb_status nbb_template_expand(nbb_template *engine, const char *path, nbb_text *output)
{
    engine->name = path;
    engine->output = output;
    NBB_TRY(nbb_template_define(engine, expand_body, engine));
    return nbb_text_status(output, "generated source");
}

/* What text.lua makes a text. */
typedef struct finishing {
    const nbb_text *text;
    const char *own;
    nbb_text *output;
} finishing;

static int finish_body(lua_State *state)
{
    const finishing *of = lua_touserdata(state, 1);
    size_t length = 0;
    lua_getglobal(state, "finished");
    lua_pushlstring(state, nbb_text_string(of->text), of->text->length);
    lua_pushstring(state, of->own);
    lua_call(state, 2, 1);
    const char *made = lua_tolstring(state, -1, &length);
    nbb_text_put(of->output, made, length);
    return 0;
}

nbb_status nbb_template_finish(nbb_template *engine, const nbb_text *text, const char *own, nbb_text *output)
{
    finishing of = { text, own, output };
    NBB_TRY(nbb_template_define(engine, finish_body, &of));
    return nbb_text_status(output, "source text");
}

void nbb_template_close(nbb_template *engine)
{
    if (engine == NULL) {
        return;
    }
    nbb_sandbox_close(engine->sandbox);
    nbb_text_free(&engine->path);
    nbb_text_free(&engine->file);
    nbb_text_free(&engine->chunk);
    free(engine);
}

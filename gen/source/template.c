/* template.c - makes Lua of the templates and runs it: templates/template.lua expands them. */
#include "gen/source/template.h"

#include "gen/source/embedded.h"
#include "gen/source/lua_values.h"

#include <lauxlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 20 };

struct nbb_template {
    nbb_sandbox *sandbox;
    const char *folder;
    const char *target;
    nbb_text path;          /* scratch: of the file looked for */
    nbb_text file;          /* scratch: its text when it comes from the folder, and as Lua */
    const char *name, *own; /* a request, for the protected bodies */
    nbb_text *output;
};

/* In a body: pushes a file's text, from the user's folder or else from the program, and the name of its chunk, which
   tells where it was found; false when neither has it. */
static bool push_file(lua_State *state, nbb_template *engine, const char *path)
{
    engine->path.length = engine->file.length = 0;
    nbb_text_add(&engine->path, "%s/%s", engine->folder != NULL ? engine->folder : "", path);
    if (engine->folder != NULL && access(nbb_text_string(&engine->path), R_OK) == 0) {
        nbb_need(state, nbb_text_read_file(&engine->file, engine->path.data, FILE_MAX, NBB_ERROR_RUN));
        nbb_need(state, nbb_reads_add(engine->path.data));
        lua_pushlstring(state, nbb_text_string(&engine->file), engine->file.length);
        lua_pushfstring(state, "@%s", engine->path.data);
        return true;
    }
    const nbb_embedded_file *embedded = nbb_embedded_templates;
    while (embedded->path != NULL && strcmp(embedded->path, path) != 0) {
        ++embedded;
    }
    NBB_FAIL_IF(embedded->path == NULL, false);
    lua_pushlstring(state, embedded->text, embedded->length);
    lua_pushfstring(state, "=templates/%s", path);
    return true;
}

/* text_of(path): what push_file pushes, or nothing. */
static int text_of(lua_State *state)
{
    return push_file(state, lua_touserdata(state, lua_upvalueindex(1)), luaL_checkstring(state, 1)) ? 2 : 0;
}

/* compile(text, name): Lua's text as a function, whose chunk has this name. */
static int compile(lua_State *state)
{
    size_t length = 0;
    const char *text = luaL_checklstring(state, 1, &length);
    nbb_sandbox_load(state, text, length, luaL_checkstring(state, 2));
    return 1;
}

/* ---- a template as Lua, line by line so that line numbers stay ---- */

/* Appends a Lua string literal. */
static void quote(nbb_text *chunk, const char *text, size_t length)
{
    nbb_text_put(chunk, "\"", 1);
    for (size_t i = 0; i < length; ++i) {
        nbb_text_put(chunk, "\\", text[i] == '"' || text[i] == '\\');
        nbb_text_put(chunk, &text[i], 1);
    }
    nbb_text_put(chunk, "\"", 1);
}

/* The } that closes an expression which begins at `text`, or NULL. Braces inside it must pair. */
static const char *closing_brace(const char *text, const char *end)
{
    for (int open = 1; text < end; ++text) {
        open += (*text == '{') - (*text == '}');
        NBB_FAIL_IF(open == 0, text);
    }
    return NULL;
}

/* Appends the call that puts a line of text behind so many blanks; false where a ${ is not closed. */
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
    nbb_text_put(chunk, ")", 1);
    return true;
}

/* The Lua of a control line, after its $, or NULL of a line of text. */
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

/* Appends a line, up to its end; false as above. */
static bool translate(nbb_text *chunk, const char *line, const char *stop)
{
    const char *control = control_of(line, stop), *body = control != NULL ? body_of(control, stop) : NULL;
    if (control != NULL) {
        nbb_text_put(chunk, control, (size_t)((body != NULL ? body - 2 : stop) - control));
    }
    bool is_closed = control == NULL ? translate_line(chunk, 0, line, stop)
                                     : body == NULL || translate_line(chunk, (int)(control - 1 - line), body, stop);
    nbb_text_add(chunk, body != NULL ? " end\n" : "\n");
    return is_closed;
}

/* as_lua(text, name): the text of a template as Lua's. */
static int as_lua(lua_State *state)
{
    nbb_template *engine = lua_touserdata(state, lua_upvalueindex(1));
    nbb_text *chunk = &engine->file; /* what push_file read is the state's by now */
    size_t length = 0;
    const char *text = luaL_checklstring(state, 1, &length), *end = text + length;
    int number = 0;
    chunk->length = 0;
    for (const char *line = text, *stop; line < end; line = stop + 1) {
        stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop != NULL ? stop : end;
        ++number;
        if (!translate(chunk, line, stop)) {
            lua_pushfstring(state, "%s:%d: ${ is not closed on its line", luaL_checkstring(state, 2) + 1, number);
            return lua_error(state);
        }
    }
    nbb_need(state, nbb_text_status(chunk, "a template"));
    lua_pushlstring(state, nbb_text_string(chunk), chunk->length);
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
    const luaL_Reg functions[] = {
        { "text_of", text_of }, { "compile", compile }, { "as_lua", as_lua }, { "needs", needs }, { NULL, NULL }
    };
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
    nbb_template *made;
    NBB_TRY(NBB_MAKE(made, 1, "the template engine"));
    made->folder = folder;
    made->target = target;
    NBB_TRY_OR(nbb_sandbox_open(&made->sandbox, (nbb_sandbox_limits){ 0 }), nbb_template_close(made));
    NBB_TRY_OR(nbb_template_define(made, define_functions, made), nbb_template_close(made));
    NBB_TRY_OR(nbb_template_run(made, "text.lua"), nbb_template_close(made));
    NBB_TRY_OR(nbb_template_run(made, "template.lua"), nbb_template_close(made));
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
    lua_pushcfunction(state, compile);
    if (!push_file(state, engine, engine->name)) {
        return luaL_error(state, "templates/%s: no such file", engine->name);
    }
    lua_call(state, 2, 1);
    lua_call(state, 0, 0);
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
    size_t length = 0;
    lua_pushglobaltable(state);
    lua_getmetatable(state, -1); /* the sandbox's, which tells undefined names */
    lua_pushcfunction(state, fail_global);
    lua_setfield(state, -2, "__newindex");
    lua_getglobal(state, "expanded");
    lua_pushstring(state, engine->name);
    lua_pushstring(state, engine->target);
    lua_pushstring(state, engine->own);
    lua_call(state, 3, 1);
    const char *text = lua_tolstring(state, -1, &length);
    nbb_text_put(engine->output, text, length);
    return 0;
}

nbb_status nbb_template_run(nbb_template *engine, const char *path)
{
    engine->name = path;
    return nbb_template_define(engine, run_body, engine);
}

nbb_status nbb_template_expand(nbb_template *engine, const char *path, const char *own, nbb_text *output)
{
    engine->name = path;
    engine->own = own;
    engine->output = output;
    NBB_TRY(nbb_template_define(engine, expand_body, engine));
    return nbb_text_status(output, "generated source");
}

void nbb_template_close(nbb_template *engine)
{
    if (engine == NULL) {
        return;
    }
    nbb_sandbox_close(engine->sandbox);
    nbb_text_free(&engine->path);
    nbb_text_free(&engine->file);
    free(engine);
}

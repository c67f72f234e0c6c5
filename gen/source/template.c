/* template.c - finds the templates and runs Lua: template.lua makes Lua of them and expands them. */
#include "gen/source/template.h"

#include "gen/source/source_values.h"

#include <lauxlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 20 };
extern const nbb_page_script nbb_template_pages;

struct nbb_template {
    nbb_sandbox *sandbox;
    const char *folder;
    const char *target;
    nbb_text file;          /* scratch: its text when it comes from the folder */
    const char *name, *own; /* a request, for the protected bodies */
    nbb_text *output;
};

/* In a body: pushes a file's text, from the user's folder, and the name of its chunk, which tells where it was found;
   or else what it is as a function in the program. The number of values; 0 when neither has it. */
static int push_file(lua_State *state, nbb_template *engine, const char *path)
{
    const char *own = lua_pushfstring(state, "@%s/%s", engine->folder != NULL ? engine->folder : "", path);
    engine->file.length = 0;
    if (engine->folder != NULL && access(own + 1, R_OK) == 0) {
        nbb_need(state, nbb_text_read_file(&engine->file, own + 1, FILE_MAX, NBB_ERROR_RUN));
        nbb_need(state, nbb_reads_add(own + 1));
        lua_pushlstring(state, nbb_text_string(&engine->file), engine->file.length);
        lua_insert(state, -2);
        return 2;
    }
    const nbb_embedded_file *embedded = nbb_embedded_templates;
    while (embedded->path != NULL && strcmp(embedded->path, path) != 0) {
        ++embedded;
    }
    NBB_RETURN_IF(embedded->path == NULL, 0);
    nbb_sandbox_load_page(state, &embedded->script);
    return 1;
}

/* text_of(path): what push_file pushes, or nothing. */
static int text_of(lua_State *state)
{
    return push_file(state, lua_touserdata(state, lua_upvalueindex(1)), luaL_checkstring(state, 1));
}

/* compile(text, name): Lua's text as a function, whose chunk has this name. */
static int compile(lua_State *state)
{
    size_t length = 0;
    const char *text = luaL_checklstring(state, 1, &length);
    nbb_sandbox_load(state, text, length, luaL_checkstring(state, 2));
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
        { "text_of", text_of }, { "compile", compile }, { "needs", needs }, { NULL, NULL }
    };
    void *engine = lua_touserdata(state, 1);
    lua_pushglobaltable(state);
    lua_pushlightuserdata(state, engine);
    luaL_setfuncs(state, functions, 1);
    nbb_sandbox_load_page(state, &nbb_template_pages);
    lua_call(state, 0, 0);
    return 0;
}

nbb_status nbb_template_open(nbb_template **engine, const char *folder, const char *target)
{
    struct stat found;
    NBB_REFUSE_IF(folder != NULL && (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode)),
                  "--templates %s: there is no such folder", folder);
    NBB_TRY(NBB_MAKE(*engine, 1, "the template engine"));
    (*engine)->folder = folder;
    (*engine)->target = target;
    NBB_TRY(nbb_sandbox_open(&(*engine)->sandbox, (nbb_sandbox_limits){ 0 }));
    return nbb_template_define(*engine, define_functions, *engine);
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
    int values = push_file(state, engine, engine->name);
    NBB_FAIL_IF(values == 0, luaL_error(state, "templates/%s: no such file", engine->name));
    if (values == 2) {
        lua_call(state, 2, 1);
    }
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

void nbb_template_close(nbb_template **engine)
{
    NBB_LEAVE_IF(*engine == NULL);
    nbb_sandbox_close((*engine)->sandbox);
    nbb_text_free(&(*engine)->file);
    free(*engine);
}

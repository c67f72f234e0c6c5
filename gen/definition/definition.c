/* definition.c - reads a Lua definition: runs it in the sandbox, drafts and checks what it returns. */
#include "gen/definition/definition.h"
#include "gen/definition/draft.h"
#include "gen/base/sandbox.h"
#include "gen/base/say.h"

#include <lauxlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 20 };

/* A definition takes thousands of instructions and kilobytes: far from the limits, which end any other within 2 s. */
static const nbb_sandbox_limits limits = { .instructions = 10000000, .milliseconds = 1000, .bytes = 16 << 20 };

#define CHUNK "definition"                            /* the script in Lua's messages, until its path replaces it */

typedef struct script {
    const nbb_text *source;
    nbb_draft *draft;
    nbb_status status;                                /* of the draft's reading */
} script;

/* What a definition may return, by kind. */
static const struct {
    const char *name, *example;
} makers[NBB_KINDS] = { { "fractal", "fractal { layout = ... }" }, { "simplex", "simplex { m = 2 }" } };

/* Lua's `fractal { ... }` and `simplex { ... }`: notes the line of the call for its table in the first upvalue, and
   returns the table. The second upvalue is the kind. */
static int mark(lua_State *state)
{
    if (!lua_istable(state, 1)) {
        lua_Integer kind = lua_tointeger(state, lua_upvalueindex(2));
        return luaL_error(state, "%s expects a table, %s, got a %s", makers[kind].name, makers[kind].example,
                          luaL_typename(state, 1));
    }
    lua_Debug caller = { .currentline = 1 };
    if (lua_getstack(state, 1, &caller)) {
        lua_getinfo(state, "l", &caller);
    }
    lua_settop(state, 1);
    lua_pushvalue(state, 1);
    lua_pushinteger(state, caller.currentline > 0 ? caller.currentline : 1);
    lua_rawset(state, lua_upvalueindex(1));
    return 1;
}

/* Body: runs the script and drafts what it returns. */
static int run_script(lua_State *state)
{
    script *run = lua_touserdata(state, 1);
    int marks = lua_gettop(state) + 1;                /* a table of each kind: the lines of its calls */
    for (int kind = 0; kind < NBB_KINDS; ++kind) {
        lua_newtable(state);
        lua_pushvalue(state, -1);
        lua_pushinteger(state, kind);
        lua_pushcclosure(state, mark, 2);
        lua_setglobal(state, makers[kind].name);
    }
    nbb_sandbox_load(state, nbb_text_string(run->source), run->source->length, "=" CHUNK);
    lua_call(state, 0, 1);
    int result = lua_gettop(state);
    for (int kind = 0; kind < NBB_KINDS; ++kind) {
        lua_pushvalue(state, result);
        lua_rawget(state, marks + kind);
        if (!lua_isnil(state, -1)) {
            run->draft->kind = (nbb_kind)kind;
            run->draft->line = (int)lua_tointeger(state, -1);
            run->status = nbb_draft_read(state, result, run->draft);
            return 0;
        }
    }
    lua_pushfstring(state, "returns a %s; a definition ends with: return %s, or: return %s",
                    luaL_typename(state, result), makers[NBB_KIND_FRACTAL].example, makers[NBB_KIND_SIMPLEX].example);
    return lua_error(state);
}

/* Opens the message of a failed script with its path: "definition:3: ..." becomes "PATH:3: ...", and a message
   without a line gets the one where the script stopped. */
static nbb_status name_file(const char *path, int line, nbb_status status)
{
    const char *message = nbb_message();
    size_t length = strlen(CHUNK);
    if (strncmp(message, CHUNK ":", length + 1) == 0) {
        return nbb_fail(status, "%s%s", path, message + length);
    }
    return nbb_fail(status, "%s:%d: %s", path, line > 0 ? line : 1, message);
}

static nbb_status run_in_sandbox(const char *path, script *run)
{
    nbb_sandbox *sandbox = NULL;
    NBB_TRY(nbb_sandbox_open(&sandbox, limits));
    nbb_status status = nbb_sandbox_call(sandbox, NBB_ERROR_DEFINITION, run_script, run);
    int line = nbb_sandbox_line(sandbox);
    nbb_sandbox_close(sandbox);
    return status == NBB_OK ? run->status : name_file(path, line, status);
}

static nbb_status check_draft(const nbb_draft *draft, nbb_definition *definition)
{
    bool is_simplex = draft->kind == NBB_KIND_SIMPLEX;
    definition->kind = draft->kind;
    NBB_TRY(is_simplex ? nbb_draft_check_simplex(draft, &definition->simplex)
                       : nbb_draft_check(draft, &definition->fractal));
    char **path = is_simplex ? &definition->simplex.path : &definition->fractal.path;
    nbb_text shown = NBB_TEXT_EMPTY;                  /* for reports alone, which print it as it is */
    nbb_text_show(&shown, draft->path, strlen(draft->path));
    *path = shown.data;
    return nbb_text_status(&shown, "a path");
}

nbb_status nbb_definition_load(const char *path, nbb_definition *definition)
{
    nbb_text source = NBB_TEXT_EMPTY;
    nbb_draft draft = { .path = path, .line = 1 };
    *definition = (nbb_definition){ .kind = NBB_KIND_FRACTAL };
    nbb_status status = nbb_text_read_file(&source, path, FILE_MAX, NBB_ERROR_DEFINITION);
    if (status == NBB_OK) {
        draft.source = nbb_text_string(&source);
        status = run_in_sandbox(path, &(script){ .source = &source, .draft = &draft });
    }
    if (status == NBB_OK) {
        status = check_draft(&draft, definition);
    }
    if (status != NBB_OK) {
        nbb_definition_free(definition);
    }
    nbb_draft_free(&draft);
    nbb_text_free(&source);
    return status;
}

void nbb_definition_free(nbb_definition *definition)
{
    nbb_fractal_free(&definition->fractal);
    nbb_simplex_free(&definition->simplex);
}

nbb_domain nbb_definition_domain(const nbb_definition *definition, int64_t size)
{
    bool is_simplex = definition->kind == NBB_KIND_SIMPLEX;
    return (nbb_domain){ is_simplex ? NULL : &definition->fractal, is_simplex ? &definition->simplex : NULL, size };
}

/* definition.c - reads a fractal's Lua definition: runs it in the sandbox, drafts and checks what it returns. */
#include "definition.h"
#include "draft.h"
#include "sandbox.h"

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

/* Lua's `fractal { ... }`: notes the line of the call for its table in the upvalue, and returns the table. */
static int mark_fractal(lua_State *state)
{
    if (!lua_istable(state, 1)) {
        return luaL_error(state, "fractal expects a table, fractal { layout = ... }, got a %s",
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
    lua_newtable(state);
    int marks = lua_gettop(state);
    lua_pushvalue(state, marks);
    lua_pushcclosure(state, mark_fractal, 1);
    lua_setglobal(state, "fractal");
    nbb_sandbox_load(state, nbb_text_string(run->source), run->source->length, "=" CHUNK);
    lua_call(state, 0, 1);
    int result = lua_gettop(state);
    lua_pushvalue(state, result);
    lua_rawget(state, marks);
    if (lua_isnil(state, -1)) {
        lua_pushfstring(state, "returns a %s; a definition ends with: return fractal { layout = ... }",
                        luaL_typename(state, result));
        return lua_error(state);
    }
    run->draft->line = (int)lua_tointeger(state, -1);
    run->status = nbb_draft_read(state, result, run->draft);
    return 0;
}

/* Opens the message of a failed script with its path: "definition:3: ..." becomes "PATH:3: ...". */
static nbb_status name_file(const char *path, nbb_status status)
{
    const char *message = nbb_message();
    size_t length = strlen(CHUNK);
    if (strncmp(message, CHUNK ":", length + 1) == 0) {
        return nbb_fail(status, "%s%s", path, message + length);
    }
    return nbb_fail(status, "%s: %s", path, message);
}

static nbb_status run_in_sandbox(const char *path, script *run)
{
    nbb_sandbox *sandbox = NULL;
    NBB_TRY(nbb_sandbox_open(&sandbox, limits));
    nbb_status status = nbb_sandbox_call(sandbox, NBB_ERROR_DEFINITION, run_script, run);
    nbb_sandbox_close(sandbox);
    return status == NBB_OK ? run->status : name_file(path, status);
}

nbb_status nbb_definition_load(const char *path, nbb_fractal *fractal)
{
    nbb_text source = NBB_TEXT_EMPTY;
    nbb_draft draft = { .path = path, .line = 1 };
    *fractal = (nbb_fractal){ .name = "" };
    nbb_status status = nbb_text_read_file(&source, path, FILE_MAX, NBB_ERROR_DEFINITION);
    if (status != NBB_OK) {
        goto done;
    }
    draft.source = nbb_text_string(&source);
    status = run_in_sandbox(path, &(script){ .source = &source, .draft = &draft });
    if (status != NBB_OK) {
        goto done;
    }
    status = nbb_draft_check(&draft, fractal);
    if (status == NBB_OK && (fractal->path = strdup(path)) == NULL) {
        status = nbb_fail_memory(strlen(path) + 1, "a path");
    }
done:
    if (status != NBB_OK) {
        nbb_fractal_free(fractal);
    }
    nbb_draft_free(&draft);
    nbb_text_free(&source);
    return status;
}

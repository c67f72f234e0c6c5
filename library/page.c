/* page.c - runs a page's script, with a JSON value as tables; and gnuplot. */
#include "library/options.h"

#include "runtime/device/machine.h"

#include <lauxlib.h>
#include <lualib.h>

/* A call, for the protected body. */
typedef struct printing {
    const nbb_page_script *script;
    const char *page;
    nbb_status failure; /* of what the script raises */
    json_t *value;
    nbb_text *text; /* that the page makes, or NULL: `made` */
    json_t *made;
    nbb_text scratch;
} printing;

static int push_scratch(lua_State *lua, nbb_text *scratch)
{
    lua_pushlstring(lua, nbb_text_string(scratch), scratch->length);
    scratch->length = 0;
    return 1;
}

static int shown(lua_State *lua)
{
    nbb_text *scratch = lua_touserdata(lua, lua_upvalueindex(1));
    size_t length;
    const char *text = luaL_checklstring(lua, 1, &length);
    nbb_text_show(scratch, text, length);
    return push_scratch(lua, scratch);
}

static int amount(lua_State *lua)
{
    nbb_text *scratch = lua_touserdata(lua, lua_upvalueindex(1));
    nbb_text_amount(scratch, (unsigned long long)luaL_checkinteger(lua, 1));
    return push_scratch(lua, scratch);
}

static void push_value(lua_State *lua, const json_t *value)
{
    lua_Integer count = 0;
    luaL_checkstack(lua, 8, "a value");
    switch (json_typeof(value)) {
    case JSON_OBJECT: { /* also the names in their order, as keys[table] */
        lua_newtable(lua);
        lua_newtable(lua);
        NBB_JSON_MEMBERS (value, name, member) {
            lua_pushstring(lua, name);
            lua_seti(lua, -2, ++count);
            push_value(lua, member);
            lua_setfield(lua, -3, name);
        }
        lua_getglobal(lua, "keys");
        lua_pushvalue(lua, -3);
        lua_pushvalue(lua, -3);
        lua_settable(lua, -3);
        lua_pop(lua, 2);
        break;
    }
    case JSON_ARRAY: {
        lua_newtable(lua);
        NBB_JSON_ELEMENTS (value, i, element) {
            push_value(lua, element);
            lua_seti(lua, -2, ++count);
        }
        break;
    }
    case JSON_STRING:
        lua_pushlstring(lua, json_string_value(value), json_string_length(value));
        break;
    case JSON_INTEGER:
        lua_pushinteger(lua, json_integer_value(value));
        break;
    case JSON_REAL:
        lua_pushnumber(lua, json_real_value(value));
        break;
    case JSON_NULL:
        lua_pushnil(lua);
        break;
    default:
        lua_pushboolean(lua, json_is_true(value));
    }
}

void nbb_page_push(lua_State *lua, const json_t *value)
{
    lua_newtable(lua);
    lua_setglobal(lua, "keys");
    push_value(lua, value);
}

/* The value at the top of the stack, which is no table. */
static json_t *plain_value(lua_State *lua)
{
    switch (lua_type(lua, -1)) {
    case LUA_TNIL:
        return json_null();
    case LUA_TBOOLEAN:
        return json_boolean(lua_toboolean(lua, -1));
    case LUA_TNUMBER:
        return lua_isinteger(lua, -1) ? json_integer(lua_tointeger(lua, -1)) : nbb_json_real(lua_tonumber(lua, -1));
    default:
        return nbb_json_text(luaL_checkstring(lua, -1));
    }
}

/* The list of objects at the top of the stack: of each the members that keys[table] names. */
static void take_objects(lua_State *lua, json_t *list)
{
    lua_getglobal(lua, "keys");
    for (lua_Integer row = 1; lua_geti(lua, -2, row) != LUA_TNIL; ++row) {
        json_t *object = json_object();
        nbb_json_add(list, object);
        lua_pushvalue(lua, -1);
        lua_gettable(lua, -3);
        for (lua_Integer i = 1; lua_geti(lua, -1, i) != LUA_TNIL; ++i) {
            const char *name = lua_tostring(lua, -1);
            lua_getfield(lua, -3, name);
            nbb_json_set(object, name, plain_value(lua));
            lua_pop(lua, 2);
        }
        lua_pop(lua, 3);
    }
}

/* Body of nbb_sandbox_call. */
static int print(lua_State *lua)
{
    static const luaL_Reg functions[] = { { "shown", shown }, { "amount", amount }, { NULL, NULL } };
    printing *job = lua_touserdata(lua, 1);
    const nbb_page_script *script = job->script;
    size_t length;
    luaL_requiref(lua, "string", luaopen_string, 1);
    luaL_requiref(lua, "table", luaopen_table, 1);
    luaL_requiref(lua, "math", luaopen_math, 1);
    lua_pushglobaltable(lua);
    lua_pushlightuserdata(lua, &job->scratch);
    luaL_setfuncs(lua, functions, 1);
    nbb_sandbox_load_page(lua, script);
    lua_call(lua, 0, 1);
    lua_getfield(lua, -1, job->page);
    nbb_page_push(lua, job->value);
    lua_call(lua, 1, 1);
    if (job->text == NULL) {
        take_objects(lua, job->made);
        return 0;
    }
    const char *made = luaL_checklstring(lua, -1, &length);
    nbb_text_put(job->text, made, length);
    return 0;
}

static nbb_status run(printing *job)
{
    nbb_sandbox *sandbox = NULL;
    job->value = nbb_json_whole(job->value);
    NBB_FAIL_IF(job->value == NULL, nbb_fail_memory(0, job->page));
    nbb_status status = nbb_sandbox_open(&sandbox, (nbb_sandbox_limits){ 0 });
    status = status == NBB_OK ? nbb_sandbox_call(sandbox, job->failure, print, job) : status;
    nbb_sandbox_close(sandbox);
    nbb_text_free(&job->scratch);
    json_decref(job->value);
    return status;
}

nbb_status nbb_page_print(const nbb_page_script *script, const char *page, json_t *value, nbb_text *text)
{
    printing job = { script, page, NBB_ERROR_RUN, value, text, NULL, NBB_TEXT_EMPTY };
    NBB_TRY(run(&job));
    return nbb_text_status(text, page);
}

nbb_status nbb_page_objects(const nbb_page_script *script, const char *page, nbb_status failure, json_t *value,
                            json_t **objects)
{
    printing job = { script, page, failure, value, NULL, json_array(), NBB_TEXT_EMPTY };
    nbb_status status = run(&job);
    *objects = nbb_json_whole(job.made);
    NBB_FAIL_IF(status == NBB_OK && *objects == NULL, nbb_fail_memory(0, page));
    return status;
}

/* --- gnuplot --- */

static nbb_status run_gnuplot(const char *command, const char *folder)
{
    NBB_LOCAL_LIST words = { NULL, 0 };
    NBB_TRY(nbb_list_split(command, &words));
    return nbb_process_need(&words, folder, "a plot is drawn by gnuplot", "Debian's package gnuplot-nox has it");
}

nbb_status nbb_plot_check(const char *path)
{
    const char *suffix = strrchr(path, '.');
    NBB_REFUSE_IF(strcmp(path, "-") != 0 && (suffix == NULL || strcmp(suffix, ".svg") != 0),
                  "--plot %s: a plot is an SVG; a name that ends in .svg is expected", path);
    return run_gnuplot("gnuplot --version", NULL);
}

static nbb_status draw(const nbb_text *script, const char *folder, nbb_text *drawn)
{
    NBB_LOCAL_TEXT source = nbb_text_of("%s/plot.gp", folder), made = nbb_text_of("%s/plot.svg", folder);
    NBB_TRY(nbb_text_status(&made, "a file name"));
    NBB_TRY(nbb_file_put_private(source.data, script));
    NBB_TRY(run_gnuplot("gnuplot plot.gp", folder));
    return nbb_text_read_file(drawn, made.data, SIZE_MAX, NBB_ERROR_DEVICE);
}

nbb_status nbb_plot_draw(const nbb_text *script, const char *description, nbb_text *svg)
{
    NBB_LOCAL_TEXT folder = NBB_TEXT_EMPTY, drawn = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_folder_temporary(&folder));
    nbb_status status = draw(script, folder.data, &drawn);
    nbb_ending_remove(folder.data);
    NBB_TRY(status);
    json_t *described = json_pack("{s:o, s:o}", "svg", nbb_json_take(&drawn), "words", nbb_json_text(description));
    return nbb_page_print(&nbb_plot_pages, "described", described, svg);
}

/* documents.c - the build's own tool: hands the tables of options and commands to a script in Lua, which makes of
   them the manual and the completions (documents.lua), or the keyword arguments of the Python package
   (python/options.lua).

   documents SCRIPT.lua PLACE    where the script writes to */
#include "cli/parse.h"
#include "cli/options_help.h"
#include "gen/definition/definition.h"

#include <lauxlib.h>
#include <lualib.h>

/* NULL leaves the member nil. */
static void set_text(lua_State *lua, const char *name, const char *text)
{
    lua_pushstring(lua, text);
    lua_setfield(lua, -2, name);
}

static void set_bool(lua_State *lua, const char *name, bool value)
{
    lua_pushboolean(lua, value);
    lua_setfield(lua, -2, name);
}

/* "n" of 'n'; of a key that is no letter none. */
static void set_letter(lua_State *lua, int key)
{
    const char letter[] = { (char)key, '\0' };
    set_text(lua, "short", key > 0 && key < NBB_OPTION_KEY ? letter : NULL);
}

static void push_words(lua_State *lua, const char *const *words, int count)
{
    lua_createtable(lua, count, 0);
    for (int i = 0; i < count; ++i) {
        lua_pushstring(lua, words[i]);
        lua_rawseti(lua, -2, i + 1);
    }
}

static void push_row(lua_State *lua, const nbb_option_row *row)
{
    static const char *const kinds[] = {
        [FLAG] = "flag",       [INTEGER] = "integer", [UNSIGNED] = "unsigned", [SEEDS] = "seeds",
        [SIZE] = "size", [REAL] = "real",       [CHOICE] = "choice",     [TEXT] = "text",
        [RULE] = "rule", [VARIANT] = "variant", [IMAGE] = "image",       [TEXTS] = "texts",
        [SET] = "set"
    };
    lua_newtable(lua);
    set_text(lua, "name", row->name);
    set_letter(lua, row->short_name);
    set_text(lua, "argument", row->argument);
    set_text(lua, "help", row->help);
    set_text(lua, "kind", kinds[row->kind]);
    set_bool(lua, "listed", (row->commands & NBB_OPTION_LISTED) != 0);
    set_bool(lua, "library", (row->commands & NBB_OPTION_LIBRARY) != 0);
    set_bool(lua, "whole", (row->commands & NBB_OPTION_WHOLE) != 0);
    for (int command = 0; command < NBB_COMMAND_COUNT; ++command) {
        set_bool(lua, nbb_command_names[command], (row->commands >> command & 1) != 0);
    }
    if (row->choices != NULL) {
        push_words(lua, row->choices->names, row->choices->count);
        lua_setfield(lua, -2, "choices");
    }
}

/* What --help-all says of it: entries, which are sorted by `group`, and words. */
static void push_command(lua_State *lua, nbb_command command)
{
    NBB_AT_END(nbb_options_help_free) nbb_options_help help;
    nbb_options_help_make(command, true, &help);
    lua_newtable(lua);
    set_text(lua, "name", nbb_command_names[command]);
    set_text(lua, "purpose", nbb_command_purposes[command]);
    set_text(lua, "subjects", nbb_command_subjects(command));
    set_text(lua, "doc", nbb_text_string(&help.doc));
    lua_newtable(lua);
    for (int i = 0; i < help.count; ++i) {
        const struct argp_option *entry = &help.entries[i];
        lua_newtable(lua);
        set_text(lua, "name", entry->name);
        set_letter(lua, entry->key);
        set_text(lua, "argument", entry->arg);
        set_text(lua, "help", entry->doc);
        set_bool(lua, "is_title", (entry->flags & OPTION_DOC) != 0);
        set_bool(lua, "is_optional", (entry->flags & OPTION_ARG_OPTIONAL) != 0);
        lua_pushinteger(lua, entry->group);
        lua_setfield(lua, -2, "group");
        lua_rawseti(lua, -2, i + 1);
    }
    lua_setfield(lua, -2, "entries");
}

static void set_tables(lua_State *lua)
{
    lua_newtable(lua);
    for (int i = 0; i < nbb_option_row_count; ++i) {
        push_row(lua, &nbb_option_rows[i]);
        lua_rawseti(lua, -2, i + 1);
    }
    lua_setglobal(lua, "rows");
    lua_newtable(lua);
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        push_command(lua, (nbb_command)i);
        lua_rawseti(lua, -2, i + 1);
    }
    lua_setglobal(lua, "commands");
    lua_newtable(lua);
#define X(name, code, text)                                   \
    push_words(lua, (const char *const[]){ #code, text }, 2); \
    lua_rawseti(lua, -2, luaL_len(lua, -2) + 1);
    NBB_STATUSES(X)
#undef X
    lua_setglobal(lua, "statuses");
}

static nbb_status set_names(lua_State *lua)
{
    static const char *const globals[] = { "fractals", "programs", "topics" };
    for (int i = 0; i < 3; ++i) {
        NBB_LOCAL_LIST names = { NULL, 0 };
        NBB_TRY(i == 2 ? nbb_help_topics(&names)
                       : nbb_search_list(i == 0 ? &nbb_definition_search : &nbb_program_search, &names));
        push_words(lua, (const char *const *)names.items, (int)names.count);
        lua_setglobal(lua, globals[i]);
    }
    return nbb_text_whole("a page");
}

int main(int argc, char **argv)
{
    unsetenv(nbb_definition_search.variable); /* names that come with nbbgen alone */
    unsetenv(nbb_program_search.variable);
    lua_State *lua = argc == 3 ? luaL_newstate() : NULL;
    if (lua == NULL) {
        nbb_say("documents SCRIPT.lua PLACE");
        return NBB_ERROR_USAGE;
    }
    luaL_openlibs(lua);
    set_tables(lua);
    lua_pushstring(lua, argv[2]);
    lua_setglobal(lua, "place");
    lua_pushstring(lua, NBB_VERSION);
    lua_setglobal(lua, "version");
    nbb_status status = set_names(lua);
    if (status != NBB_OK) {
        nbb_say("%s", nbb_message());
    } else if (luaL_dofile(lua, argv[1]) != LUA_OK) {
        nbb_say("%s", lua_tostring(lua, -1));
        status = NBB_ERROR_RUN;
    }
    lua_close(lua);
    nbb_message_free();
    return (int)status;
}

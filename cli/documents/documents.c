/* documents.c - the build's own tool: hands the tables of options and commands to a script in Lua, which makes of
   them the manual and the completions (documents.lua), or the keyword arguments of the Python package
   (python/options.lua).

   documents SCRIPT.lua PLACE    where the script writes to */
#include "cli/parse.h"
#include "cli/options_help.h"
#include "gen/definition/definition.h"
#include "gen/source/lua_values.h"

#include <lauxlib.h>
#include <lualib.h>

/* "n" of 'n'; of a key that is no letter none. */
static void set_letter(lua_State *lua, int key)
{
    const char letter[] = { (char)key, '\0' };
    lua_pushstring(lua, key > 0 && key < NBB_OPTION_KEY ? letter : NULL);
    lua_setfield(lua, -2, "short");
}

static const nbb_lua_field row_fields[] = { NBB_LUA_ROWS(nbb_option_row, name, argument, help) };
static const nbb_lua_field entry_fields[] = { NBB_LUA_AS("argument", struct argp_option, arg),
                                              NBB_LUA_AS("help", struct argp_option, doc),
                                              NBB_LUA_ROWS(struct argp_option, name, group) };

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
        [FLAG] = "flag", [INTEGER] = "integer", [UNSIGNED] = "unsigned", [SEEDS] = "seeds",
        [SIZE] = "size", [REAL] = "real",       [CHOICE] = "choice",     [TEXT] = "text",
        [RULE] = "rule", [VARIANT] = "variant", [IMAGE] = "image",       [TEXTS] = "texts",
        [SET] = "set"
    };
    nbb_push_struct(lua, row_fields, row);
    set_letter(lua, row->short_name);
    nbb_set_word(lua, "kind", kinds[row->kind]);
    nbb_set_flag(lua, "listed", (row->commands & NBB_OPTION_LISTED) != 0);
    nbb_set_flag(lua, "library", (row->commands & NBB_OPTION_LIBRARY) != 0);
    nbb_set_flag(lua, "whole", (row->commands & NBB_OPTION_WHOLE) != 0);
    for (int command = 0; command < NBB_COMMAND_COUNT; ++command) {
        nbb_set_flag(lua, nbb_command_names[command], (row->commands >> command & 1) != 0);
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
    nbb_set_word(lua, "name", nbb_command_names[command]);
    nbb_set_word(lua, "purpose", nbb_command_purposes[command]);
    nbb_set_word(lua, "subjects", nbb_command_subjects(command));
    nbb_set_word(lua, "doc", nbb_text_string(&help.doc));
    lua_newtable(lua);
    for (int i = 0; i < help.count; ++i) {
        const struct argp_option *entry = &help.entries[i];
        nbb_push_struct(lua, entry_fields, entry);
        set_letter(lua, entry->key);
        nbb_set_flag(lua, "is_title", (entry->flags & OPTION_DOC) != 0);
        nbb_set_flag(lua, "is_optional", (entry->flags & OPTION_ARG_OPTIONAL) != 0);
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

/* documents.c - the build's own tool: hands what the program knows of its commands and options (help.c) to a script
   in Lua, which makes of it the manual (documents.lua), or the keyword arguments of the Python package
   (python/options.lua).

   documents SCRIPT.lua PLACE    where the script writes to */
#include "cli/commands.h"

#include <lauxlib.h>
#include <lualib.h>

int main(int argc, char **argv)
{
    lua_State *lua = argc == 3 ? luaL_newstate() : NULL;
    if (lua == NULL) {
        nbb_say("documents SCRIPT.lua PLACE");
        return NBB_ERROR_USAGE;
    }
    luaL_openlibs(lua);
    /* The script's globals. */
    json_t *known = nbb_describe_manual(), *statuses = json_array();
#define X(name, code, text) nbb_json_add(statuses, json_pack("[s, s]", #code, text));
    NBB_STATUSES(X)
#undef X
    nbb_json_put(known, "{s:o, s:s}", "statuses", statuses, "place", argv[2]);
    known = nbb_json_whole(known);
    nbb_status status = known != NULL ? nbb_text_whole("a page") : nbb_fail_memory(0, "a page");
    NBB_JSON_MEMBERS (known, name, value) {
        nbb_page_push(lua, value);
        lua_setglobal(lua, name);
    }
    if (status != NBB_OK) {
        nbb_say("%s", nbb_message());
    } else if (luaL_dofile(lua, argv[1]) != LUA_OK) {
        nbb_say("%s", lua_tostring(lua, -1));
        status = NBB_ERROR_RUN;
    }
    json_decref(known);
    lua_close(lua);
    nbb_message_free();
    return (int)status;
}

/* embed.c - runs embed.lua while building: `embed OUTPUT KIND NAME FILE...` are its arguments. */
#include "gen/base/sandbox.h"

static int same_lengths(lua_State *state)
{
    size_t length = 0;
    const char *text = luaL_checklstring(state, 1, &length);
    nbb_lua_same_lengths(state, text, &length);
    return 1;
}

int main(int count, char **arguments)
{
    lua_State *state = luaL_newstate();
    NBB_RETURN_IF(state == NULL, 1);
    luaL_openlibs(state);
    lua_register(state, "same_lengths", same_lengths);
    luaL_checkstack(state, count, "arguments");
    int code = luaL_loadfile(state, NBB_EMBED);
    for (int i = 1; i < count && code == LUA_OK; ++i) {
        lua_pushstring(state, arguments[i]);
    }
    code = code == LUA_OK ? lua_pcall(state, count - 1, 0, 0) : code;
    if (code != LUA_OK) {
        fprintf(stderr, "embed: %s\n", lua_tostring(state, -1));
    }
    lua_close(state);
    return code;
}

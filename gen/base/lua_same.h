/* lua_same.h - functions of Lua that would differ from run to run, made to give the same every time.

   Lua's own order of a table's keys depends on addresses and on the clock, and so do the words of what has no words
   of its own: "table: 0x5581...". */
#ifndef NBB_LUA_SAME_H
#define NBB_LUA_SAME_H

#include <lua.h>

/* Replaces pairs, next and tostring in the environment at the top of the stack, and format in its table `string`.
   Keys come in the order numbers, strings by their bytes, false, true; others are an error. `check` is called where a
   walk may take long, and may raise. */
void nbb_lua_same_install(lua_State *state, void (*check)(lua_State *state));

#endif

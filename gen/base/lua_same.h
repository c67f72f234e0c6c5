/* lua_same.h - functions of Lua that would differ from run to run, made to give the same every time.

   Lua's own order of a table's keys depends on addresses and on the clock, and so do the length of a table with holes
   and the words of what has no words of its own: "table: 0x5581...". */
#ifndef NBB_LUA_SAME_H
#define NBB_LUA_SAME_H

#include <lua.h>
#include <stddef.h>

/* Replaces pairs, next and tostring in the environment at the top of the stack, format in its table `string`, concat
   and unpack in `table`, and adds the power that lengths are compiled to. Keys come in the order numbers, strings by
   their bytes, false, true; others are an error. `check` is called where a walk may take long, and may raise. */
void nbb_lua_same_install(lua_State *state, void (*check)(lua_State *state));

/* Lua has no hook for #value of a plain table: texts are compiled with NBB_LUA_SAME_LENGTH in the place of every #
   that is an operator. It binds as # does, and what # is refused behind, it is refused behind too. */
#define NBB_LUA_SAME_LENGTH "true^"

/* The bytes of Lua text before the first such #, `length` where there is none. The text begins with a token. */
size_t nbb_lua_same_before(const char *text, size_t length);

#endif

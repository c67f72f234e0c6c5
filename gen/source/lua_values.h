/* lua_values.h - values handed to Lua, as globals and in tables. For use in protected bodies: they may raise. */
#ifndef NBB_LUA_VALUES_H
#define NBB_LUA_VALUES_H

#include "gen/domain/fractal.h"

#include <lua.h>

/* Sets a global. */
void nbb_set_integer(lua_State *state, const char *name, int64_t value);
void nbb_set_string(lua_State *state, const char *name, const char *value);
void nbb_set_boolean(lua_State *state, const char *name, bool value);

/* Sets a global to the number's digits as text, for it may be past what a Lua integer holds. */
void nbb_set_unsigned(lua_State *state, const char *name, uint64_t value);

/* Sets three globals, name_x, name_y and name_z. */
void nbb_set_vector(lua_State *state, const char *name, nbb_vector value);

/* table[i] = value, and table.name = value, of the table on top of the stack. */
void nbb_add_integer(lua_State *state, int64_t i, int64_t value);
void nbb_set_field(lua_State *state, const char *name, int64_t value);

#endif

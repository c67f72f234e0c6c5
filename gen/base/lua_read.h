/* lua_read.h - reads values of a script's table; none of these raises. */
#pragma once

#include "gen/base/base.h"

#include <lua.h>

enum { NBB_LUA_SHOWN_MAX = 40 }; /* characters of a script's string in a message */

/* Appends the value in words: "the number 5.5", "a table". */
void nbb_lua_describe(lua_State *state, int index, nbb_text *text);

/* Records "expected ..., got ..." of the value at the top. */
nbb_status nbb_lua_fail_type(lua_State *state, const char *expected);

/* A number without a fraction, and never a string that looks like one. */
bool nbb_lua_integer(lua_State *state, int index, int64_t *value);

/* Whether the value at the top is a table with the keys 1..n alone. */
bool nbb_lua_is_array(lua_State *state);

/* Whether the value at the top is an array of exactly `count` integers, which it reads. */
bool nbb_lua_integers(lua_State *state, int64_t *values, int count);

/* Whether a table may have this key. */
typedef bool nbb_lua_known(const char *name, const void *context);

/* Pushes the key that the table at `index` may not have; of several the one that stands first in the script's text.
   False, and pushes nothing, where there is none. */
bool nbb_lua_unknown_key(lua_State *state, int index, const char *source, nbb_lua_known *is_known,
                         const void *context);

/* What a table may have, which stands in a script's line. */
typedef struct nbb_lua_fields {
    nbb_spellings names;
    const char *path, *source;
    int line;
} nbb_lua_fields;

/* Fails (definition) where the table at `index` has another key, with the near miss. */
nbb_status nbb_lua_check_fields(lua_State *state, int index, const nbb_lua_fields *fields);

/* Where a script's text has a value. */
typedef struct nbb_source_place {
    int line;   /* of the key or of the string; 0: the file has neither */
    bool found; /* whether the string was found, */
    size_t at;  /* whose first byte this is; of a key that of its '=' */
} nbb_source_place;

/* Looks for `key = VALUE`, or with an inner name for `key = { inner = VALUE }`. VALUE is a string of this text, or
   with `text` NULL anything. Without an inner name it may also be an item of the key's table. Strings count where the
   file holds their text as it is, without escapes. */
nbb_source_place nbb_source_find(const char *source, const char *key, const char *inner, const char *text);

/* The line of `key =`, or `otherwise` where the text has none. */
int nbb_source_line(const char *source, const char *key, int otherwise);

/* The line of `inner =` in table number `item`, from 1, of `key = { { inner = ... }, ... }`. */
int nbb_source_item_line(const char *source, const char *key, int item, const char *inner, int otherwise);

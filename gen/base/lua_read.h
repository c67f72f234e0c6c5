/* lua_read.h - what pages ask of a script's values and of its text (describe.lua). */
#pragma once

#include "gen/base/sandbox.h"

/* A script that a page reads, and the failure by which the page refused what it returned. */
typedef struct nbb_lua_source {
    const char *path, *text;
    nbb_failed failed;
} nbb_lua_source;

/* Pushes the functions in the order of describe.lua; how many. */
int nbb_lua_push_functions(lua_State *state, nbb_lua_source *source);

/* Pushes a table of such numbers, the last of which has no name. */
typedef struct nbb_lua_number {
    const char *name;
    int64_t value;
} nbb_lua_number;
void nbb_lua_push_numbers(lua_State *state, const nbb_lua_number *numbers);

/* Where a script's text has a value. */
typedef struct nbb_source_place {
    int line;   /* of the key or of the string; 0: the file has neither */
    bool found; /* whether the string was found, */
    size_t at;  /* whose first byte this is; of a key that of its '=' */
} nbb_source_place;

/* Looks for `key = VALUE`, or with an inner name for `key = { inner = VALUE }`, with the number of an item from 1 on
   for `key = { { inner = VALUE }, ... }`. VALUE is a string of this text, or with `text` NULL, as it is of items,
   anything. Without an inner name it may also be an item of the key's table. Strings count where the file holds their
   text as it is, without escapes. */
nbb_source_place nbb_source_find(const char *source, const char *key, int item, const char *inner, const char *text);

/* script.h - runs a Lua file that describes something: it ends with `return fractal { ... }` or the like.

   The file runs in a sandbox (sandbox.h) with limits that end any hostile one within little more than 1 s. */
#pragma once

#include "gen/base/base.h"

#include <lua.h>

/* X(enumerator, name, example, what such a file is): the functions that mark a table as a description. */
#define NBB_MAKERS(X)                                                 \
    X(FRACTAL, "fractal", "fractal { layout = ... }", "a definition") \
    X(SIMPLEX, "simplex", "simplex { m = 2 }", "a definition")        \
    X(PROGRAM, "program", "program { state = ... }", "a program")
typedef enum nbb_maker {
#define X(name, text, example, what) NBB_MAKER_##name,
    NBB_MAKERS(X)
#undef X
        NBB_MAKER_COUNT
} nbb_maker;

/* Reads the table at `index`, which `maker` made in line `line`; with raw accesses. What it allocates in C is the
   context's. */
typedef nbb_status nbb_script_reader(lua_State *state, int index, nbb_maker maker, int line, void *context);

enum { NBB_SCRIPT_BYTES_MAX = 1 << 20 };

/* Appends the file's text as Lua reads it: without a byte order mark and what follows "#!" in the first line, with
   "\n" at the ends of lines. */
nbb_status nbb_script_load(const char *path, nbb_text *source);

/* Runs the text of the file at `path` and reads what it returns, which one of the `accepted` makers (a bit each) must
   have made. Every failure is NBB_ERROR_DEFINITION and begins with "PATH:LINE: "; the reader words its own. */
nbb_status nbb_script_run(const char *path, const nbb_text *source, unsigned accepted, nbb_script_reader *read,
                          void *context);

nbb_status nbb_script_maker(const char *path, nbb_maker *maker);

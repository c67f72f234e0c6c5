/* script.h - runs a Lua file that describes something: it ends with `return fractal { ... }` or the like.

   The file runs in a sandbox (sandbox.h) with limits that end any hostile one within little more than 1 s. */
#pragma once

#include "gen/base/base.h"
#include "gen/base/sandbox.h"

/* X(enumerator, name, example, what such a file is): the functions that mark a table as a description. */
#define NBB_MAKERS(X)                                                       \
    X(MAKER_FRACTAL, "fractal", "fractal { layout = ... }", "a definition") \
    X(MAKER_SIMPLEX, "simplex", "simplex { m = 2 }", "a definition")        \
    X(MAKER_PROGRAM, "program", "program { state = ... }", "a program")
typedef enum nbb_maker { NBB_MAKERS(NBB_ENUMERATOR) NBB_MAKER_COUNT } nbb_maker;

/* What a script was found to return: by which maker, called in which line. */
typedef struct nbb_script_found {
    nbb_maker maker;
    int line;
    const char *path, *text; /* the script's */
} nbb_script_found;

/* Who reads what scripts return, and what its page is to know: limits by name, the last of which has none, and names
   as the limit `names`. */
typedef struct nbb_script_limit {
    const char *name;
    int64_t value;
} nbb_script_limit;
typedef struct nbb_script_reader {
    unsigned accepted; /* makers, a bit each */
    /* A page in Lua, in whose text gen/base/describe.lua comes first: it returns a function that is called with the
       script's table, its maker's name, the file's name, the line of the call, and the limits. It refuses
       tables, or makes one of what C reads. NULL: none. */
    const nbb_page_script *page;
    const nbb_script_limit *limits;
    const nbb_spellings *names;
    /* Reads what the page made, or else the script's table, at the top. What it allocates in C is the context's. */
    nbb_status (*take)(lua_State *state, const nbb_script_found *found, void *context);
} nbb_script_reader;

enum { NBB_SCRIPT_BYTES_MAX = 1 << 20 };

/* Appends the file's text as Lua reads it: without a byte order mark and what follows "#!" in the first line, with
   "\n" at the ends of lines. */
nbb_status nbb_script_load(const char *path, nbb_text *source);

/* Runs the file at `path`, or a text that stands for it, and reads what it returns. Every failure of the script, or
   that the page or the reader records as one, is NBB_ERROR_DEFINITION; the first ones begin with "PATH:LINE: ". */
nbb_status nbb_script_read(const char *path, const char *text, const nbb_script_reader *reader, void *context);

nbb_status nbb_script_maker(const char *path, nbb_maker *maker);

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

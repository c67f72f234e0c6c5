/* sandbox.h - the one Lua boundary: untrusted scripts with limits, and the protected call that all else goes through.

   A script sees no more than: assert error ipairs next pairs select tonumber tostring type; math without random;
   string: byte char format len lower reverse sub upper (also as methods); table: concat pack unpack; and what the
   caller adds. Where neither instructions nor time have a limit it sees string.find, gmatch, gsub, match and rep too.
   Reading an undefined global is an error. All give the same every time: pairs and next go by the order of keys, the
   length of a table with holes by its values alone (under such limits), and what has no words but its address, as a
   table, is refused by tostring and format. Left out are files, code loading, metatables, pcall, coroutines,
   and all that can run for long inside C, out of sight of the limits: patterns, string.rep, table.move, and
   table.sort, .insert, .remove, whose loops run to #t, which a sparse table can make 2^62. What includes it has
   the headers of Lua with it. */
#pragma once

#include "gen/base/base.h"

#include <lauxlib.h>
#include <lualib.h>

typedef struct nbb_sandbox nbb_sandbox;

/* 0 stands for no limit. Instructions and time are counted anew for each nbb_sandbox_call; bytes are those of the
   whole state, and once they were exceeded every further call fails too. */
typedef struct nbb_sandbox_limits {
    uint64_t instructions; /* of Lua's virtual machine, checked every 100 */
    uint32_t milliseconds; /* of processor time */
    size_t bytes;
} nbb_sandbox_limits;

/* A new state with the environment above. */
nbb_status nbb_sandbox_open(nbb_sandbox **sandbox, nbb_sandbox_limits limits);

/* NULL is allowed. */
void nbb_sandbox_close(nbb_sandbox *sandbox);

/* Runs body(state) protected, `context` as the light userdata at index 1; its results are dropped. A Lua error
   becomes nbb_fail(failure, message), the message as Lua words it, "CHUNK:LINE: ..." in most cases; where the machine
   has no memory, nbb_fail_memory. An error leaves the body by longjmp: what it allocates in C must be owned by the
   context, for the caller to free in either case. */
nbb_status nbb_sandbox_call(nbb_sandbox *sandbox, nbb_status failure, lua_CFunction body, void *context);

/* The line at which the last call, if it failed, stopped the script; else, and where the script had ended before, the
   line that it returned from, unless neither instructions nor time have a limit; 0 where it never ran. */
int nbb_sandbox_line(const nbb_sandbox *sandbox);

/* In a body: compiles text (never a binary chunk) and pushes the function, or raises. Lua derives the CHUNK of
   messages from chunk_name: "=NAME" and "@PATH" stand for NAME and PATH, shortened to 59 characters. */
void nbb_sandbox_load(lua_State *state, const char *text, size_t length, const char *chunk_name);

/* A script that comes with the program, compiled when that is built (gen/source/embed.lua). A page returns functions
   by name in a table, or one. */
typedef struct nbb_page_script {
    const unsigned char *chunk;
    size_t length;
} nbb_page_script;

/* In a body: pushes its function. */
void nbb_sandbox_load_page(lua_State *state, const nbb_page_script *script);

/* Functions of Lua that would differ from run to run, made to give the same every time.

   Lua's own order of a table's keys depends on addresses and on the clock, and so do the length of a table with holes
   and the words of what has no words of its own: "table: 0x5581...". */

/* Replaces pairs, next and tostring in the environment at the top of the stack and format in its table `string`; with
   lengths concat and unpack in `table`, and adds the power that they are compiled to, which takes time. Keys come in
   the order numbers, strings by their bytes, false, true; others are an error. `check` is called where a walk may
   take long, and may raise. */
void nbb_lua_same_install(lua_State *state, lua_CFunction check, bool has_lengths);

/* Lua has no hook for #value of a plain table: scripts are compiled with true^ in place of every # that is an
   operator. It binds as # does, and what # is refused behind, it is refused behind too. Pushes such a text, and
   returns it. */
const char *nbb_lua_same_lengths(lua_State *state, const char *text, size_t *length);

/* The bytes of the comment or the string, quoted or in long brackets, that Lua text begins with: all of it where that
   has no end, 0 where there is none. `inside` is what a string holds, as it is written. */
typedef struct nbb_lua_span {
    const char *start;
    size_t length;
} nbb_lua_span;
size_t nbb_lua_opaque(const char *text, size_t length, nbb_lua_span *inside);

/* Lua files that describe something (script.c): they end with `return fractal { ... }` or the like.

   A file runs in a sandbox with limits that end any hostile one within little more than 1 s. */

/* The functions that mark a table as a description. */
typedef enum nbb_maker { NBB_MAKER_FRACTAL, NBB_MAKER_SIMPLEX, NBB_MAKER_PROGRAM, NBB_MAKER_COUNT } nbb_maker;

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

/* template.h - expands templates: text with Lua in it. Five rules:

     a line that begins with $ (but not with ${), after any blanks, is Lua: loops and conditions span the text between
     ${expression} in a text line stands for the expression's value, a string or an integer; each line of a string
     begins as far in as the text does
     "$ if condition then | text", or a loop "$ for ... do | text", or several of these, is that one line of text, if
     and as often as Lua says it: it begins where the $ stands, and needs no end; "$ elseif condition then | text" and
     "$ else | text" may follow it, and behind each more of its lines as "$ | text". Where the text is a "head =>", it
     is that with its block
     what is indented further than "head =>" behind it stands in braces: what a function, a loop or a condition does,
     a type's members; a comment may follow the "=>", and an "else =>" the block. Lines with $ belong to it if they
     are further in or stand before text that is. What a function returns may be an expression, without a semicolon,
     alone behind its head or on the same line
     "$ if condition then =>", or a loop's "do =>", is of the line behind it, text or a call, with comments before
     that line and what is further in behind it, and needs no end. Nor does one, or a "function(...) =>", of lines
     with $ whose Lua is further in, and of the text between and behind them: it ends before the first one that is
     not, but for its else, a bare "$ else", and comments; the call whose argument such a function is ends with it

   An undefined name, a nil value or an error in Lua ends the expansion with the template's own file and line. A
   template expands another one in place with section "name": the file TARGET/name.in, or else shared/name.in; a name
   with a slash is the path itself. What else section(name, ...) is given is the other one's `...`; its value is what
   the other one returns in its last line, or nil. needs(condition, "what is needed") states a precondition: where it
   does not hold, the expansion ends with this line and text. A template defines no global names. */
#pragma once

#include "gen/base/sandbox.h"

typedef struct nbb_template nbb_template;

/* Opens an engine, NULL before; nbb_template_close is due in every case. Templates come from `folder` where it has
   them, else from those compiled into the program; folder == NULL uses the latter only; one that is not there fails
   (usage). `target` names the folder that section searches first. Both must outlive it. */
nbb_status nbb_template_open(nbb_template **engine, const char *folder, const char *target);

/* Runs body(state) protected, to define the globals that templates use; context as in nbb_sandbox_call. */
nbb_status nbb_template_define(nbb_template *engine, lua_CFunction body, void *context);

/* Runs a Lua file of the templates ("prelude.lua") for its definitions. */
nbb_status nbb_template_run(nbb_template *engine, const char *path);

/* Expands the template at `path` ("module.in") and appends its text as it is emitted: in lines that are not too long,
   and its names made its own unless `own`, what its kernels' names begin with, is NULL (text.lua). */
nbb_status nbb_template_expand(nbb_template *engine, const char *path, const char *own, nbb_text *output);

void nbb_template_close(nbb_template **engine);

/* One file of templates/, compiled into the program: its path below that folder ("cuda/x.in") and its script, of a
   template the Lua that template.lua makes of it. embed.lua writes the table while building, sorted by path; after
   the last one the path is NULL. */
typedef struct nbb_embedded_file {
    const char *path;
    nbb_page_script script;
} nbb_embedded_file;
extern const nbb_embedded_file nbb_embedded_templates[];

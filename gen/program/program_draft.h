/* program_draft.h - a program's table as plain C data: read by shape by the page program.lua, not yet understood. */
#pragma once

#include "gen/base/script.h"
#include "gen/program/program.h"
#include "gen/domain/field_text.h"
#include "gen/domain/syntax.h"

enum { NBB_DRAFT_ITEMS_MAX = 64 };

/* A field, with what is in it: one item of a plain text, those of a table by name sorted; lists have theirs. */
typedef struct nbb_draft_item nbb_draft_item;
struct nbb_draft_item {
    const char *name;    /* NULL: a plain text, or an array's item */
    nbb_field_text text; /* its place; `text` is NULL of what is no text */
    double number;
    bool is_integer; /* as Lua has it; then also */
    int64_t integer;
    bool is_given, is_named; /* it has items, of a field: it is there; these have names */
    int count;
    nbb_draft_item *items; /* with room for one more, which is zeroed */
};

typedef struct nbb_program_draft {
    nbb_arena *arena; /* owns all */
    const char *path, *source;
    int line;            /* of `program { ... }` */
    nbb_draft_item file; /* of which all fields that there are are the items */
} nbb_program_draft;

/* Reads a program's script; the context is the draft, of which the arena is given. */
extern const nbb_script_reader nbb_program_reader;

/* The field of this name. */
const nbb_draft_item *nbb_draft_of(const nbb_program_draft *draft, const char *field);

/* Take an item: of observables, after them of averages, `stop`; and last the field `exchange` (program_observe.c). */
nbb_status nbb_program_take_observable(nbb_program *program, const nbb_draft_item *item);
nbb_status nbb_program_take_average(nbb_program *program, const nbb_draft_item *item);
nbb_status nbb_program_take_stop(nbb_program *program, const nbb_draft_item *item);
nbb_status nbb_program_take_exchange(nbb_program *program, const nbb_draft_item *field);

/* Fills the program from its draft, whose arena it has. On failure it is left for the caller to free. */
nbb_status nbb_program_fill(nbb_program *program);

/* program_draft.h - a program's table as plain C data: read by shape by the page program.lua, not yet understood. */
#pragma once

#include "gen/base/script.h"
#include "gen/program/program.h"
#include "gen/domain/field_text.h"
#include "gen/domain/syntax.h"

enum { NBB_DRAFT_ITEMS_MAX = 64 };

typedef struct nbb_draft_items nbb_draft_items;
typedef struct nbb_draft_item {
    const char *name;      /* NULL: a plain text, or an array's item */
    nbb_field_text text;   /* its place; `text` is NULL of numbers and lists */
    nbb_draft_items *list; /* of a list: its offsets, or NULL where it is a text; of a table or offset: its numbers */
    double number;
    bool is_integer; /* as Lua has it; then also */
    int64_t integer;
} nbb_draft_item;

/* A field's items: one of a plain text, those of a table by name sorted. */
struct nbb_draft_items {
    const char *field;
    bool given, is_named;
    nbb_field_text place; /* of the field as a whole */
    int count;
    nbb_draft_item *items; /* with room for one more, which is zeroed */
};

typedef struct nbb_program_draft {
    nbb_arena *arena; /* owns all */
    const char *path, *source;
    int line;                /* of `program { ... }` */
    nbb_draft_items *fields; /* `count` of them: all that there are */
    int count;
} nbb_program_draft;

/* Reads a program's script; the context is the draft, of which the arena is given. */
extern const nbb_script_reader nbb_program_reader;

/* The field of this name. */
const nbb_draft_items *nbb_draft_of(const nbb_program_draft *draft, const char *field);

/* Take observables, and after them averages, `stop` and, last, `exchange` (program_observe.c). */
nbb_status nbb_program_take_observables(nbb_program *program, const nbb_draft_items *items);
nbb_status nbb_program_take_averages(nbb_program *program, const nbb_draft_items *items);
nbb_status nbb_program_take_stop(nbb_program *program, const nbb_draft_items *items);
nbb_status nbb_program_take_exchange(nbb_program *program, const nbb_draft_items *items);

/* Fills the program, whose arena is the draft's. On failure it is left for the caller to free. */
nbb_status nbb_program_fill(const nbb_program_draft *draft, nbb_program *program);

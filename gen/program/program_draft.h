/* program_draft.h - a program's table as plain C data: read from Lua by shape, not yet understood. */
#pragma once

#include "gen/base/lua_read.h"
#include "gen/program/program.h"
#include "gen/domain/field_text.h"
#include "gen/domain/syntax.h"

/* The shapes that a value may have. */
enum {
    NBB_SHAPE_TEXT = 1,        /* a string */
    NBB_SHAPE_TEXTS = 2,       /* an array of strings */
    NBB_SHAPE_NAMED_TEXTS = 4, /* a table of strings by name */
    NBB_SHAPE_NAMED_NUMBERS = 8,
    NBB_SHAPE_OFFSETS = 16, /* an array of arrays of two or three integers */
    NBB_SHAPE_LISTS = 32,   /* a table, by name, of strings and such arrays */
    NBB_SHAPE_TABLES = 64,  /* a table, by name, of arrays of numbers, which are NUMBERS */
    NBB_SHAPE_NUMBERS = 128,
    NBB_SHAPE_LETS = 256, /* a table of strings by name or by ["name(a, b)"] */
};

/* X(enumerator, spelling, shapes, whether a program must have it): the fields of a program's file. */
#define NBB_PROGRAM_FIELDS(X)                                                                \
    X(STATE, "state", NBB_SHAPE_NAMED_TEXTS, true)                                           \
    X(BONDS, "bonds", NBB_SHAPE_NAMED_TEXTS, false)                                          \
    X(NEIGHBOURS, "neighbours", NBB_SHAPE_TEXT | NBB_SHAPE_OFFSETS | NBB_SHAPE_LISTS, false) \
    X(ORDER, "order", NBB_SHAPE_TEXT, false)                                                 \
    X(PARAM, "param", NBB_SHAPE_NAMED_NUMBERS, false)                                        \
    X(CONST, "const", NBB_SHAPE_TABLES, false)                                               \
    X(LET, "let", NBB_SHAPE_LETS, false)                                                     \
    X(GLOBAL, "global", NBB_SHAPE_NAMED_TEXTS, false)                                        \
    X(SCHEDULE, "schedule", NBB_SHAPE_NAMED_TEXTS, false)                                    \
    X(REQUIRE, "require", NBB_SHAPE_TEXTS, false)                                            \
    X(INIT, "init", NBB_SHAPE_TEXT | NBB_SHAPE_NAMED_TEXTS, false)                           \
    X(UPDATE, "update", NBB_SHAPE_TEXT | NBB_SHAPE_TEXTS, true)                              \
    X(OBSERVE, "observe", NBB_SHAPE_NAMED_TEXTS, false)                                      \
    X(AVERAGE, "average", NBB_SHAPE_TEXTS | NBB_SHAPE_NAMED_TEXTS, false)                    \
    X(STOP, "stop", NBB_SHAPE_TEXT, false)                                                   \
    X(EXCHANGE, "exchange", NBB_SHAPE_NAMED_TEXTS, false)
typedef enum nbb_program_field {
#define X(name, text, shapes, needed) NBB_PROGRAM_##name,
    NBB_PROGRAM_FIELDS(X)
#undef X
        NBB_PROGRAM_FIELD_COUNT
} nbb_program_field;

enum { NBB_DRAFT_ITEMS_MAX = 64 };

typedef struct nbb_draft_items nbb_draft_items;
typedef struct nbb_draft_item {
    const char *name;      /* NULL: a plain text, or an array's item */
    nbb_field_text text;   /* its place; `text` is NULL of numbers and offsets */
    nbb_draft_items *list; /* of a list: its offsets, or NULL where it is a text; of a table: its numbers */
    double number;
    bool is_integer; /* as Lua has it */
    nbb_vector offset;
    int axes; /* numbers in the offset */
} nbb_draft_item;

/* A field's items: one of a plain text, those of a table sorted by name. */
struct nbb_draft_items {
    bool given;
    int shape;
    nbb_field_text place; /* of the field as a whole */
    int count;
    nbb_draft_item *items;
};

typedef struct nbb_program_draft {
    nbb_arena *arena; /* owns all */
    const char *path, *source;
    int line; /* of `program { ... }` */
    nbb_draft_items fields[NBB_PROGRAM_FIELD_COUNT];
} nbb_program_draft;

/* Reads the table at `index` with raw accesses, inside nbb_sandbox_call. Fails on unknown and missing fields, wrong
   shapes, names that are no identifiers, and past the limits. */
nbb_status nbb_program_draft_read(lua_State *state, int index, nbb_program_draft *draft);

/* Take observables, and after them averages, `stop` and, last, `exchange` (program_observe.c). */
nbb_status nbb_program_take_observables(nbb_program *program, const nbb_draft_items *items);
nbb_status nbb_program_take_averages(nbb_program *program, const nbb_draft_items *items);
nbb_status nbb_program_take_stop(nbb_program *program, const nbb_draft_items *items);
nbb_status nbb_program_take_exchange(nbb_program *program, const nbb_draft_items *items);

/* Fills the program, whose arena is the draft's. On failure it is left for the caller to free. */
nbb_status nbb_program_fill(const nbb_program_draft *draft, nbb_program *program);

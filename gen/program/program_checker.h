/* program_checker.h - shared by the files of program_check: readings of names, typed nodes, conversions. */
#pragma once

#include "gen/base/sandbox.h"
#include "gen/program/program.h"

/* Which of the file's fields is read. */
typedef enum nbb_part {
    NBB_PART_INIT,
    NBB_PART_UPDATE,
    NBB_PART_OBSERVE,
    NBB_PART_REQUIRE,
    NBB_PART_SCHEDULE,
    NBB_PART_AVERAGE,
    NBB_PART_STOP,
    NBB_PART_GLOBAL, /* as OBSERVE, where it says so; */
    NBB_PART_MEAN    /* as AVERAGE, in mean(): what is averaged by no name */
} nbb_part;

/* Whom names mean. */
typedef enum nbb_reach {
    NBB_REACH_NONE, /* no cell: observables around totals, requirements */
    NBB_REACH_CELL,
    NBB_REACH_NEIGHBOURS, /* in a reduction: plain names are the neighbour's */
    NBB_REACH_PAIRS,      /* in pairs: there are no plain names */
    NBB_REACH_MEAN,       /* of an average, in mean(): observables of a step */
} nbb_reach;

/* A local that can be seen; the newest first. */
typedef struct nbb_binding nbb_binding;
struct nbb_binding {
    const char *name;
    int number;
    int scope; /* depth of the block that declares it */
    nbb_binding *next;
};

typedef struct nbb_checker nbb_checker;

/* A named expression: `eq(w, c)` with its formal names, or a name alone. */
typedef struct nbb_let {
    const char *name;
    const char *formals[NBB_SYNTAX_PARTS_MAX];
    int count;
    nbb_syntax *body;
} nbb_let;
enum { NBB_LETS_MAX = 64, NBB_LETS_DEEP_MAX = 32, NBB_LETS_EXPANDED_MAX = 4096 };

struct nbb_checker {
    nbb_program *program;
    nbb_part part;
    nbb_reach reach;
    bool of_global;            /* part is OBSERVE */
    int list;                  /* of the reduction */
    const nbb_vector *forward; /* of the bond that init assigns to, else NULL: dx, dy and dz are it */
    nbb_section *section;      /* of init and update */
    nbb_type integer, real;    /* what int and real are here */
    nbb_binding *bindings;
    int scope;
    nbb_expression *const *given; /* of a formula of ours, what its names stand for */
    /* Types an expression: nbb_check_expression, which the files that it needs call by this pointer. */
    nbb_expression *(*check)(nbb_checker *checker, const nbb_syntax *syntax);
};

/* Parses a text that is one expression, in which '^' may be a power. */
nbb_status nbb_program_parse_expression(nbb_arena *arena, const nbb_field_text *text, bool has_powers,
                                        nbb_syntax **expression);

/* Records a failure at the syntax's place and returns NULL. */
#define NBB_CHECK_FAIL(syntax, ...) (nbb_place_fail((syntax)->place, __VA_ARGS__), (nbb_expression *)NULL)

/* Leave at once where something is wrong (NBB_FAIL_IF), with a message: with NULL at a syntax's place; with a status
   for a field of the file. */
#define NBB_FAIL_SYNTAX_IF(wrong, syntax, ...) NBB_FAIL_IF(wrong, NBB_CHECK_FAIL(syntax, __VA_ARGS__))
#define NBB_FAIL_FIELD_IF(wrong, text, ...) NBB_FAIL_IF(wrong, nbb_field_fail_whole(text, __VA_ARGS__))

/* The node, at the syntax's place if there is a syntax. NULL, with the failure recorded, where there is no memory or
   a part is NULL, as from all functions here. */
nbb_expression *nbb_check_make(nbb_checker *checker, const nbb_syntax *syntax, nbb_expression node);

/* One of this kind, type and number that may have more: NBB_CHECK_NODE(checker, syntax, kind, type, 0, .real = 2). */
#define NBB_CHECK_NODE(checker, syntax, its_kind, its_type, ...) \
    nbb_check_make(checker, syntax, (nbb_expression){ .kind = (its_kind), .type = (its_type), .number = __VA_ARGS__ })
#define NBB_CHECK_PARTS(count, ...) .from_count = (count), .from = { __VA_ARGS__ }

/* A number 0. */
nbb_expression *nbb_check_zero(nbb_checker *checker, const nbb_syntax *syntax, nbb_type type);

/* The typed expression of a text of ours, "sum(a == %d.0)", as if it stood in place of the call: a, b and c stand for
   the given expressions. */
nbb_expression *nbb_check_formula(nbb_checker *checker, const nbb_syntax *call, nbb_expression *const *given,
                                  const char *format, ...) NBB_PRINTF(4, 5);

/* The expression converted to the type that its place has, or itself where it has the type: a conversion to it that
   the text has says nothing then, and is not printed. NULL stays NULL. */
nbb_expression *nbb_check_convert(nbb_checker *checker, nbb_expression *expression, nbb_type type);

/* The same for a type that follows from the operands' own. */
nbb_expression *nbb_check_operand(nbb_checker *checker, nbb_expression *expression, nbb_type type);

/* The type that two operands are converted to before arithmetic: a real one if one of them is, else int. */
nbb_type nbb_check_common(const nbb_checker *checker, const nbb_expression *a, const nbb_expression *b);

/* A BOOL as an int; anything else as it is. */
nbb_expression *nbb_check_number(nbb_checker *checker, nbb_expression *expression);

/* The type in which a field's value is read, and to which one is converted before it is stored. */
nbb_type nbb_check_field_type(const nbb_checker *checker, int field);

/* The expression where an int is needed and a real is none: "'%' is of ints". */
nbb_expression *nbb_check_integer(nbb_checker *checker, nbb_expression *expression, const char *what);

/* What a program has by name: X(enumerator, its member of nbb_program, in words). */
#define NBB_NAMED(X)                             \
    X(NAMED_FIELD, field, "a field")             \
    X(NAMED_PARAMETER, parameter, "a parameter") \
    X(NAMED_TABLE, table, "a constant table")    \
    X(NAMED_LIST, list, "a neighbour list")      \
    X(NAMED_LET, let, "a named expression")      \
    X(NAMED_OBSERVABLE, observable, "an observable")
typedef enum nbb_named { NBB_NAMED(NBB_ENUMERATOR) } nbb_named;

/* The number of the one of this name, of a bond its first field's, or -1. Their names; returns how many. What the
   name is among these up to the last, or NULL. */
int nbb_program_find(const nbb_program *program, nbb_named what, const char *name);
int nbb_program_names(const nbb_program *program, nbb_named what, const char **names);
const char *nbb_program_meaning(const nbb_program *program, nbb_named last, const char *name);

/* Finds the forward offsets of a list that bonds are for; fails where it lacks an opposite. */
nbb_status nbb_bonds_find_forward(nbb_program *program, const nbb_neighbours *near);

/* Fills a program with bonds again, for a list near that it is bound to (program_file.c). */
nbb_status nbb_bonds_bind(nbb_program *program, const nbb_neighbours *near);

/* A bond's name in an expression: between here and there. NAME[dx, dy] of one. */
nbb_expression *nbb_bond_check(nbb_checker *checker, const nbb_syntax *syntax, int field);
nbb_expression *nbb_bond_check_offset(nbb_checker *checker, const nbb_syntax *syntax, int field);

/* What init assigns to a bond's field: the value, or 0 where there is no neighbour. */
nbb_expression *nbb_bond_drawn(nbb_checker *checker, const nbb_syntax *syntax, int field, nbb_expression *value);

/* Named expressions are expanded as trees, before types are known: what stands for a formal is read as often as the
   body has it. Takes those of the file, all before any is expanded. */
struct nbb_draft_item;
nbb_status nbb_let_take(nbb_program *program, const struct nbb_draft_item *item);

/* The typed body for a call or a name. NULL, with the failure recorded, where it is wrong. */
nbb_expression *nbb_let_expand(nbb_checker *checker, const nbb_syntax *call);

/* Copies a text that is not the draft's. */
nbb_status nbb_program_copy(nbb_program *program, const char *text, const char **copy);

/* What a part without cells is made of, for messages; NULL of the others. */
const char *nbb_check_made_of(nbb_part part);

/* The local that the name means, or NULL. */
const nbb_binding *nbb_check_local(const nbb_checker *checker, const char *name);

/* What the name already means: "a builtin", "a function", "a word of the language", "a word of C"; NULL: it is free.
   Fields and parameters are not asked. */
const char *nbb_reserved_as(const char *name);

/* The same of words alone, which nothing else can be called: fields, parameters, locals and observables may be called
   as a builtin or a function is, which they then hide. */
const char *nbb_word_as(const char *name);

/* Whether it is a word of C that a program has not. */
bool nbb_is_word_of_c(const char *name);

/* Records that the syntax's name is unknown, with the near miss among all that has a value here. Returns NULL. */
nbb_expression *nbb_check_fail_unknown(const nbb_checker *checker, const nbb_syntax *syntax);

/* Begins a text of the program's. `section` is init's or update's, or NULL. */
nbb_checker nbb_checker_open(nbb_program *program, nbb_part part, nbb_section *section);

/* A typed expression; every conversion is a node. NULL, with the failure recorded, where it is wrong. */
nbb_expression *nbb_check_expression(nbb_checker *checker, const nbb_syntax *syntax);

/* The typed expression of a text that is in no section: of observe, require, schedule, stop, global or average. */
nbb_status nbb_check_item(nbb_program *program, nbb_part part, const nbb_field_text *text, nbb_expression **value);

/* A call's node, or NULL with the failure recorded. */
nbb_expression *nbb_check_call(nbb_checker *checker, const nbb_syntax *call);

/* One more total, which is zeroed but for what it is; NULL past their limit. */
nbb_expression *nbb_check_total(nbb_checker *checker, const nbb_syntax *call, nbb_total total);

/* What a total sums of cells or pairs: an int or a real. */
nbb_expression *nbb_check_summed(nbb_checker *checker, const nbb_syntax *value, nbb_reach reach);

/* The mean of an expression of observables, among the program's means: an equal one is there once. */
nbb_expression *nbb_check_mean(nbb_checker *checker, nbb_expression *of);

/* Whether the call has so many arguments; else fails. */
bool nbb_check_arguments(const nbb_syntax *call, int least, int most);

/* Parses and types a text of statements: they become the section, or where it is a stage one more block of it. */
nbb_status nbb_check_section(nbb_program *program, nbb_part part, const nbb_field_text *text, bool is_stage);

/* Parses a text that is one expression, and appends its assignment to the field to init's statements. */
nbb_status nbb_check_init_field(nbb_program *program, int field, const nbb_field_text *text);

/* --- a program's table as plain C data: read by shape by the page program.lua, not yet understood --- */

enum { NBB_DRAFT_ITEMS_MAX = 64 };

/* A field, with what is in it: one item of a plain text, those of a table by name sorted; lists have theirs. */
typedef struct nbb_draft_item nbb_draft_item;
struct nbb_draft_item {
    const char *name;    /* NULL: a plain text, or an array's item */
    nbb_field_text text; /* its place; `text` is NULL of what is no text */
    double number;
    bool is_integer; /* as Lua has it; then also */
    int64_t integer;
    bool is_given; /* it has items, of a field: it is there */
    int count;
    nbb_draft_item *items; /* with room for one more, which is zeroed */
};

typedef struct nbb_program_draft {
    nbb_arena *arena; /* owns all */
    const char *path, *source;
    int line;            /* of `program { ... }` */
    nbb_draft_item file; /* of which all fields that there are are the items */
} nbb_program_draft;

/* The field of this name. */
const nbb_draft_item *nbb_draft_of(const nbb_program_draft *draft, const char *field);

/* Take an item: of observables, after them of averages, `stop`; and last the field `exchange` (program_observe.c). */
nbb_status nbb_program_take_observable(nbb_program *program, const nbb_draft_item *item);
nbb_status nbb_program_take_average(nbb_program *program, const nbb_draft_item *item);
nbb_status nbb_program_take_stop(nbb_program *program, const nbb_draft_item *item);
nbb_status nbb_program_take_exchange(nbb_program *program, const nbb_draft_item *field);

/* Fills the program from its draft, whose arena it has. On failure it is left for the caller to free. */
nbb_status nbb_program_fill(nbb_program *program);

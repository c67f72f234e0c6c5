/* program.h - a cell program, parsed and typed: fields, update, observables.

   The stages of gen/program, each with a pair of files:

         syntax           (gen/domain) text to tokens, each with its place, and these to syntax trees
         program_check    trees as below: names, types; every conversion becomes a node, so that who reads the tree
                          never converts
         (statements)     the same of each statement once it is parsed: program_statements
         program_express  the tree as text again
         program_file     a Lua file to all of these (program_read)
         program_bind     resolves the neighbour lists for a number of axes, ranges, colours
         program_value    evaluates expressions on the processor

   The tree after program_check is what code is made from; nothing of the user's text is ever pasted into a kernel. */
#pragma once

#include "gen/domain/domain.h"
#include "gen/program/program_tree.h"

/* What a field of a cell is stored as; uN is BITS with the field's own N. */
typedef enum nbb_field_kind {
    NBB_FIELD_BITS,
    NBB_FIELD_I8,
    NBB_FIELD_I16,
    NBB_FIELD_U16,
    NBB_FIELD_I32,
    NBB_FIELD_U32,
    NBB_FIELD_F32,
    NBB_FIELD_F64
} nbb_field_kind;

enum {
    NBB_STAGES_MAX = 16,
    NBB_FIELDS_MAX = 16,
    NBB_PLANES_MAX = 16,
    NBB_PARAMETERS_MAX = 64,
    NBB_OBSERVABLES_MAX = 256, /* with arrays' elements */
    NBB_TOTALS_MAX = 256,      /* of all observables: the places of so many `at` are kernel arguments */
    NBB_LOCALS_MAX = 256
};

typedef struct nbb_field {
    const char *name;
    const char *type; /* as it is spelled: "u1" */
    nbb_field_kind kind;
    int bits;           /* of a value: the number in its type's name */
    int plane;          /* of a program of bits: its lowest plane of all fields' */
    const char *bond;   /* a bond's name: then it is the one between a cell and its neighbour at */
    nbb_vector forward; /* this offset, and `name` is "J[1,0]" */
} nbb_field;

typedef struct nbb_parameter {
    const char *name;
    const nbb_field_text *text; /* its place in the file */
    double value;               /* the file's, or what --set gave */
    bool is_swept;
    double swept[2]; /* then kernels are for all values from the first to the second */
    bool used;
    bool is_global; /* each step gives it its value, of totals */
} nbb_parameter;

/* A parameter with a value of its own in each step, made of the step, the values that parameters were given, and
   numbers. */
typedef struct nbb_scheduled {
    int parameter;
    struct nbb_expression *value; /* F64; of a global made of totals, parameters and numbers */
} nbb_scheduled;

/* What is reduced over all cells or pairs on the device: observables are expressions of totals. */
#define NBB_TOTALS(X)       \
    X(TOTAL_SUM, "sum")     \
    X(TOTAL_MIN, "min")     \
    X(TOTAL_MAX, "max")     \
    X(TOTAL_PAIRS, "pairs") \
    X(TOTAL_AT, "at") X(TOTAL_ALONG, "along") /* of the products of values of two cells so far apart on an axis */
typedef enum nbb_total_kind { NBB_TOTALS(NBB_ENUMERATOR) } nbb_total_kind;
extern const nbb_spellings nbb_total_names;
typedef struct nbb_total {
    nbb_total_kind kind;
    nbb_expression *value; /* I64 or F64 (the program's real, converted); of the cell, of PAIRS of HERE and THERE */
    nbb_expression *at[NBB_AXES_MAX]; /* of AT: the coordinates, without cells' values, or NULL */
    int64_t distance;                 /* of ALONG */
    nbb_place_in_text place;
    const nbb_expression *fixed; /* of a global: the real that is summed, `value` a part of it */
} nbb_total;

typedef struct nbb_observable {
    const char *name;  /* of an array's element "h[3]" */
    int element;       /* its number, or -1 */
    const char *array; /* "h", or NULL */
    const char *text;  /* in the file, of all of an array */
    nbb_expression *value; /* of totals, parameters and builtins that no cell has */
} nbb_observable;

/* A function of means over steps: "m" and "m^2" of one, "1 - mean(m^4) / (3 * mean(m^2)^2)" of several. Of an average
   TOTALs are means by number, of means observables, and so in `stop`. */
typedef struct nbb_averaged {
    const char *name;      /* what was averaged where no name is given */
    nbb_expression *value; /* F64 */
    int mean;              /* that it is, or -1: it is another function */
} nbb_averaged;

/* A constant table: of ints if all of its numbers are whole ones of 32 bits, else of reals. */
typedef struct nbb_constants {
    const char *name;
    bool is_whole;
    int count;
    double *values;
} nbb_constants;
enum { NBB_TABLES_MAX = 16, NBB_TABLE_VALUES_MAX = 1024 };

typedef struct nbb_requirement {
    const char *text;
    nbb_expression *value; /* BOOL, F64 inside: of parameters and maxdegree */
} nbb_requirement;

/* A list of neighbours by name, of which "near" is the first: degree, pairs, offsets and reductions that name no list
   are near's. */
typedef struct nbb_program_list {
    const char *name;
    const struct nbb_field_text *text; /* its place, or NULL */
    const char *of;                    /* "moore", "box(5)"; or NULL, and */
    nbb_vector *offsets;
    int offset_count;
    /* After program_bind; of a list that update never names, near apart, none. */
    int *numbers; /* of its offsets, in its order, among the program's neighbours */
    int count;
} nbb_program_list;
#define NBB_NEAR "near"
enum { NBB_LISTS_MAX = 16 };
/* Whether kernels go over a table of the list's offsets. */
static inline bool nbb_list_is_long(const nbb_program_list *list)
{
    return list->count > NBB_NEIGHBOURS_UNROLLED_MAX;
}

typedef struct nbb_program {
    const char *name;  /* a C identifier: of the file */
    const char *path;  /* or NULL: it is text of nbbgen's own */
    nbb_field *fields; /* in the order of their names: digest's */
    int field_count;
    const struct nbb_program_draft *draft; /* while it is filled, and of a program with bonds; or NULL */
    nbb_vector *forward; /* near's offsets from the cells that bonds belong to; none before binding */
    int forward_count;
    nbb_parameter *parameters;        /* in the order of their names */
    int parameter_count, given_count; /* the first ones are given: the others are globals */
    nbb_scheduled *schedules;         /* in the order of their parameters' names */
    int schedule_count;
    bool has_globals;
    bool sublattices;
    nbb_program_list *lists;
    int list_count;
    int weight_count; /* of update */
    nbb_constants *tables;
    int table_count;
    struct nbb_let *lets; /* program_checker.h */
    int let_count, let_uses;
    nbb_section init, update; /* update's stages, where they are several, are a block each */
    int stages;
    nbb_total *totals;
    int total_count;
    nbb_observable *observables; /* in the order of their names */
    int observable_count;
    nbb_expression **means; /* what is averaged, F64 each: the observables first, */
    int mean_count;
    nbb_averaged *averages; /* as are these: then the file's `average`, */
    int average_count;
    bool names_averages;        /* by name, or else by what is averaged: */
    const char **average_texts; /* so many, as they were given */
    int average_text_count;
    const char *stop; /* the text of the file's, or NULL; and what ends a run, BOOL */
    nbb_expression *stop_value;
    bool exchanges; /* what copies exchange: a given parameter without a schedule, by an observable */
    int exchanged, energy;
    nbb_requirement *requirements;
    int requirement_count;
    bool seeds_apart; /* init has a seed of its own: */
    uint64_t init_seed;
    bool bits;               /* all fields are uN: random numbers are drawn by planes */
    int planes;              /* then of all fields */
    nbb_type real;           /* F32 or F64 */
    /* After binding: kernels apply a function that targets round differently; results are compared within bounds. */
    bool inexact;
    struct nbb_arena *arena; /* owns all of the above: nodes, names, texts */

    /* After program_bind. */
    nbb_neighbours neighbours; /* near's, then those of other lists that update reads */
    int passes;                /* over all cells, in a step: a stage each; 1 where cells read themselves alone */
    nbb_colouring colouring;   /* q = 1 where the order is synchronous */
    bool is_rule;              /* it is an automaton (program_rule.c), and this one */
    nbb_rule rule;
} nbb_program;

/* Reads, checks and types the program file at the path. Every failure is NBB_ERROR_DEFINITION, "FILE:LINE:
   FIELD:COLUMN: ..." with the line and a caret below it. Freed with nbb_program_free in every case; after a failure
   it is empty. A text stands for the file; NULL: the file's own. */
nbb_status nbb_program_read(const char *text, const char *path, nbb_program *program);

/* The seed of what init draws, where a run has this one. */
static inline uint64_t nbb_program_init_seed(const nbb_program *program, uint64_t seed)
{
    return program->seeds_apart ? program->init_seed : seed;
}

/* Gives a parameter a value, from "NAME=VALUE". Fails (usage) with the near miss; `asked`, such as "--set T=2", is
   what messages begin with. */
nbb_status nbb_program_set(nbb_program *program, const char *asked, const char *assignment);

/* The number of the parameter of this name, or -1. */
int nbb_program_parameter_index(const nbb_program *program, const char *name);

/* The program with its parameters' values in a step, as its schedule and its globals have them, these by all totals
   of the state before it (NULL: they are 0); `values` holds them as long. The other
   fails (usage) where one is no finite number, and where the program requires others. */
union nbb_value_of;
nbb_program nbb_program_at(const nbb_program *program, int64_t step, const union nbb_value_of *totals,
                           nbb_parameter values[NBB_PARAMETERS_MAX]);
nbb_status nbb_program_check_step(const nbb_program *at, int64_t step);

/* Resolves the program for a domain of so many axes: its list, or the named one if `neighbours` is not NULL, offsets,
   ranges, colours. Fails (usage or definition) where an offset is not in the list. May be repeated. */
nbb_status nbb_program_bind(nbb_program *program, int axes, const char *neighbours);

/* Checks `require` with the parameters' values. To be called bound. */
nbb_status nbb_program_require(const nbb_program *program);

/* Append statements of the program's init or update as text that parses to the same tree, each behind so many blanks;
   and an expression. */
void nbb_section_print(const nbb_program *program, const nbb_section *section, int indent, nbb_text *text);
void nbb_expression_print(const nbb_program *program, const nbb_section *section, const nbb_expression *expression,
                          nbb_text *text);

/* How many neighbours a cell of the bound program can have: near's. And the list of a reduction or weight. */
static inline int nbb_program_near(const nbb_program *program)
{
    return program->lists[0].count;
}
static inline const nbb_program_list *nbb_list_of(const nbb_program *program, const nbb_expression *expression)
{
    return &program->lists[expression->list];
}

void nbb_program_free(nbb_program *program);

/* Bytes of a cell's field outside lanes. */
static inline uint32_t nbb_field_bytes(const nbb_field *field)
{
    return (uint32_t)(field->bits + 7) / 8;
}

/* A field's integer as it is stored: modulo 2^bits, of iN with a sign. */
int64_t nbb_field_wrapped(const nbb_field *field, int64_t value);
static inline bool nbb_field_has_sign(const nbb_field *field)
{
    return field->kind == NBB_FIELD_I8 || field->kind == NBB_FIELD_I16 || field->kind == NBB_FIELD_I32;
}

/* The field, as an expression, that a bond is between a cell and its near neighbour of this number. */
nbb_expression nbb_bond_between(const nbb_program *program, const nbb_expression *bond, int there);

/* Appends a program's name as one of C: as it is, unless C, C++ or the generated text may mean something else by it,
   then with a '_'. So is a name that ends in a digit or '_', so that a generated name ending in a digit is nobody
   else's, and no two names become one. */
void nbb_program_spell(const char *name, nbb_text *text);

/* --- visits the expressions of a program (program_walk.c) --- */

typedef nbb_status nbb_visitor(nbb_expression *expression, void *context);

/* Visits the expressions in the statements of init and update, and those of totals, observables and requirements,
   each before its operands, and theirs; stops at a failure. WHOLE: without operands. */
enum { NBB_WALK_INIT = 1, NBB_WALK_UPDATE = 2, NBB_WALK_OBSERVED = 4, NBB_WALK_ALL = 7, NBB_WALK_WHOLE = 8 };
nbb_status nbb_walk(const nbb_program *program, unsigned what, nbb_visitor *visit, void *context);

/* Whether an expression or one in it is so. */
typedef bool nbb_part_question(const nbb_expression *part, const void *context);
bool nbb_has_part(const nbb_expression *expression, nbb_part_question *is, const void *context);

/* What expressions ask for, as a set: builtins, the cell's own, or a neighbour's; reductions over other lists than
   near; sums of reals; and other kinds of expressions, but numbers and what follows from its parts alone. */
#define NBB_ASKS(kind) (UINT64_C(1) << NBB_EXPRESSION_##kind)
#define NBB_ASKS_HERE(builtin) (UINT64_C(1) << (NBB_EXPRESSION_TOTAL + 1 + NBB_BUILTIN_##builtin))
#define NBB_ASKS_THERE(builtin) (NBB_ASKS_HERE(builtin) << NBB_BUILTIN_COUNT)
#define NBB_ASKS_OF(builtin) (NBB_ASKS_HERE(builtin) | NBB_ASKS_THERE(builtin))
#define NBB_ASKS_OFFSET (NBB_ASKS_HERE(DX) | NBB_ASKS_HERE(DY) | NBB_ASKS_HERE(DZ))
#define NBB_ASKS_LISTS (UINT64_C(1) << 63)
#define NBB_ASKS_REAL_SUMS (UINT64_C(1) << 62)

/* Of an expression without its parts; with all in it; of all that are walked over. */
uint64_t nbb_asks_itself(const nbb_expression *expression);
uint64_t nbb_asks(const nbb_expression *expression);
uint64_t nbb_program_asks(const nbb_program *program, unsigned what);

/* How many expressions it is, with those in it; where they are more than `most`, some number past it. */
int nbb_count_parts(const nbb_expression *expression, int most);

/* Whether the program asks for neighbours of the list near or for how many there are, or parts cells by them; whether
   update reads the cell alone. */
bool nbb_program_asks_near(const nbb_program *program);
bool nbb_program_is_local(const nbb_program *program);

/* Whether an expression is a number of the text's, converted and with a sign or not; which. */
bool nbb_is_number(const nbb_expression *expression, double *number);

/* --- between which numbers every integer of a program lies (program_range.c) --- */

/* Sets low and high of every integer and BOOL. The neighbour list is bound. */
void nbb_program_flow(nbb_program *program);

/* What integers of parameters alone can be: `require` and the values that are given bound them.

         require = { "q >= 2 && q <= 16" }, q = 5         int(q) is 2 to 8, int(q) - 1 is 1 to 7

   The bound of a given value is the next power of two, so that few values ask for other kernels. Who has made kernels
   for bounds asks nbb_bounds_check before each launch with other values. */

typedef struct nbb_bound {
    double low, high;
} nbb_bound;

/* The bounds of the parameters, in their order. */
void nbb_bounds_find(const nbb_program *program, nbb_bound bounds[NBB_PARAMETERS_MAX]);

/* The range of an integer or BOOL of parameters, constants and the step alone; relies[i]: by parameter i's bounds. */
nbb_range nbb_bounds_range(const nbb_program *program, const nbb_bound *bounds, const nbb_expression *expression,
                           bool relies[NBB_PARAMETERS_MAX]);

/* Fails (usage) where a parameter on which kernels rely has a value past its bounds now. */
nbb_status nbb_bounds_check(const nbb_program *program, const nbb_bound *bounds, const bool *relies);

/* Appends "q from 0 to 8, for which these kernels are made". */
void nbb_bounds_print(const nbb_program *program, int number, nbb_bound bound, nbb_text *text);

/* --- an automaton's program, and the automaton that a program is (program_rule.c) --- */

/* The program of a rule for cells with so many axes, called B2_S23: a field s of one bit, alive with probability
   `density` at first. Freed with nbb_program_free in every case. */
nbb_status nbb_program_from_rule(nbb_rule rule, int axes, nbb_program *program);

/* Appends a rule as the update of a field of one bit, with a local for the number of its live neighbours:
   "int alive = count(s); s = s ? alive == 2 : false;". */
void nbb_rule_print_update(nbb_rule rule, int axes, const char *field, const char *number, nbb_text *text);

/* Whether a bound program's update is a function of the cell's one bit and of how many of its neighbours are alive
   and how many dead, all cells at once. Parameters and draws make a program none. */
bool nbb_program_counts(const nbb_program *program);

/* Finds out, by evaluating the update in every case, whether a program is_rule: synchronous, of one bit, on Moore's
   neighbours, and its update a function of the cell and the number of its live neighbours, however it is written. A
   part of binding. */
void nbb_program_seek_rule(nbb_program *program);

/* Whether the program's start is an automaton's: each cell is alive with one probability, which parameters give. */
bool nbb_program_density(const nbb_program *program, double *density);

/* program_tree.h - the tree of a program's text after program_check: typed expressions and statements. */
#pragma once

#include "gen/domain/syntax.h"

/* The type of an expression, after program_check. int is I32 in update and I64 in init and observe; real is F64 where
   a field is f64 and in what is evaluated on the processor, else F32. */
typedef enum nbb_type { NBB_TYPE_BOOL, NBB_TYPE_I32, NBB_TYPE_I64, NBB_TYPE_F32, NBB_TYPE_F64 } nbb_type;
static inline bool nbb_is_real(nbb_type type)
{
    return type == NBB_TYPE_F32 || type == NBB_TYPE_F64;
}
static inline int nbb_type_bits(nbb_type type) /* of its integers */
{
    return type == NBB_TYPE_I64 ? 64 : 32;
}

/* Whose a field or builtin is: the cell's that is updated (observed), or, in a neighbour reduction and in pairs, the
   other one's. */
typedef enum nbb_whose { NBB_HERE, NBB_THERE } nbb_whose;

/* Names that mean something everywhere: X(enumerator, spelling, it belongs to a cell and so has a whose). */
#define NBB_BUILTINS(X)                      \
    X(BUILTIN_DEGREE, "degree", true)        \
    X(BUILTIN_MAXDEGREE, "maxdegree", false) \
    X(BUILTIN_X, "x", true)                  \
    X(BUILTIN_Y, "y", true)                  \
    X(BUILTIN_Z, "z", true)                  \
    X(BUILTIN_N, "n", false)                 \
    X(BUILTIN_CELLS, "cells", false)         \
    X(BUILTIN_STEP, "step", false)           \
    X(BUILTIN_FIRST, "first", true)          \
    X(BUILTIN_X0, "x0", false)               \
    X(BUILTIN_Y0, "y0", false)               \
    X(BUILTIN_Z0, "z0", false) X(BUILTIN_DX, "dx", false) X(BUILTIN_DY, "dy", false) X(BUILTIN_DZ, "dz", false)
typedef enum nbb_builtin { NBB_BUILTINS(NBB_ENUMERATOR) NBB_BUILTIN_COUNT } nbb_builtin;
extern const nbb_spellings nbb_builtin_names;
extern const bool nbb_builtin_of_cell[NBB_BUILTIN_COUNT];

/* Reductions: over the neighbours that exist, in the list's order; SUM, MIN and MAX also over all cells (observe):
   X(enumerator, spelling, the operation that joins what is reduced). */
#define NBB_REDUCTIONS(X)                   \
    X(REDUCTION_SUM, "sum", NBB_OP_ADD)     \
    X(REDUCTION_COUNT, "count", NBB_OP_ADD) \
    X(REDUCTION_MIN, "min", NBB_OP_MIN)     \
    X(REDUCTION_MAX, "max", NBB_OP_MAX) X(REDUCTION_ANY, "any", NBB_OP_OR) X(REDUCTION_ALL, "all", NBB_OP_AND)
typedef enum nbb_reduction { NBB_REDUCTIONS(NBB_ENUMERATOR) } nbb_reduction;
extern const nbb_spellings nbb_reduction_names;
extern const int nbb_reduction_operations[];

/* Kinds of expression, by what templates call them, and the fields that each uses beside type, place and range.
   min and max over no neighbours are 0; sum and count 0; any false; all true. An INTEGER whose THERE is of a bond's
   offset, where the text has the builtin `number`. A WEIGHT, in a reduction, has its reals F64: it is evaluated for
   each offset before a launch. A TOTAL of a global that is_fixed has its other parts in the next ones, as
   program_calls.c says; see nbb_averaged. */
#define NBB_EXPRESSIONS(X)                                                                                         \
    X(EXPRESSION_INTEGER, "integer")     /* integer; of type BOOL 0 or 1 */                                        \
    X(EXPRESSION_REAL, "real")           /* real */                                                                \
    X(EXPRESSION_FIELD, "field")         /* number: of the field; whose. I32 or I64 (BITS, I32, U32), F32, F64 */  \
    X(EXPRESSION_OFFSET, "offset")       /* number: of the field; offset: s[dx, dy], else 0; neighbour */          \
    X(EXPRESSION_EXISTS, "exists")       /* offset, neighbour */                                                   \
    X(EXPRESSION_BOND, "bond")           /* in a reduction over near and in pairs. number: its first field */      \
    X(EXPRESSION_LOCAL, "local")         /* number: of the section's local */                                      \
    X(EXPRESSION_PARAMETER, "parameter") /* number */                                                              \
    X(EXPRESSION_BUILTIN, "builtin")     /* number: nbb_builtin; whose */                                          \
    X(EXPRESSION_CONVERT, "cast")        /* from[0] to `type`: to BOOL it is != 0; of real to int truncated */     \
    X(EXPRESSION_OPERATOR, "operator")   /* number: nbb_operator or function; from: of one type, but shifts */     \
    X(EXPRESSION_SELECT, "select")       /* from[0] is BOOL: from[1], else from[2] */                              \
    X(EXPRESSION_TABLE, "table")         /* number: of the table; from[0]: index from 0, past which it is 0 */     \
    X(EXPRESSION_CHANCE, "chance")       /* BOOL. number: the request; from[0]: F64 if on_processor, else real */  \
    X(EXPRESSION_UNIFORM, "uniform")     /* number: the request; with from[0], an int, an int below it */          \
    X(EXPRESSION_REDUCE, "reduce")       /* number: nbb_reduction, over neighbours; from[0] may be THERE's */      \
    X(EXPRESSION_WEIGHT, "weight")       /* number: update's; list; from[0]: of dx, dy, dz, parameters, numbers */ \
    X(EXPRESSION_TOTAL, "total")         /* of observe. number: of the program's total, whose value it is */
typedef enum nbb_expression_kind { NBB_EXPRESSIONS(NBB_ENUMERATOR) } nbb_expression_kind;

typedef struct nbb_expression nbb_expression;
struct nbb_expression {
    nbb_expression_kind kind;
    nbb_type type;
    nbb_place_in_text place;
    int number;
    bool is_fixed;
    bool is_written; /* of a conversion: the text has it, where others are their place's */
    int list;        /* of a reduction and a weight: its number among the program's lists */
    nbb_whose whose;
    int64_t integer;
    double real;
    nbb_vector offset;
    int neighbour;     /* of an offset: its number in the bound neighbours */
    bool on_processor; /* of a chance of parameters and small integers alone: its cases are evaluated beforehand */
    int compared;      /* of a chance that stands for uniform() < p: 1, and of uniform() <= p: 2 (lanes_reals.c) */
    int64_t low, high; /* of an integer or BOOL, after binding: it is never outside */
    nbb_expression *from[3];
    int from_count;
};

/* An operator's or function's operation, else -1. */
static inline int nbb_operation_of(const nbb_expression *expression)
{
    return expression->kind == NBB_EXPRESSION_OPERATOR ? expression->number : -1;
}

/* Statements of a section, in order. */
typedef enum nbb_statement_kind {
    NBB_STATEMENT_LOCAL, /* number: of the local that `value` is assigned to; declares: its first statement */
    NBB_STATEMENT_FIELD, /* number: of the field; value has been converted, but may lie past uN's range */
    NBB_STATEMENT_IF,    /* value: BOOL; body, otherwise (may be NULL) */
    NBB_STATEMENT_BLOCK, /* body */
} nbb_statement_kind;

typedef struct nbb_statement nbb_statement;
struct nbb_statement {
    nbb_statement_kind kind;
    int number;
    bool declares;
    nbb_expression *value;
    nbb_statement *body, *otherwise; /* the first of each */
    nbb_statement *next;
};

typedef struct nbb_local {
    char *name; /* unique in the section: an inner one of the same name gets a number behind it */
    nbb_type type;
    bool is_read, is_changed; /* after its declaration */
} nbb_local;

/* `init` (as a table: an assignment a field, by name) or `update`. */
typedef struct nbb_section {
    nbb_statement *first;
    nbb_local *locals;
    int local_count;
    int requests; /* of random numbers */
} nbb_section;

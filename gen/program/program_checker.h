/* program_checker.h - what the files of program_check share: who reads what where, typed nodes, conversions. */
#ifndef NBB_PROGRAM_CHECKER_H
#define NBB_PROGRAM_CHECKER_H

#include "gen/program/program_parse.h"

/* Which of the file's fields is read. */
typedef enum nbb_part { NBB_PART_INIT, NBB_PART_UPDATE, NBB_PART_OBSERVE, NBB_PART_REQUIRE } nbb_part;

/* Whom names mean. */
typedef enum nbb_reach {
    NBB_REACH_NONE, /* no cell: observables around totals, requirements */
    NBB_REACH_CELL,
    NBB_REACH_NEIGHBOURS, /* in a reduction: plain names are the neighbour's */
    NBB_REACH_PAIRS,      /* in pairs: there are no plain names */
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
struct nbb_checker {
    nbb_program *program;
    const nbb_program_text *text;
    nbb_part part;
    nbb_reach reach;
    nbb_section *section;   /* of init and update */
    nbb_type integer, real; /* what int and real are here */
    nbb_binding *bindings;
    int scope;
    /* Types an expression: nbb_check_expression, which the files that it needs call by this pointer. */
    nbb_expression *(*check)(nbb_checker *checker, const nbb_syntax *syntax);
};

/* Records a failure at the syntax's place and returns NULL. */
#define NBB_CHECK_FAIL(checker, at, ...) (nbb_program_fail((checker)->text, at, __VA_ARGS__), (nbb_expression *)NULL)

/* A node at the syntax's place. NULL, with the failure recorded, where there is no memory, as from all functions
   here. */
nbb_expression *nbb_check_make(nbb_checker *checker, const nbb_syntax *syntax, nbb_expression_kind kind,
                               nbb_type type);

/* Gives the node one more operand; NULL where either is NULL. */
nbb_expression *nbb_check_give(nbb_expression *node, nbb_expression *operand);

bool nbb_is_real(nbb_type type);

/* The expression converted, or itself where it has the type. NULL stays NULL. */
nbb_expression *nbb_check_convert(nbb_checker *checker, nbb_expression *expression, nbb_type type);

/* The type that two operands are converted to before arithmetic: a real one if one of them is, else int. */
nbb_type nbb_check_common(const nbb_checker *checker, const nbb_expression *a, const nbb_expression *b);

/* A BOOL as an int; anything else as it is. */
nbb_expression *nbb_check_number(nbb_checker *checker, nbb_expression *expression);

/* The expression where an int is needed and a real is none: "'%' is of ints". */
nbb_expression *nbb_check_integer(nbb_checker *checker, nbb_expression *expression, const char *what);

#endif

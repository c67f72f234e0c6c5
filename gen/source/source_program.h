/* source_program.h - prints a program's typed tree as statements and expressions that are C and CUDA alike.

   Every operation has the program's type and is rounded by itself: on the host a file switches contraction off
   (templates/shared/program_functions.in), on CUDA products, quotients and roots are __fmul_rn and the like, which no
   compiler contracts, so that + and - beside them stay as they are. Ints whose range may pass the type's wrap by
   functions; where it cannot, the plain operator stands.

   Names: a field's, a local's, a parameter's are their own (program.h); has3 tells whether neighbour 3
   exists, u3 is its u (0 where it does not), degree3 its degree; x, y, z, degree, first, step as in the program.

   What is reduced over a long list is computed before the statement, by a loop over a table of its offsets. */
#ifndef NBB_SOURCE_PROGRAM_H
#define NBB_SOURCE_PROGRAM_H

#include "gen/base/list.h"
#include "gen/plan/plan.h"
#include "gen/program/program_arguments.h"
#include "gen/program/program_cases.h"
#include "gen/program/program.h"

/* Which neighbours are known to exist when the text is made. */
typedef enum nbb_presence { NBB_PRESENCE_TESTED, NBB_PRESENCE_NEVER, NBB_PRESENCE_ALWAYS } nbb_presence;

/* What a text reads of a cell and of its neighbours. */
typedef struct nbb_program_uses {
    bool fields; /* of the cell */
    bool place, degree, first, step, draws, arguments;
    bool axes[NBB_AXES_MAX];                              /* coordinates, where place */
    bool has[NBB_NEIGHBOURS_LIST_MAX];                    /* whether the neighbour exists */
    bool values[NBB_NEIGHBOURS_LIST_MAX][NBB_FIELDS_MAX]; /* its fields */
    bool degrees[NBB_NEIGHBOURS_LIST_MAX];
    bool loops[NBB_LISTS_MAX + 1]; /* over which lists */
    bool loops_pairs;              /* over near's neighbours with which pairs count */
    bool counts_degree;            /* by a function that goes over near */
} nbb_program_uses;

/* The functions that texts call (program_functions.in), by name, each once. */
typedef struct nbb_program_calls {
    nbb_text names; /* " add_i32 truncated_f32_i32 " */
} nbb_program_calls;

/* How strongly a text binds; less than what is wanted is put in parentheses. As operators do (operators.h), but
   bitwise ones, and && beside ||, get more parentheses than C asks for, as compilers wish. */
enum { NBB_BINDS_COMPARED = 6, NBB_BINDS_ADDED = 9, NBB_BINDS_MULTIPLIED = 10 };

/* A text in the making. */
typedef struct nbb_program_writer nbb_program_writer;
struct nbb_program_writer {
    const nbb_plan *plan;
    const nbb_program *program;
    const nbb_arguments *arguments;
    const nbb_section *section; /* whose locals are named; NULL in totals */
    bool initial;               /* init: its random numbers are the state's of old */
    bool in_main;               /* of a standalone's main: the processor's C, with parameters.T, and sum3 for total 3
                                   */
    const nbb_cases *cases;     /* whose inputs are given, as input0 .., or NULL */
    const nbb_presence *presence; /* by neighbour, or NULL: all tested */
    nbb_text *text;
    nbb_text *before;  /* what stands before the statement that is written */
    int reduced;       /* numbers in it so far */
    const char *table; /* whose offset i0 a loop is at, or NULL */
    nbb_program_uses *uses;
    nbb_program_calls *calls;
    int indent; /* in blanks */
    int there;  /* the neighbour that a reduction is at, else -1 */
    int (*write_call)(nbb_program_writer *writer, const nbb_expression *expression); /* nbb_program_write_call */
};

/* Appends an expression, in parentheses where it binds less; as it may stand beside commas or behind '='. */
void nbb_program_write_bound(nbb_program_writer *writer, const nbb_expression *expression, int least);
void nbb_program_write_value(nbb_program_writer *writer, const nbb_expression *expression);

/* Appends a section's statements, each on lines of its own. */
void nbb_program_write_section(nbb_program_writer *writer);

/* Appends the name of a type, of the function's suffix for it: "int", "i32". */
const char *nbb_program_type_name(nbb_type type);
const char *nbb_program_type_suffix(nbb_type type);

/* Append an expression and tell how strongly it binds: numbers, fields, locals, parameters, builtins and totals
   (source_program_leaf.c); what becomes calls and sums, chances, functions, reductions (source_program_call.c). */
int nbb_program_write_leaf(nbb_program_writer *writer, const nbb_expression *expression);
int nbb_program_write_call(nbb_program_writer *writer, const nbb_expression *expression);

/* Appends a number of the type, in the fewest digits that are read as the same. */
void nbb_program_write_real(nbb_program_writer *writer, nbb_type type, double value);

/* Appends "nbb_NAME_i32(" for a function of program_functions.in or program_draw.in, without a suffix "nbb_NAME(",
   and takes note of it. */
void nbb_program_begin_call(nbb_program_writer *writer, const char *name, const char *suffix);

/* Appends an expression's operands as a call's arguments, and ")". */
void nbb_program_end_call(nbb_program_writer *writer, const nbb_expression *expression);

/* Whether the text is CUDA's. */
bool nbb_program_for_cuda(const nbb_program_writer *writer);

/* Appends the loop over a long list to what stands before the statement, and the name of its result. */
void nbb_program_write_looped(nbb_program_writer *writer, const nbb_expression *reduce);

/* Appends the loop that adds a total's pairs to `value`, over a long list. */
void nbb_program_write_looped_pairs(nbb_program_writer *writer, const nbb_total *total);

/* The table of a list's offsets: "nbb_offsets1". */
void nbb_program_name_table(int list, nbb_text *text);

/* Appends a weight's value at the neighbour that the writer is at. */
int nbb_program_write_weight(nbb_program_writer *writer, const nbb_expression *weight);

/* The 0 with which a sum of the type begins; whether one of ints, of as many neighbours as there may be, stays in the
   type. */
const char *nbb_program_zero(nbb_type type);
bool nbb_program_sum_stays(const nbb_program_writer *writer, const nbb_expression *reduce);

/* Appends whether the neighbour exists. */
void nbb_program_write_has(nbb_program_writer *writer, int neighbour);

/* The texts of a plan's program, for the templates. */
typedef struct nbb_section_text {
    nbb_text text;
    nbb_program_uses uses;
} nbb_section_text;

typedef struct nbb_source_program {
    nbb_arguments arguments;
    nbb_text structure;
    nbb_section_text init, update;
    nbb_section_text totals; /* what all their values use together; the text is empty */
    nbb_list values;         /* by total: its value, or of PAIRS a sum over neighbours */
    nbb_list scalars;        /* of the plan's lowering: its integers of the step and parameters */
    nbb_text filling;        /* of main: statements that fill `arguments` from `parameters` */
    nbb_list observed;       /* of main: by observable its value, of the totals' */
    nbb_list conditions;     /* of main: what `parameters` must be, as C, */
    nbb_list required;       /* and as it is said where that does not hold */
    nbb_program_calls calls;
} nbb_source_program;

/* A writer for these texts, which has no section yet. */
nbb_program_writer nbb_source_program_writer(const nbb_plan *plan, nbb_source_program *texts);

/* Whether a total of ints may pass 64 bits, of which it keeps the low ones. */
bool nbb_program_total_wraps(const nbb_plan *plan, const nbb_total *total);

/* Prints main's texts: filling, observed, required (source_program_main.c). The writer is main's from then on. */
nbb_status nbb_source_program_main(nbb_program_writer *writer, nbb_source_program *texts);

/* Prints the texts, main's where there is one. nbb_source_program_free is due in every case. */
nbb_status nbb_source_program_build(const nbb_plan *plan, bool has_main, nbb_source_program *texts);

void nbb_source_program_free(nbb_source_program *texts);

#endif

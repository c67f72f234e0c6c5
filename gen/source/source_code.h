/* source_code.h - the code of a module's launches, made ready for the templates. */
#ifndef NBB_SOURCE_CODE_H
#define NBB_SOURCE_CODE_H

#include "gen/code/code_tables.h"
#include "gen/lanes/lanes_schedule.h"
#include "gen/plan/plan.h"

/* The launches that a module may have code of: STEP or ROUNDS, and REST. */
enum { NBB_LAUNCH_MAIN, NBB_LAUNCH_REST, NBB_LAUNCHES };

typedef struct nbb_source_code {
    nbb_schedule schedules[NBB_LAUNCHES]; /* empty where the plan has no such kernel */
    nbb_shapes shapes;                    /* of all */
    nbb_formulas formulas;
} nbb_source_code;

enum { NBB_BITS_WORDS_USED = 13 }; /* by a rule, at most: in space three numbers of four bits and the place itself */

/* What the next word is: the call of a shape, the first one, with some of the words, or one that needs none. */
typedef struct nbb_source_bits {
    bool is_call;
    nbb_value constant;             /* if it is no call: NBB_ZERO, NBB_ONES, or NBB_NO_VALUE: the word words[0] */
    int words[NBB_BITS_WORDS_USED]; /* by number: sums of the rows above, own and below, their carries, the place; or
                                       the bits of the layers before, own and behind, the place */
    int count;
} nbb_source_bits;

/* The code of all launches of the plan, so that shapes have the same numbers in each of its units; none if no kernel
   of a launch is among `kernels`. */
nbb_status nbb_source_code_build(const nbb_plan *plan, nbb_entry_set kernels, nbb_source_code *code);

/* The shape and formulas of `code`, and how it is called. */
nbb_status nbb_source_bits_build(int axes, nbb_rule rule, nbb_source_code *code, nbb_source_bits *bits);

void nbb_source_code_free(nbb_source_code *code);

#endif

/* program_walk.h - visits the expressions of a program. */
#pragma once

#include "gen/program/program.h"

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

/* Whether the program asks for neighbours of the list near or for how many there are, or parts cells by them. */
bool nbb_program_asks_near(const nbb_program *program);

/* Whether update reads the cell alone: neither neighbours nor how many there are. */
bool nbb_program_is_local(const nbb_program *program);

/* Whether every step does the same: the program has no turns, draws nothing and does not ask for the step. */
bool nbb_program_repeats(const nbb_program *program);

/* Whether an expression is a number of the text's, converted and with a sign or not; which. */
bool nbb_is_number(const nbb_expression *expression, double *number);

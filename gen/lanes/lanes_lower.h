/* lanes_lower.h - shared by the files that lower a program: a cell while its code is made. */
#pragma once

#include "gen/lanes/lanes_program.h"

/* A draw whose result stands in the code as a word of its own, until its don't-care mask is known. */
typedef struct nbb_pending_draw {
    nbb_value stands; /* for the result */
    nbb_draw draw;
    nbb_value words[NBB_BASIS_MAX]; /* [0] is `care`, the lanes that use the draw */
} nbb_pending_draw;

/* The lanes that care are looked for at so many draws of a cell, the last ones. */
enum { NBB_CARE_DRAWS = 8 };

/* What a program's code may take, so that a text of any kind is lowered or refused within seconds: values of a cell,
   of all cells of a launch, and steps of lowering a cell and all cells of a plan. Messages say these numbers
   (lanes_reals.c). */
enum {
    NBB_CELL_VALUES_MAX = 1 << 14,
    NBB_LAUNCH_VALUES_MAX = 1 << 19,
    NBB_CELL_WORK_MAX = 1 << 16,
    NBB_PLAN_WORK_MAX = 1 << 22
};

/* Of how many expressions a real may be made once those that it was assigned stand in it. */
enum { NBB_REAL_PARTS_MAX = 512 };

/* The value of an integer in the cell that has the name (lanes_program.h). */
typedef struct nbb_captured {
    int name;
    nbb_bits value;
} nbb_captured;

/* What a field or local is: an integer, or of captured integers a real, NULL where that is not known. */
typedef struct nbb_lowered {
    nbb_bits bits;
    nbb_expression *real;
} nbb_lowered;

typedef struct nbb_lower {
    /* nbb_lower_expression */
    nbb_bits (*expression)(struct nbb_lower *lower, const nbb_expression *expression, int there);
    nbb_lowering *lowering;
    nbb_code *code;
    const nbb_cell_context *cell;
    nbb_arena arena;     /* until the cell is done */
    nbb_lowered *values; /* the fields', then the locals' */
    nbb_captured *captured;
    int captured_count;
    nbb_pending_draw *pending; /* in the order of the code */
    int pending_count;
    int begun;         /* values of the code before the cell's */
    int64_t before;    /* the lowering's work before it */
    nbb_status status;
} nbb_lower;

/* The first failure stays. */
#define NBB_LOWER_TRY(lower, ...) ((lower)->status = (lower)->status == NBB_OK ? (__VA_ARGS__) : (lower)->status)

/* An integer or BOOL expression; of neighbour `there` in a reduction, else -1. */
nbb_bits nbb_lower_expression(nbb_lower *lower, const nbb_expression *expression, int there);

/* Whether it asks whether a coordinate, or what is made of some, is odd: x % 2, (x + step) & 1. */
bool nbb_is_parity(const nbb_expression *expression);

/* A reduction, with what is added to it where the cell itself stands, or NULL. */
nbb_bits nbb_lower_reduction(nbb_lower *lower, const nbb_expression *expression, const nbb_bits *own);

/* A sum or count of words with what is added to it, where rows are counted: that is added where the cell itself
   stands, so that count(s == 1) + s counts whole rows, which cells below each other have in common. False where it
   counts something else, or not by rows. */
bool nbb_lower_with_own(nbb_lower *lower, const nbb_expression *expression, const nbb_bits *own, nbb_bits *sum);

/* The range of what parameters and the step tell, by the parameters' bounds. */
nbb_range nbb_lower_bounded(nbb_lowering *lowering, const nbb_expression *expression);

/* What the processor decides, case by case. */
nbb_bits nbb_lower_cases(nbb_lower *lower, const nbb_expression *expression, int there);

nbb_bits nbb_lower_chance(nbb_lower *lower, const nbb_expression *expression);
nbb_bits nbb_lower_uniform(nbb_lower *lower, const nbb_expression *expression);

/* The expression with what real locals were assigned in their places, of integers as they are now; the same one
   without such locals, if it is no chance that ranges leave to the cell. */
const nbb_expression *nbb_lower_inline(nbb_lower *lower, const nbb_expression *expression);

void nbb_lower_set_real(nbb_lower *lower, int local, const nbb_expression *value);

/* A condition of captured integers, whose value is known, and a real that is one of two by it. NULL where it is
   not known. */
nbb_expression *nbb_lower_condition(nbb_lower *lower, const nbb_expression *condition, const nbb_bits *known);
nbb_expression *nbb_lower_select_real(nbb_lower *lower, nbb_expression *condition, nbb_expression *then,
                                      nbb_expression *otherwise);

/* Replaces what stands for draws in the planes by the draws: each of the lanes in which it makes a difference. */
void nbb_lower_resolve(nbb_lower *lower, nbb_value *planes, int count);

/* A field's value of the cell as it was, or of neighbour `there`, which may not exist. */
nbb_bits nbb_lower_field(nbb_lower *lower, int field, int there);

/* Why bits refuse what stands in several places, and what would do. */
#define NBB_REFUSED_REAL \
    "a real that differs from cell to cell; one of parameters, counts and small integers alone would do"
#define NBB_REFUSED_UNIFORM "a real that is drawn; chance(p) draws what uniform() < p says"
#define NBB_REFUSED_VALUES "its integers have more than 256 values together; min and max bound an integer"

/* Whether an expression may take so many more steps of work; refuses the program past its limits, and says no once it
   is refused. */
bool nbb_lower_spend(nbb_lower *lower, const nbb_expression *expression, int work);

/* Refuses the program for what stands at an expression, or where something is wrong leaves with that; `why` ends a
   sentence on it. */
nbb_bits nbb_lower_refuse(nbb_lower *lower, const nbb_expression *expression, const char *why);
#define NBB_LOWER_REFUSE_IF(wrong, ...) NBB_FAIL_IF(wrong, nbb_lower_refuse(__VA_ARGS__))

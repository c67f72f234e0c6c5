/* lanes_program.h - a program of bits as values: the planes of a cell's next state, from its neighbours' planes.

   An integer is a vector of bits (code_bits.h), `if` is a select of what both branches assign, a reduction adds what
   it asks of each neighbour that may exist. What the processor decides before a launch is a word of the launch's
   arguments, the same for all lanes (NBB_ARGUMENT), or a row of 33 digits, which draws compare with (nbb_draw):

         chance(exp(-2 * J * field / T))    of 4 neighbours: field is -4, -2, 0, 2 or 4, by the count's bits
         a row for each of five masks       1, one, two, one & two, four
         digit d of the lanes' threshold    row0[d] ^ (one & row1[d]) ^ (two & row2[d]) ^ ...

   A draw is only asked of the lanes in which its result makes a difference to the next state.

   Programs that cannot be said so (reals that a cell computes with, coordinates in `update`, too many cases or
   neighbours) are refused by nbb_lowering_begin, with the reason and the place in the text. */
#pragma once

#include "gen/code/code_bits.h"
#include "gen/program/program_value.h"

/* A word of the launch's arguments: the sum modulo 2 of a bit of an integer or BOOL expression in some of its
   cases. Of a folded chance (program_value.h) cases are numbers of signs, and the bit is whether one is certain.

   A row: the sum modulo 2, digit by digit, of the thresholds of some cases of a chance or uniform(m). Of the latter a
   case is j + (m << NBB_UNIFORM_SHIFT), where m is 0 if parameters tell it: U is below the threshold where the result
   is below j. Of what a random real decides it is j + (case << NBB_UNIFORM_SHIFT), j counted from its least value
   (nbb_drawn_find). Of a folded chance a case is a magnitude. */
typedef struct nbb_case_sum {
    const nbb_expression *of;
    int bit;          /* of a word */
    bool is_folded;   /* of a row */
    bool is_drawn;    /* the same, of what a random real decides; */
    int64_t least;    /* its least value */
    int first, count; /* in `cases` of the lowering */
} nbb_case_sum;
enum { NBB_UNIFORM_SHIFT = 12, NBB_UNIFORM_MAX = 256 };
enum { NBB_ROWS_MAX = 320 }; /* a block keeps 144 bytes for each */

/* A name for an integer's value, which reals are computed from (lanes_reals.c): of what draws, or of a field or local
   as it was read once. Values of it that differ in a cell have versions, from 0. Number i is a local of the
   lowering's own, update.local_count + i in expressions. */
typedef struct nbb_captured_name {
    const nbb_expression *of;
    int64_t low, high;
    int version;
} nbb_captured_name;

/* Cells of a tile count row by row where they have more neighbours, some past 1 away: rows in common save more than
   they cost. */
enum { NBB_ROWS_FROM = 16 };

/* What a program is lowered with: for all cells of a launch's code, or of several launches. */
typedef struct nbb_lowering {
    nbb_arena *arena; /* has all of it; of use while code is made */
    const nbb_program *program;
    int64_t builtins[NBB_BUILTIN_COUNT];  /* of those that no cell has, but `step`: n, cells, x0 y0 z0 */
    int64_t side;                         /* the longest one of the box; 0: not known yet */
    int64_t beside_step;                  /* the code is for steps that such a number may be added to */
    nbb_bound bounds[NBB_PARAMETERS_MAX]; /* by the values at the beginning */
    bool relies[NBB_PARAMETERS_MAX];      /* the code is for values in the parameter's bounds */
    nbb_case_sum *words;                  /* by number of NBB_ARGUMENT, but for those of `step`: */
    int word_count;
    nbb_case_sum *rows;
    int row_count;
    int *cases;
    int case_count;
    nbb_expression **trees; /* of the lowering's own: what is computed with real locals, each once */
    int tree_count;
    int64_t work;                   /* steps that were taken so far */
    const nbb_expression **scalars; /* integers of the step and parameters alone */
    int scalar_count;
    nbb_captured_name *names;
    int name_count;
    bool draws_once;         /* where words mix colours chances are drawn once a step, not at each turn */
    bool by_rows;            /* reductions count row by row, as cells share it: of a tile, in strips of columns
                                (lanes.h), or of a row (lanes_rows.h) */
    bool by_spans;           /* they run along rows, and neighbours stand for each other: number 0 for all */
    int along;               /* the axis of these rows */
    struct nbb_spans *spans; /* while such code is made (lanes_rows.h) */
    bool asks_first;         /* the update has `first`: it needs the context's */
    bool asks_far_degree;    /* it has the degree of neighbours */
    const char *refusal;     /* why bits cannot compute the program: one line; NULL where they can */
} nbb_lowering;

/* Of beside_step: so much may be added, of many more steps than anybody takes. */
enum { NBB_BESIDE_STEP_MAX = 1 << 30 };

/* Numbers of NBB_ARGUMENT past the words: bit b of step + i of the launch, and of scalar s - 1 in that step, is
   NBB_STEP_WORDS + 32 (NBB_STEPS_MOST s + i) + b. Kernels compute them once for all cells. */
enum { NBB_STEP_WORDS = 1 << 20, NBB_STEPS_MOST = 1024 };

/* A neighbour of a cell, by its number among the program's. */
typedef struct nbb_cell_neighbour {
    nbb_value exists;            /* NBB_ZERO, NBB_ONES or a word */
    const nbb_value *planes;     /* [program->planes], 0 where it does not exist; NULL where exists is NBB_ZERO */
    const nbb_value *neighbours; /* [count of near]: which neighbours of its own exist; or NULL unless
                                    asks_far_degree */
} nbb_cell_neighbour;

/* A cell after a step of the launch. */
typedef struct nbb_cell_context {
    const nbb_value *planes; /* its own; fields in order, plane nbb_field.plane + i has the bits of weight 1 << i */
    nbb_value acts;          /* the lanes whose next state is asked for: those that exist, of the turn's colour; in
                                others it may be anything */
    nbb_value first;         /* the lanes of the cell with number 0 */
    unsigned odd;            /* coordinates, by axis, that are odd where those of NBB_GIVEN_ODD are not */
    bool once;               /* chances of few cases are drawn for each, in all lanes (lanes.h) */
    int cell, step;          /* handed on to draws: a cell of the closure, and a step of the launch from 0 */
    nbb_cell_neighbour neighbours[NBB_NEIGHBOURS_WORDS_MAX];
} nbb_cell_context;

/* Fails (usage) where words of bits cannot hold the program's fields, or its neighbours are no words of bits each. */
nbb_status nbb_lowering_check(const nbb_program *program);

/* Begins a lowering of a bound program, which must outlive it; by spans (lanes_rows.h) counts run along axis
   `along`. Fails (usage, with the place) on a program that has no such code. */
nbb_status nbb_lowering_begin(nbb_arena *arena, const nbb_program *program, bool by_spans, int along,
                              nbb_lowering *lowering);

/* Fails (usage) with the reason, which becomes the refusal. */
nbb_status nbb_lowering_refuse(nbb_lowering *lowering, const char *why);

/* Forgets the words and rows of the code that was made with it: other code follows. */
void nbb_lowering_clear(nbb_lowering *lowering, bool draws_once);

/* next[p]: plane p of the cell's next state, in lanes where it acts. The code's and the lowering's failures stick. */
nbb_status nbb_lowering_cell(nbb_lowering *lowering, nbb_code *code, const nbb_cell_context *cell,
                             nbb_value next[NBB_PLANES_MAX]);

/* The integer that a cell, or for PAIRS a cell and its neighbour `there` (else -1), adds to a total. Lanes without
   the cell or the neighbour have any value. False where there is no such code, a real's say. */
bool nbb_lowering_total(nbb_lowering *lowering, nbb_code *code, const nbb_cell_context *cell, const nbb_total *total,
                        int there, nbb_bits *value);

/* Whether parameters tell the argument of a uniform(m), whose only case is then cases. */
bool nbb_lowering_size_known(const nbb_expression *uniform, nbb_cases *cases);

/* Before a launch, with the parameters' values: words[i] is 0 or all ones, word_count of them; rows[i] has 33 digits,
   bit 32 first, row_count of them. */
void nbb_lowering_fill(const nbb_lowering *lowering, uint32_t *words, uint64_t *rows);

/* Given words, past those that are numbered by directions or neighbours. */
enum {
    NBB_GIVEN_LANES = NBB_NEIGHBOURS_WORDS_MAX, /* the bits that are lanes */
    NBB_GIVEN_FIRST,                            /* the lane of the cell with number 0, in its tile */
    NBB_GIVEN_TURN,            /* + residue (lanes.h): lanes whose cells of this residue have their turn */
    NBB_GIVEN_ODD = 1 << 14,   /* + axis: the lanes in which this coordinate is odd, of the first cell of the tile; of
                                  a word along a row, or code of one cell of any position, of the cell itself */
    NBB_GIVEN_STAGE = 1 << 15, /* + stage: all lanes in that one's pass, else none; past the residues of turns */
    NBB_GIVEN_FAR = 1 << 16,   /* + two neighbours: whether the neighbour's neighbour exists */
    NBB_GIVEN_THERE = 1 << 20  /* + cell: where replicas are turned, the bits for which the closure's cell beside
                                  exists, in place of its direction */
};

typedef struct nbb_any_cell {
    nbb_cell_context context;
    nbb_value planes[NBB_NEIGHBOURS_WORDS_MAX + 1][NBB_PLANES_MAX]; /* the cell's, then the neighbours' */
} nbb_any_cell;

/* Makes the words. All neighbours exist, and theirs, or an input word says which do. The cell stays where it is:
   its context points into it. It acts in all lanes and is not the first one. */
void nbb_any_cell_begin(const nbb_lowering *lowering, bool given, nbb_code *code, nbb_any_cell *cell);

/* --- what the files that lower a program share: a cell while its code is made --- */

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
    int begun;      /* values of the code before the cell's */
    int64_t before; /* the lowering's work before it */
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

/* What a random real decides, by its cases. */
nbb_bits nbb_lower_drawn(nbb_lower *lower, const nbb_expression *expression, const nbb_cases *cases);

/* The expression with what real locals were assigned in their places, of integers as they are now; the same one
   without such locals, if it is no chance that ranges leave to the cell. */
const nbb_expression *nbb_lower_inline(nbb_lower *lower, const nbb_expression *expression);

/* The chance that a comparison uniform() < p, <= p, p > uniform() or p >= uniform() stands for, or NULL. */
const nbb_expression *nbb_lower_compared(nbb_lower *lower, const nbb_expression *comparison,
                                         const nbb_expression *uniform);

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
#define NBB_REFUSED_UNIFORM "a random real in a formula; uniform() < p and int(3 * uniform()) would do"
#define NBB_REFUSED_VALUES "its integers have more than 256 values together; min and max bound an integer"

/* Whether an expression may take so many more steps of work; refuses the program past its limits, and says no once it
   is refused. */
bool nbb_lower_spend(nbb_lower *lower, const nbb_expression *expression, int work);

/* Refuses the program for what stands at an expression, or where something is wrong leaves with that; `why` ends a
   sentence on it. */
nbb_bits nbb_lower_refuse(nbb_lower *lower, const nbb_expression *expression, const char *why);
#define NBB_LOWER_REFUSE_IF(wrong, ...) NBB_FAIL_IF(wrong, nbb_lower_refuse(__VA_ARGS__))

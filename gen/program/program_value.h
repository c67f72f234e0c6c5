/* program_value.h - evaluates a program's expressions on the processor: cases of chances, requirements, observables,
   and the reference that runs are verified against.

   Types mean what kernels make of them: I32 wraps, F32 is rounded to float after every operation, nothing is
   contracted. Division of an int by 0 and the remainder are 0; INT_MIN / -1 wraps, and so does abs(INT_MIN). A
   shift's count is taken modulo the type's bits. real to int truncates, saturating, and of a NaN it is 0. min(a, b)
   is b < a ? b : a, and max(a, b) is a < b ? b : a, of reals too, so that NaN and -0 have one meaning. A reduction's
   sum begins with 0; its min and max begin with the first neighbour. */
#pragma once

#include "gen/program/program.h"

/* A value: `integer` of BOOL and ints, sign-extended; `real` of reals, F32 as the double that equals it. */
typedef union nbb_value_of {
    int64_t integer;
    double real;
} nbb_value_of;

/* Who knows what an expression asks for. Members may be NULL where the expression cannot ask. Without `ask` the last
   three know totals and what no cell has; dx, dy and dz are those of neighbour `there`. */
typedef struct nbb_evaluation nbb_evaluation;
struct nbb_evaluation {
    const nbb_program *program;
    void *context;
    nbb_value_of *locals; /* of the section, by number */
    /* The value of a FIELD (HERE or THERE), OFFSET, EXISTS, BUILTIN (maxdegree apart), CHANCE, UNIFORM or TOTAL;
       `argument` is from[0]'s value where there is one. It is brought to the expression's type here: a u32 field may
       answer its unsigned number. `there` is the neighbour's number in the list, -1 outside reductions. */
    nbb_value_of (*ask)(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of argument,
                        int there);
    /* Whether neighbour `number` of the cell exists. */
    bool (*exists)(const nbb_evaluation *evaluation, int number);
    /* Whether an expression's value is given, and so not evaluated. May be NULL. */
    bool (*given)(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of *value);
    const nbb_domain *domain;
    int64_t step;
    const nbb_value_of *totals; /* by number */
};

nbb_value_of nbb_value_evaluate(const nbb_evaluation *evaluation, const nbb_expression *expression, int there);

/* Carries out statements: locals change in the evaluation; fields in `fields`, by number, uN's masked to their bits,
   F32's rounded. The caller's ask for HERE's fields answers from them. */
void nbb_value_run(nbb_evaluation *evaluation, const nbb_section *section, nbb_value_of *fields);

/* A real as an int: truncated, at most the type's largest, at least its smallest; 0 of a NaN. */
int64_t nbb_value_truncated(nbb_type type, double real);

/* A weight's value at the offset of a neighbour, by its number, with the parameters' values. */
nbb_value_of nbb_weight_value(const nbb_program *program, const nbb_expression *weight, int there);

/* A builtin that no cell has, maxdegree apart, after so many steps. */
int64_t nbb_builtin_value(const nbb_domain *domain, nbb_builtin builtin, int64_t step);

/* --- chances that are decided on the processor before a launch: a threshold for each case.

         chance(exp(-2 * J * field / T))      field, an int of -4 .. 4, is the only thing of a cell in it
         input 0: field, low -4, high 4       9 cases; case field + 4 has threshold floor(exp(-2 J field / T) * 2^32)

   Inputs are the largest integer and BOOL parts of the argument that depend on a cell, each once. A part of more than
   NBB_CASES_MAX values is taken apart itself. */

enum { NBB_CASES_MAX = 4096, NBB_CASE_INPUTS_MAX = 8 };

typedef struct nbb_cases {
    const nbb_expression *of;                          /* of a chance its argument */
    const nbb_expression *inputs[NBB_CASE_INPUTS_MAX]; /* with their low and high */
    int strides[NBB_CASE_INPUTS_MAX];                  /* case = sum of (input - low) * stride; the first has 1 */
    int input_count;
    int count;                   /* of cases; 1 without inputs */
    bool takes_apart;            /* for the least */
    const nbb_expression *drawn; /* the uniform() that is part of no input (nbb_drawn_find), or NULL */
    bool falls;                  /* the value falls as the draw rises */
    const nbb_bound *bounds;     /* of parameters, which factors of the draw may be; or NULL */
    bool *relies;                /* by parameter: whether the direction relies on its bounds */
    int factors;                 /* of the draw */
    int compared;                /* of a chance that stands for uniform() < p: 1, and of uniform() <= p: 2 */
} nbb_cases;

/* Whether two expressions are written alike, and so have one value. */
bool nbb_same_expressions(const nbb_expression *a, const nbb_expression *b);

/* The number of the input that an expression is, or -1; of the draw the number behind the last one. */
int nbb_cases_input(const nbb_cases *cases, const nbb_expression *expression);

/* Whether an expression's value follows from its parts' at the same cell. */
bool nbb_has_parts(const nbb_expression *expression);

/* Whether parameters' values tell the expression's; whether more than parameters and constants do. */
bool nbb_has_parameter(const nbb_expression *expression);
bool nbb_varies(const nbb_expression *expression);

/* Whether the chance can be decided so: its argument is made of parameters, constants and integers with at most
   NBB_CASES_MAX cases in all. The program is bound. program_bind sets on_processor by it, and gives the argument the
   type F64 then, outside the inputs. Any other expression has cases in the same way; one that has parts is itself no
   input, so that a comparison of reals has cases too.

   `least`: by the least that tells the cases, however they are written: field of -2 * field, and neither field <= 0
   beside field, nor 2 * J * field <= 0. */
bool nbb_cases_find(const nbb_expression *expression, bool least, nbb_cases *cases);

/* Gives the reals of an expression the type, up to the inputs. */
void nbb_cases_retype(nbb_expression *expression, const nbb_cases *cases, nbb_type type);

/* Of an expression that has no cases, but for what is drawn or NULL: the part of a cell's that is a real, or an
   integer of more values than NBB_CASES_MAX; NULL where its integers together have more cases. */
const nbb_expression *nbb_cases_obstacle(const nbb_expression *expression, const nbb_expression *drawn);

/* The expression's value in a case, with the parameters' values. */
nbb_value_of nbb_cases_value(const nbb_program *program, const nbb_cases *cases, int number);

/* Of a chance, with the parameters' values: a case's threshold (nbb_draw_threshold, nbb_draw_compared), and
   thresholds[case], count of them. */
uint64_t nbb_cases_threshold(const nbb_program *program, const nbb_cases *cases, int number);
void nbb_cases_thresholds(const nbb_program *program, const nbb_cases *cases, uint64_t *thresholds);

/* Chances of which one of f and -f is certain.

         chance(exp(-2 * J * field / T))      field f: the argument of exp is odd in f, to the last bit

   Where exp's argument is not below 0 the chance is certain. So of f and -f one is certain, whatever the parameters
   are, or neither ever happens (the argument is no number). Lanes of f and -f then share a threshold, the least of
   theirs and that of 0, and a word for each sign says whether that sign is certain:

         certain = sign is certain for all f of the lane's sign       three words of a launch's arguments: -, 0, +
         drawn   = U < least threshold of f, -f and 0                 a row for each |f|
         result  = certain | drawn

   Where neither sign is certain for all its f, the least thresholds are what both signs have. For there are at most
   two products or quotients between the input and exp. The first one is 0, or no number, for every f but 0 or for
   none. Where the second one makes no number of the large f alone, the others' arguments are 0, and both signs
   certain.
   Where f is 0 and not certain its threshold is 0, and so are all the least ones: it needs no row. */

/* Whether the cases are of such a chance, with both signs, and so few. */
enum { NBB_FOLD_MAX = 64 };
bool nbb_fold_is(const nbb_cases *cases);

/* The numbers of signs; the f of one. */
enum { NBB_FOLD_MINUS, NBB_FOLD_ZERO, NBB_FOLD_PLUS };
nbb_range nbb_fold_range(const nbb_cases *cases, int sign);

/* With the parameters' values: the least threshold of f, -f and 0, of those that there are; whether a sign is
   certain. */
uint64_t nbb_fold_threshold(const nbb_program *program, const nbb_cases *cases, int magnitude);
bool nbb_fold_certain(const nbb_program *program, const nbb_cases *cases, int sign);

/* --- what one random real decides

         uniform() < p, exp(-dE / T) > uniform(), int(3 * uniform())

   An integer or BOOL that, in each of its cases, rises with U in steps, or falls. So the value is at least j from a
   threshold of U on, or below it. */

/* Whether an expression that has parts is such, with its cases; `drawn` is NULL unless only the cases are too many.
   Factors of the draw, few and of few bits, have a sign that the text tells, the ranges of integers or the bounds of
   parameters, unless these are NULL: so nothing turns the direction or overflows, and roots are of the draw itself.
   relies[parameter] becomes true where bounds are needed. */
bool nbb_drawn_find(const nbb_expression *expression, const nbb_bound *bounds, bool *relies, nbb_cases *cases);

/* The range over all its cases and, of int(uniform() * q), of q in its bounds; else of an int whose range parameters
   change INT32_MAX is the end. */
nbb_range nbb_drawn_range(const nbb_program *program, const nbb_cases *cases);

/* With the parameters' values: U is below it where the value is below j, or where the value falls at least j. */
uint64_t nbb_drawn_threshold(const nbb_program *program, const nbb_cases *cases, int number, int64_t j);

/* --- the random numbers of programs: which cell has which bits of which Philox word.

   Planes, for programs whose fields are all uN. The top digits of a cell's number are its lane:

         j = lane * k^(r-a) + i        k^a lanes stand in `parts` words of 32, side by side:

         word of part 0   | lanes 0 .. 31  |      v = i * parts + 0
         word of part 1   | lanes 32 .. 63 |      v = i * parts + 1       bit = lane mod 32

   Plane d, a word for each v, has digit d of the U of all these cells, the most significant first. Cells, for the
   others: v = j, and U is the word 0 itself. */

/* Of a domain and a kind of program. */
typedef struct nbb_draw_layout {
    bool planes;   /* else by cells */
    int digits;    /* a: the top digits that are a lane; of a simplex 0 */
    int64_t lanes; /* k^a of a fractal; 32 of a simplex */
    int64_t below; /* k^(r-a): cells of a lane of a fractal; n of a simplex */
    int64_t parts; /* words for the lanes of one i; of a simplex, for a row of its box */
} nbb_draw_layout;

/* Where a cell's digits are; by cells bit is 0 and v its number. */
typedef struct nbb_draw_place {
    uint64_t v;
    int bit;
} nbb_draw_place;

/* `planes`: whether the program's fields are all uN. The size is within the limits. */
nbb_draw_layout nbb_draw_layout_of(const nbb_domain *domain, bool planes);

/* The cell is on the domain. */
nbb_draw_place nbb_draw_place_of(const nbb_draw_layout *layout, const nbb_domain *domain, nbb_vector cell);

/* Philox4x32-10 [Salmon et al. 2011]: the counter becomes four words. */
void nbb_draw_philox(uint32_t counter[4], const uint32_t key[2]);

/* Word w of (v, step, request). */
uint32_t nbb_draw_word(uint64_t seed, uint64_t v, uint32_t step, uint32_t request, uint32_t w);

/* U of a cell's request at a step. */
uint32_t nbb_draw_number(const nbb_draw_layout *layout, nbb_draw_place place, uint64_t seed, uint32_t step,
                         uint32_t request);

/* chance(p) is U < threshold: floor(p * 2^32), 0 where p <= 0 or is no number, 2^32 where p >= 1. */
uint64_t nbb_draw_threshold(double p);

/* uniform() < p is U < threshold: ceil(p * 2^24) * 2^8; uniform() <= p: (floor(p * 2^24) + 1) * 2^8. Alike at the
   ends. */
uint64_t nbb_draw_compared(double p, bool or_equal);

/* uniform() and uniform(m) of a U; 0 where m <= 0. */
double nbb_draw_real(uint32_t u);
int64_t nbb_draw_below(uint32_t u, int64_t m);

/* U in init, where it has 24 digits, and the threshold by which it is below p. */
uint32_t nbb_draw_initial(uint64_t seed, int axes, nbb_vector cell, int request);
uint64_t nbb_draw_initial_threshold(double p);

/* --- the structure that kernels of a program take by value: all that changes without a new kernel.

         u64 seed
         u64 chance3[9]        the thresholds of update's request 3, case by case (program_value.h)
         u64 initial0[1]       the same of init's request 0
         i64 at2[2]            the place that total 2 looks at
         float weight0[28]     update's weight 0 at each offset of its list (program_weights.h); u32 of an int
         const u64 *thresholds
         double T, float T     parameters, in the types that kernels read them in

   Rows of 8 bytes come first, so that offsets are sums. CUDA's kernels take few bytes so. Where all are more,
   thresholds of chances with many cases and weights of long lists stand in a table, one behind the other, which is in
   the memory of the device: the structure holds its address then. A weight there is the low bits of a u64. */

/* X(enumerator, the type's name in emitted text, bytes). */
#define NBB_ARGUMENT_TYPES(X)             \
    X(ARGUMENT_U64, "u64", 8)             \
    X(ARGUMENT_I64, "i64", 8)             \
    X(ARGUMENT_ADDRESS, "const u64 *", 8) \
    X(ARGUMENT_F64, "double", 8) X(ARGUMENT_F32, "float", 4) X(ARGUMENT_U32, "u32", 4)
typedef enum nbb_argument_type { NBB_ARGUMENT_TYPES(NBB_ENUMERATOR) } nbb_argument_type;

/* X(enumerator, what templates call it, how its rows are called, maybe with the number). A parameter's row has a
   name of its own. */
#define NBB_ARGUMENTS(X)                                                                         \
    X(ARGUMENT_SEED, "seed", "seed")                                                             \
    X(ARGUMENT_CHANCE, "thresholds", "chance%d")   /* of update: source is the CHANCE */         \
    X(ARGUMENT_INITIAL, "thresholds", "initial%d") /* of init */                                 \
    X(ARGUMENT_PLACE, "place", "at%d")             /* number: of the total */                    \
    X(ARGUMENT_WEIGHT, "weights", "weight%d")      /* number; source is the WEIGHT */            \
    X(ARGUMENT_PARAMETER, "parameter", NULL)       /* number */                                  \
    X(ARGUMENT_WORDS, "words", "words")            /* of lanes, which nbb_lowering_fill fills */ \
    X(ARGUMENT_ROWS, "rows", "rows")               /* the same of thresholds */                  \
    X(ARGUMENT_TABLE, "table", "thresholds")       /* the address of the table, 0 until it is in memory */
typedef enum nbb_argument_kind { NBB_ARGUMENTS(NBB_ENUMERATOR) NBB_ARGUMENT_KINDS } nbb_argument_kind;

typedef struct nbb_argument {
    nbb_argument_kind kind;
    nbb_argument_type type;
    const char *name;
    int number;
    const nbb_expression *source;
    int count;     /* of an array; 0: a single value */
    bool in_table; /* of CHANCE, INITIAL and WEIGHT: no part of the structure */
    size_t offset; /* in bytes; in values of one in the table */
} nbb_argument;

/* CUDA's kernels take 4096 bytes of parameters; the others need some of them. */
enum { NBB_ARGUMENTS_BYTES_MAX = 3840 };

typedef struct nbb_arguments {
    nbb_arena arena; /* of rows and names */
    nbb_argument *rows;
    int count;
    size_t bytes; /* a multiple of 8 */
    size_t table; /* values in it; 0: there is none */
} nbb_arguments;

/* The rows of a bound program, which always fit by themselves, and so many words and rows of lanes (lanes_program.h),
   unless there are none, which nbb_arguments_fill leaves 0. Fails (usage) past NBB_ARGUMENTS_BYTES_MAX.
   nbb_arguments_free is due in every case, also after a failure. */
nbb_status nbb_arguments_build(const nbb_program *program, int words, int rows, nbb_arguments *arguments);

/* The row of a chance's thresholds (INITIAL in init; number: its request), of a total's place or of a weight, or
   NULL. */
const nbb_argument *nbb_arguments_find(const nbb_arguments *arguments, nbb_argument_kind kind, int number);

/* The row of a parameter as an expression reads it, or NULL. */
const nbb_argument *nbb_arguments_parameter(const nbb_arguments *arguments, const nbb_expression *expression);

/* Fills the structure's bytes, and the table if there is one, with the parameters' values. Fails (usage) where a
   total looks at a place of the domain that has no cell. */
nbb_status nbb_arguments_fill(const nbb_arguments *arguments, const nbb_program *program, const nbb_domain *domain,
                              uint64_t seed, void *bytes, uint64_t *table);

void nbb_arguments_free(nbb_arguments *arguments);

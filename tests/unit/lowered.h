/* lowered.h - a cell of a program lowered to words, in 32 lanes, beside what the evaluator of the program's tree says
   of each lane. */
#ifndef NBB_TEST_LOWERED_H
#define NBB_TEST_LOWERED_H

#include "gen/lanes/lanes_program.h"
#include "tests/unit/evaluate.h"
#include "tests/cmocka.h"
#include "gen/code/code_bits.h"
#include "gen/program/program_value.h"

enum { LANES = 32, LOADED = (NBB_NEIGHBOURS_WORDS_MAX + 1) * NBB_PLANES_MAX, WORDS_MAX = 4096, STEP = 1000003 };
enum {
    GIVEN_ACTS = NBB_NEIGHBOURS_WORDS_MAX,
    GIVEN_FIRST,
    GIVEN_FAR,
    GIVEN = GIVEN_FAR + 32 * NBB_NEIGHBOURS_WORDS_MAX,
    SIDE = 81
};

/* A cell with its neighbours, in 32 lanes, and the code of its next state. */
typedef struct sample {
    nbb_arena arena;
    nbb_program program;
    nbb_lowering lowering;
    nbb_code code;
    nbb_cell_context cell;
    nbb_value planes[NBB_NEIGHBOURS_WORDS_MAX + 1][NBB_PLANES_MAX];
    nbb_value far[NBB_NEIGHBOURS_WORDS_MAX][NBB_NEIGHBOURS_UNROLLED_MAX];
    nbb_value next[NBB_PLANES_MAX];
    uint32_t loaded[LOADED], given[GIVEN], arguments[WORDS_MAX];
    uint64_t rows[WORDS_MAX];
    uint64_t seed;
} sample;

/* The word of an existence: 0, all ones, or bits that are given. */
static inline uint32_t exist_word(const sample *drawn, nbb_value exists)
{
    return exists == NBB_ZERO   ? 0
           : exists == NBB_ONES ? ~UINT32_C(0)
                                : drawn->given[drawn->code.nodes[exists].number];
}

static inline nbb_value draw_existence(sample *drawn, int number, uint64_t mixed)
{
    drawn->given[number] = (uint32_t)(mixed >> 32);
    return mixed % 4 == 0 ? NBB_ZERO : mixed % 4 == 1 ? nbb_code_word(&drawn->code, NBB_GIVEN, number) : NBB_ONES;
}

/* Loads one cell's planes: bits drawn at random, 0 in lanes without the cell. */
static inline void load_planes(sample *drawn, int which, uint32_t exists)
{
    for (int plane = 0; plane < drawn->program.planes; ++plane) {
        int number = which * NBB_PLANES_MAX + plane;
        drawn->planes[which][plane] = nbb_code_word(&drawn->code, NBB_LOADED, number);
        drawn->loaded[number] = (uint32_t)nbb_mix(drawn->seed * 10000 + (uint64_t)number) & exists;
    }
}

static inline void draw_neighbours(sample *drawn)
{
    int count = drawn->program.neighbours.count;
    for (int i = 0; i < count; ++i) {
        uint64_t mixed = nbb_mix(drawn->seed * 77 + (uint64_t)i) | (drawn->seed % 3 == 0 ? 3 : 0);
        nbb_value exists = draw_existence(drawn, i, mixed);
        load_planes(drawn, i, exist_word(drawn, exists));
        for (int plane = 0; exists > NBB_ONES && plane < drawn->program.planes; ++plane) {
            nbb_code_bound(&drawn->code, drawn->planes[i][plane], exists);
        }
        for (int j = 0; j < count && j < NBB_NEIGHBOURS_UNROLLED_MAX; ++j) {
            drawn->far[i][j] = draw_existence(drawn, GIVEN_FAR + i * 32 + j, nbb_mix(mixed + (uint64_t)j));
        }
        drawn->cell.neighbours[i] = (nbb_cell_neighbour){ exists, drawn->planes[i], drawn->far[i] };
    }
}

static inline void fail_with_message(const char *what)
{
    fail_msg("%s: %s", what, nbb_message());
}

/* Reads and binds a program, with whatever neighbours a cell may have; false of one that lanes refuse. */
static inline bool begin(sample *drawn, const char *text, int axes, uint64_t seed)
{
    *drawn = (sample){ .seed = seed };
    drawn->code = nbb_code_of(&drawn->arena);
    if (nbb_program_read(text, "sample.lua", &drawn->program) != NBB_OK
        || nbb_program_bind(&drawn->program, axes, NULL) != NBB_OK) {
        fail_with_message(text);
    }
    if (nbb_lowering_begin(&drawn->arena, &drawn->program, false, 0, &drawn->lowering) != NBB_OK) {
        return false;
    }
    drawn->lowering.builtins[NBB_BUILTIN_N] = drawn->lowering.side = SIDE;
    drawn->cell.odd = (unsigned)nbb_mix(seed + 6) & 7;
    drawn->given[GIVEN_ACTS] = (uint32_t)nbb_mix(seed + 5);
    drawn->given[GIVEN_FIRST] = 1U << (seed % 32);
    draw_neighbours(drawn);
    load_planes(drawn, drawn->program.neighbours.count, ~UINT32_C(0));
    drawn->cell.planes = drawn->planes[drawn->program.neighbours.count];
    drawn->cell.acts = nbb_code_word(&drawn->code, NBB_GIVEN, GIVEN_ACTS);
    drawn->cell.first = nbb_code_word(&drawn->code, NBB_GIVEN, GIVEN_FIRST);
    drawn->cell.cell = 5;
    return true;
}

static inline void end(sample *drawn)
{
    nbb_arena_free(&drawn->arena);
    nbb_program_free(&drawn->program);
}

/* U of a lane: some in each program are near 0 or 1. */
static inline uint32_t number_of(const sample *drawn, int request, int lane)
{
    uint64_t mixed = nbb_mix(drawn->seed * 1000 + (uint64_t)(request * LANES + lane));
    return mixed >> 60 == 0 ? (uint32_t)mixed % 3 : mixed >> 60 == 1 ? ~((uint32_t)mixed % 3) : (uint32_t)mixed;
}

/* The stage whose pass it is. */
static inline int stage_of(const sample *drawn)
{
    return (int)(drawn->seed % (uint64_t)drawn->program.passes);
}

/* The coordinate on an axis of a lane's cell; in code the parity of the first cell of its tile is given. */
static inline int64_t coordinate_of(const sample *drawn, int lane, int axis)
{
    return axis < drawn->program.neighbours.axes
               ? (int64_t)(nbb_mix(drawn->seed + (uint64_t)(100 * axis + lane)) % SIDE)
               : 0;
}

static inline uint32_t given_of(const nbb_words *words, int number)
{
    const sample *drawn = words->context;
    int axis = number - NBB_GIVEN_ODD;
    uint32_t odd = 0;
    for (int lane = 0; lane < LANES && axis >= 0 && axis < NBB_AXES_MAX; ++lane) {
        odd |= (uint32_t)((coordinate_of(drawn, lane, axis) + (drawn->cell.odd >> axis)) & 1) << lane;
    }
    return axis >= 0 && axis < NBB_AXES_MAX              ? odd
           : number < NBB_GIVEN_STAGE                    ? drawn->given[number]
           : number == NBB_GIVEN_STAGE + stage_of(drawn) ? ~UINT32_C(0)
                                                         : 0;
}

static inline uint32_t digit(const nbb_words *words, const nbb_draw *draw, int d)
{
    const sample *drawn = words->context;
    uint32_t word = 0;
    assert_int_equal(draw->cell, 5);
    for (int lane = 0; lane < LANES; ++lane) {
        word |= (number_of(drawn, draw->request, lane) >> (31 - d) & 1) << lane;
    }
    return word;
}

/* --- the same by the tree --- */

typedef struct one_lane {
    const sample *drawn;
    int lane;
    nbb_value_of fields[NBB_FIELDS_MAX];
} one_lane;

static inline int64_t field_of(const one_lane *lane, int which, int field)
{
    const nbb_field *of = &lane->drawn->program.fields[field];
    int64_t value = 0;
    for (int i = 0; i < of->bits; ++i) {
        value |= (int64_t)(lane->drawn->loaded[which * NBB_PLANES_MAX + of->plane + i] >> lane->lane & 1) << i;
    }
    return value;
}

static inline bool lane_exists(const one_lane *lane, nbb_value exists)
{
    return exist_word(lane->drawn, exists) >> lane->lane & 1;
}

static inline int64_t degree_of(const one_lane *lane, int there)
{
    int64_t degree = 0;
    for (int i = 0; i < nbb_program_near(&lane->drawn->program); ++i) {
        degree += lane_exists(lane, there < 0 ? lane->drawn->cell.neighbours[i].exists : lane->drawn->far[there][i]);
    }
    return degree;
}

static inline int64_t builtin_of(const one_lane *lane, const nbb_expression *expression, int there)
{
    int axis = expression->number - NBB_BUILTIN_X;
    if (axis >= 0 && axis < NBB_AXES_MAX) {
        int64_t by = expression->whose == NBB_THERE ? lane->drawn->program.neighbours.offsets[there].at[axis] : 0;
        return coordinate_of(lane->drawn, lane->lane, axis) + by;
    }
    switch ((nbb_builtin)expression->number) {
    case NBB_BUILTIN_DEGREE:
        return degree_of(lane, expression->whose == NBB_THERE ? there : -1);
    case NBB_BUILTIN_STEP:
        return STEP;
    case NBB_BUILTIN_FIRST:
        return lane->drawn->given[GIVEN_FIRST] >> lane->lane & 1;
    default:
        return lane->drawn->lowering.builtins[expression->number];
    }
}

static inline nbb_value_of answer(const nbb_evaluation *evaluation, const nbb_expression *expression,
                                  nbb_value_of argument, int there)
{
    const one_lane *lane = evaluation->context;
    uint32_t u = number_of(lane->drawn, expression->number, lane->lane);
    switch (expression->kind) {
    case NBB_EXPRESSION_FIELD:
        return expression->whose == NBB_THERE ? (nbb_value_of){ .integer = field_of(lane, there, expression->number) }
                                              : lane->fields[expression->number];
    case NBB_EXPRESSION_OFFSET:
        return (nbb_value_of){ .integer = field_of(lane, expression->neighbour, expression->number) };
    case NBB_EXPRESSION_EXISTS:
        return (
            nbb_value_of){ .integer = lane_exists(lane, lane->drawn->cell.neighbours[expression->neighbour].exists) };
    case NBB_EXPRESSION_BUILTIN:
        return (nbb_value_of){ .integer = builtin_of(lane, expression, there) };
    case NBB_EXPRESSION_CHANCE:
        return (nbb_value_of){ .integer = u < nbb_draw_threshold(argument.real) };
    default:
        return expression->from_count == 0 ? (nbb_value_of){ .real = nbb_draw_real(u) }
                                           : (nbb_value_of){ .integer = nbb_draw_below(u, argument.integer) };
    }
}

static inline bool answer_exists(const nbb_evaluation *evaluation, int number)
{
    const one_lane *lane = evaluation->context;
    return lane_exists(lane, lane->drawn->cell.neighbours[number].exists);
}

/* The evaluation of a lane, whose fields it begins with. */
static inline nbb_evaluation evaluation_of(const sample *drawn, one_lane *lane)
{
    for (int i = 0; i < drawn->program.field_count; ++i) {
        lane->fields[i].integer = field_of(lane, drawn->program.neighbours.count, i);
    }
    return (nbb_evaluation){ .program = &drawn->program, .context = lane, .ask = answer, .exists = answer_exists };
}

static inline void run_lane(const sample *drawn, one_lane *lane)
{
    nbb_value_of locals[64] = { { 0 } };
    nbb_evaluation evaluation = evaluation_of(drawn, lane);
    evaluation.locals = locals;
    assert_true(drawn->program.update.local_count <= 64);
    nbb_section pass = drawn->program.update;
    if (drawn->program.passes > 1) {
        for (int i = stage_of(drawn); i > 0; --i) {
            pass.first = pass.first->next;
        }
        pass.first = pass.first->body;
    }
    nbb_value_run(&evaluation, &pass, lane->fields);
}

/* --- programs --- */

static inline void fill_arguments(sample *drawn)
{
    assert_true(drawn->lowering.word_count <= WORDS_MAX && drawn->lowering.row_count <= WORDS_MAX);
    nbb_lowering_fill(&drawn->lowering, drawn->arguments, drawn->rows);
}

/* Evaluates code with arguments; those of the step, and of what it tells, stand far behind the others. */
static inline uint32_t *values_of(sample *drawn, const nbb_code *code)
{
    enum { SCALAR_WORDS = NBB_BITS_MAX * NBB_STEPS_MOST };
    int scalars = drawn->lowering.scalar_count;
    one_lane lane = { .drawn = drawn };
    nbb_evaluation evaluation = evaluation_of(drawn, &lane);
    uint32_t *values = malloc((size_t)code->count * sizeof *values);
    uint32_t *arguments = calloc(NBB_STEP_WORDS + (size_t)SCALAR_WORDS * (size_t)(scalars + 1), sizeof *arguments);
    assert_true(values != NULL && arguments != NULL);
    memcpy(arguments, drawn->arguments, sizeof drawn->arguments);
    for (int i = 0; i < NBB_BITS_MAX * (scalars + 1); ++i) {
        int scalar = i / NBB_BITS_MAX, bit = i % NBB_BITS_MAX;
        int64_t is = scalar == 0 ? STEP
                                 : nbb_value_evaluate(&evaluation, drawn->lowering.scalars[scalar - 1], -1).integer;
        arguments[NBB_STEP_WORDS + SCALAR_WORDS * scalar + bit] = is >> bit & 1 ? ~UINT32_C(0) : 0;
    }
    nbb_words words = { drawn->loaded, drawn->given, arguments, drawn->rows, given_of, digit, drawn };
    nbb_code_evaluate(code, &words, values);
    free(arguments);
    return values;
}

#define ISING(list)                                                                 \
    "return program { state = { s = 'u1' }, neighbours = '" list                    \
    "', order = 'sublattices', param = { T = 2.0, J = 1.0 }, "                      \
    "init = { s = '1' }, update = [[ int field = 2 * count(s == here.s) - degree; " \
    "if (chance(exp(-2 * J * field / T))) s = !s; ]] }"
#define WIREWORLD                                                                                   \
    "return program { state = { s = 'u2' }, neighbours = 'moore', init = { s = '1' }, update = [[ " \
    "int heads = count(s == 1); if (s == 1) s = 2; else if (s == 2) s = 3; "                        \
    "else if (s == 3 && (heads == 1 || heads == 2)) s = 1; ]] }"
#define FOREST                                                                                                     \
    "return program { state = { s = 'u2' }, neighbours = 'vonneumann', param = { p = 0.05, f = 0.001 }, "          \
    "init = { s = '1' }, update = [[ bool burning = any(s == 2); bool grows = chance(p); bool struck = chance(f);" \
    " if (s == 2) s = 0; else if (s == 1 && (burning || struck)) s = 2; else if (s == 0 && grows) s = 1; ]] }"
#define SANDPILE                                                                             \
    "return program { state = { u = 'u8' }, neighbours = 'triangular', init = { u = '1' }, " \
    "update = 'u = u - (u >= degree && degree > 0 ? degree : 0) + count(u >= degree);' }"
#define POTTS                                                                                                        \
    "return program { state = { s = 'u2' }, neighbours = 'vonneumann', order = 'sublattices', param = { T = 1.0 }, " \
    "init = { s = '1' }, update = [[ int other = uniform(3); int d = count(s == here.s) - count(s == other); "       \
    "if (chance(exp(-d / T))) s = other; ]] }"

#endif

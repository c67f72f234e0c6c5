/* test_lanes_program.c - programs lowered to words do what the evaluator of their trees does, lane by lane. */
#include "gen/lanes/lanes_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/code/code_cover.h"
#include "gen/domain/state.h"
#include "gen/program/program_draw.h"
#include "gen/program/program_value.h"
#include "tests/programs/random_program.h"

enum {
    LANES = 32,
    LOADED = (NBB_NEIGHBOURS_LIST_MAX + 1) * NBB_PLANES_MAX,
    WORDS_MAX = 4096,
    RANDOM_PROGRAMS = 2000,
    STEP = 1000003
};
enum { GIVEN_ACTS = NBB_NEIGHBOURS_LIST_MAX, GIVEN_FIRST, GIVEN_FAR, GIVEN = GIVEN_FAR + 32 * 32 };

/* A cell with its neighbours, in 32 lanes, and the code of its next state. */
typedef struct sample {
    nbb_program program;
    nbb_lowering lowering;
    nbb_code code;
    nbb_cell_context cell;
    nbb_value planes[NBB_NEIGHBOURS_LIST_MAX + 1][NBB_PLANES_MAX];
    nbb_value far[NBB_NEIGHBOURS_LIST_MAX][NBB_NEIGHBOURS_LIST_MAX];
    nbb_value next[NBB_PLANES_MAX];
    uint32_t loaded[LOADED], given[GIVEN], arguments[WORDS_MAX];
    uint64_t rows[WORDS_MAX];
    uint64_t seed;
} sample;

/* The word of an existence: 0, all ones, or bits that are given. */
static uint32_t exist_word(const sample *drawn, nbb_value exists)
{
    return exists == NBB_ZERO   ? 0
           : exists == NBB_ONES ? ~UINT32_C(0)
                                : drawn->given[drawn->code.nodes[exists].number];
}

static nbb_value draw_existence(sample *drawn, int number, uint64_t mixed)
{
    drawn->given[number] = (uint32_t)(mixed >> 32);
    return mixed % 4 == 0 ? NBB_ZERO : mixed % 4 == 1 ? nbb_code_word(&drawn->code, NBB_GIVEN, number) : NBB_ONES;
}

/* Loads one cell's planes: bits drawn at random, 0 in lanes without the cell. */
static void load_planes(sample *drawn, int which, uint32_t exists)
{
    for (int plane = 0; plane < drawn->program.planes; ++plane) {
        int number = which * NBB_PLANES_MAX + plane;
        drawn->planes[which][plane] = nbb_code_word(&drawn->code, NBB_LOADED, number);
        drawn->loaded[number] = (uint32_t)nbb_mix(drawn->seed * 10000 + (uint64_t)number) & exists;
    }
}

static void draw_neighbours(sample *drawn)
{
    int count = drawn->program.neighbours.count;
    for (int i = 0; i < count; ++i) {
        uint64_t mixed = nbb_mix(drawn->seed * 77 + (uint64_t)i) | (drawn->seed % 3 == 0 ? 3 : 0);
        nbb_value exists = draw_existence(drawn, i, mixed);
        load_planes(drawn, i, exist_word(drawn, exists));
        for (int j = 0; j < count; ++j) {
            drawn->far[i][j] = draw_existence(drawn, GIVEN_FAR + i * 32 + j, nbb_mix(mixed + (uint64_t)j));
        }
        drawn->cell.neighbours[i] = (nbb_cell_neighbour){ exists, drawn->planes[i], drawn->far[i] };
    }
}

static void fail_with_message(const char *what)
{
    fail_msg("%s: %s", what, nbb_message());
}

/* Reads and binds a program, with whatever neighbours a cell may have; false of one that lanes refuse. */
static bool begin(sample *drawn, const char *text, int axes, uint64_t seed)
{
    *drawn = (sample){ .seed = seed };
    nbb_code_begin(&drawn->code);
    if (nbb_program_read(text, "sample.lua", &drawn->program) != NBB_OK
        || nbb_program_bind(&drawn->program, axes, NULL) != NBB_OK) {
        fail_with_message(text);
    }
    if (nbb_lowering_begin(&drawn->program, &drawn->lowering) != NBB_OK) {
        return false;
    }
    drawn->lowering.builtins[NBB_BUILTIN_N] = 81;
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

static void end(sample *drawn)
{
    nbb_code_free(&drawn->code);
    nbb_lowering_free(&drawn->lowering);
    nbb_program_free(&drawn->program);
}

/* U of a lane: some in each program are near 0 or 1. */
static uint32_t number_of(const sample *drawn, int request, int lane)
{
    uint64_t mixed = nbb_mix(drawn->seed * 1000 + (uint64_t)(request * LANES + lane));
    return mixed >> 60 == 0 ? (uint32_t)mixed % 3 : mixed >> 60 == 1 ? ~((uint32_t)mixed % 3) : (uint32_t)mixed;
}

static uint32_t digit(const nbb_words *words, const nbb_draw *draw, int d)
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

static int64_t field_of(const one_lane *lane, int which, int field)
{
    const nbb_field *of = &lane->drawn->program.fields[field];
    int64_t value = 0;
    for (int i = 0; i < of->bits; ++i) {
        value |= (int64_t)(lane->drawn->loaded[which * NBB_PLANES_MAX + of->plane + i] >> lane->lane & 1) << i;
    }
    return value;
}

static bool lane_exists(const one_lane *lane, nbb_value exists)
{
    return exist_word(lane->drawn, exists) >> lane->lane & 1;
}

static int64_t degree_of(const one_lane *lane, int there)
{
    int64_t degree = 0;
    for (int i = 0; i < lane->drawn->program.neighbours.count; ++i) {
        degree += lane_exists(lane, there < 0 ? lane->drawn->cell.neighbours[i].exists : lane->drawn->far[there][i]);
    }
    return degree;
}

static int64_t builtin_of(const one_lane *lane, const nbb_expression *expression, int there)
{
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

static nbb_value_of answer(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of argument,
                           int there)
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
        return (nbb_value_of){ .integer = nbb_draw_below(u, argument.integer) };
    }
}

static bool answer_exists(const nbb_evaluation *evaluation, int number)
{
    const one_lane *lane = evaluation->context;
    return lane_exists(lane, lane->drawn->cell.neighbours[number].exists);
}

static void run_lane(const sample *drawn, one_lane *lane)
{
    nbb_value_of locals[64] = { { 0 } };
    nbb_evaluation evaluation = {
        .program = &drawn->program, .context = lane, .locals = locals, .ask = answer, .exists = answer_exists
    };
    assert_true(drawn->program.update.local_count <= 64);
    for (int i = 0; i < drawn->program.field_count; ++i) {
        lane->fields[i].integer = field_of(lane, drawn->program.neighbours.count, i);
    }
    nbb_value_run(&evaluation, &drawn->program.update, lane->fields);
}

/* --- programs --- */

static void fill_arguments(sample *drawn)
{
    assert_true(drawn->lowering.word_count <= WORDS_MAX && drawn->lowering.row_count <= WORDS_MAX);
    nbb_lowering_fill(&drawn->lowering, drawn->arguments, drawn->rows);
}

/* Evaluates code with arguments; those of the step stand far behind the others. */
static uint32_t *values_of(sample *drawn, const nbb_code *code)
{
    uint32_t *values = malloc((size_t)code->count * sizeof *values);
    uint32_t *arguments = calloc(NBB_STEP_WORDS + 32, sizeof *arguments);
    assert_true(values != NULL && arguments != NULL);
    memcpy(arguments, drawn->arguments, sizeof drawn->arguments);
    for (int i = 0; i < 32; ++i) {
        arguments[NBB_STEP_WORDS + i] = STEP >> i & 1 ? ~UINT32_C(0) : 0;
    }
    nbb_words words = { drawn->loaded, drawn->given, arguments, drawn->rows, digit, drawn };
    nbb_code_evaluate(code, &words, values);
    free(arguments);
    return values;
}

static void check_lanes(const sample *drawn, const uint32_t *values, const nbb_value *next, const char *text)
{
    for (int lane = 0; lane < LANES; ++lane) {
        one_lane wanted = { .drawn = drawn, .lane = lane };
        run_lane(drawn, &wanted);
        for (int i = 0; (drawn->given[GIVEN_ACTS] >> lane & 1) && i < drawn->program.field_count; ++i) {
            const nbb_field *field = &drawn->program.fields[i];
            int64_t made = 0;
            for (int bit = 0; bit < field->bits; ++bit) {
                made |= (int64_t)(values[next[field->plane + bit]] >> lane & 1) << bit;
            }
            if (made != wanted.fields[i].integer) {
                fail_msg("sample %d, lane %d: %s is %d, not %d, of %s", (int)drawn->seed, lane, field->name,
                         (int)made, (int)wanted.fields[i].integer, text);
            }
        }
    }
}

/* The words that are left over by covering compute the same. */
static void check_covered(sample *drawn, const char *text)
{
    nbb_code covered;
    nbb_value next[NBB_PLANES_MAX], *to = malloc((size_t)drawn->code.count * sizeof *to);
    uint8_t *wanted = calloc((size_t)drawn->code.count, 1);
    assert_true(to != NULL && wanted != NULL);
    for (int i = 0; i < drawn->program.planes; ++i) {
        wanted[drawn->next[i]] = NBB_WANTED;
    }
    assert_int_equal(nbb_code_cover(&drawn->code, wanted, &covered, to), NBB_OK);
    for (int i = 0; i < drawn->program.planes; ++i) {
        next[i] = to[drawn->next[i]];
    }
    uint32_t *values = values_of(drawn, &covered);
    check_lanes(drawn, values, next, text);
    free(values);
    free(to);
    free(wanted);
    nbb_code_free(&covered);
}

/* Whether lanes take the program; the next states of a cell are checked then. */
static bool check_cell(const char *text, int axes, uint64_t seed)
{
    static sample drawn;
    bool taken = begin(&drawn, text, axes, seed);
    if (taken) {
        if (nbb_lowering_cell(&drawn.lowering, &drawn.code, &drawn.cell, drawn.next) != NBB_OK) {
            fail_with_message(text);
        }
        fill_arguments(&drawn);
        uint32_t *values = values_of(&drawn, &drawn.code);
        check_lanes(&drawn, values, drawn.next, text);
        free(values);
        check_covered(&drawn, text);
    }
    end(&drawn);
    return taken;
}

static void check_program(const char *text, int samples)
{
    for (int seed = 0; seed < samples; ++seed) {
        if (!check_cell(text, 2, (uint64_t)seed)) {
            fail_with_message(text);
        }
    }
}

#define ISING(list)                                                                                                \
    "return program { state = { s = 'u1' }, neighbours = '" list                    \
    "', order = 'sublattices', param = { T = 2.0, J = 1.0 }, "                      \
    "init = { s = '1' }, update = [[ int field = 2 * count(s == here.s) - degree; "                                \
    "if (chance(exp(-2 * J * field / T))) s = !s; ]] }"
#define WIREWORLD                                                                                                  \
    "return program { state = { s = 'u2' }, neighbours = 'moore', init = { s = '1' }, update = [[ "                \
    "int heads = count(s == 1); if (s == 1) s = 2; else if (s == 2) s = 3; "                                       \
    "else if (s == 3 && (heads == 1 || heads == 2)) s = 1; ]] }"
#define FOREST                                                                                                     \
    "return program { state = { s = 'u2' }, neighbours = 'vonneumann', param = { p = 0.05, f = 0.001 }, "          \
    "init = { s = '1' }, update = [[ bool burning = any(s == 2); bool grows = chance(p); bool struck = chance(f);" \
    " if (s == 2) s = 0; else if (s == 1 && (burning || struck)) s = 2; else if (s == 0 && grows) s = 1; ]] }"
#define SANDPILE                                                                                                   \
    "return program { state = { u = 'u8' }, neighbours = 'triangular', init = { u = '1' }, "                       \
    "update = 'u = u - (u >= degree && degree > 0 ? degree : 0) + count(u >= degree);' }"
#define POTTS                                                                                                      \
    "return program { state = { s = 'u2' }, neighbours = 'vonneumann', order = 'sublattices', param = { T = 1.0 }, " \
    "init = { s = '1' }, update = [[ int other = uniform(3); int d = count(s == here.s) - count(s == other); "     \
    "if (chance(exp(-d / T))) s = other; ]] }"

/* A program of its own for each thing that an expression may hold; fields a u3, b u1, c u8. */
#define ODD(statements)                                                                                            \
    "return program { state = { a = 'u3', b = 'u1', c = 'u8' }, neighbours = 'triangular', "                       \
    "param = { p = 0.3, q = 5, r = 2.5 }, init = { a = '1' }, update = [[ " statements                             \
    " int unused = int(p + q + r); ]] }"

static const char *const odd[] = {
    ODD("a = a + 3 * b - 2; c = c * a;"),
    ODD("c = c / 7 + c % 5; a = c / (a - 3);"),
    ODD("c = (c - 100) / 7 - (c - 100) % (a - 2);"),
    ODD("c = c << a; a = (c >> b) ^ ~a; b = a & c | b;"),
    ODD("a = sum(a); b = sum(b - here.b) > 1; c = sum(c) - sum(a * here.a);"),
    ODD("a = min(a); c = max(c - here.c);"),
    ODD("b = all(a > 2) || any(c == here.c); a = count(a == here.a);"),
    ODD("a = abs(a - 4); c = max(c, 17) - min(a, b);"),
    ODD("a = a[1, 0] + a[-1, -1]; b = exists[0, 1] && b[0, 1]; c = c[1, 1] - c;"),
    ODD("a = sum(degree) - degree; c = count(a < degree) + count(a < here.a);"),
    ODD("if (a > 2) { int t = a - 2; if (b) c = t; else { c = c + t; b = 1; } a = t; } else b = !b;"),
    ODD("int t = a * a - 20; if (t < -10) t = -t; c = t;"),
    ODD("b = count(b) > r; a = int(r * a); c = int(q) + int(q * 2) * a;"),
    ODD("b = 0.5 * degree < count(b == here.b); a = a * 1.5 > r ? 1 : int(a / r);"),
    ODD("a = uniform(8); b = uniform(2); c = uniform(200);"),
    ODD("a = uniform(degree); c = uniform(a + 1) + uniform(min(int(q), 16));"),
    ODD("b = uniform(7); a = uniform(3) + 2 * uniform(23);"),
    ODD("if (chance(p)) b = chance(a / 7.0); c = c + (b ? chance(p * a) : 0);"),
    ODD("b = chance(p); a = chance(a / 7.0) ? a + 1 : uniform(5); c = chance(c / 256.0) ? c : c + a;"),
    ODD("b = chance(p * count(b) / degree); a = chance(a * b * p) + chance(0) + 2 * chance(1);"),
    ODD("if (chance(p)) { if (chance(0.5)) a = 1; else b = chance(count(a == here.a) / 6.0); } c = c + a;"),
    ODD("b = step % 3 == 1; c = step; a = first ? 7 : maxdegree - n;"),
    ODD("c = sum(b ? 3 : -2); a = sum(here.b != b ? a : 1);"),
    ODD("c = 1000000 * a * a * a * c; a = -2147483647 - 1 - a < c;"),
    ODD("a = sum(b == here.b ? 1 : -1) + sum(1); c = count(!b) * 3 - count(b && here.b);"),
};

static void known_programs(void **state)
{
    (void)state;
    static const char *const programs[] = {
        ISING("vonneumann"), ISING("moore"), ISING("triangular"), WIREWORLD, FOREST, SANDPILE, POTTS
    };
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; ++i) {
        check_program(programs[i], 30);
    }
}

static void odd_programs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; ++i) {
        check_program(odd[i], 12);
    }
}

/* Programs drawn at random: those of bits, most of which lanes take. */
static void random_programs(void **state)
{
    (void)state;
    int taken = 0, refused = 0;
    for (uint64_t seed = 0; seed < RANDOM_PROGRAMS; ++seed) {
        nbb_text text = { 0 };
        random_run run = random_program(seed, &text);
        bool takes = check_cell(text.data, run.axes, seed);
        taken += takes;
        refused += !takes;
        nbb_text_free(&text);
    }
    assert_true(taken > RANDOM_PROGRAMS / 3 && refused > 0);
}

/* The operations of a cell of which the list's first neighbours exist, `count` of them. */
static int operations_of(const char *text, int count, int *draw_words)
{
    static sample drawn;
    assert_true(begin(&drawn, text, 2, 0));
    for (int i = 0; i < drawn.program.neighbours.count; ++i) {
        drawn.cell.neighbours[i].exists = i < count ? NBB_ONES : NBB_ZERO;
        for (int j = 0; j < drawn.program.neighbours.count; ++j) {
            drawn.far[i][j] = NBB_ONES;
        }
    }
    drawn.cell.acts = NBB_ONES;
    assert_int_equal(nbb_lowering_cell(&drawn.lowering, &drawn.code, &drawn.cell, drawn.next), NBB_OK);
    nbb_code covered;
    nbb_value *to = malloc((size_t)drawn.code.count * sizeof *to);
    uint8_t *wanted = calloc((size_t)drawn.code.count, 1);
    assert_true(to != NULL && wanted != NULL);
    for (int i = 0; i < drawn.program.planes; ++i) {
        wanted[drawn.next[i]] = NBB_WANTED;
    }
    assert_int_equal(nbb_code_cover(&drawn.code, wanted, &covered, to), NBB_OK);
    int *uses = malloc((size_t)covered.count * sizeof *uses);
    uint8_t *last = calloc((size_t)covered.count, 1);
    assert_true(uses != NULL && last != NULL);
    for (int i = 0; i < drawn.program.planes; ++i) {
        last[to[drawn.next[i]]] = NBB_WANTED;
    }
    nbb_code_uses(&covered, last, uses);
    int operations = nbb_code_operations(&covered, uses);
    *draw_words = covered.draw_word_count;
    free(uses);
    free(last);
    free(to);
    free(wanted);
    nbb_code_free(&covered);
    end(&drawn);
    return operations;
}

/* Operations of cells with 1, 2, 4, 6 and 8 neighbours, and the words that their draws take, rows among them. They
   must not grow unnoticed: by hand Ising takes about 10 with 4 neighbours, and Wireworld less than 45 with 8. */
typedef struct pinned {
    const char *text;
    int operations[5], draw_words[5];
} pinned;

static void operations(void **state)
{
    (void)state;
    static const int neighbours[] = { 1, 2, 4, 6, 8 };
    static const pinned cells[] = {
        { ISING("vonneumann"), { 2, 4, 11 }, { 2, 3, 5 } },
        { ISING("triangular"), { 2, 4, 11, 15 }, { 2, 3, 5, 7 } },
        { ISING("moore"), { 2, 4, 11, 15, 23 }, { 2, 3, 5, 7, 9 } },
        { WIREWORLD, { 2, 7, 13, 20, 26 }, { 0 } },
        { FOREST, { 8, 9, 12 }, { 2, 2, 2 } },
        { SANDPILE, { 36, 38, 48, 58 }, { 0 } },
        { POTTS, { 14, 27, 61 }, { 6, 8, 12 } },
    };
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; ++i) {
        for (int j = 0; j < 5 && cells[i].operations[j] > 0; ++j) {
            int draw_words, made = operations_of(cells[i].text, neighbours[j], &draw_words);
            if (made != cells[i].operations[j] || draw_words != cells[i].draw_words[j]) {
                fail_msg("%d neighbours: %d operations, not %d, and %d words of draws, not %d, of %s", neighbours[j],
                         made, cells[i].operations[j], draw_words, cells[i].draw_words[j], cells[i].text);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(known_programs), cmocka_unit_test(odd_programs),
                                        cmocka_unit_test(random_programs), cmocka_unit_test(operations) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

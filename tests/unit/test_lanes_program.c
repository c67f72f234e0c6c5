/* test_lanes_program.c - programs lowered to words do what the evaluator of their trees does, lane by lane. */
#include "gen/lanes/lanes_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/code/code_cover.h"
#include "tests/programs/random_program.h"
#include "tests/unit/lowered.h"

enum { RANDOM_PROGRAMS = 2000 };

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
    drawn.cell.once = seed % 2 == 1;
    taken = taken && nbb_lowering_cell(&drawn.lowering, &drawn.code, &drawn.cell, drawn.next) == NBB_OK;
    if (taken) {
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
    ODD("c = (c - 90) * 16000000 >> (a + 24);"),
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
    ODD("real t = p * a; b = chance(t); real u = t * count(b); if (u > r) { real v = u / 3; a = int(v + q); }"),
    ODD("real t = exp(-p * count(a > here.a)); if (b) a = a + chance(t); else c = c + chance(t * 0.5);"),
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

/* Programs that lanes refuse, and what the message says beside the place. */
static void refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } refused[] = {
        { ODD("b = uniform() < 0.5;"), "not decided by parameters and small integers" },
        { ODD("a = x;"), "lanes of a word are cells of different coordinates" },
        { ODD("b = chance(c * a / 2000.0);"), "too many values" },
        { ODD("real t = p * a; a = 2; b = chance(t);"), "have changed since" },
        { ODD("real t = p; if (b) t = p * a; b = chance(t);"), "assigned under a condition" },
        { ODD("b = chance(step * p);"), "not decided by parameters and small integers" },
        { ODD("a = uniform(int(q));"), "uniform's argument may be more than 256" },
        { ODD("b = any(first);"), "which neighbour is the first" },
        { "return program { state = { f = 'f32' }, neighbours = 'moore', init = { f = '1' }, update = 'f = 2;' }",
          "fields of u1 to u8 alone" },
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
        nbb_program program;
        nbb_lowering lowering;
        assert_int_equal(nbb_program_read(refused[i].text, "sample.lua", &program), NBB_OK);
        assert_int_equal(nbb_program_bind(&program, 2, NULL), NBB_OK);
        assert_int_equal(nbb_lowering_begin(&program, &lowering), NBB_ERROR_USAGE);
        if (strstr(nbb_message(), refused[i].says) == NULL || strstr(nbb_message(), "bits of words") == NULL) {
            fail_msg("'%s' does not say '%s'", nbb_message(), refused[i].says);
        }
        assert_true(!program.bits || strstr(nbb_message(), "sample.lua: update:1:") != NULL
                    || strstr(nbb_message(), "sample.lua:1: update:") != NULL);
        nbb_lowering_free(&lowering);
        nbb_program_free(&program);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(known_programs), cmocka_unit_test(odd_programs),
                                        cmocka_unit_test(random_programs), cmocka_unit_test(refusals) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

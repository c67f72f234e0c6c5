/* test_traits.c - what plans know of cells and steps, by their program. */
#include "tests/works.h"
#include "gen/plan/traits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "gen/plan/plan.h"
#include "gen/program/program_rule.h"
#include "layouts.h"

/* A rule has the same traits, whoever says it; ca observes nothing. */
static void test_rule(void **state)
{
    (void)state;
    nbb_program program;
    const nbb_rule rule = { .birth = 1 << 2, .survival = 1 << 2 | 1 << 3 };
    assert_int_equal(nbb_program_from_rule(rule, 2, &program), NBB_OK);
    assert_int_equal(nbb_program_bind(&program, 2, NULL), NBB_OK);
    nbb_traits row = nbb_traits_of(life_of(rule)), of = nbb_traits_of(&program);
    assert_string_equal(row.name, "ca");
    assert_string_equal(of.name, "B2_S23");
    assert_int_equal(of.arrays, row.arrays);
    assert_int_equal(of.bytes[0], row.bytes[0]);
    assert_int_equal(of.planes, row.planes);
    assert_int_equal(of.states, row.states);
    assert_int_equal(of.turns, row.turns);
    assert_int_equal(of.reach, row.reach);
    assert_true(row.lives && of.lives && row.repeats && of.repeats);
    assert_false(row.draws || of.draws || row.by_turns || of.by_turns);
    assert_int_equal(row.word, NBB_WORD_PLANES);
    assert_int_equal(of.word, NBB_WORD_PLANES);
    assert_true(row.in_place && of.in_place);
    assert_int_equal(row.answer_bytes, 1);
    assert_int_equal(of.answer_bytes, 1);
    assert_int_equal(of.alignment, row.alignment);
    assert_int_equal(of.totals, 1);
    assert_int_equal(row.totals, 0);
    nbb_program_free(&program);
}

static const char sublattices[] =
    "return program { state = { a = 'u3', b = 'u2' }, neighbours = 'vonneumann', order = 'sublattices',"
    "  init = 'a = 1;', update = 'if (chance(0.5)) a = count(b > 0);' }";

static void test_program(void **state)
{
    (void)state;
    nbb_program program;
    assert_int_equal(nbb_program_read(sublattices, "turns.lua", &program), NBB_OK);
    assert_int_equal(nbb_program_bind(&program, 2, NULL), NBB_OK);
    nbb_traits of = nbb_traits_of(&program);
    assert_int_equal(of.arrays, 2);
    assert_int_equal(of.planes, 5);
    assert_int_equal(of.states, 1);
    assert_int_equal(of.turns, 2);
    assert_int_equal(of.reach, 2);
    assert_true(of.by_turns && of.draws);
    assert_false(of.repeats || of.lives);
    nbb_program_free(&program);
}

/* Arrays stand behind each other, each in whole units. */
static void test_bytes(void **state)
{
    (void)state;
    nbb_traits row = nbb_traits_of(life_of((nbb_rule){ 4, 12 }));
    nbb_traits two = { .arrays = 2, .bytes = { 4, 8 }, .alignment = 256 };
    uint64_t offsets[NBB_FIELDS_MAX];
    assert_int_equal(nbb_traits_bytes(&row, 1000, NULL), 1000);
    assert_int_equal(nbb_traits_bytes(&row, UINT64_MAX - 1, NULL), UINT64_MAX - 1);
    assert_int_equal(nbb_traits_bytes(&two, 100, offsets), 512 + 1024);
    assert_int_equal(offsets[0], 0);
    assert_int_equal(offsets[1], 512);
    assert_int_equal(nbb_traits_bytes(&two, UINT64_MAX / 8, NULL), UINT64_MAX);
    assert_int_equal(nbb_traits_bytes(&two, UINT64_MAX / 4 - 100, NULL), UINT64_MAX);
}

static const char two[] = "return program { neighbours = 'moore', state = { a = 'u8', u = 'f64' },"
                          "  init = { u = '1' }, update = 'u = a + 1;' }";

static nbb_plan plan_of(nbb_request request, const nbb_program *program)
{
    nbb_plan plan;
    request.workload = NBB_WORKLOAD_PROGRAM;
    request.program = program;
    assert_int_equal(choose_plan(&request, &plan), NBB_OK);
    return plan;
}

/* A step reads and writes all fields of the tiles' places, or of a simplex's cells. */
static void test_step_bytes(void **state)
{
    (void)state;
    nbb_program program;
    nbb_fractal gasket = fractal_of_rows(2, (const char *const[]){ "#.", "##" });
    const nbb_simplex triangle = { .name = "triangle", .m = 2 };
    assert_int_equal(nbb_program_read(two, "two.lua", &program), NBB_OK);
    assert_int_equal(nbb_program_bind(&program, 2, NULL), NBB_OK);
    nbb_plan tiled = plan_of((nbb_request){ .fractal = &gasket, .r = 6, .map = NBB_MAP_LAMBDA }, &program);
    nbb_plan plan = plan_of((nbb_request){ .simplex = &triangle, .n = 64 }, &program);
    assert_int_equal(tiled.step_bytes, 2 * (1 + 8) * tiled.tiles * tiled.rho.at[0] * tiled.rho.at[1]);
    assert_int_equal(plan.step_bytes, 2 * (1 + 8) * (64 * 65 / 2));
    nbb_plan_free(&plan);
    nbb_plan_free(&tiled);
    nbb_program_free(&program);
    nbb_fractal_free(&gasket);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rule),
        cmocka_unit_test(test_program),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_step_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

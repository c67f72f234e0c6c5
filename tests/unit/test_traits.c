/* test_traits.c - what plans know of cells and steps, by their program. */
#include "tests/works.h"
#include "gen/plan/traits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_program), cmocka_unit_test(test_bytes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

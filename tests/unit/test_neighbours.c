/* test_neighbours.c - neighbour lists by name and by offsets, and the colours of sublattices. */
#include "gen/domain/neighbours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static nbb_neighbours named(const char *name, int axes)
{
    nbb_neighbours list;
    assert_int_equal(nbb_neighbours_named(name, axes, &list), NBB_OK);
    return list;
}

static void check_offset(const nbb_neighbours *list, int number, int64_t x, int64_t y, int64_t z)
{
    assert_int_equal(list->offsets[number].at[0], x);
    assert_int_equal(list->offsets[number].at[1], y);
    assert_int_equal(list->offsets[number].at[2], z);
    assert_int_equal(nbb_neighbours_at(list, list->offsets[number]), number);
}

static void test_named(void **state)
{
    (void)state;
    nbb_neighbours list = named("vonneumann", 2);
    assert_int_equal(list.count, 4);
    check_offset(&list, 0, -1, 0, 0);
    check_offset(&list, 1, 1, 0, 0);
    check_offset(&list, 2, 0, -1, 0);
    check_offset(&list, 3, 0, 1, 0);
    list = named("vonneumann", 3);
    assert_int_equal(list.count, 6);
    check_offset(&list, 4, 0, 0, -1);
    list = named("moore", 2);
    assert_int_equal(list.count, 8);
    check_offset(&list, 0, -1, -1, 0);
    check_offset(&list, 3, -1, 0, 0);
    check_offset(&list, 7, 1, 1, 0);
    list = named("moore", 3);
    assert_int_equal(list.count, 26);
    check_offset(&list, 0, -1, -1, -1);
    list = named("triangular", 2);
    assert_int_equal(list.count, 6);
    check_offset(&list, 0, 1, 0, 0);
    check_offset(&list, 4, 1, 1, 0);
    check_offset(&list, 5, -1, -1, 0);
}

static void test_refused(void **state)
{
    (void)state;
    nbb_neighbours list;
    assert_int_equal(nbb_neighbours_named("more", 2, &list), NBB_ERROR_USAGE);
    assert_non_null(strstr(nbb_message(), "did you mean 'moore'"));
    assert_int_equal(nbb_neighbours_named("triangular", 3, &list), NBB_ERROR_USAGE);
    nbb_vector offsets[] = { { { 1, 0, 0 } }, { { 1, 0, 0 } }, { { 0, 0, 0 } }, { { 0, 9, 0 } } };
    assert_int_equal(nbb_neighbours_listed(offsets, 2, 2, &list), NBB_ERROR_USAGE);
    assert_non_null(strstr(nbb_message(), "twice"));
    assert_int_equal(nbb_neighbours_listed(offsets + 2, 1, 2, &list), NBB_ERROR_USAGE);
    assert_int_equal(nbb_neighbours_listed(offsets + 3, 1, 2, &list), NBB_ERROR_USAGE);
    assert_int_equal(nbb_neighbours_listed(offsets, 0, 2, &list), NBB_ERROR_USAGE);
    assert_int_equal(nbb_neighbours_listed(offsets, 1, 2, &list), NBB_OK);
}

static void check_colours(nbb_neighbours list, int q, int a, int b, int c)
{
    nbb_colouring colouring = nbb_neighbours_colour(&list);
    assert_int_equal(colouring.q, q);
    assert_int_equal(colouring.factors[0], a);
    assert_int_equal(colouring.factors[1], b);
    assert_int_equal(colouring.factors[2], c);
    for (int i = 0; i < list.count; ++i) {
        assert_int_not_equal(nbb_colour_of(&colouring, list.offsets[i]), 0);
    }
}

static void test_colours(void **state)
{
    (void)state;
    check_colours(named("vonneumann", 2), 2, 1, 1, 0);
    check_colours(named("vonneumann", 3), 2, 1, 1, 1);
    check_colours(named("triangular", 2), 3, 1, 1, 0);
    check_colours(named("moore", 2), 4, 1, 2, 0);
    nbb_vector offsets[] = { { { 2, 0, 0 } }, { { -2, 0, 0 } } };
    nbb_neighbours list;
    assert_int_equal(nbb_neighbours_listed(offsets, 2, 2, &list), NBB_OK);
    check_colours(list, 3, 1, 0, 0);
    nbb_colouring colouring = { .q = 3, .factors = { 1, 1, 0 } };
    assert_int_equal(nbb_colour_of(&colouring, (nbb_vector){ { -1, -1, 0 } }), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_named),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

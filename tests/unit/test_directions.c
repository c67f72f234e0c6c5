/* test_directions.c - the lists of directions against figures by hand and brute force over all steps. */
#include "gen/domain/domain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { REACH = 3, REACH_PLACES = (2 * REACH + 1) * (2 * REACH + 1) * (2 * REACH + 1) };

/* Vector i of those whose coordinates are -REACH to REACH. */
static nbb_vector vector_of(int i)
{
    const int width = 2 * REACH + 1;
    return (nbb_vector){ { i % width - REACH, i / width % width - REACH, i / width / width - REACH } };
}

static bool are_equal(nbb_vector a, nbb_vector b)
{
    return a.at[0] == b.at[0] && a.at[1] == b.at[1] && a.at[2] == b.at[2];
}

/* The step's place in the list, by looking. */
static int find_step(const nbb_directions *list, nbb_vector step)
{
    int found = -1;
    for (int d = 0; d < list->count; ++d) {
        if (are_equal(list->steps[d], step)) {
            assert_int_equal(found, -1);              /* no step twice */
            found = d;
        }
    }
    return found;
}

static void check_numbers(const nbb_directions *list)
{
    for (int i = 0; i < REACH_PLACES; ++i) {
        assert_int_equal(nbb_direction_at(list, vector_of(i)), find_step(list, vector_of(i)));
    }
    assert_int_equal(find_step(list, (nbb_vector){ { 0 } }), list->centre);
    for (int d = 0; d < list->count; ++d) {
        nbb_vector step = list->steps[d], back = { { -step.at[0], -step.at[1], -step.at[2] } };
        assert_int_equal(nbb_direction_opposite(list, d), find_step(list, back));
    }
}

/* All compositions, and both steps taken from a place. */
static void check_sums(const nbb_directions *list)
{
    for (int i = 0; i < list->count * list->count; ++i) {
        int first = i / list->count, second = i % list->count;
        nbb_vector place = { { 10, 20, 30 } };
        for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
            place.at[axis] += list->steps[first].at[axis] + list->steps[second].at[axis];
        }
        nbb_vector walked = nbb_direction_from(list, first, (nbb_vector){ { 10, 20, 30 } });
        assert_true(are_equal(nbb_direction_from(list, second, walked), place));
    }
}

/* Whether the place lies in the box of these sides or one next to it. */
static bool is_near(const nbb_directions *list, nbb_vector side, nbb_vector place)
{
    bool near = true;
    for (int axis = 0; axis < list->axes; ++axis) {
        near = near && place.at[axis] >= -side.at[axis] && place.at[axis] < 2 * side.at[axis];
    }
    return near;
}

/* Every place near a 3 x 1 x 2 box; in the plane a third coordinate stays. */
static void check_wraps(const nbb_directions *list)
{
    const nbb_vector side = { { 3, 1, 2 } };
    for (int i = 0; i < REACH_PLACES; ++i) {
        nbb_vector place = vector_of(i), wrapped = place;
        if (!is_near(list, side, place)) {
            continue;
        }
        int d = nbb_direction_wrap(list, side, &wrapped);
        assert_in_range(d, 0, list->count - 1);
        for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
            assert_int_equal(wrapped.at[axis] + list->steps[d].at[axis] * side.at[axis], place.at[axis]);
            assert_true(axis >= list->axes || (wrapped.at[axis] >= 0 && wrapped.at[axis] < side.at[axis]));
        }
    }
}

static void check_list(const nbb_directions *list)
{
    check_numbers(list);
    check_sums(list);
    check_wraps(list);
}

static void test_plane(void **state)
{
    (void)state;
    const nbb_directions *list = nbb_directions_of(2);
    assert_int_equal(list->axes, 2);
    assert_int_equal(list->count, 9);
    assert_int_equal(list->centre, 4);
    for (int d = 0; d < 9; ++d) {
        assert_true(are_equal(list->steps[d], (nbb_vector){ { d % 3 - 1, d / 3 - 1 } }));
    }
    check_list(list);
}

static void test_space(void **state)
{
    (void)state;
    const nbb_directions *list = nbb_directions_of(3);
    assert_int_equal(list->axes, 3);
    assert_int_equal(list->count, NBB_DIRECTIONS_MAX);
    assert_int_equal(list->centre, 13);
    for (int d = 0; d < 27; ++d) {
        assert_true(are_equal(list->steps[d], (nbb_vector){ { d % 3 - 1, d / 3 % 3 - 1, d / 9 - 1 } }));
    }
    check_list(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plane),
        cmocka_unit_test(test_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

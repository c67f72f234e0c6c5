/* test_neighbours.c - neighbour lists and colours, directions by brute force over all steps, membership by words. */
#include "unit.h"
#include "layouts.h"
#include "tests/unit/expression.h"

static nbb_vector room[NBB_NEIGHBOURS_LIST_MAX]; /* of one list at a time */

static nbb_neighbours named(const char *name, int axes)
{
    nbb_neighbours list;
    assert_int_equal(nbb_neighbours_named(name, axes, room, &list), NBB_OK);
    return list;
}

static void check_offset(const nbb_neighbours *list, int number, int64_t x, int64_t y, int64_t z)
{
    assert_int_equal(list->offsets[number].at[0], x);
    assert_int_equal(list->offsets[number].at[1], y);
    assert_int_equal(list->offsets[number].at[2], z);
    assert_int_equal(nbb_neighbours_at(list, list->offsets[number]), number);
}

TEST(test_named)
{
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

/* A shape's name, how many offsets it has, its first one, and the smallest number of colours. */
TEST(test_shapes)
{
    static const struct {
        const char *name;
        int axes, count;
        nbb_vector first;
        int colours;
    } rows[] = {
        { "box(1)", 2, 8, { { -1, -1, 0 } }, 4 },     { "box(16)", 2, 1088, { { -16, -16, 0 } }, 0 },
        { "box(3)", 2, 48, { { -3, -3, 0 } }, 16 },   { "box(4)", 3, 728, { { -4, -4, -4 } }, 0 },
        { "diamond(2)", 2, 12, { { 0, -2, 0 } }, 5 }, { "diamond(2)", 3, 24, { { 0, 0, -2 } }, 7 },
        { "disc(3)", 2, 28, { { 0, -3, 0 } }, 10 },   { "disc(2)", 3, 32, { { 0, 0, -2 } }, 9 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        nbb_neighbours list = named(rows[i].name, rows[i].axes);
        assert_string_equal(list.name, rows[i].name);
        assert_int_equal(list.count, rows[i].count);
        check_offset(&list, 0, rows[i].first.at[0], rows[i].first.at[1], rows[i].first.at[2]);
        if (rows[i].colours > 0 || !nbb_unit_is_quick()) { /* that there are none is the longest search */
            assert_int_equal(nbb_neighbours_colour(&list).q, rows[i].colours);
        }
    }
}

TEST(test_refused)
{
    nbb_neighbours list;
    assert_int_equal(nbb_neighbours_named("more", 2, room, &list), NBB_ERROR_USAGE);
    assert_non_null(strstr(nbb_message(), "did you mean 'moore'"));
    assert_int_equal(nbb_neighbours_named("triangular", 3, room, &list), NBB_ERROR_USAGE);
    static const char *const radii[] = { "box(0)", "box(17)", "disc(3", "disc()", "diamond(2)x", "diamond" };
    for (size_t i = 0; i < sizeof radii / sizeof *radii; ++i) {
        assert_int_equal(nbb_neighbours_named(radii[i], 2, room, &list), NBB_ERROR_USAGE);
    }
    assert_int_equal(nbb_neighbours_named("box(5)", 3, room, &list), NBB_ERROR_USAGE);
    assert_non_null(strstr(nbb_message(), "1330"));
    nbb_vector offsets[] = { { { 1, 0, 0 } }, { { 1, 0, 0 } }, { { 0, 0, 0 } }, { { 0, 17, 0 } } };
    assert_int_equal(nbb_neighbours_listed(offsets, 2, 2, room, &list), NBB_ERROR_USAGE);
    assert_non_null(strstr(nbb_message(), "twice"));
    assert_int_equal(nbb_neighbours_listed(offsets + 2, 1, 2, room, &list), NBB_ERROR_USAGE);
    assert_int_equal(nbb_neighbours_listed(offsets + 3, 1, 2, room, &list), NBB_ERROR_USAGE);
    assert_int_equal(nbb_neighbours_listed(offsets, 0, 2, room, &list), NBB_ERROR_USAGE);
    assert_int_equal(nbb_neighbours_listed(offsets, 1, 2, room, &list), NBB_OK);
    assert_int_equal(nbb_neighbours_listed(&(nbb_vector){ { 0, 3, 0 } }, 1, 2, room, &list), NBB_OK);
    assert_int_equal(list.reach, 3);
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

TEST(test_colours)
{
    check_colours(named("vonneumann", 2), 2, 1, 1, 0);
    check_colours(named("vonneumann", 3), 2, 1, 1, 1);
    check_colours(named("triangular", 2), 3, 1, 1, 0);
    check_colours(named("moore", 2), 4, 1, 2, 0);
    nbb_vector offsets[] = { { { 2, 0, 0 } }, { { -2, 0, 0 } } };
    nbb_neighbours list;
    assert_int_equal(nbb_neighbours_listed(offsets, 2, 2, room, &list), NBB_OK);
    check_colours(list, 3, 1, 0, 0);
    nbb_colouring colouring = { .q = 3, .factors = { 1, 1, 0 } };
    assert_int_equal(nbb_colour_of(&colouring, (nbb_vector){ { -1, -1, 0 } }), 1);
}

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
            assert_int_equal(found, -1); /* no step twice */
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
        nbb_vector sum = list->steps[first], place = { { 10, 20, 30 } };
        for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
            sum.at[axis] += list->steps[second].at[axis];
            place.at[axis] += sum.at[axis];
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

TEST(test_plane)
{
    const nbb_directions *list = nbb_directions_of(2);
    assert_int_equal(list->axes, 2);
    assert_int_equal(list->count, 9);
    assert_int_equal(list->centre, 4);
    for (int d = 0; d < 9; ++d) {
        assert_true(are_equal(list->steps[d], (nbb_vector){ { d % 3 - 1, d / 3 - 1 } }));
    }
    check_list(list);
}

TEST(test_space)
{
    const nbb_directions *list = nbb_directions_of(3);
    assert_int_equal(list->axes, 3);
    assert_int_equal(list->count, NBB_DIRECTIONS_MAX);
    assert_int_equal(list->centre, 13);
    for (int d = 0; d < 27; ++d) {
        assert_true(are_equal(list->steps[d], (nbb_vector){ { d % 3 - 1, d / 3 % 3 - 1, d / 9 - 1 } }));
    }
    check_list(list);
}

/* Its words as their bits stand in a point, by name. */
static const char *const hole_names[NBB_FUNCTION_WORDS] = { "x", "(x >> 1)", "y", "(y >> 1)" };

static void check_layout(int side, const char *const *rows, int r)
{
    LOCAL_FRACTAL fractal = fractal_of_rows(side, rows);
    uint32_t mask = 0;
    assert_true(nbb_membership_is_bitwise(fractal.levels[0]));
    NBB_LOCAL_TEXT holes = text_of_function(nbb_membership_holes(fractal.levels[0], r, &mask), hole_names);
    nbb_vector n = nbb_fractal_side(&fractal, 0, r);
    for (uint32_t y = 0; y < n.at[1]; ++y) {
        for (uint32_t x = 0; x < n.at[0]; ++x) {
            const uint64_t values[] = { x, x >> 1, y, y >> 1 };
            uint64_t found = evaluate_text(nbb_text_string(&holes), (nbb_named){ hole_names, values, 4 });
            assert_int_equal((found & mask) == 0, nbb_fractal_index(&fractal, r, (nbb_vector){ { x, y } }) >= 0);
        }
    }
}

/* The layout whose places are the bits of `bits`. */
static void check_bits(int side, uint32_t bits, int r)
{
    char text[4][5] = { "" };
    const char *rows[4];
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            text[y][x] = bits >> (y * side + x) & 1 ? '#' : '.';
        }
        rows[y] = text[y];
    }
    check_layout(side, rows, r);
}

TEST(every_layout_of_side_two)
{
    for (uint32_t bits = 1; bits < 16; ++bits) {
        check_bits(2, bits, 0);
        check_bits(2, bits, 5);
    }
}

TEST(many_layouts_of_side_four)
{
    for (uint64_t draw = 0; draw < (nbb_unit_is_quick() ? 40 : 300); ++draw) {
        check_bits(4, ((uint32_t)nbb_mix(draw) & 0xffff) | 1u << draw % 16, 3);
    }
}

TEST(the_gasket_has_the_papers_test)
{
    LOCAL_FRACTAL fractal = fractal_of_rows(2, (const char *const[]){ "#.", "##" });
    uint32_t mask = 0;
    NBB_LOCAL_TEXT holes = text_of_function(nbb_membership_holes(fractal.levels[0], 31, &mask), hole_names);
    assert_string_equal(nbb_text_string(&holes), "x & ~y");
    assert_int_equal(mask, 0x7fffffff);
}

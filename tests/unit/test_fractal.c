/* test_fractal.c - sizes, limits, coordinates and dimensions of fractals, and the state of their cells. */
#include "gen/domain/domain.h"
#include "layouts.h"

#include "unit.h"

#define FRACTAL(...)                                                                 \
    fractal_of_rows((int)(sizeof((const char *[]){ __VA_ARGS__ }) / sizeof(char *)), \
                    (const char *const[]){ __VA_ARGS__ })

static nbb_fractal gasket(void)
{
    return FRACTAL("#.", "##");
}

static nbb_fractal chandelier(void)
{
    return FRACTAL(".#.", "###");
}

/* Every cell of the box: on the fractal exactly once, its index the digits from the lowest level up. */
static void check_coordinates(nbb_fractal fractal, int r)
{
    nbb_vector side = nbb_fractal_side(&fractal, 0, r);
    int64_t found = 0;
    for (int64_t y = -1; y <= side.at[1]; y++) {
        for (int64_t x = -1; x <= side.at[0]; x++) {
            nbb_vector cell = { { x, y } };
            int64_t index = nbb_fractal_index(&fractal, r, cell);
            if (index >= 0) {
                nbb_vector back = nbb_fractal_cell(&fractal, r, index);
                assert_memory_equal(&back, &cell, sizeof cell);
                found++;
            }
        }
    }
    assert_int_equal(found, nbb_fractal_cells(&fractal, 0, r));
    nbb_fractal_free(&fractal);
}

TEST(test_coordinates)
{
    check_coordinates(gasket(), 0);
    check_coordinates(gasket(), 6);
    check_coordinates(chandelier(), 4);
    check_coordinates(FRACTAL("#.#"), 5);
    check_coordinates(FRACTAL("#", ".", "#"), 4);
    check_coordinates(FRACTAL("#..#", "####", "####", "#..#"), 3);
    check_coordinates(FRACTAL("..", ".#"), 5);
}

/* The largest r by its definition, on the numbers themselves: n <= 2^31 on both axes, k^r < 2^62, r <= 62. */
static void check_largest(nbb_fractal fractal, int expected)
{
    assert_int_equal(nbb_fractal_largest_level(&fractal), expected);
    assert_int_equal(nbb_fractal_check_level(&fractal, expected), NBB_OK);
    assert_int_equal(nbb_fractal_check_level(&fractal, 0), NBB_OK);
    assert_int_equal(nbb_fractal_check_level(&fractal, expected + 1), NBB_ERROR_USAGE);
    assert_int_equal(nbb_fractal_check_level(&fractal, INT32_MAX), NBB_ERROR_USAGE);
    nbb_fractal_free(&fractal);
}

TEST(test_limits)
{
    check_largest(gasket(), 31);
    check_largest(FRACTAL("##", "##"), 30); /* 4^31 = 2^62 is one too many */
    check_largest(FRACTAL("#.#"), 19);      /* 3^19 < 2^31 < 3^20 */
    check_largest(FRACTAL("#", "."), 31);
    check_largest(FRACTAL("################################"), 6);
    check_largest(FRACTAL("####", "####", "####", "####"), 15); /* 16^15 = 2^60 */
}

static void check_message(nbb_fractal fractal, int r, const char *expected)
{
    assert_int_equal(nbb_fractal_check_level(&fractal, r), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(), expected);
    nbb_fractal_free(&fractal);
}

TEST(test_limit_messages)
{
    check_message(gasket(), 40,
                  "--r 40 is past the limits: n would be 1099511627776 cells on x (at most 2147483648)"
                  "; the largest r of test is 31");
    check_message(FRACTAL("#", "#", "."), 20,
                  "--r 20 is past the limits: n would be 3486784401 cells on y (at most "
                  "2147483648); the largest r of test is 19");
    check_message(FRACTAL("#.#"), 60,
                  "--r 60 is past the limits: n would be more than 9223372036854775807 cells on x"
                  " (at most 2147483648); the largest r of test is 19");
    check_message(FRACTAL("##", "##"), 31,
                  "--r 31 is past the limits: it would have 4611686018427387904 cells (fewer"
                  " than 4611686018427387904 are allowed); the largest r of test is 30");
    check_message(gasket(), 63,
                  "--r 63 is past the limits: no fractal has more than 62 levels; the largest r of test"
                  " is 31");
    check_message(gasket(), -1, "--r -1: a level is from 0 to 31, the largest r of test");
}

static void check_dimension(nbb_fractal fractal, double expected)
{
    double dimension = nbb_fractal_dimension(&fractal);
    if (fabs(dimension - expected) > 1e-12) {
        fail_msg("dimension %.15g, expected %.15g", dimension, expected);
    }
    nbb_fractal_free(&fractal);
}

TEST(test_dimensions)
{
    check_dimension(gasket(), log(3.0) / log(2.0));
    check_dimension(FRACTAL("###", "#.#", "###"), log(8.0) / log(3.0));
    check_dimension(chandelier(), log(3.0) / log(2.0)); /* log_2(1 + 3^(log_3 2)) = log_2 3 */
    check_dimension(FRACTAL(".#", "##", ".#"), log(3.0) / log(2.0));
    check_dimension(FRACTAL("#.#"), log(2.0) / log(3.0));
    check_dimension(FRACTAL("#", ".", "#"), log(2.0) / log(3.0));
    check_dimension(FRACTAL("###", "###"), 2.0);
    check_dimension(FRACTAL("...", ".#."), 0.0);
    check_dimension(FRACTAL("..", "#."), 0.0);
    check_dimension(FRACTAL("#...", ".#.."), 1.0); /* a graph: one replica in each row */
}

/* Levels need not share a table: a gasket of chandeliers. */
TEST(test_mixed_levels)
{
    LOCAL_FRACTAL low = chandelier();
    LOCAL_FRACTAL fractal = gasket();
    fractal.levels[0] = low.levels[0];
    nbb_vector side = nbb_fractal_side(&fractal, 0, 2);
    assert_int_equal(side.at[0], 6);
    assert_int_equal(side.at[1], 4);
    assert_int_equal(nbb_fractal_cells(&fractal, 0, 2), 12);
    assert_int_equal(nbb_fractal_cells(&fractal, 1, 3), 9);
    assert_int_equal(nbb_fractal_side(&fractal, 1, 2).at[1], 2);
    assert_int_equal(nbb_fractal_orthotope(&fractal, 0, 3).at[0], 4 * 3);
    assert_int_equal(nbb_fractal_orthotope(&fractal, 0, 3).at[1], 3);
    assert_int_equal(nbb_fractal_orthotope(&fractal, 1, 2).at[0], 3);
    nbb_vector cell = nbb_fractal_cell(&fractal, 2, 2 * 4 + 3);
    assert_int_equal(cell.at[0], 3 + 2);
    assert_int_equal(cell.at[1], 2 + 1);
    assert_int_equal(nbb_fractal_index(&fractal, 2, cell), 11);
}

/* The weighted digits number the places of an orthotope, row by row; each power is the weight on its own axis. */
TEST(test_digits)
{
    LOCAL_FRACTAL fractal = gasket();
    const int i = 1, j = 6;
    nbb_vector orthotope = nbb_fractal_orthotope(&fractal, i, j);
    assert_int_equal(orthotope.at[0], 27);
    assert_int_equal(orthotope.at[1], 9);
    int64_t last = 0;
    for (int level = i; level < j; ++level) {
        int axis = nbb_digit_axis(nbb_fractal_axes(&fractal), level - i);
        assert_int_equal(axis, (level - i) % 2);
        int64_t power = nbb_digit_power(&fractal, i, level), weight = nbb_digit_weight(&fractal, i, j, level);
        assert_int_equal(weight, axis == 0 ? power : power * orthotope.at[0]);
        last += 2 * weight;
    }
    assert_int_equal(last, orthotope.at[0] * orthotope.at[1] - 1);
}

/* Of the Cantor set's levels: what they add, and where. */
TEST(test_growth)
{
    LOCAL_FRACTAL cantor = FRACTAL("#.#"), point = FRACTAL("#.", "..");
    assert_int_equal(nbb_fractal_axes(&cantor), 2);
    assert_true(nbb_fractal_extends(&cantor, 0));
    assert_false(nbb_fractal_extends(&cantor, 1));
    assert_true(nbb_fractal_adds_cells(&cantor));
    assert_false(nbb_fractal_adds_cells(&point));
    assert_ptr_equal(nbb_fractal_alike(&cantor, 0, 4), cantor.levels[3]);
}

/* Each isometry moves places as its name says, and products and inverses as what they are made of. */
TEST(test_isometries)
{
    static const int64_t moved[NBB_ISOMETRIES][2] = { { 1, 0 }, { 0, 1 }, { 1, 0 }, { 2, 1 },
                                                      { 1, 2 }, { 0, 1 }, { 1, 2 }, { 2, 1 } }; /* of (1, 0) */
    const nbb_vector side = { { 3, 3 } };
    assert_int_equal(nbb_spelling_index(&nbb_isometry_names, "90"), 3);
    for (int i = 0; i < NBB_ISOMETRIES * NBB_ISOMETRIES; i++) {
        int first = i % NBB_ISOMETRIES, second = i / NBB_ISOMETRIES;
        nbb_vector place = nbb_isometry_place(first, side, (nbb_vector){ { 1, 0 } });
        nbb_vector both = nbb_isometry_place(nbb_isometry_after(second, first), side, (nbb_vector){ { 2, 1 } });
        nbb_vector twice = nbb_isometry_place(first, side, (nbb_vector){ { 2, 1 } });
        twice = nbb_isometry_place(second, side, twice);
        assert_memory_equal(place.at, moved[first], sizeof moved[first]);
        assert_memory_equal(both.at, twice.at, sizeof both.at);
        assert_int_equal(nbb_isometry_after(first, nbb_isometry_inverse(first)), 0);
    }
}

TEST(test_near_misses)
{
    static const char *const words[] = { "layout", "name", "s", "sierpinski", "vicsek", "carpet", "box" };
    static const struct {
        const char *given;
        int expected;
    } cases[] = { { "layout", 0 }, { "layot", 0 },      { "layuot", 0 },     { "nam", 1 },       { "names", 1 },
                  { "Name", 1 },   { "NAMES", 1 },      { "CARPET", 5 },     { "S", 2 },         { "viscek", 4 },
                  { "vicek", 4 },  { "sierpinsky", 3 }, { "serpinskii", 3 }, { "crpt", 5 },      { "bxo", 6 },
                  { "x", -1 },     { "", -1 },          { "zz", -1 },        { "rotation", -1 }, { "koch", -1 },
                  { "gone", -1 },  { "zbx", -1 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(nbb_near_miss(cases[i].given, words, 7), cases[i].expected);
    }
    assert_int_equal(nbb_near_miss("layout", NULL, 0), -1);
}

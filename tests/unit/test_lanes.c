/* test_lanes.c - steps from tile to tile at all levels, by tables of several look-ups, against the geometry. */
#include "gen/lanes/lanes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "fractals.h"

/* A number of digits one step in direction d: by coordinates, where the tables go by carry. -1 and the direction
   left. */
static int64_t step_by_place(const nbb_fractal *fractal, int levels, int64_t number, int *d)
{
    nbb_vector side = nbb_fractal_side(fractal, 0, levels), place = nbb_fractal_cell(fractal, levels, number);
    int64_t moved[2] = { place.at[0] + *d % 3 - 1, place.at[1] + *d / 3 - 1 };
    int64_t carry[2];
    for (int axis = 0; axis < 2; ++axis) {
        carry[axis] = (moved[axis] >= side.at[axis]) - (moved[axis] < 0);
        moved[axis] -= carry[axis] * side.at[axis];
    }
    *d = (int)((carry[1] + 1) * 3 + carry[0] + 1);
    return nbb_fractal_index(fractal, levels, (nbb_vector){ { moved[0], moved[1] } });
}

/* A tile's number one step in direction d as kernels find it, by the table. -1 and the direction left. */
static int64_t step_by_table(const nbb_lanes *lanes, int64_t tile, int *d)
{
    int64_t found = 0, weight = 1;
    for (int i = 0; i < lanes->look_ups; ++i, weight *= lanes->span_numbers, tile /= lanes->span_numbers) {
        bool after = i == lanes->look_ups - 1 && lanes->last_span < lanes->span;
        int64_t number = tile % lanes->span_numbers + (after ? lanes->span_numbers : 0);
        assert_in_range(number, 0, lanes->step_numbers - 1);
        nbb_digits_step step = lanes->steps[*d * lanes->step_numbers + number];
        if (step.to < 0) {
            assert_int_equal(step.carry, PLANE_CENTRE);  /* kernels look no further */
            return -1;
        }
        found += weight * step.to;
        *d = step.carry;
    }
    return found;
}

/* The table agrees with the geometry from a tile in all directions. */
static void check_steps_from(const nbb_fractal *fractal, const nbb_lanes *lanes, int64_t tile)
{
    for (int direction = 0; direction < PLANE_DIRECTIONS; ++direction) {
        int d = direction, wanted_d = direction;
        int64_t found = step_by_table(lanes, tile, &d);
        assert_int_equal(found, step_by_place(fractal, lanes->m, tile, &wanted_d));
        assert_true(found < 0 || d == wanted_d);
    }
}

/* The table, from tiles whose lowest digits are the same, any number of them: steps from these cross that many. */
static void check_steps(const nbb_fractal *fractal, const nbb_lanes *lanes)
{
    int k = fractal->levels[0]->k;
    for (int digit = 0; digit < k; ++digit) {
        int64_t lowest = 0, weight = 1;
        for (int levels = 0; levels <= lanes->m; ++levels, lowest += weight * digit, weight *= k) {
            int64_t above = lanes->tiles / weight;
            check_steps_from(fractal, lanes, lowest);
            check_steps_from(fractal, lanes, lowest + weight * (above - 1));
            check_steps_from(fractal, lanes, lowest + weight * (above / 2));
        }
    }
}

static void check_fractal(const nbb_fractal *fractal)
{
    for (int r = 0; r <= nbb_fractal_largest_level(fractal); ++r) {
        for (int t = -1; t <= r && (t < 0 || nbb_lanes_tile_possible(fractal, t)); ++t) {
            nbb_lanes lanes;
            nbb_lanes_size(fractal, r, t, -1, &lanes);
            assert_true(t < 0 || lanes.t == t);
            assert_int_equal(nbb_lanes_build(fractal, &lanes), NBB_OK);
            check_steps(fractal, &lanes);
            nbb_lanes_free(&lanes);
        }
    }
}

static void every_fractal(void **state)
{
    (void)state;
    for_each_fractal(true, check_fractal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fractal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_lanes.c - the lanes layout's sizes, and its tables against the fractal's own geometry. */
#include "gen/lanes/lanes.h"
#include "gen/lanes/lanes_closure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fractals.h"
#include "laws.h"

enum { LARGEST_CELLS = 20000 };

/* What must hold of the sizes at any level. */
static void check_sizes(const nbb_fractal *fractal, int r, const nbb_lanes *lanes)
{
    assert_int_equal(lanes->a + lanes->m + lanes->t, r);
    assert_true(lanes->a >= 0 && lanes->m >= 0 && lanes->t >= 0);
    assert_int_equal(lanes->lanes, nbb_fractal_cells(fractal, 0, lanes->a));
    assert_true(lanes->lanes <= 32 * lanes->parts && lanes->lanes > 32 * (lanes->parts - 1));
    assert_true(lanes->lanes <= NBB_LANES_MAX && lanes->positions <= NBB_POSITIONS_MAX);
    uint64_t items = (uint64_t)lanes->tiles * lanes->parts;
    assert_true(lanes->look_ups <= 1 || lanes->span_numbers >= NBB_SPAN_MIN);
    assert_true(lanes->words >= items * lanes->positions && lanes->words < (items + 32) * lanes->positions);
}

/* The cell that lane, tile and position stand for. */
static nbb_vector cell_of(const nbb_fractal *fractal, const nbb_lanes *lanes, int64_t lane, int64_t tile,
                          int64_t position)
{
    int64_t index = (lane * lanes->tiles + tile) * lanes->positions + position;
    return nbb_fractal_cell(fractal, lanes->a + lanes->m + lanes->t, index);
}

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

/* Every neighbour of every cell of the level is reached through the tables, and nothing else is. */
static void check_neighbours(const nbb_fractal *fractal, int r, const nbb_lanes *lanes, const nbb_closure *closure)
{
    for (int64_t i = 0; i < nbb_fractal_cells(fractal, 0, r); ++i) {
        int64_t position = i % lanes->positions, tile = i / lanes->positions % lanes->tiles;
        int64_t lane = i / lanes->positions / lanes->tiles;
        nbb_vector at = cell_of(fractal, lanes, lane, tile, position);
        const nbb_closure_cell *cell = &closure->cells[position];
        int found = 0, wanted = 0;
        for (int n = 0; n < cell->neighbour_count; ++n) {
            const nbb_closure_cell *neighbour = &closure->cells[cell->neighbours[n]];
            int64_t from_lane = lane;
            int d = neighbour->direction;
            int64_t from_tile = step_by_place(fractal, lanes->m, tile, &d);
            if (from_tile >= 0 && d != PLANE_CENTRE) {
                from_lane = lanes->lane_from[d * 32 * (int)lanes->parts + (int)lane];
            }
            if (from_tile < 0 || from_lane < 0) {
                continue;
            }
            nbb_vector from = cell_of(fractal, lanes, from_lane, from_tile, neighbour->position);
            assert_true(llabs(from.at[0] - at.at[0]) <= 1 && llabs(from.at[1] - at.at[1]) <= 1);
            ++found;
        }
        for (int d = 0; d < PLANE_DIRECTIONS; ++d) {
            nbb_vector beside = { { at.at[0] + d % 3 - 1, at.at[1] + d / 3 - 1 } };
            wanted += d != PLANE_CENTRE && nbb_fractal_member(fractal, r, beside);
        }
        assert_int_equal(found, wanted);
    }
}

/* The moves of each direction and part bring each of its bits from its lane, once. */
static void check_moves(const nbb_lanes *lanes)
{
    int bits = PLANE_DIRECTIONS * 32 * (int)lanes->parts;
    for (int i = 0; i < bits; ++i) {
        int row = i / 32, bit = i % 32, from = -1;
        for (int m = lanes->first_move[row]; m < lanes->first_move[row + 1]; ++m) {
            const nbb_lane_move *move = &lanes->moves[m];
            if (move->mask >> bit & 1) {
                assert_int_equal(from, -1);
                from = 32 * move->part + (bit + move->turn) % 32;
            }
        }
        assert_int_equal(from, lanes->lane_from[i]);
    }
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

/* As many warps have lanes to cross as the share of them says, or less, counted where tiles are few. The share is of
   blocks of tiles that a warp's fit in, of which a warp may have parts of two. */
static void check_crossing(const nbb_fractal *fractal, const nbb_lanes *lanes)
{
    int64_t items = lanes->tiles * lanes->parts, warps = (items + 31) / 32, crossing = 0;
    double share = nbb_lanes_crossing(fractal->levels[0], lanes);
    for (int64_t warp = 0; warp < warps; ++warp) {
        bool crosses = false;
        for (int64_t v = 32 * warp; v < 32 * warp + 32 && v < items && !crosses; ++v) {
            for (int direction = 0; direction < PLANE_DIRECTIONS; ++direction) {
                nbb_vector s = fractal->levels[0]->s;
                bool inside = (s.at[0] > 1 || direction % 3 == 1) && (s.at[1] > 1 || direction / 3 == 1);
                int d = direction;
                crosses |= inside && step_by_table(lanes, v / lanes->parts, &d) >= 0 && d != PLANE_CENTRE;
            }
        }
        crossing += crosses;
    }
    assert_true((double)crossing <= 2 * share * (double)warps + 1 && share >= 0 && share <= 1);
}

static void check_cells(const nbb_fractal *fractal, int r, const nbb_lanes *lanes)
{
    const nbb_lanes_law law = law_of_rule((nbb_rule){ 1 << 1, 1 << 2 }, 2); /* heeds all neighbours */
    nbb_closure closure;
    assert_int_equal(nbb_closure_build(fractal, lanes->t, &law, 1, &closure), NBB_OK);
    check_neighbours(fractal, r, lanes, &closure);
    nbb_closure_free(&closure);
}

static void check_fractal(const nbb_fractal *fractal)
{
    for (int r = 0; r <= nbb_fractal_largest_level(fractal); ++r) {
        for (int t = -1; t <= r && (t < 0 || nbb_lanes_tile_possible(fractal, t)); ++t) {
            nbb_lanes lanes;
            nbb_lanes_size(fractal, r, t, -1, &lanes);
            check_sizes(fractal, r, &lanes);
            assert_true(t < 0 || lanes.t == t);
            assert_int_equal(nbb_lanes_build(fractal, &lanes), NBB_OK);
            check_steps(fractal, &lanes);
            check_moves(&lanes);
            if (nbb_fractal_cells(fractal, 0, r) <= LARGEST_CELLS) {
                check_cells(fractal, r, &lanes);
                check_crossing(fractal, &lanes);
            }
            nbb_lanes_free(&lanes);
        }
    }
}

static void every_fractal(void **state)
{
    (void)state;
    for_each_fractal(true, check_fractal);
}

/* The best use of a word: 243 of 256 bits for k = 3, 125 of 128 for k = 5, 64 of 64 for k = 8 and k = 4. */
static void the_best_words(void **state)
{
    (void)state;
    static const struct {
        const char *fractal;
        uint32_t lanes, parts;
    } best[] = { { "sierpinski", 243, 8 }, { "vicsek", 125, 4 }, { "carpet", 64, 2 }, { "chandelier", 64, 2 },
                 { "cantor", 32, 1 }, { "hfractal", 49, 2 }, { "candy", 144, 5 } };
    for (size_t i = 0; i < sizeof best / sizeof *best; ++i) {
        nbb_fractal fractal = load_fractal(best[i].fractal);
        nbb_lanes lanes;
        nbb_lanes_size(&fractal, 12, -1, -1, &lanes);
        assert_int_equal(lanes.lanes, best[i].lanes);
        assert_int_equal(lanes.parts, best[i].parts);
        nbb_fractal_free(&fractal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fractal),
        cmocka_unit_test(the_best_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

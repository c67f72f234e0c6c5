/* test_lanes.c - steps from tile to tile by tables, boundaries of tiles, the order of a launch's cells. */
#include "gen/lanes/lanes.h"
#include "unit.h"
#include "fractals.h"
#include "laws.h"

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
    for (const nbb_look_up *look = lanes->look; look < lanes->look + lanes->look_ups; ++look) {
        int64_t number = tile % look->numbers + look->first;
        assert_in_range(number, 0, lanes->step_numbers - 1);
        nbb_digits_step step = lanes->steps[*d * lanes->step_numbers + number];
        if (step.to < 0) {
            assert_int_equal(step.carry, PLANE_CENTRE); /* kernels look no further */
            return -1;
        }
        found += weight * step.to;
        *d = step.carry;
        weight *= look->numbers;
        tile /= look->numbers;
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
    nbb_fractal of_tiles = *fractal; /* whose levels are those above a tile */
    memmove(of_tiles.levels, &fractal->levels[lanes->t], (size_t)lanes->m * sizeof *of_tiles.levels);
    for (int digit = 0; digit < NBB_K_MAX; ++digit) {
        int64_t lowest = 0, weight = 1;
        for (int level = 0; level <= lanes->m && (level == 0 || digit < of_tiles.levels[level - 1]->k); ++level) {
            int64_t above = lanes->tiles / weight;
            check_steps_from(&of_tiles, lanes, lowest);
            check_steps_from(&of_tiles, lanes, lowest + weight * (above - 1));
            check_steps_from(&of_tiles, lanes, lowest + weight * (above / 2));
            lowest += weight * digit;
            weight *= of_tiles.levels[level]->k;
        }
    }
}

static void check_fractal(const nbb_fractal *fractal)
{
    for (int r = 0; r <= nbb_fractal_largest_level(fractal); r += r < 8 ? 1 : 10) {
        for (int t = 0; t <= r && nbb_fractal_cells(fractal, 0, t) <= NBB_POSITIONS_MAX; t += r < 6 ? 1 : 2) {
            NBB_LOCAL_ARENA arena = { 0 };
            nbb_lanes lanes;
            nbb_lanes_size(fractal, r, t, nbb_lanes_digits(fractal, r - t), &lanes);
            assert_int_equal(nbb_lanes_build(&arena, fractal, &lanes), NBB_OK);
            check_steps(fractal, &lanes);
        }
    }
}

TEST(every_fractal)
{
    for_each_fractal(true, check_fractal);
}

static const nbb_rule life = { 1 << 2, 1 << 2 | 1 << 3 };

static nbb_closure closure_of(nbb_arena *arena, const nbb_fractal *fractal, int t, nbb_rule rule, int steps)
{
    nbb_closure closure;
    const nbb_lanes_law law = law_of_rule(rule, 2);
    assert_int_equal(nbb_closure_build(arena, fractal, t, &law, steps, &closure), NBB_OK);
    return closure;
}

/* The gasket's tiles touch at corners and along a slope, the carpet's by whole edges. */
TEST(sizes)
{
    static const struct {
        const char *fractal;
        int t, count[6]; /* for 1 to 6 steps; 0: not asked */
    } cases[] = { { "sierpinski", 4, { 5, 13, 19, 31, 41, 55 } },
                  { "vicsek", 3, { 4, 16, 20, 24, 36, 48 } },
                  { "carpet", 2, { 32, 48, 64, 64, 64, 64 } },
                  { "cantor", 3, { 0 } } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        LOCAL_FRACTAL fractal = load_fractal(cases[i].fractal);
        for (int steps = 1; steps <= 6; ++steps) {
            nbb_boundary boundary = { 0 };
            NBB_LOCAL_ARENA arena = { 0 };
            nbb_closure closure = closure_of(&arena, &fractal, cases[i].t, life, steps);
            nbb_boundary_add(&closure, &boundary);
            assert_int_equal(boundary.count, cases[i].count[steps - 1]);
            nbb_boundary_add(&closure, &boundary); /* a set: nothing is there twice */
            assert_int_equal(boundary.count, cases[i].count[steps - 1]);
        }
    }
}

/* By position, whether some launch of the closure loads it from a tile beside. */
static void check_held(const nbb_closure *step, const nbb_closure *rest, const nbb_boundary *boundary)
{
    int count = 0;
    for (int position = 0; position < step->own; ++position) {
        bool is_loaded = false;
        for (int i = 0; i < step->count + rest->count; ++i) {
            bool of_step = i < step->count;
            const nbb_closure_cell *cell = of_step ? &step->cells[i] : &rest->cells[i - step->count];
            is_loaded |= cell->direction != PLANE_CENTRE && cell->position == position && (cell->needed & 1) != 0;
        }
        assert_int_equal(boundary->holds[position], is_loaded);
        count += is_loaded;
    }
    assert_int_equal(boundary->count, count);
}

static void check_fractal_lanes_boundary(const nbb_fractal *fractal)
{
    static const char *const rules[] = { "B2/S23", "B0135/S24678", "B3/S3", "B1/S" };
    const nbb_lanes_law any = law_of_rule(life, 2);
    const int64_t positions = nbb_unit_is_quick() ? 100 : NBB_POSITIONS_MAX;
    for (int t = 0; t < 5 && nbb_fractal_cells(fractal, 0, t) <= positions; ++t) {
        int most = nbb_closure_most_steps(fractal, t, &any);
        for (int i = 0; i < 4 * most; i += 5) { /* rules alternate */
            nbb_rule rule;
            nbb_boundary boundary = { 0 };
            assert_int_equal(nbb_rule_parse(rules[i % 4], 2, &rule), NBB_OK);
            NBB_LOCAL_ARENA arena = { 0 };
            nbb_closure step = closure_of(&arena, fractal, t, rule, 1 + i / 4);
            nbb_closure rest = closure_of(&arena, fractal, t, rule, 1);
            nbb_boundary_add(&step, &boundary);
            nbb_boundary_add(&rest, &boundary);
            check_held(&step, &rest, &boundary);
        }
    }
}

TEST(every_fractal_lanes_boundary)
{
    for_each_fractal(true, check_fractal_lanes_boundary);
}

/* Groups of 32 items, the last one padded: 3 tiles of 8 parts, 81 positions. */
TEST(bytes)
{
    LOCAL_FRACTAL fractal = load_fractal("sierpinski");
    nbb_boundary boundary = { .count = 19 };
    nbb_lanes lanes;
    nbb_lanes_size(&fractal, 10, 4, 5, &lanes);
    assert_int_equal(lanes.words, 32 * 81);
    assert_int_equal(nbb_boundary_bytes(&boundary, &lanes), 32 * 19 * 4);
    nbb_lanes_size(&fractal, 25, 4, 5, &lanes); /* 43046721 tiles: 10761681 groups, past 32 bits */
    assert_int_equal(nbb_boundary_bytes(&boundary, &lanes), UINT64_C(10761681) * 32 * 19 * 4);
}

static const char *const rules[] = { "B2/S23", "B0135/S24678", "B3/S3", "B1/S" };

static bool is_needed(const nbb_closure *closure, int cell, int step)
{
    return cell >= 0 && (closure->cells[cell].needed >> step & 1) != 0;
}

/* Whether an evaluation takes the word of `cell` before its step. */
static bool takes(const nbb_closure *closure, const nbb_cell_step *evaluation, int cell)
{
    const nbb_closure_cell *computed = &closure->cells[evaluation->cell];
    bool taken = evaluation->cell == cell;
    for (int n = 0; n < computed->neighbour_count; ++n) {
        taken |= computed->neighbours[n] == cell;
    }
    return taken;
}

/* done[step * count + cell]: its word is there. */
static void check_evaluation(const nbb_closure *closure, const nbb_cell_step *evaluation, bool *done)
{
    const nbb_closure_cell *cell = &closure->cells[evaluation->cell];
    bool *before = done + (evaluation->step - 1) * closure->count;
    assert_true(is_needed(closure, evaluation->cell, evaluation->step));
    assert_true(!is_needed(closure, evaluation->cell, evaluation->step - 1) || before[evaluation->cell]);
    for (int n = 0; n < cell->neighbour_count; ++n) {
        assert_true(!is_needed(closure, cell->neighbours[n], evaluation->step - 1) || before[cell->neighbours[n]]);
    }
    assert_false(before[closure->count + evaluation->cell]);
    before[closure->count + evaluation->cell] = true;
}

static void check_order(const nbb_closure *closure, const nbb_order *order)
{
    bool *done = calloc(((size_t)closure->steps + 1) * (size_t)closure->count, sizeof *done);
    assert_non_null(done);
    for (int i = 0; i < closure->count; ++i) {
        done[i] = is_needed(closure, i, 0);
    }
    assert_int_equal(order->count, nbb_closure_computed(closure));
    for (int i = 0; i < order->count; ++i) {
        check_evaluation(closure, &order->evaluations[i], done);
    }
    free(done);
}

/* The words held at an evaluation: those there by then (own from the start, others from the first evaluation that
   takes them) that this or a later evaluation takes, and the one computed, if it is not of the last step. */
static int held_at(const nbb_closure *closure, const nbb_order *order, int evaluation)
{
    int held = 0;
    for (int step = 0; step < closure->steps; ++step) {
        for (int cell = 0; cell < closure->count; ++cell) {
            bool there = step == 0 && closure->cells[cell].direction == PLANE_CENTRE, wanted = false;
            for (int i = 0; is_needed(closure, cell, step) && i < order->count; ++i) {
                const nbb_cell_step *at = &order->evaluations[i];
                bool taken = at->step == step + 1 && takes(closure, at, cell);
                there |= i <= evaluation && ((step == 0 && taken) || (at->step == step && at->cell == cell));
                wanted |= i >= evaluation && (taken || (i == evaluation && at->step == step && at->cell == cell));
            }
            held += there && wanted;
        }
    }
    return held;
}

static void check_held_lanes_order(const nbb_closure *closure, const nbb_order *order)
{
    int most = 0;
    for (int evaluation = 0; evaluation < order->count; ++evaluation) {
        int held = held_at(closure, order, evaluation);
        most = held > most ? held : most;
    }
    assert_int_equal(order->held, most);
}

static void check_fractal_lanes_order(const nbb_fractal *fractal)
{
    enum { POSITIONS = 100, STEPS = 4, COMPUTED = 120 };
    const nbb_lanes_law any = law_of_rule((nbb_rule){ 0, 0 }, 2);
    for (int t = 0; t < 5 && nbb_fractal_cells(fractal, 0, t) <= POSITIONS; ++t) {
        int most = nbb_closure_most_steps(fractal, t, &any);
        for (int i = 0; i < 4 * most && i < 4 * STEPS; i += 3) {
            nbb_rule rule;
            NBB_LOCAL_ARENA arena = { 0 };
            nbb_closure closure;
            nbb_order order;
            assert_int_equal(nbb_rule_parse(rules[i % 4], 2, &rule), NBB_OK);
            const nbb_lanes_law law = law_of_rule(rule, 2);
            assert_int_equal(nbb_closure_build(&arena, fractal, t, &law, 1 + i / 4, &closure), NBB_OK);
            int strip = i == 3 ? 2 : 0; /* of one step */
            assert_int_equal(nbb_order_build(&arena, &closure, 1, 1, strip, &order), NBB_OK);
            check_order(&closure, &order);
            for (int j = 1; j < order.count && strip > 0; ++j) {
                const nbb_cell_step *before = &order.evaluations[j - 1], *after = &order.evaluations[j];
                assert_true(after->across / strip > before->across / strip || after->row >= before->row);
                assert_true(after->across / strip >= before->across / strip);
            }
            if (order.count <= COMPUTED) {
                check_held_lanes_order(&closure, &order);
            }
        }
    }
}

TEST(every_fractal_lanes_order)
{
    for_each_fractal(true, check_fractal_lanes_order);
}

/* test_lanes_closure.c - the cells that some steps depend on, and sums with shared triples, by brute force. */
#include "gen/lanes/lanes.h"
#include "unit.h"
#include "fractals.h"
#include "laws.h"

enum { CELLS_MAX = 256, SIDE_MAX = 128 };

/* Nine tiles side by side: cells[y][x] for x, y from 0 to 3 rho, and when each is needed (bit i: after i steps). */
typedef struct plane {
    nbb_vector rho;
    bool cells[3 * SIDE_MAX][3 * SIDE_MAX];
    uint32_t needed[3 * SIDE_MAX][3 * SIDE_MAX];
} plane;

/* The tiles beside exist on the axes on which the fractal grows. */
static void fill_plane(const nbb_fractal *fractal, int t, plane *tiles)
{
    memset(tiles, 0, sizeof *tiles);
    tiles->rho = nbb_fractal_side(fractal, 0, t);
    for (int64_t y = 0; y < 3 * tiles->rho.at[1]; ++y) {
        for (int64_t x = 0; x < 3 * tiles->rho.at[0]; ++x) {
            bool tile_there = (fractal->levels[0]->s.at[0] > 1 || x / tiles->rho.at[0] == 1)
                              && (fractal->levels[0]->s.at[1] > 1 || y / tiles->rho.at[1] == 1);
            nbb_vector place = { { x % tiles->rho.at[0], y % tiles->rho.at[1] } };
            tiles->cells[y][x] = tile_there && nbb_fractal_index(fractal, t, place) >= 0;
        }
    }
}

static bool has_cell(const plane *tiles, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < 3 * tiles->rho.at[0] && y < 3 * tiles->rho.at[1] && tiles->cells[y][x];
}

static int count_neighbours(const plane *tiles, int64_t x, int64_t y)
{
    int count = 0;
    for (int d = 0; d < PLANE_DIRECTIONS; ++d) {
        count += d != PLANE_CENTRE && has_cell(tiles, x + d % 3 - 1, y + d / 3 - 1);
    }
    return count;
}

/* Whether some count of live neighbours makes a difference, and whether the cell's own state does. */
static void find_needed(nbb_rule rule, int most, bool *cell, bool *neighbours)
{
    *cell = *neighbours = false;
    for (int count = 0; count <= most; ++count) {
        *cell |= nbb_rule_next(rule, 0, count) != nbb_rule_next(rule, 1, count);
        *neighbours |= nbb_rule_next(rule, 0, count) != nbb_rule_next(rule, 0, 0)
                       || nbb_rule_next(rule, 1, count) != nbb_rule_next(rule, 1, 0);
    }
}

/* What the place's state after `step` steps needs. */
static void grow_from(nbb_rule rule, int step, int64_t x, int64_t y, plane *tiles)
{
    bool cell, neighbours;
    find_needed(rule, count_neighbours(tiles, x, y), &cell, &neighbours);
    for (int d = 0; d < PLANE_DIRECTIONS; ++d) {
        int64_t u = x + d % 3 - 1, v = y + d / 3 - 1;
        if ((d == PLANE_CENTRE ? cell : neighbours) && has_cell(tiles, u, v)) {
            tiles->needed[v][u] |= UINT32_C(1) << (step - 1);
        }
    }
}

static void grow(nbb_rule rule, int steps, plane *tiles)
{
    nbb_vector rho = tiles->rho;
    for (int step = steps; step > 0; --step) {
        for (int64_t y = 0; y < 3 * rho.at[1]; ++y) {
            for (int64_t x = 0; x < 3 * rho.at[0]; ++x) {
                bool own = x / rho.at[0] == 1 && y / rho.at[1] == 1 && tiles->cells[y][x];
                tiles->needed[y][x] |= (uint32_t)(step == steps && own) << steps;
                if (tiles->needed[y][x] >> step & 1) {
                    grow_from(rule, step, x, y, tiles);
                }
            }
        }
    }
}

static nbb_vector place_of(const nbb_fractal *fractal, int t, const plane *tiles, const nbb_closure_cell *cell)
{
    nbb_vector place = nbb_fractal_cell(fractal, t, cell->position);
    place.at[0] += cell->direction % 3 * tiles->rho.at[0];
    place.at[1] += cell->direction / 3 * tiles->rho.at[1];
    return place;
}

/* The closure's cells are those of the plane, each once, and a computed cell's neighbours are all that it has. */
static void check_cells(const nbb_fractal *fractal, int t, const nbb_closure *closure, plane *tiles)
{
    for (int i = 0; i < closure->count; ++i) {
        const nbb_closure_cell *cell = &closure->cells[i];
        nbb_vector at = place_of(fractal, t, tiles, cell);
        uint32_t *needed = &tiles->needed[at.at[1]][at.at[0]];
        assert_true(tiles->cells[at.at[1]][at.at[0]]);
        assert_int_equal(cell->needed, *needed);
        assert_true(i < closure->own ? cell->direction == PLANE_CENTRE && cell->position == i : cell->needed != 0);
        *needed = 0;
        assert_int_equal(cell->neighbour_count, cell->needed > 1 ? count_neighbours(tiles, at.at[0], at.at[1]) : 0);
        for (int n = 0; n < cell->neighbour_count; ++n) {
            if (cell->neighbours[n] >= 0) {
                nbb_vector beside = place_of(fractal, t, tiles, &closure->cells[cell->neighbours[n]]);
                assert_true(llabs(beside.at[0] - at.at[0]) <= 1 && llabs(beside.at[1] - at.at[1]) <= 1);
                assert_true(cell->neighbours[n] != i && (n == 0 || cell->neighbours[n] != cell->neighbours[n - 1]));
            }
        }
    }
    for (int64_t i = 0; i < 9 * tiles->rho.at[0] * tiles->rho.at[1]; ++i) {
        assert_int_equal(tiles->needed[i / (3 * tiles->rho.at[0])][i % (3 * tiles->rho.at[0])], 0);
    }
}

static void check_fractal(const nbb_fractal *fractal)
{
    static const char *const rules[] = { "B2/S23", "B0135/S24678", "B3/S3", "B012345678/S", "B1/S" };
    static plane tiles;
    const nbb_lanes_law any = law_of_rule((nbb_rule){ 0, 0 }, 2);
    for (int t = 0; nbb_fractal_cells(fractal, 0, t) <= CELLS_MAX && t < 8; ++t) {
        nbb_vector rho = nbb_fractal_side(fractal, 0, t);
        int most = rho.at[0] <= SIDE_MAX && rho.at[1] <= SIDE_MAX ? nbb_closure_most_steps(fractal, t, &any) : 0;
        for (int i = 0; i < 5 * most; i += 3) { /* rules alternate */
            nbb_rule rule;
            NBB_LOCAL_ARENA arena = { 0 };
            nbb_closure closure;
            assert_int_equal(nbb_rule_parse(rules[i % 5], 2, &rule), NBB_OK);
            const nbb_lanes_law law = law_of_rule(rule, 2);
            assert_int_equal(nbb_closure_build(&arena, fractal, t, &law, 1 + i / 5, &closure), NBB_OK);
            fill_plane(fractal, t, &tiles);
            grow(rule, 1 + i / 5, &tiles);
            check_cells(fractal, t, &closure, &tiles);
        }
    }
}

TEST(every_fractal)
{
    for_each_fractal(true, check_fractal);
}

enum { TILE_CELLS_MAX = 128, STEPS_MAX = 4 };
static const nbb_rule life = { 1 << 2, 1 << 2 | 1 << 3 };

/* 64 random states at once of an input: a cell's, or a triple's sum, whose carry is found beside it. */
static uint64_t bits_of(const nbb_closure *closure, const nbb_step_sums *sums, int input, uint64_t *carry)
{
    if (input < closure->count) {
        return nbb_mix((uint64_t)input);
    }
    assert_true(input < closure->count + sums->triple_count);
    uint64_t bits[3], ignored;
    for (int i = 0; i < 3; ++i) {
        int from = sums->triples[input - closure->count][i];
        assert_true(from < input);
        bits[i] = bits_of(closure, sums, from, &ignored);
    }
    *carry = (bits[0] & bits[1]) | (bits[0] & bits[2]) | (bits[1] & bits[2]);
    return bits[0] ^ bits[1] ^ bits[2];
}

static int bit(uint64_t bits, int i)
{
    return (int)(bits >> i & 1);
}

/* In each of the 64 states the sum's weights come to the number of live neighbours. */
static void check_cell(const nbb_closure *closure, const nbb_step_sums *sums, int index)
{
    const nbb_closure_cell *cell = &closure->cells[index];
    const nbb_cell_sum *sum = &sums->cells[index];
    uint64_t carry = 0;
    for (int state = 0; state < 64; ++state) {
        int count = 0;
        for (int i = 0; i < cell->neighbour_count; ++i) {
            count += bit(nbb_mix((uint64_t)cell->neighbours[i]), state);
        }
        for (int i = 0; i < sum->one_count; ++i) {
            count -= bit(bits_of(closure, sums, sum->ones[i], &carry), state);
        }
        for (int i = 0; i < sum->two_count; ++i) {
            bits_of(closure, sums, closure->count + sum->twos[i], &carry);
            count -= 2 * bit(carry, state);
        }
        assert_int_equal(count, 0);
    }
}

static void check_sums(const nbb_closure *closure, const nbb_step_sums *sums, int step)
{
    int *users = calloc((size_t)sums->triple_count + 1, sizeof *users);
    assert_non_null(users);
    for (int i = 0; i < closure->count; ++i) {
        bool counted = (closure->cells[i].needed >> step & 1) != 0
                       && nbb_rule_reads_neighbours(life, closure->cells[i].neighbour_count);
        if (counted) {
            check_cell(closure, sums, i);
        } else {
            assert_int_equal(sums->cells[i].one_count + sums->cells[i].two_count, 0);
        }
        for (int two = 0; two < sums->cells[i].two_count; ++two) {
            ++users[sums->cells[i].twos[two]];
        }
    }
    for (int i = 0; i < sums->triple_count; ++i) {
        assert_true(users[i] > 1);
    }
    free(users);
}

static void check_fractal_lanes_sums(const nbb_fractal *fractal)
{
    const nbb_lanes_law law = law_of_rule(life, 2);
    for (int t = 0; t < 7 && nbb_fractal_cells(fractal, 0, t) <= TILE_CELLS_MAX; ++t) {
        int most = nbb_closure_most_steps(fractal, t, &law);
        NBB_LOCAL_ARENA arena = { 0 };
        nbb_closure closure;
        int steps = most < STEPS_MAX ? most : STEPS_MAX;
        assert_int_equal(nbb_closure_build(&arena, fractal, t, &law, steps, &closure), NBB_OK);
        for (int step = 1; step <= closure.steps; ++step) {
            nbb_step_sums sums;
            assert_int_equal(nbb_sums_share(&arena, &closure, life, step, &sums), NBB_OK);
            check_sums(&closure, &sums, step);
        }
    }
}

TEST(every_fractal_lanes_sums)
{
    for_each_fractal(true, check_fractal_lanes_sums);
}

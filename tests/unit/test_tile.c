/* test_tile.c - mask, halo and neighbours of tiles against a brute force: nine tiles side by side, none missing. */
#include "gen/lanes/lanes.h"
#include "unit.h"
#include "fractals.h"
#include "layouts.h"

/* Cells as bytes, row by row. */
typedef struct grid {
    int64_t side[2];
    uint8_t *cells;
} grid;

static grid new_grid(int64_t width, int64_t height)
{
    grid made = { { width, height }, calloc((size_t)(width * height), 1) };
    assert_non_null(made.cells);
    return made;
}

/* 0 outside of the grid. */
static int cell_at(const grid *cells, int64_t x, int64_t y)
{
    bool inside = x >= 0 && y >= 0 && x < cells->side[0] && y < cells->side[1];
    return inside ? cells->cells[y * cells->side[0] + x] : 0;
}

/* Copies `part` into `whole` with its first cell at (x, y). */
static void stamp(const grid *part, int64_t x, int64_t y, grid *whole)
{
    for (int64_t row = 0; row < part->side[1]; ++row) {
        uint8_t *to = whole->cells + (y + row) * whole->side[0] + x;
        memcpy(to, part->cells + row * part->side[0], (size_t)part->side[0]);
    }
}

/* Level t, grown as it is defined: k replicas of level t - 1. */
static grid grow(const nbb_fractal *fractal, int t)
{
    grid level = new_grid(1, 1);
    level.cells[0] = 1;
    for (int mu = 1; mu <= t; ++mu) {
        const nbb_replicas *replicas = fractal->levels[mu - 1];
        grid next = new_grid(level.side[0] * replicas->s.at[0], level.side[1] * replicas->s.at[1]);
        for (int beta = 0; beta < replicas->k; ++beta) {
            stamp(&level, replicas->tau[beta][0] * level.side[0], replicas->tau[beta][1] * level.side[1], &next);
        }
        free(level.cells);
        level = next;
    }
    return level;
}

/* The number of cells around (x, y). */
static int neighbours(const grid *cells, int64_t x, int64_t y)
{
    int count = 0;
    for (int64_t v = y - 1; v <= y + 1; ++v) {
        for (int64_t u = x - 1; u <= x + 1; ++u) {
            count += (u != x || v != y) && cell_at(cells, u, v);
        }
    }
    return count;
}

/* The byte of the mask at (x, y); x may be in a row's padding. */
static int mask_byte(const nbb_tile *tile, int64_t x, int64_t y)
{
    return (int)(tile->mask[y * tile->columns + x / 4] >> (8 * (x % 4)) & 0xff);
}

static void check_mask(const nbb_tile *tile, const grid *cells)
{
    assert_int_equal(tile->rho.at[0], cells->side[0]);
    assert_int_equal(tile->rho.at[1], cells->side[1]);
    assert_int_equal(tile->columns, (cells->side[0] + 3) / 4);
    assert_int_equal(tile->words, tile->columns * cells->side[1]);
    assert_in_range(tile->box_pitch, tile->columns + 1, tile->columns + 8);
    assert_int_equal(tile->box_words, (tile->box_pitch * (cells->side[1] + 2) + 4) / 4 * 4);
    assert_int_equal(tile->box_words, nbb_tile_box_words(tile->rho));
    for (int64_t y = 0; y < cells->side[1]; ++y) {
        for (int64_t x = 0; x < 4 * (int64_t)tile->columns; ++x) {
            if (mask_byte(tile, x, y) != cell_at(cells, x, y)) {
                fail_msg("mask byte (%lld, %lld) is %d", (long long)x, (long long)y, mask_byte(tile, x, y));
            }
        }
    }
}

/* The frame with 1 + direction at the halo's places, 0 elsewhere; the tile's first cell stands at (1, 1). */
static grid frame_of_halo(const nbb_tile *tile)
{
    grid frame = new_grid(tile->rho.at[0] + 2, tile->rho.at[1] + 2);
    for (uint32_t i = 0; i < tile->halo_count; ++i) {
        const nbb_halo_cell *cell = &tile->halo[i];
        int64_t step[2] = { cell->direction % 3 - 1, cell->direction / 3 - 1 };
        assert_in_range(cell->direction, 0, PLANE_DIRECTIONS - 1);
        for (int axis = 0; axis < 2; ++axis) {
            assert_true(cell->at.at[axis] >= -1 && cell->at.at[axis] <= tile->rho.at[axis]);
            assert_true(cell->from.at[axis] >= 0 && cell->from.at[axis] < tile->rho.at[axis]);
            assert_int_equal(cell->at.at[axis], cell->from.at[axis] + step[axis] * tile->rho.at[axis]);
        }
        uint8_t *place = &frame.cells[(cell->at.at[1] + 1) * frame.side[0] + cell->at.at[0] + 1];
        assert_int_equal(*place, 0); /* no place twice */
        *place = (uint8_t)(1 + cell->direction);
    }
    return frame;
}

/* Every place around the tile: in the halo where a neighbour has a cell that touches one of the tile's, else not. */
static void check_halo(const nbb_tile *tile, const grid *cells, const grid *nine)
{
    grid frame = frame_of_halo(tile);
    bool used[NBB_DIRECTIONS_MAX] = { false };
    for (int64_t y = -1; y <= cells->side[1]; ++y) {
        for (int64_t x = -1; x <= cells->side[0]; ++x) {
            int direction = 3 * ((y >= cells->side[1]) - (y < 0) + 1) + (x >= cells->side[0]) - (x < 0) + 1;
            bool wanted = direction != PLANE_CENTRE && cell_at(nine, cells->side[0] + x, cells->side[1] + y)
                          && neighbours(cells, x, y) > 0;
            used[direction] |= wanted;
            if (cell_at(&frame, x + 1, y + 1) != (wanted ? 1 + direction : 0)) {
                fail_msg("the halo is wrong at (%lld, %lld)", (long long)x, (long long)y);
            }
        }
    }
    assert_memory_equal(tile->direction_used, used, sizeof used);
    free(frame.cells);
}

static void check_most_neighbours(const nbb_tile *tile, const grid *cells, const grid *nine)
{
    int most = 0;
    for (int64_t y = 0; y < cells->side[1]; ++y) {
        for (int64_t x = 0; x < cells->side[0]; ++x) {
            int count = cell_at(cells, x, y) ? neighbours(nine, cells->side[0] + x, cells->side[1] + y) : 0;
            most = count > most ? count : most;
        }
    }
    assert_int_equal(tile->most_neighbours, most);
}

static void check_tile(const nbb_fractal *fractal, int t)
{
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_tile tile;
    grid cells = grow(fractal, t), nine = new_grid(3 * cells.side[0], 3 * cells.side[1]);
    for (int i = 0; i < 9; ++i) {
        stamp(&cells, i % 3 * cells.side[0], i / 3 * cells.side[1], &nine);
    }
    assert_int_equal(nbb_tile_build(&arena, fractal, t, &tile), NBB_OK);
    check_mask(&tile, &cells);
    check_halo(&tile, &cells, &nine);
    check_most_neighbours(&tile, &cells, &nine);
    free(cells.cells);
    free(nine.cells);
}

/* All levels whose box fits. */
static void check_tiles(const nbb_fractal *fractal)
{
    int t = 0, largest = nbb_fractal_largest_level(fractal);
    for (; t <= largest && nbb_tile_box_words(nbb_fractal_side(fractal, 0, t)) <= NBB_BOX_WORDS_MAX; ++t) {
        check_tile(fractal, t);
    }
    assert_true(t >= 2);
}

/* The words that a warp's threads read first, each at its column and so many rows below those of other columns, or in
   space one row, lie in different banks of shared memory. */
static void check_banks(const char *name, int t, uint32_t pitch, uint32_t rows, uint32_t threads)
{
    nbb_fractal fractal = load_fractal(name);
    NBB_AT_END(nbb_arena_free) nbb_arena arena = { 0 };
    nbb_tile tile;
    uint32_t seen = 0;
    assert_ok(nbb_tile_build(&arena, &fractal, t, &tile));
    assert_int_equal(tile.box_pitch, pitch);
    for (uint32_t i = 0; i < threads; ++i) {
        seen |= UINT32_C(1) << ((i / tile.columns * rows * pitch + i % tile.columns) % 32);
    }
    assert_int_equal(__builtin_popcount(seen), threads);
    nbb_fractal_free(&fractal);
}

TEST(test_banks)
{
    check_banks("sierpinski", 5, 9, 8, 32);
    check_banks("carpet", 3, 8, 7, 28);
    check_banks("menger", 2, 7, 1, 27);
}

TEST(test_every_fractal)
{
    for_each_fractal(true, check_tiles);
}

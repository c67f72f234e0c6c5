/* tile.c - mask words and halo of a tile. */
#include "gen/lanes/tile.h"

#include <stdlib.h>
#include <string.h>

int64_t nbb_tile_box_words(nbb_vector rho)
{
    return ((rho.at[0] + 3) / 4 + 2) * (rho.at[1] + 2);
}

/* Whether (x, y) is a cell of the tile; false outside it. */
static bool is_cell(const nbb_tile *tile, int64_t x, int64_t y)
{
    if (x < 0 || y < 0 || x >= tile->rho.at[0] || y >= tile->rho.at[1]) {
        return false;
    }
    return tile->mask[y * tile->columns + x / 4] >> (8 * (x % 4)) & 1;
}

static void build_mask(const nbb_fractal *fractal, int t, nbb_tile *tile)
{
    for (int64_t y = 0; y < tile->rho.at[1]; ++y) {
        for (int64_t x = 0; x < tile->rho.at[0]; ++x) {
            if (nbb_fractal_member(fractal, t, (nbb_vector){ { x, y } })) {
                tile->mask[y * tile->columns + x / 4] |= UINT32_C(1) << (8 * (x % 4));
            }
        }
    }
}

/* Whether a cell of the tile is next to (x, y). */
static bool touches(const nbb_tile *tile, int64_t x, int64_t y)
{
    for (int64_t dy = -1; dy <= 1; ++dy) {
        for (int64_t dx = -1; dx <= 1; ++dx) {
            if ((dx != 0 || dy != 0) && is_cell(tile, x + dx, y + dy)) {
                return true;
            }
        }
    }
    return false;
}

/* Adds the frame's place (x, y) to the halo if a cell can be alive there and matter. */
static void consider(nbb_tile *tile, int64_t x, int64_t y)
{
    const int64_t *rho = tile->rho.at;
    int dx = (x >= rho[0]) - (x < 0);
    int dy = (y >= rho[1]) - (y < 0);
    nbb_vector from = { { x - dx * rho[0], y - dy * rho[1] } };
    if (!is_cell(tile, from.at[0], from.at[1]) || !touches(tile, x, y)) {
        return;
    }
    int direction = (dy + 1) * 3 + dx + 1;
    tile->direction_used[direction] = true;
    tile->halo[tile->halo_count++] = (nbb_halo_cell){ direction, from, { { x, y } } };
}

static void build_halo(nbb_tile *tile)
{
    const int64_t *rho = tile->rho.at;
    for (int64_t y = -1; y <= rho[1]; ++y) {
        bool whole_row = y < 0 || y == rho[1];
        for (int64_t x = -1; x <= rho[0]; x += whole_row ? 1 : rho[0] + 1) {
            consider(tile, x, y);
        }
    }
}

/* The most neighbours over all cells, were every neighbour tile there. */
static int most_neighbours(const nbb_tile *tile)
{
    const int64_t *rho = tile->rho.at;
    int most = 0;
    for (int64_t y = 0; y < rho[1]; ++y) {
        for (int64_t x = 0; x < rho[0]; ++x) {
            int count = 0;
            for (int d = 0; d < NBB_DIRECTIONS && is_cell(tile, x, y); ++d) {
                int64_t nx = (x + d % 3 - 1 + rho[0]) % rho[0];
                int64_t ny = (y + d / 3 - 1 + rho[1]) % rho[1];
                count += d != NBB_CENTRE && is_cell(tile, nx, ny);
            }
            most = count > most ? count : most;
        }
    }
    return most;
}

nbb_status nbb_tile_build(const nbb_fractal *fractal, int t, nbb_tile *tile)
{
    memset(tile, 0, sizeof *tile);
    tile->rho = nbb_fractal_side(fractal, 0, t);
    tile->columns = (uint32_t)((tile->rho.at[0] + 3) / 4);
    tile->words = tile->columns * (uint32_t)tile->rho.at[1];
    tile->box_words = (uint32_t)nbb_tile_box_words(tile->rho);
    size_t frame = (size_t)(2 * (tile->rho.at[0] + tile->rho.at[1]) + 4);
    tile->mask = calloc(tile->words, sizeof *tile->mask);
    tile->halo = calloc(frame, sizeof *tile->halo);
    if (tile->mask == NULL || tile->halo == NULL) {
        nbb_tile_free(tile);
        return nbb_fail_memory(tile->words * sizeof *tile->mask + frame * sizeof *tile->halo, "a tile");
    }
    build_mask(fractal, t, tile);
    build_halo(tile);
    tile->most_neighbours = most_neighbours(tile);
    return NBB_OK;
}

void nbb_tile_free(nbb_tile *tile)
{
    free(tile->mask);
    free(tile->halo);
    tile->mask = NULL;
    tile->halo = NULL;
}

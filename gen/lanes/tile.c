/* tile.c - mask words and halo of a tile. */
#include "gen/lanes/tile.h"

#include "gen/base/arena.h"

#include <stdlib.h>
#include <string.h>

int64_t nbb_tile_box_words(nbb_vector rho)
{
    return ((rho.at[0] + 3) / 4 + 2) * (rho.at[1] + 2);
}

/* Whether a place is a cell of the tile; false outside it. */
static bool is_cell(const nbb_tile *tile, nbb_vector place)
{
    const int64_t x = place.at[0], y = place.at[1];
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

/* Whether a cell of the tile is next to the place. */
static bool touches(const nbb_tile *tile, nbb_vector place)
{
    for (int d = 0; d < tile->directions->count; ++d) {
        if (d != tile->directions->centre && is_cell(tile, nbb_direction_from(tile->directions, d, place))) {
            return true;
        }
    }
    return false;
}

/* Adds a place of the frame to the halo if a cell can be alive there and matter. */
static void consider(nbb_tile *tile, nbb_vector at)
{
    nbb_vector from = at;
    int direction = nbb_direction_wrap(tile->directions, tile->rho, &from);
    if (is_cell(tile, from) && touches(tile, at)) {
        tile->direction_used[direction] = true;
        tile->halo[tile->halo_count++] = (nbb_halo_cell){ direction, from, at };
    }
}

static void build_halo(nbb_tile *tile)
{
    const int64_t *rho = tile->rho.at;
    for (int64_t y = -1; y <= rho[1]; ++y) {
        bool whole_row = y < 0 || y == rho[1];
        for (int64_t x = -1; x <= rho[0]; x += whole_row ? 1 : rho[0] + 1) {
            consider(tile, (nbb_vector){ { x, y } });
        }
    }
}

/* The neighbours of a place, were every neighbour tile there. */
static int count_neighbours(const nbb_tile *tile, nbb_vector place)
{
    int count = 0;
    for (int d = 0; d < tile->directions->count; ++d) {
        nbb_vector beside = nbb_direction_from(tile->directions, d, place);
        nbb_direction_wrap(tile->directions, tile->rho, &beside);
        count += d != tile->directions->centre && is_cell(tile, beside);
    }
    return count;
}

static int most_neighbours(const nbb_tile *tile)
{
    int most = 0;
    for (int64_t i = 0; i < tile->rho.at[0] * tile->rho.at[1]; ++i) {
        nbb_vector place = { { i % tile->rho.at[0], i / tile->rho.at[0] } };
        int count = is_cell(tile, place) ? count_neighbours(tile, place) : 0;
        most = count > most ? count : most;
    }
    return most;
}

nbb_status nbb_tile_build(const nbb_fractal *fractal, int t, nbb_tile *tile)
{
    memset(tile, 0, sizeof *tile);
    tile->directions = nbb_directions_of(nbb_fractal_axes(fractal));
    tile->rho = nbb_fractal_side(fractal, 0, t);
    tile->columns = (uint32_t)((tile->rho.at[0] + 3) / 4);
    tile->words = tile->columns * (uint32_t)tile->rho.at[1];
    tile->box_words = (uint32_t)nbb_tile_box_words(tile->rho);
    size_t frame = (size_t)(2 * (tile->rho.at[0] + tile->rho.at[1]) + 4);
    NBB_TRY(NBB_ARRAYS("a tile", NBB_ARRAY(tile->mask, tile->words), NBB_ARRAY(tile->halo, frame)));
    build_mask(fractal, t, tile);
    build_halo(tile);
    tile->most_neighbours = most_neighbours(tile);
    return NBB_OK;
}

void nbb_tile_free(nbb_tile *tile)
{
    free(tile->mask);
    tile->mask = NULL;
    tile->halo = NULL;
}

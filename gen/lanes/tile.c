/* tile.c - mask words and halo of a tile. */
#include "gen/lanes/lanes.h"

int64_t nbb_tile_rows(nbb_vector rho)
{
    return rho.at[2] > 0 ? rho.at[1] * rho.at[2] : rho.at[1];
}

/* Words from a row of the box to the next: those of the tile, one for cells to the right of a row and to the left of
   the next, and as many more, few, as let the threads of a warp read words of most banks (nbb_advance of templates:
   thread i is at column i % columns of a row, in space of a row of a slice, and of the next part of the depth). */
static int64_t box_pitch(nbb_vector rho)
{
    enum { BANKS = 32, MORE = 8 };
    bool is_space = rho.at[2] > 0;
    int64_t columns = (rho.at[0] + 3) / 4, abreast = is_space ? rho.at[1] : 1, depth = rho.at[is_space ? 2 : 1];
    int64_t parts = BANKS * depth / (columns * nbb_tile_rows(rho)), best = 0;
    parts = parts < 1 ? 1 : parts > depth ? depth : parts;
    int64_t part = (depth + parts - 1) / parts;
    int least = BANKS + 1;
    for (int64_t pitch = columns + 1; pitch <= columns + MORE; ++pitch) {
        int64_t further = part * pitch * (is_space ? rho.at[1] + 2 : 1);
        int uses[BANKS] = { 0 }, most = 0;
        for (int64_t i = 0; i < BANKS && i / columns < abreast * ((depth + part - 1) / part); ++i) {
            int64_t row = i / columns;
            int *use = &uses[(i % columns + row % abreast * pitch + row / abreast * further) % BANKS];
            most = ++*use > most ? *use : most;
        }
        best = most < least ? pitch : best;
        least = most < least ? most : least;
    }
    return best;
}

int64_t nbb_tile_box_words(nbb_vector rho)
{
    int64_t rows = (rho.at[1] + 2) * (rho.at[2] > 0 ? rho.at[2] + 2 : 1);
    return (rows * box_pitch(rho) + 1 + 3) / 4 * 4; /* and one after the last row; cleared four at a time */
}

static bool is_inside(const nbb_tile *tile, nbb_vector place)
{
    return NBB_ALL(i, tile->directions->axes, place.at[i] >= 0 && place.at[i] < tile->rho.at[i]);
}

static uint32_t *word_of(const nbb_tile *tile, uint32_t orientation, nbb_vector place)
{
    int64_t row = orientation * nbb_tile_rows(tile->rho) + place.at[2] * tile->rho.at[1] + place.at[1];
    return &tile->mask[row * tile->columns + place.at[0] / 4];
}

/* Whether a place is a cell of the tile in any orientation; false outside it. */
static bool is_cell(const nbb_tile *tile, nbb_vector place)
{
    return is_inside(tile, place)
           && NBB_ANY(i, tile->orientations,
                      (*word_of(tile, (uint32_t)i, place) >> (8 * (place.at[0] % 4)) & 1) != 0);
}

/* The cells around a place: of the tile itself, or as if every neighbour tile were there. */
static int count_around(const nbb_tile *tile, nbb_vector place, bool beside)
{
    int count = 0;
    for (int d = 0; d < tile->directions->count; ++d) {
        nbb_vector at = nbb_direction_from(tile->directions, d, place);
        if (beside) {
            nbb_direction_wrap(tile->directions, tile->rho, &at);
        }
        count += d != tile->directions->centre && is_cell(tile, at);
    }
    return count;
}

nbb_status nbb_tile_build(nbb_arena *arena, const nbb_fractal *fractal, int t, nbb_tile *tile)
{
    memset(tile, 0, sizeof *tile);
    tile->directions = nbb_directions_of(nbb_fractal_axes(fractal));
    tile->rho = nbb_fractal_side(fractal, 0, t);
    tile->columns = (uint32_t)((tile->rho.at[0] + 3) / 4);
    tile->words = tile->columns * (uint32_t)nbb_tile_rows(tile->rho);
    tile->orientations = (uint32_t)fractal->orientations;
    tile->box_pitch = (uint32_t)box_pitch(tile->rho);
    tile->box_words = (uint32_t)nbb_tile_box_words(tile->rho);
    nbb_vector origin = { { 0 } }, extent = { { 1, 1, 1 } }; /* of the tile and a place more around it */
    NBB_FILL(axis, tile->directions->axes, origin.at[axis], -1);
    NBB_FILL(axis, tile->directions->axes, extent.at[axis], tile->rho.at[axis] + 2);
    int64_t places = nbb_box_places(extent);
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(tile->mask, tile->orientations * tile->words),
                       NBB_ARRAY(tile->halo, places - nbb_box_places(tile->rho))));
    int64_t cells = nbb_fractal_cells(fractal, 0, t);
    for (int64_t i = 0; i < tile->orientations * cells; ++i) {
        uint32_t orientation = (uint32_t)(i / cells);
        nbb_vector place = nbb_isometry_place(fractal->isometries[orientation], tile->rho,
                                              nbb_fractal_cell(fractal, t, i % cells));
        *word_of(tile, orientation, place) |= UINT32_C(1) << (8 * (place.at[0] % 4));
    }
    for (int64_t i = 0; i < places; ++i) {
        nbb_vector at = nbb_box_place(origin, extent, i), from = at;
        int count = is_cell(tile, at) ? count_around(tile, at, true) : 0;
        tile->most_neighbours = count > tile->most_neighbours ? count : tile->most_neighbours;
        /* A place of the frame is of the halo if a cell can be alive there and matter. */
        int direction = nbb_direction_wrap(tile->directions, tile->rho, &from);
        if (!is_inside(tile, at) && is_cell(tile, from) && count_around(tile, at, false) > 0) {
            tile->direction_used[direction] = true;
            tile->halo[tile->halo_count++] = (nbb_halo_cell){ direction, from, at };
        }
    }
    return NBB_OK;
}

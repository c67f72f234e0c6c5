/* picture.h - PNG pictures of a domain or its state. */
#pragma once

#include "gen/domain/domain.h"
#include "runtime/run/png.h"

/* A picture's size: every pixel stands for scale x scale cells (1 when n is at most NBB_PICTURE_SIDE), or each cell
   for zoom x zoom pixels when the fractal is small (at most NBB_PICTURE_ZOOMED pixels a side); one of the two is 1.
   */
enum { NBB_PICTURE_SIDE = 2048, NBB_PICTURE_ZOOMED = 512 };
typedef struct nbb_picture_size {
    uint32_t scale, zoom;
    uint32_t width, height;                           /* of the counts below: ceil(n / scale), before zooming */
} nbb_picture_size;
nbb_picture_size nbb_picture_fit(nbb_vector n);

/* Counts the domain's cells in each pixel, those of all z where there is a third axis: width * height numbers, which
   the caller frees in every case. Time grows with pixels, not cells. */
nbb_status nbb_picture_count(const nbb_domain *domain, nbb_picture_size size, uint64_t **cells);

/* A cell of a part of the box, the first one in digit order; of a simplex its first place, if that is one. */
bool nbb_picture_first(const nbb_domain *domain, nbb_vector from, nbb_vector extent, nbb_vector *cell);

/* A cell of the pixel at column x, row y, the first in digit order (of a simplex the first one, at z = 0): what shows
   one cell for all of them shows this one. False where the pixel has none. */
bool nbb_picture_pick(const nbb_domain *domain, nbb_picture_size size, uint32_t x, uint32_t y, nbb_vector *cell);

/* Shades a pixel without cells as background, without live cells in the fractal's tint, else brighter with the share
   of its cells that live. live == NULL draws the fractal itself. */
void nbb_picture_shade(nbb_picture_size size, const uint64_t *cells, const uint32_t *live, uint8_t *shades,
                       nbb_colour palette[NBB_SHADES]);

/* Appends that as a PNG. */
nbb_status nbb_picture_encode(nbb_picture_size size, const uint64_t *cells, const uint32_t *live, nbb_text *png);

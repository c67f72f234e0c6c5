/* picture.h - PNG pictures of a domain or its state. */
#ifndef NBB_PICTURE_H
#define NBB_PICTURE_H

#include "gen/domain/domain.h"

/* A picture's size: every pixel stands for scale x scale cells (1 when n is at most NBB_PICTURE_SIDE), or each cell
   for zoom x zoom pixels when the fractal is small (at most NBB_PICTURE_ZOOMED pixels a side); one of the two is 1.
   */
enum { NBB_PICTURE_SIDE = 2048, NBB_PICTURE_ZOOMED = 512 };
typedef struct nbb_picture_size {
    uint32_t scale, zoom;
    uint32_t width, height;                           /* of the counts below: ceil(n / scale), before zooming */
} nbb_picture_size;
nbb_picture_size nbb_picture_fit(nbb_vector n);

/* Counts the domain's cells in each pixel, those of all z where there is a third axis: width * height numbers; caller
   frees. Time grows with pixels, not cells. */
nbb_status nbb_picture_count(const nbb_domain *domain, nbb_picture_size size, uint64_t **cells);

/* Writes a PNG: a pixel without cells is background, without live cells the fractal's tint, else brighter with the
   share of its cells that live. live == NULL draws the fractal itself. Written whole or not at all. */
nbb_status nbb_picture_write(const char *path, nbb_picture_size size, const uint64_t *cells, const uint32_t *live);

#endif

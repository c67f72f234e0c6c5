/* draw.h - pictures of what a definition describes, before anything is planned. */
#ifndef NBB_DRAW_H
#define NBB_DRAW_H

#include "gen/domain/domain.h"
#include "gen/base/text.h"

/* Appends the domain as a PNG, as picture.h fits it; `scale` becomes how many cells a side a pixel stands for. */
nbb_status nbb_draw_cells(const nbb_domain *domain, uint32_t *scale, nbb_text *png);

/* Appends it in characters, two a cell, a line a row. Fails (usage) where it is too wide for a terminal. */
nbb_status nbb_draw_text(const nbb_domain *domain, nbb_text *text);

/* Appends lambda and nu of a fractal as a PNG: the cells of the box in the order of their numbers, from red to
   violet, and right of it the orthotope with the same colours (draw_maps.c). Fails (usage) where cells would be too
   small. */
nbb_status nbb_draw_maps(const nbb_fractal *fractal, int r, nbb_text *png);

#endif

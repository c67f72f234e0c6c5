/* draw_maps.c - lambda and nu as a picture. */
#include "library/draw.h"

#include "runtime/run/picture.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* The box with its cells, coloured by their numbers, and right of it the orthotope, where a cell has its colour
   again: lambda leads from there to the box, nu back. */
enum { BACKGROUND, HOLE, FIRST_CELL, LAST_CELL = NBB_SHADES - 1, MOST_SIDE = 512, PIXELS = 1024 };

typedef struct drawing {
    const nbb_fractal *fractal;
    int r;
    nbb_vector n, orthotope;
    uint32_t gap, width, height;
    uint8_t *shades;
} drawing;

/* From red by way of green and blue to violet. */
static nbb_colour hue(double share)
{
    double channels[3], place = share * 5;            /* of six edges of the colours' cube, five */
    for (int i = 0; i < 3; ++i) {
        double away = fabs(place - 2 * i);
        away = away > 3 ? 6 - away : away;
        channels[i] = fmin(1, fmax(0, 2 - away)) * 215 + 20;
    }
    return (nbb_colour){ (uint8_t)channels[0], (uint8_t)channels[1], (uint8_t)channels[2] };
}

static void make_palette(nbb_colour palette[NBB_SHADES])
{
    palette[BACKGROUND] = (nbb_colour){ 255, 255, 255 };
    palette[HOLE] = (nbb_colour){ 232, 232, 232 };
    for (int i = FIRST_CELL; i <= LAST_CELL; ++i) {
        palette[i] = hue((double)(i - FIRST_CELL) / (LAST_CELL - FIRST_CELL));
    }
}

/* Where the cell of this number stands in the orthotope: its digits by turns on the axes. */
static nbb_vector place_in_orthotope(const drawing *maps, int64_t index)
{
    int64_t number = 0;
    for (int level = 0; level < maps->r; ++level) {
        int64_t k = nbb_fractal_cells(maps->fractal, level, level + 1);
        number += index % k * nbb_digit_weight(maps->fractal, 0, maps->r, level);
        index /= k;
    }
    return (nbb_vector){ { number % maps->orthotope.at[0], number / maps->orthotope.at[0] } };
}

static void paint(drawing *maps, int64_t x, int64_t y, int shade)
{
    maps->shades[(uint64_t)y * maps->width + (uint64_t)x] = (uint8_t)shade;
}

static void draw(drawing *maps)
{
    int64_t cells = nbb_fractal_cells(maps->fractal, 0, maps->r), right = maps->n.at[0] + maps->gap;
    for (int64_t y = 0; y < maps->n.at[1]; ++y) {
        for (int64_t x = 0; x < maps->n.at[0]; ++x) {
            paint(maps, x, y, HOLE);
        }
    }
    for (int64_t i = 0; i < cells; ++i) {
        nbb_vector place = nbb_fractal_cell(maps->fractal, maps->r, i), omega = place_in_orthotope(maps, i);
        int shade = FIRST_CELL + (int)(i * (LAST_CELL - FIRST_CELL) / (cells > 1 ? cells - 1 : 1));
        paint(maps, place.at[0], place.at[1], shade);
        paint(maps, right + omega.at[0], omega.at[1], shade);
    }
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

nbb_status nbb_draw_maps(const nbb_fractal *fractal, int r, nbb_text *png)
{
    nbb_colour palette[NBB_SHADES];
    drawing maps = { .fractal = fractal,
                     .r = r,
                     .n = nbb_fractal_side(fractal, 0, r),
                     .orthotope = nbb_fractal_orthotope(fractal, 0, r) };
    int64_t longest = larger(larger(maps.n.at[0], maps.n.at[1]), larger(maps.orthotope.at[0], maps.orthotope.at[1]));
    if (longest > MOST_SIDE) {
        return nbb_fail(NBB_ERROR_USAGE, "%s at r = %d has %" PRId64 " places a side; the maps are drawn up to %d",
                        fractal->name, r, longest, MOST_SIDE);
    }
    maps.gap = (uint32_t)(1 + longest / 16);
    maps.width = (uint32_t)(maps.n.at[0] + maps.orthotope.at[0]) + maps.gap;
    maps.height = (uint32_t)larger(maps.n.at[1], maps.orthotope.at[1]);
    maps.shades = calloc(maps.width, maps.height);
    if (maps.shades == NULL) {
        return nbb_fail_memory((unsigned long long)maps.width * maps.height, "a picture");
    }
    make_palette(palette);
    draw(&maps);
    nbb_indexed picture = { .width = maps.width,
                            .height = maps.height,
                            .zoom = (uint32_t)larger(1, PIXELS / maps.width),
                            .shades = maps.shades,
                            .palette = palette };
    nbb_status status = nbb_png_encode("the maps' picture", &picture, png);
    free(maps.shades);
    return status;
}

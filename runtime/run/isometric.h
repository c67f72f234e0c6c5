/* isometric.h - pictures of a fractal of three axes, or of its state: cells as cubes. */
#pragma once

#include "gen/domain/fractal.h"
#include "runtime/run/png.h"

/* What is drawn as one cube: a cell, or where these are too many a level-`level` fractal. Colours are numbered from
   1; what a palette has beside them are the lights of faces and depths. */
enum { NBB_ISOMETRIC_COLOURS = 16 };
typedef struct nbb_isometric {
    const nbb_fractal *fractal;
    int r, level;
    int64_t cubes;
    nbb_vector n;                                     /* the box in cubes */
    uint32_t width, height, zoom;                     /* of the picture: pixels, before zooming */
    int colours;                                      /* how many there are */
} nbb_isometric;

nbb_isometric nbb_isometric_of(const nbb_fractal *fractal, int r, int colours);

/* The first cell of cube number i. */
nbb_vector nbb_isometric_cell(const nbb_isometric *of, int64_t i);

/* The colour of the fractal itself, and of cells that live. */
extern const nbb_colour nbb_isometric_plain;

/* Fills the picture's shades with the cubes, of which `colour` has each one's, 0 where it is not drawn; NULL: 1. */
nbb_status nbb_isometric_paint(const nbb_isometric *of, const uint8_t *colour, uint8_t *shades);

/* The palette of such shades: each colour's faces are lit from above and from the left; what is further away is
   darker. */
void nbb_isometric_palette(const nbb_isometric *of, const nbb_colour *colours, nbb_colour palette[NBB_SHADES]);

/* Appends the PNG of the fractal of level r; *cell is the side of what a cube stands for, by x. */
nbb_status nbb_isometric_draw(const nbb_fractal *fractal, int r, int64_t *cell, nbb_text *png);

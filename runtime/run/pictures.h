/* pictures.h - PNG pictures of a domain or its state. */
#pragma once

#include "gen/domain/domain.h"

/* --- indexed pictures as PNG files, and several of them as an animated one --- */

enum { NBB_SHADES = 256 };
typedef struct nbb_colour {
    uint8_t red, green, blue;
} nbb_colour;

/* What has no cell, in every picture; and the colour that lies by a share between two. */
extern const nbb_colour nbb_background;
nbb_colour nbb_colour_between(nbb_colour from, nbb_colour to, double share);

/* width x height indices into a palette of NBB_SHADES colours; the file has zoom x zoom pixels for each. */
typedef struct nbb_indexed {
    uint32_t width, height, zoom;
    const uint8_t *shades;
    const nbb_colour *palette;
} nbb_indexed;

/* Appends the picture as a PNG; `path` names it in messages. */
nbb_status nbb_png_encode(const char *path, const nbb_indexed *picture, nbb_text *bytes);

/* Writes it as a file, whole or not at all. */
nbb_status nbb_png_write(const char *path, const nbb_indexed *picture);

/* An animated PNG [W3C PNG, third edition] that is being made: its frames so far. Zeroed, it has none. */
typedef struct nbb_apng {
    uint32_t frames, chunks; /* chunks of fcTL and fdAT, which are numbered */
    nbb_text head, body;     /* up to PLTE; from the first fcTL on */
} nbb_apng;

/* Adds a picture of the same size and palette as the ones before, to be shown for 1/25 second. */
nbb_status nbb_apng_add(const char *path, const nbb_indexed *picture, nbb_apng *animation);

/* Writes the file, whole or not at all, and frees the frames; without frames it writes none. With a `status` that is
   a failure it only frees. Returns `status`, or the failure to write. */
nbb_status nbb_apng_close(const char *path, nbb_apng *animation, nbb_status status);

/* A picture's size: every pixel stands for scale x scale cells (1 when n is at most NBB_PICTURE_SIDE), or each cell
   for zoom x zoom pixels when the fractal is small (at most NBB_PICTURE_ZOOMED pixels a side); one of both is 1. */
enum { NBB_PICTURE_SIDE = 2048, NBB_PICTURE_ZOOMED = 512 };
typedef struct nbb_picture_size {
    uint32_t scale, zoom;
    uint32_t width, height; /* of the counts below: ceil(n / scale), before zooming */
} nbb_picture_size;
nbb_picture_size nbb_picture_fit(nbb_vector n);

/* The same by a scale that is given, without zooming. */
nbb_picture_size nbb_picture_scaled(nbb_vector n, int64_t scale);

/* Counts the domain's cells in each pixel, of all z: the arena's numbers. Time grows with pixels, not cells. */
nbb_status nbb_picture_count(nbb_arena *arena, const nbb_domain *domain, nbb_picture_size size, uint64_t **cells);

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

/* --- pictures of a fractal of three axes, or of its state: cells as cubes --- */

/* What is drawn as one cube: a cell, or where these are too many a level-`level` fractal. Colours are numbered from
   1; what a palette has beside them are the lights of faces and depths. */
enum { NBB_ISOMETRIC_COLOURS = 16 };
typedef struct nbb_isometric {
    const nbb_fractal *fractal;
    int r, level;
    int64_t cubes;
    nbb_vector n;                 /* the box in cubes */
    uint32_t width, height, zoom; /* of the picture: pixels, before zooming */
    int colours;                  /* how many there are */
} nbb_isometric;

nbb_isometric nbb_isometric_of(const nbb_fractal *fractal, int r, int colours);

/* The colour of the fractal itself, and of cells that live. */
extern const nbb_colour nbb_isometric_plain;

/* Fills the picture's shades with the cubes, of which `colour` has each one's, 0 where it is not drawn; NULL: 1. */
nbb_status nbb_isometric_paint(const nbb_isometric *of, const uint8_t *colour, uint8_t *shades);

/* The palette of such shades: faces are lit from above and from the left; what is further away is darker. */
void nbb_isometric_palette(const nbb_isometric *of, const nbb_colour *colours, nbb_colour palette[NBB_SHADES]);

/* picture.c - a picture's size and colours. */
#include "runtime/run/picture.h"

#include <math.h>
#include <stdlib.h>

/* A pixel is an index into the palette: the background, then a ramp from no share of its cells to all of them. */
enum { SHADE_BACKGROUND = 0, SHADE_NONE = 1, SHADE_ALL = NBB_SHADES - 1 };

static const struct {
    nbb_colour background;                             /* no cells */
    nbb_colour tint;                                   /* cells, none alive; or a bare fractal's sparsest pixels */
    nbb_colour live;                                   /* all cells alive */
    nbb_colour fractal;                                /* a bare fractal's fullest pixels */
} colours = {
    .background = { 0x10, 0x14, 0x1c },
    .tint = { 0x2c, 0x3e, 0x57 },
    .live = { 0xff, 0xd1, 0x66 },
    .fractal = { 0xdc, 0xe6, 0xf2 },
};

static int64_t ceiling_of(int64_t cells, int64_t scale)
{
    return (cells + scale - 1) / scale;
}

nbb_picture_size nbb_picture_fit(nbb_vector n)
{
    int64_t longest = n.at[0] > n.at[1] ? n.at[0] : n.at[1];
    int64_t scale = ceiling_of(longest, NBB_PICTURE_SIDE);
    int64_t zoom = longest < NBB_PICTURE_ZOOMED ? NBB_PICTURE_ZOOMED / longest : 1;
    return (nbb_picture_size){
        .scale = (uint32_t)scale,
        .zoom = (uint32_t)zoom,
        .width = (uint32_t)ceiling_of(n.at[0], scale),
        .height = (uint32_t)ceiling_of(n.at[1], scale),
    };
}

/* --- colours --- */

static uint8_t blend_channel(uint8_t from, uint8_t to, int shade)
{
    int range = SHADE_ALL - SHADE_NONE;
    return (uint8_t)((from * (SHADE_ALL - shade) + to * (shade - SHADE_NONE) + range / 2) / range);
}

static void fill_palette(nbb_colour full, nbb_colour palette[NBB_SHADES])
{
    palette[SHADE_BACKGROUND] = colours.background;
    for (int shade = SHADE_NONE; shade <= SHADE_ALL; shade++) {
        palette[shade] = (nbb_colour){ blend_channel(colours.tint.red, full.red, shade),
                                      blend_channel(colours.tint.green, full.green, shade),
                                      blend_channel(colours.tint.blue, full.blue, shade) };
    }
}

/* Rounded up: a single live cell among millions still shows. */
static uint8_t shade_of(double share)
{
    return (uint8_t)(SHADE_NONE + (int)ceil((SHADE_ALL - SHADE_NONE) * fmin(share, 1.0)));
}

static uint64_t find_fullest(nbb_picture_size size, const uint64_t *cells)
{
    uint64_t fullest = 1;
    for (size_t i = 0; i < (size_t)size.width * size.height; i++) {
        fullest = cells[i] > fullest ? cells[i] : fullest;
    }
    return fullest;
}

void nbb_picture_shade(nbb_picture_size size, const uint64_t *cells, const uint32_t *live, uint8_t *shades,
                       nbb_colour palette[NBB_SHADES])
{
    double fullest = (double)find_fullest(size, cells);
    fill_palette(live != NULL ? colours.live : colours.fractal, palette);
    for (size_t i = 0; i < (size_t)size.width * size.height; i++) {
        double share = live == NULL ? (double)cells[i] / fullest : (double)live[i] / (double)cells[i];
        shades[i] = cells[i] == 0 ? SHADE_BACKGROUND : shade_of(share);
    }
}

nbb_status nbb_picture_encode(nbb_picture_size size, const uint64_t *cells, const uint32_t *live, nbb_text *png)
{
    nbb_colour palette[NBB_SHADES];
    size_t pixels = (size_t)size.width * size.height;
    uint8_t *shades = malloc(pixels);
    if (shades == NULL) {
        return nbb_fail_memory(pixels, "a picture's pixels");
    }
    nbb_indexed picture = { size.width, size.height, size.zoom, shades, palette };
    nbb_picture_shade(size, cells, live, shades, palette);
    nbb_status status = nbb_png_encode("the picture", &picture, png);
    free(shades);
    return status;
}

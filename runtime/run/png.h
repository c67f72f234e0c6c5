/* png.h - indexed pictures as PNG files, and several of them as an animated one. */
#pragma once

#include "gen/base/base.h"

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

/* Goes on with a CRC-32, which begins and ends complemented [PNG, annex D]. */
uint32_t nbb_check_on(uint32_t check, const char *bytes, size_t length);

/* Appends the picture as a PNG; `path` names it in messages. */
nbb_status nbb_png_encode(const char *path, const nbb_indexed *picture, nbb_text *bytes);

/* Writes it as a file, whole or not at all. */
nbb_status nbb_png_write(const char *path, const nbb_indexed *picture);

/* An animated PNG [W3C PNG, third edition] that is being made: its frames so far. Zeroed, it has none. */
typedef struct nbb_apng {
    uint32_t frames, chunks;                          /* chunks of fcTL and fdAT, which are numbered */
    nbb_text head, body;                              /* up to PLTE; from the first fcTL on */
} nbb_apng;

/* Adds a picture of the same size and palette as the ones before, to be shown for 1/25 second. */
nbb_status nbb_apng_add(const char *path, const nbb_indexed *picture, nbb_apng *animation);

/* Writes the file, whole or not at all, and frees the frames; without frames it writes none. With a `status` that is
   a failure it only frees. Returns `status`, or the failure to write. */
nbb_status nbb_apng_close(const char *path, nbb_apng *animation, nbb_status status);

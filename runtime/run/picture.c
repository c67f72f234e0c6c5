/* picture.c - a picture's size and colours, and its PNG by libpng. */
#include "runtime/run/picture.h"

#include "gen/base/file.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>

/* A pixel is an index into the palette: the background, then a ramp from no share of its cells to all of them. */
enum { SHADE_BACKGROUND = 0, SHADE_NONE = 1, SHADE_ALL = 255, SHADES = 256 };

static const struct {
    png_color background;                             /* no cells */
    png_color tint;                                   /* cells, none alive; or a bare fractal's sparsest pixels */
    png_color live;                                   /* all cells alive */
    png_color fractal;                                /* a bare fractal's fullest pixels */
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

static png_byte blend_channel(png_byte from, png_byte to, int shade)
{
    int range = SHADE_ALL - SHADE_NONE;
    return (png_byte)((from * (SHADE_ALL - shade) + to * (shade - SHADE_NONE) + range / 2) / range);
}

static void fill_palette(png_color full, png_color palette[SHADES])
{
    palette[SHADE_BACKGROUND] = colours.background;
    for (int shade = SHADE_NONE; shade <= SHADE_ALL; shade++) {
        palette[shade] = (png_color){ blend_channel(colours.tint.red, full.red, shade),
                                      blend_channel(colours.tint.green, full.green, shade),
                                      blend_channel(colours.tint.blue, full.blue, shade) };
    }
}

/* What is drawn. */
typedef struct png_drawing {
    const char *path;
    nbb_picture_size size;
    const uint64_t *cells;
    const uint32_t *live;                             /* or NULL */
    uint64_t fullest;                                 /* cells of the fullest pixel */
    png_byte *row;                                    /* width * zoom shades */
    nbb_text bytes;                                   /* the PNG */
} png_drawing;

/* Rounded up: a single live cell among millions still shows. */
static png_byte shade_of(const png_drawing *drawing, size_t pixel)
{
    uint64_t cells = drawing->cells[pixel];
    if (cells == 0) {
        return SHADE_BACKGROUND;
    }
    double share = drawing->live != NULL ? (double)drawing->live[pixel] / (double)cells
                                         : (double)cells / (double)drawing->fullest;
    return (png_byte)(SHADE_NONE + (int)ceil((SHADE_ALL - SHADE_NONE) * fmin(share, 1.0)));
}

static void shade_row(const png_drawing *drawing, uint32_t y)
{
    png_byte *to = drawing->row;
    for (uint32_t x = 0; x < drawing->size.width; x++) {
        png_byte shade = shade_of(drawing, (size_t)y * drawing->size.width + x);
        for (uint32_t i = 0; i < drawing->size.zoom; i++) {
            *to++ = shade;
        }
    }
}

/* --- libpng --- */

/* libpng calls this instead of returning; it jumps to encode's setjmp. */
static void fail_png(png_structp png, png_const_charp message)
{
    const png_drawing *drawing = png_get_error_ptr(png);
    nbb_fail(NBB_ERROR_RUN, "%s: libpng: %s", drawing->path, message);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void append_bytes(png_structp png, png_bytep bytes, size_t length)
{
    png_drawing *drawing = png_get_io_ptr(png);
    nbb_text_put(&drawing->bytes, (const char *)bytes, length);
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

static void write_rows(png_drawing *drawing, png_structp png)
{
    for (uint32_t y = 0; y < drawing->size.height; y++) {
        shade_row(drawing, y);
        for (uint32_t i = 0; i < drawing->size.zoom; i++) {
            png_write_row(png, drawing->row);
        }
    }
}

/* Nothing is allocated and no local changes between setjmp and a jump back to it. */
static nbb_status encode_with(png_drawing *drawing, png_structp png, png_infop info)
{
    if (setjmp(png_jmpbuf(png)) != 0) {
        return NBB_ERROR_RUN;                         /* fail_png has said why */
    }
    nbb_picture_size size = drawing->size;
    png_color palette[SHADES];
    fill_palette(drawing->live != NULL ? colours.live : colours.fractal, palette);
    png_set_write_fn(png, drawing, append_bytes, flush_nothing);
    png_set_IHDR(png, info, size.width * size.zoom, size.height * size.zoom, 8, PNG_COLOR_TYPE_PALETTE,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, palette, SHADES);
    png_write_info(png, info);
    write_rows(drawing, png);
    png_write_end(png, info);
    return nbb_text_status(&drawing->bytes, "a PNG file");
}

static nbb_status encode(png_drawing *drawing)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, drawing, fail_png, ignore_warning);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    nbb_status status = info != NULL ? encode_with(drawing, png, info)
                                     : nbb_fail(NBB_ERROR_RUN,
                                                "%s: libpng cannot start: no memory, or it is not the "
                                                "expected version " PNG_LIBPNG_VER_STRING,
                                                drawing->path);
    png_destroy_write_struct(&png, &info);
    return status;
}

static uint64_t find_fullest(nbb_picture_size size, const uint64_t *cells)
{
    uint64_t fullest = 1;
    for (size_t i = 0; i < (size_t)size.width * size.height; i++) {
        fullest = cells[i] > fullest ? cells[i] : fullest;
    }
    return fullest;
}

nbb_status nbb_picture_write(const char *path, nbb_picture_size size, const uint64_t *cells, const uint32_t *live)
{
    png_drawing drawing = {
        .path = path,
        .size = size,
        .cells = cells,
        .live = live,
        .fullest = find_fullest(size, cells),
        .row = malloc((size_t)size.width * size.zoom),
        .bytes = NBB_TEXT_EMPTY,
    };
    nbb_status status = drawing.row != NULL ? encode(&drawing)
                                            : nbb_fail_memory((size_t)size.width * size.zoom, "a picture's row");
    if (status == NBB_OK) {
        status = nbb_file_put(path, &drawing.bytes);
    }
    free(drawing.row);
    nbb_text_free(&drawing.bytes);
    return status;
}

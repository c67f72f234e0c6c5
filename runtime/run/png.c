/* png.c - PNG files by libpng. */
#include "runtime/run/png.h"

#include "gen/base/file.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

typedef struct encoding {
    const char *path;
    const nbb_indexed *picture;
    png_byte *row;                                    /* width * zoom indices */
    nbb_text *bytes;
} encoding;

/* libpng calls this instead of returning; it jumps to encode's setjmp. */
static void fail_png(png_structp png, png_const_charp message)
{
    const encoding *made = png_get_error_ptr(png);
    nbb_fail_at(NBB_ERROR_RUN, made->path, 0, "libpng: %s", message);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void append_bytes(png_structp png, png_bytep bytes, size_t length)
{
    const encoding *made = png_get_io_ptr(png);
    nbb_text_put(made->bytes, (const char *)bytes, length);
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

static void write_rows(const encoding *made, png_structp png)
{
    const nbb_indexed *picture = made->picture;
    for (uint32_t y = 0; y < picture->height; y++) {
        const uint8_t *from = picture->shades + (size_t)y * picture->width;
        for (size_t x = 0; x < (size_t)picture->width * picture->zoom; x++) {
            made->row[x] = from[x / picture->zoom];
        }
        for (uint32_t i = 0; i < picture->zoom; i++) {
            png_write_row(png, made->row);
        }
    }
}

/* Nothing is allocated and no local changes between setjmp and a jump back to it. */
static nbb_status encode_with(encoding *made, png_structp png, png_infop info)
{
    if (setjmp(png_jmpbuf(png)) != 0) {
        return NBB_ERROR_RUN;                         /* fail_png has said why */
    }
    const nbb_indexed *picture = made->picture;
    png_color palette[NBB_SHADES];
    for (int i = 0; i < NBB_SHADES; i++) {
        nbb_colour colour = picture->palette[i];
        palette[i] = (png_color){ colour.red, colour.green, colour.blue };
    }
    png_set_write_fn(png, made, append_bytes, flush_nothing);
    png_set_IHDR(png, info, picture->width * picture->zoom, picture->height * picture->zoom, 8,
                 PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, palette, NBB_SHADES);
    png_write_info(png, info);
    write_rows(made, png);
    png_write_end(png, info);
    return nbb_text_status(made->bytes, "a PNG file");
}

static nbb_status encode(encoding *made)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, made, fail_png, ignore_warning);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    nbb_status status = info != NULL ? encode_with(made, png, info)
                                     : nbb_fail(NBB_ERROR_RUN,
                                                "%s: libpng cannot start: no memory, or it is not the "
                                                "expected version " PNG_LIBPNG_VER_STRING,
                                                made->path);
    png_destroy_write_struct(&png, &info);
    return status;
}

nbb_status nbb_png_encode(const char *path, const nbb_indexed *picture, nbb_text *bytes)
{
    size_t width = (size_t)picture->width * picture->zoom;
    encoding made = { path, picture, malloc(width), bytes };
    nbb_status status = made.row != NULL ? encode(&made) : nbb_fail_memory(width, "a picture's row");
    free(made.row);
    return status;
}

nbb_status nbb_png_write(const char *path, const nbb_indexed *picture)
{
    nbb_text bytes = NBB_TEXT_EMPTY;
    nbb_status status = nbb_png_encode(path, picture, &bytes);
    if (status == NBB_OK) {
        status = nbb_file_put(path, &bytes);
    }
    nbb_text_free(&bytes);
    return status;
}

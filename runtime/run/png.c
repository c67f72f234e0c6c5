/* png.c - writes indexed PNG files, and animated ones from the chunks of plain ones. A chunk:

     length of the data: 4 bytes, most significant first | type: 4 letters | data | CRC of type and data: 4 bytes

     signature IHDR acTL PLTE   fcTL IDAT ...   fcTL fdAT ...   IEND
     |<-------- head -------->| |<---- body: a frame each --->|          fdAT is IDAT behind a number   */
#include "runtime/run/pictures.h"

#include <png.h>

const nbb_colour nbb_background = { 0x10, 0x14, 0x1c };

nbb_colour nbb_colour_between(nbb_colour from, nbb_colour to, double share)
{
    return (nbb_colour){ (uint8_t)lround(from.red + (to.red - from.red) * share),
                         (uint8_t)lround(from.green + (to.green - from.green) * share),
                         (uint8_t)lround(from.blue + (to.blue - from.blue) * share) };
}

typedef struct encoding {
    const char *path;
    const nbb_indexed *picture;
    png_byte *row; /* width * zoom indices */
    nbb_text *bytes;
} encoding;

/* libpng calls this instead of returning; it jumps to encode's setjmp. */
static void fail_png(png_structp png, png_const_charp message)
{
    const encoding *made = png_get_error_ptr(png);
    nbb_fail_at(NBB_ERROR_RUN, made->path, 0, "libpng: %s", message);
    png_longjmp(png, 1);
}

static void ignore_warning(NBB_UNUSED png_structp png, NBB_UNUSED png_const_charp message)
{
}

static void append_bytes(png_structp png, png_bytep bytes, size_t length)
{
    const encoding *made = png_get_io_ptr(png);
    nbb_text_put(made->bytes, (const char *)bytes, length);
}

static void flush_nothing(NBB_UNUSED png_structp png)
{
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
        return NBB_ERROR_RUN; /* fail_png has said why */
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

nbb_status nbb_png_encode(const char *path, const nbb_indexed *picture, nbb_text *bytes)
{
    NBB_LOCAL_MAKE(png_byte, row, (size_t)picture->width * picture->zoom, "a picture's row");
    encoding made = { path, picture, row, bytes };
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &made, fail_png, ignore_warning);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    nbb_status status = info != NULL ? encode_with(&made, png, info)
                                     : nbb_fail(NBB_ERROR_RUN,
                                                "%s: libpng cannot start: no memory, or it is not the "
                                                "expected version " PNG_LIBPNG_VER_STRING,
                                                path);
    png_destroy_write_struct(&png, &info);
    return status;
}

nbb_status nbb_png_write(const char *path, const nbb_indexed *picture)
{
    NBB_LOCAL_TEXT bytes = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_png_encode(path, picture, &bytes));
    return nbb_file_put(path, &bytes);
}

enum { SIGNATURE = 8, AROUND = 12, IHDR_END = SIGNATURE + AROUND + 13, FRAMES_A_SECOND = 25 };

static void put_number(uint32_t number, nbb_text *bytes)
{
    const char big[4] = { (char)(number >> 24), (char)(number >> 16), (char)(number >> 8), (char)number };
    nbb_text_put(bytes, big, sizeof big);
}

uint32_t nbb_check_on(uint32_t check, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; ++i) {
        check ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; ++bit) {
            check = check >> 1 ^ (0xedb88320 & -(check & 1));
        }
    }
    return check;
}

/* Appends a chunk whose data is `data` and then `more`. */
static void put_chunk(const char *type, const nbb_text *data, const char *more, uint32_t length, nbb_text *bytes)
{
    put_number((uint32_t)data->length + length, bytes);
    uint32_t check = nbb_check_on(UINT32_MAX, type, 4);
    check = nbb_check_on(check, nbb_text_string(data), data->length);
    check = nbb_check_on(check, more, length);
    nbb_text_put(bytes, type, 4);
    nbb_text_put(bytes, nbb_text_string(data), data->length);
    nbb_text_put(bytes, more, length);
    put_number(~check, bytes);
}

/* Takes a PNG's IDAT chunks, and of the first one what stands before them. */
static void take_chunks(const nbb_text *png, nbb_apng *animation)
{
    for (size_t at = SIGNATURE; at + AROUND <= png->length;) {
        const char *chunk = png->data + at;
        const unsigned char *bytes = (const unsigned char *)chunk;
        uint32_t length = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
        if (memcmp(chunk + 4, "IDAT", 4) == 0) {
            NBB_LOCAL_TEXT number = NBB_TEXT_EMPTY;
            if (animation->frames > 0) {
                put_number(animation->chunks++, &number);
            }
            put_chunk(animation->frames > 0 ? "fdAT" : "IDAT", &number, chunk + 8, length, &animation->body);
        } else if (animation->frames == 0 && memcmp(chunk + 4, "PLTE", 4) == 0) {
            nbb_text_put(&animation->head, png->data, at + AROUND + length);
        }
        at += AROUND + length;
    }
}

nbb_status nbb_apng_add(const char *path, const nbb_indexed *picture, nbb_apng *animation)
{
    NBB_LOCAL_TEXT png = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_png_encode(path, picture, &png));
    /* The next frame's size and how long it is shown. */
    static const char shown[] = { 0, 1, 0, FRAMES_A_SECOND, 0, 0 }; /* 1/25 s; left there, replaced whole */
    NBB_LOCAL_TEXT control = NBB_TEXT_EMPTY;
    put_number(animation->chunks++, &control);
    put_number(picture->width * picture->zoom, &control);
    put_number(picture->height * picture->zoom, &control);
    put_number(0, &control);
    put_number(0, &control);
    put_chunk("fcTL", &control, shown, sizeof shown, &animation->body);
    take_chunks(&png, animation);
    ++animation->frames;
    return nbb_text_status(&animation->body, "an animated PNG");
}

nbb_status nbb_apng_close(const char *path, nbb_apng *animation, nbb_status status)
{
    if (status == NBB_OK && animation->frames > 0) {
        /* The head with the number of frames, which are shown again and again, in between. */
        const nbb_text *head = &animation->head;
        NBB_LOCAL_TEXT file = NBB_TEXT_EMPTY, count = NBB_TEXT_EMPTY;
        status = nbb_text_status(head, "an animated PNG");
        size_t end = status == NBB_OK ? IHDR_END : 0;
        put_number(animation->frames, &count);
        nbb_text_put(&file, nbb_text_string(head), end);
        put_chunk("acTL", &count, "\0\0\0", 4, &file);
        nbb_text_put(&file, nbb_text_string(head) + end, head->length - end);
        nbb_text_put(&file, nbb_text_string(&animation->body), animation->body.length);
        put_chunk("IEND", &NBB_TEXT_EMPTY, "", 0, &file);
        status = status == NBB_OK ? nbb_text_status(&file, "an animated PNG") : status;
        status = status == NBB_OK ? nbb_file_put(path, &file) : status;
    }
    nbb_text_free(&animation->head);
    nbb_text_free(&animation->body);
    *animation = (nbb_apng){ 0 };
    return status;
}

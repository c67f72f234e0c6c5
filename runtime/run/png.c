/* png.c - writes indexed PNG files, and animated ones from the chunks of plain ones. A chunk:

     length of the data: 4 bytes, most significant first | type: 4 letters | data | CRC of type and data: 4 bytes

     signature IHDR acTL sRGB PLTE   fcTL IDAT ...   fcTL fdAT ...   IEND
     |<---------- head ----------->| |<---- body: a frame each --->|     fdAT is IDAT behind a number   */
#include "runtime/run/pictures.h"

#include <png.h>
#include <zlib.h>

const nbb_colour nbb_background = { 0x10, 0x14, 0x1c };

nbb_colour nbb_colour_between(nbb_colour from, nbb_colour to, double share)
{
    return (nbb_colour){ (uint8_t)lround(from.red + (to.red - from.red) * share),
                         (uint8_t)lround(from.green + (to.green - from.green) * share),
                         (uint8_t)lround(from.blue + (to.blue - from.blue) * share) };
}

_Static_assert(sizeof(nbb_colour) == 3, "a palette is libpng's own");

nbb_status nbb_png_encode(const char *path, const nbb_indexed *picture, nbb_text *bytes)
{
    size_t zoom = picture->zoom, width = picture->width * zoom, height = picture->height * zoom;
    png_image image = { .version = PNG_IMAGE_VERSION,
                        .width = (png_uint_32)width,
                        .height = (png_uint_32)height,
                        .format = PNG_FORMAT_RGB_COLORMAP,
                        .colormap_entries = NBB_SHADES };
    NBB_LOCAL_MAKE(png_byte, indices, zoom > 1 ? width * height : 1, "a picture's pixels");
    for (size_t y = 0; y < height && zoom > 1; ++y) {
        for (size_t x = 0; x < width; ++x) {
            indices[y * width + x] = picture->shades[y / zoom * picture->width + x / zoom];
        }
    }
    png_alloc_size_t length = PNG_IMAGE_PNG_SIZE_MAX(image);
    NBB_LOCAL_MAKE(char, png, length, "a PNG file");
    NBB_FAIL_IF(
        png_image_write_to_memory(&image, png, &length, 0, zoom > 1 ? indices : picture->shades, 0, picture->palette)
            == 0,
        nbb_fail_at(NBB_ERROR_RUN, path, 0, "libpng: %s", image.message));
    nbb_text_put(bytes, png, length);
    return nbb_text_status(bytes, "a PNG file");
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
    png_byte big[4];
    png_save_uint_32(big, number);
    nbb_text_put(bytes, (const char *)big, sizeof big);
}

/* Appends a chunk whose data is `data` and then `more`. */
static void put_chunk(const char *type, const nbb_text *data, const char *more, uint32_t length, nbb_text *bytes)
{
    put_number((uint32_t)data->length + length, bytes);
    size_t begin = bytes->length;
    nbb_text_put(bytes, type, 4);
    nbb_text_put(bytes, nbb_text_string(data), data->length);
    nbb_text_put(bytes, more, length);
    put_number((uint32_t)crc32_z(0, (const unsigned char *)nbb_text_string(bytes) + begin, bytes->length - begin),
               bytes);
}

/* Takes a PNG's IDAT chunks, and of the first one what stands before them. */
static void take_chunks(const nbb_text *png, nbb_apng *animation)
{
    for (size_t at = SIGNATURE; at + AROUND <= png->length;) {
        const char *chunk = png->data + at;
        uint32_t length = png_get_uint_32((png_const_bytep)chunk);
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
        size_t end = head->failed ? 0 : IHDR_END;
        put_number(animation->frames, &count);
        nbb_text_put(&file, nbb_text_string(head), end);
        put_chunk("acTL", &count, "\0\0\0", 4, &file);
        nbb_text_put(&file, nbb_text_string(head) + end, head->length - end);
        nbb_text_put(&file, nbb_text_string(&animation->body), animation->body.length);
        put_chunk("IEND", &NBB_TEXT_EMPTY, "", 0, &file);
        status = nbb_text_status(&file, "an animated PNG");
        status = status == NBB_OK ? nbb_file_put(path, &file) : status;
    }
    nbb_text_free(&animation->head);
    nbb_text_free(&animation->body);
    *animation = (nbb_apng){ 0 };
    return status;
}

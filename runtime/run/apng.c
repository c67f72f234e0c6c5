/* apng.c - animated PNG files, from the chunks of plain ones. A chunk:

     length of the data: 4 bytes, most significant first | type: 4 letters | data | CRC of type and data: 4 bytes

     signature IHDR acTL PLTE   fcTL IDAT ...   fcTL fdAT ...   IEND
     |<-------- head -------->| |<---- body: a frame each --->|          fdAT is IDAT behind a number   */
#include "runtime/run/png.h"

#include "gen/base/file.h"

#include <string.h>

enum { SIGNATURE = 8, AROUND = 12, IHDR_END = SIGNATURE + AROUND + 13, FRAMES_A_SECOND = 25 };

static void put_number(uint32_t number, nbb_text *bytes)
{
    const char big[4] = { (char)(number >> 24), (char)(number >> 16), (char)(number >> 8), (char)number };
    nbb_text_put(bytes, big, sizeof big);
}

static uint32_t number_at(const char *at)
{
    const unsigned char *bytes = (const unsigned char *)at;
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Goes on with a CRC, which begins and ends complemented [PNG, annex D]. */
static uint32_t check_on(uint32_t check, const char *bytes, size_t length)
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
    uint32_t check = check_on(UINT32_MAX, type, 4);
    check = check_on(check, nbb_text_string(data), data->length);
    check = check_on(check, more, length);
    nbb_text_put(bytes, type, 4);
    nbb_text_put(bytes, nbb_text_string(data), data->length);
    nbb_text_put(bytes, more, length);
    put_number(~check, bytes);
}

/* The next frame's size and how long it is shown. */
static void put_control(const nbb_indexed *picture, nbb_apng *animation)
{
    static const char shown[] = { 0, 1, 0, FRAMES_A_SECOND, 0, 0 };  /* 1/25 s; left there, replaced whole */
    nbb_text control = NBB_TEXT_EMPTY;
    put_number(animation->chunks++, &control);
    put_number(picture->width * picture->zoom, &control);
    put_number(picture->height * picture->zoom, &control);
    put_number(0, &control);
    put_number(0, &control);
    put_chunk("fcTL", &control, shown, sizeof shown, &animation->body);
    nbb_text_free(&control);
}

static void put_data(const char *data, uint32_t length, nbb_apng *animation)
{
    nbb_text number = NBB_TEXT_EMPTY;
    if (animation->frames > 0) {
        put_number(animation->chunks++, &number);
    }
    put_chunk(animation->frames > 0 ? "fdAT" : "IDAT", &number, data, length, &animation->body);
    nbb_text_free(&number);
}

/* Takes a PNG's IDAT chunks, and of the first one what stands before them. */
static void take_chunks(const nbb_text *png, nbb_apng *animation)
{
    for (size_t at = SIGNATURE; at + AROUND <= png->length;) {
        const char *chunk = png->data + at;
        uint32_t length = number_at(chunk);
        if (memcmp(chunk + 4, "IDAT", 4) == 0) {
            put_data(chunk + 8, length, animation);
        } else if (animation->frames == 0 && memcmp(chunk + 4, "PLTE", 4) == 0) {
            nbb_text_put(&animation->head, png->data, at + AROUND + length);
        }
        at += AROUND + length;
    }
}

nbb_status nbb_apng_add(const char *path, const nbb_indexed *picture, nbb_apng *animation)
{
    nbb_text png = NBB_TEXT_EMPTY;
    nbb_status status = nbb_png_encode(path, picture, &png);
    if (status == NBB_OK) {
        put_control(picture, animation);
        take_chunks(&png, animation);
        ++animation->frames;
        status = nbb_text_status(&animation->body, "an animated PNG");
    }
    nbb_text_free(&png);
    return status;
}

/* The head with the number of frames, which are shown again and again, in between. */
static void put_file(const nbb_apng *animation, nbb_text *file)
{
    nbb_text count = NBB_TEXT_EMPTY, nothing = NBB_TEXT_EMPTY;
    put_number(animation->frames, &count);
    nbb_text_put(file, animation->head.data, IHDR_END);
    put_chunk("acTL", &count, "\0\0\0", 4, file);
    nbb_text_put(file, animation->head.data + IHDR_END, animation->head.length - IHDR_END);
    nbb_text_put(file, animation->body.data, animation->body.length);
    put_chunk("IEND", &nothing, "", 0, file);
    nbb_text_free(&count);
}

nbb_status nbb_apng_close(const char *path, nbb_apng *animation, nbb_status status)
{
    nbb_text file = NBB_TEXT_EMPTY;
    if (status == NBB_OK && animation->frames > 0) {
        status = nbb_text_status(&animation->head, "an animated PNG");
        if (status == NBB_OK) {
            put_file(animation, &file);
            status = nbb_text_status(&file, "an animated PNG");
        }
        status = status == NBB_OK ? nbb_file_put(path, &file) : status;
    }
    nbb_text_free(&file);
    nbb_text_free(&animation->head);
    nbb_text_free(&animation->body);
    *animation = (nbb_apng){ 0 };
    return status;
}

/* test_png.c - animated PNG files: their chunks, and that each frame is the plain picture. */
#include "runtime/run/png.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 5, HEIGHT = 3, ZOOM = 2, FRAMES = 3, PIXELS = WIDTH * HEIGHT };

static nbb_colour palette[NBB_SHADES];
static uint8_t shades[FRAMES][PIXELS];

static nbb_indexed frame(int i)
{
    return (nbb_indexed){ WIDTH, HEIGHT, ZOOM, shades[i], palette };
}

static uint32_t number_at(const char *at)
{
    const unsigned char *b = (const unsigned char *)at;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void make_pictures(void)
{
    for (int i = 0; i < NBB_SHADES; ++i) {
        palette[i] = (nbb_colour){ (uint8_t)i, (uint8_t)(255 - i), 7 };
    }
    for (int i = 0; i < FRAMES * PIXELS; ++i) {
        shades[i / PIXELS][i % PIXELS] = (uint8_t)(i * 37);
    }
}

/* Reads a PNG, whose chunks libpng checks, and compares its pixels. */
static void check_picture(const nbb_text *file, int i)
{
    png_image image = { .version = PNG_IMAGE_VERSION };
    assert_true(png_image_begin_read_from_memory(&image, file->data, file->length));
    assert_int_equal(image.width, WIDTH * ZOOM);
    assert_int_equal(image.height, HEIGHT * ZOOM);
    image.format = PNG_FORMAT_RGB;
    uint8_t pixels[PIXELS * ZOOM * ZOOM][3];
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    for (int at = 0; at < PIXELS * ZOOM * ZOOM; ++at) {
        int x = at % (WIDTH * ZOOM) / ZOOM, y = at / (WIDTH * ZOOM) / ZOOM;
        nbb_colour wanted = palette[shades[i][y * WIDTH + x]];
        assert_true(pixels[at][0] == wanted.red && pixels[at][1] == wanted.green && pixels[at][2] == wanted.blue);
    }
}

/* The chunks from `at` on, as text: "IHDR acTL PLTE fcTL0 IDAT fcTL1 fdAT2 IEND". */
static void list_chunks(const nbb_text *file, nbb_text *names)
{
    for (size_t at = 8; at < file->length; at += 12 + number_at(file->data + at)) {
        const char *type = file->data + at + 4;
        nbb_text_add(names, "%s%.4s", names->length > 0 ? " " : "", type);
        if (memcmp(type, "fcTL", 4) == 0 || memcmp(type, "fdAT", 4) == 0) {
            nbb_text_add(names, "%u", number_at(type + 4));
        }
    }
}

/* The plain PNG of a frame: of a later one its fdAT chunk is made an IDAT, by libpng's own writing to compare with.
   */
static void check_frame_data(const nbb_text *file, int i)
{
    nbb_text plain = NBB_TEXT_EMPTY;
    nbb_indexed picture = frame(i);
    assert_int_equal(nbb_png_encode("plain", &picture, &plain), NBB_OK);
    check_picture(&plain, i);
    const char *wanted = plain.data + 8;
    while (memcmp(wanted + 4, "IDAT", 4) != 0) {
        wanted += 12 + number_at(wanted);
    }
    int found = -1;
    for (size_t at = 8; at < file->length && found < i; at += 12 + number_at(file->data + at)) {
        const char *chunk = file->data + at;
        size_t skip = memcmp(chunk + 4, "fdAT", 4) == 0 ? 4 : 0;
        if (skip > 0 || memcmp(chunk + 4, "IDAT", 4) == 0) {
            ++found;
            assert_true(found < i || number_at(chunk) - skip == number_at(wanted));
            assert_true(found < i || memcmp(chunk + 8 + skip, wanted + 8, number_at(wanted)) == 0);
        }
    }
    assert_int_equal(found, i);
    nbb_text_free(&plain);
}

static void of_three_frames(void **state)
{
    (void)state;
    char path[64];
    nbb_apng animation = { 0 };
    nbb_text file = NBB_TEXT_EMPTY, names = NBB_TEXT_EMPTY;
    make_pictures();
    snprintf(path, sizeof path, "/tmp/test_png.%d.png", (int)getpid());
    for (int i = 0; i < FRAMES; ++i) {
        nbb_indexed picture = frame(i);
        assert_int_equal(nbb_apng_add(path, &picture, &animation), NBB_OK);
    }
    assert_int_equal(nbb_apng_close(path, &animation, NBB_OK), NBB_OK);
    assert_int_equal(nbb_text_read_file(&file, path, 1 << 20, NBB_ERROR_RUN), NBB_OK);
    list_chunks(&file, &names);
    assert_string_equal(nbb_text_string(&names), "IHDR acTL PLTE fcTL0 IDAT fcTL1 fdAT2 fcTL3 fdAT4 IEND");
    const char *control = file.data + 8 + 25;
    assert_int_equal(number_at(control + 8), FRAMES);
    assert_int_equal(number_at(file.data + file.length - 4), 0xae426082);  /* the CRC of every IEND */
    check_picture(&file, 0);                          /* what knows no animations shows the first */
    for (int i = 0; i < FRAMES; ++i) {
        check_frame_data(&file, i);
    }
    nbb_text_free(&names);
    nbb_text_free(&file);
    unlink(path);
}

static void of_no_frames(void **state)
{
    (void)state;
    nbb_apng animation = { 0 };
    assert_int_equal(nbb_apng_close("/nowhere/a.png", &animation, NBB_OK), NBB_OK);
    nbb_indexed picture = frame(0);
    assert_int_equal(nbb_apng_add("/nowhere/a.png", &picture, &animation), NBB_OK);
    assert_int_equal(nbb_apng_close("/nowhere/a.png", &animation, NBB_ERROR_DEVICE), NBB_ERROR_DEVICE);
    assert_int_equal(nbb_apng_add("/nowhere/a.png", &picture, &animation), NBB_OK);
    assert_int_equal(nbb_apng_close("/nowhere/a.png", &animation, NBB_OK), NBB_ERROR_RUN);
    nbb_message_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(of_three_frames), cmocka_unit_test(of_no_frames) };
    return cmocka_run_group_tests_name("png", tests, NULL, NULL);
}

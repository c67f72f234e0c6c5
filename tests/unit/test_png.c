/* test_png.c - animated PNG files, colours of values, and the cell that stands for a pixel. */
#include "runtime/run/drawing.h"
#include "unit.h"
#include "fractals.h"

#include <png.h>
#include <unistd.h>

enum { WIDTH = 5, HEIGHT = 3, ZOOM = 2, FRAMES = 3, PIXELS = WIDTH * HEIGHT };

static nbb_colour colours[NBB_SHADES];
static uint8_t shades[FRAMES][PIXELS];

static nbb_indexed frame(int i)
{
    return (nbb_indexed){ WIDTH, HEIGHT, ZOOM, shades[i], colours };
}

static uint32_t number_at(const char *at)
{
    const unsigned char *b = (const unsigned char *)at;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void make_pictures(void)
{
    for (int i = 0; i < NBB_SHADES; ++i) {
        colours[i] = (nbb_colour){ (uint8_t)i, (uint8_t)(255 - i), 7 };
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
        nbb_colour wanted = colours[shades[i][y * WIDTH + x]];
        assert_true(pixels[at][0] == wanted.red && pixels[at][1] == wanted.green && pixels[at][2] == wanted.blue);
    }
}

/* The chunks from `at` on, as text: "IHDR acTL sRGB PLTE fcTL0 IDAT fcTL1 fdAT2 IEND". */
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
    NBB_LOCAL_TEXT plain = NBB_TEXT_EMPTY;
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
}

TEST(of_three_frames)
{
    char path[64];
    nbb_apng animation = { 0 };
    NBB_LOCAL_TEXT file = NBB_TEXT_EMPTY, names = NBB_TEXT_EMPTY;
    make_pictures();
    snprintf(path, sizeof path, "/tmp/test_png.%d.png", (int)getpid());
    for (int i = 0; i < FRAMES; ++i) {
        nbb_indexed picture = frame(i);
        assert_int_equal(nbb_apng_add(path, &picture, &animation), NBB_OK);
    }
    assert_int_equal(nbb_apng_close(path, &animation, NBB_OK), NBB_OK);
    assert_int_equal(nbb_text_read_file(&file, path, 1 << 20, NBB_ERROR_RUN), NBB_OK);
    list_chunks(&file, &names);
    assert_string_equal(nbb_text_string(&names), "IHDR acTL sRGB PLTE fcTL0 IDAT fcTL1 fdAT2 fcTL3 fdAT4 IEND");
    const char *control = file.data + 8 + 25;
    assert_int_equal(number_at(control + 8), FRAMES);
    assert_int_equal(number_at(file.data + file.length - 4), 0xae426082); /* the CRC of every IEND */
    check_picture(&file, 0); /* what knows no animations shows the first */
    for (int i = 0; i < FRAMES; ++i) {
        check_frame_data(&file, i);
    }
    unlink(path);
}

static bool is_same(nbb_colour a, nbb_colour b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

/* A colour a state, all different, whatever the range is; 5 bits lie on the ramp. */
TEST(of_states)
{
    nbb_field field = { .name = "s", .kind = NBB_FIELD_BITS, .bits = 4 };
    nbb_shading shading = { .field = &field };
    nbb_colour palette[NBB_SHADES];
    nbb_shading_see(&shading, 3);
    nbb_shading_palette(&shading, palette);
    for (int i = 0; i < 16; ++i) {
        uint8_t one = nbb_shading_of(&shading, i);
        assert_true(one > 0);
        for (int j = 0; j < i; ++j) {
            assert_false(is_same(palette[one], palette[nbb_shading_of(&shading, j)]));
        }
        assert_false(is_same(palette[one], palette[0]));
    }
    field.bits = 5;
    nbb_shading_see(&shading, 31);
    assert_int_equal(nbb_shading_of(&shading, 3), 1);
    assert_int_equal(nbb_shading_of(&shading, 31), 254);
}

TEST(of_reals)
{
    nbb_field field = { .name = "u", .kind = NBB_FIELD_F64, .bits = 64 };
    nbb_shading shading = { .field = &field };
    nbb_colour palette[NBB_SHADES], first = { 0x44, 0x01, 0x54 }, last = { 0xfd, 0xe7, 0x25 };
    nbb_shading_see(&shading, NAN);
    nbb_shading_see(&shading, -INFINITY);
    assert_false(shading.has_seen);
    nbb_shading_see(&shading, 7);
    assert_int_equal(nbb_shading_of(&shading, 7), 1); /* all alike */
    nbb_shading_see(&shading, -1);
    nbb_shading_see(&shading, 3);
    nbb_shading_palette(&shading, palette);
    assert_true(is_same(palette[nbb_shading_of(&shading, -1)], first));
    assert_true(is_same(palette[nbb_shading_of(&shading, 7)], last));
    assert_int_equal(nbb_shading_of(&shading, 3), 1 + 253 / 2 + 1);
    for (double value = -1; value < 7; value += 0.01) {
        assert_true(nbb_shading_of(&shading, value) <= nbb_shading_of(&shading, value + 0.01));
    }
    assert_int_equal(nbb_shading_of(&shading, NAN), 255);
    assert_int_equal(nbb_shading_of(&shading, INFINITY), 255);
    for (int i = 0; i < 255; ++i) {
        assert_false(is_same(palette[i], palette[255]));
    }
    nbb_shading wide = { .field = &field };
    nbb_shading_see(&wide, -DBL_MAX);
    nbb_shading_see(&wide, DBL_MAX);
    assert_int_equal(nbb_shading_of(&wide, 0), 1 + 253 / 2 + 1);
}

/* Each pixel with cells has one of them picked, whatever a pixel's side is. */
static void check_picks(const nbb_domain *domain)
{
    nbb_vector n = nbb_domain_side(domain);
    for (uint32_t scale = 1; scale <= 7; ++scale) {
        nbb_picture_size size = { scale, 1, (uint32_t)((n.at[0] + scale - 1) / scale),
                                  (uint32_t)((n.at[1] + scale - 1) / scale) };
        NBB_LOCAL_ARENA arena = { 0 };
        uint64_t *cells;
        assert_int_equal(nbb_picture_count(&arena, domain, size, &cells), NBB_OK);
        for (uint32_t i = 0; i < size.width * size.height; ++i) {
            nbb_vector cell;
            uint32_t x = i % size.width, y = i / size.width;
            assert_int_equal(nbb_picture_pick(domain, size, x, y, &cell), cells[i] > 0);
            assert_true(cells[i] == 0 || nbb_domain_member(domain, cell));
            assert_true(cells[i] == 0 || (cell.at[0] / scale == x && cell.at[1] / scale == y));
        }
    }
}

TEST(of_pixels)
{
    static const char *const names[] = { "sierpinski", "chandelier", "carpet", "cantor" };
    for (int i = 0; i < 4; ++i) {
        LOCAL_FRACTAL fractal = load_fractal(names[i]);
        nbb_domain domain = { .fractal = &fractal, .size = 4 };
        check_picks(&domain);
    }
    for (int m = 2; m <= 3; ++m) {
        nbb_simplex simplex = { .m = m };
        nbb_domain domain = { .simplex = &simplex, .size = 20 };
        check_picks(&domain);
    }
}

/* test_picture.c - cells in each pixel against a count one by one, and PNG files against libpng's own reader. */
#include "runtime/run/pictures.h"
#include "layouts.h"
#include "support.h"
#include "unit.h"

#include <png.h>

static const char *const gasket[] = { "#.", "##" };
static const char *const vicsek[] = { ".#.", "###", ".#." };
static const char *const carpet[] = { "###", "#.#", "###" };
static const char *const chandelier[] = { ".#.", "###" };
static const char *const cantor[] = { "#.#" };
static const char *const corner[] = { "..", ".#" };

/* --- size --- */

static void assert_fit(int64_t x, int64_t y, nbb_picture_size expected)
{
    nbb_picture_size size = nbb_picture_fit((nbb_vector){ { x, y } });
    assert_int_equal(size.scale, expected.scale);
    assert_int_equal(size.zoom, expected.zoom);
    assert_int_equal(size.width, expected.width);
    assert_int_equal(size.height, expected.height);
}

TEST(fits_a_fractal_to_a_picture)
{
    assert_fit(1, 1, (nbb_picture_size){ 1, 512, 1, 1 });
    assert_fit(27, 8, (nbb_picture_size){ 1, 18, 27, 8 });
    assert_fit(729, 1, (nbb_picture_size){ 1, 1, 729, 1 });
    assert_fit(2048, 2048, (nbb_picture_size){ 1, 1, 2048, 2048 });
    assert_fit(2187, 128, (nbb_picture_size){ 2, 1, 1094, 64 });
    assert_fit(531441, 1, (nbb_picture_size){ 260, 1, 2045, 1 });
    assert_fit(NBB_N_MAX, NBB_N_MAX, (nbb_picture_size){ 1u << 20, 1, 2048, 2048 });
}

/* --- cells in each pixel --- */

static uint64_t count_one_by_one(const nbb_fractal *fractal, int r, uint32_t scale, int64_t px, int64_t py)
{
    uint64_t count = 0;
    for (int64_t y = py * scale; y < (py + 1) * scale; y++) {
        for (int64_t x = px * scale; x < (px + 1) * scale; x++) {
            count += nbb_fractal_index(fractal, r, (nbb_vector){ { x, y } }) >= 0;
        }
    }
    return count;
}

static nbb_picture_size size_at(nbb_vector n, uint32_t scale)
{
    return (nbb_picture_size){ .scale = scale,
                               .zoom = 1,
                               .width = (uint32_t)((n.at[0] + scale - 1) / scale),
                               .height = (uint32_t)((n.at[1] + scale - 1) / scale) };
}

static void check_counts(int height, const char *const *rows, int r)
{
    LOCAL_FRACTAL fractal = fractal_of_rows(height, rows);
    for (uint32_t scale = 1; scale < 40; scale += scale < 10 ? 1 : 7) {
        nbb_picture_size size = size_at(nbb_fractal_side(&fractal, 0, r), scale);
        NBB_LOCAL_ARENA arena = { 0 };
        uint64_t *cells;
        assert_int_equal(nbb_picture_count(&arena, &(nbb_domain){ .fractal = &fractal, .size = r }, size, &cells),
                         NBB_OK);
        for (int64_t i = 0; i < (int64_t)size.width * size.height; i++) {
            assert_int_equal(cells[i], count_one_by_one(&fractal, r, scale, i % size.width, i / size.width));
        }
    }
}

TEST(counts_agree_with_one_by_one)
{
    for (int r = 0; r <= 4; r++) {
        check_counts(2, gasket, r + 2);
        check_counts(3, vicsek, r);
        check_counts(3, carpet, r);
        check_counts(2, chandelier, r);
        check_counts(1, cantor, r + 1);
        check_counts(2, corner, r);
    }
    check_counts(2, gasket, 0);
}

/* No cell is lost or counted twice, and single pixels are right, where counting all the cells would take years. */
static void check_huge(int height, const char *const *rows, int r)
{
    LOCAL_FRACTAL fractal = fractal_of_rows(height, rows);
    nbb_picture_size size = nbb_picture_fit(nbb_fractal_side(&fractal, 0, r));
    NBB_LOCAL_ARENA arena = { 0 };
    uint64_t *cells;
    assert_int_equal(nbb_picture_count(&arena, &(nbb_domain){ .fractal = &fractal, .size = r }, size, &cells),
                     NBB_OK);
    uint64_t sum = 0;
    for (size_t i = 0; i < (size_t)size.width * size.height; i++) {
        sum += cells[i];
    }
    assert_int_equal(sum, nbb_fractal_cells(&fractal, 0, r));
    for (int64_t pixel = 0; size.scale < 1000 && pixel < size.width; pixel += 97) {
        assert_int_equal(cells[pixel * size.width + pixel], count_one_by_one(&fractal, r, size.scale, pixel, pixel));
    }
}

TEST(counts_huge_fractals)
{
    check_huge(3, vicsek, 12);
    check_huge(2, gasket, 31);
    check_huge(3, carpet, 19);
    check_huge(2, chandelier, 19);
}

/* --- PNG files --- */

/* RGB bytes of the file, which must be width x height; the caller frees. */
static uint8_t *read_png(const char *path, uint32_t width, uint32_t height)
{
    png_image image = { .version = PNG_IMAGE_VERSION };
    assert_true(png_image_begin_read_from_file(&image, path));
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    image.format = PNG_FORMAT_RGB;
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(image));
    assert_non_null(pixels);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    return pixels;
}

static void assert_colour(const uint8_t *pixel, unsigned rgb)
{
    assert_int_equal((unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2], rgb);
}

static nbb_status write_picture(const char *path, nbb_picture_size size, const uint64_t *cells, const uint32_t *live)
{
    NBB_LOCAL_TEXT png = NBB_TEXT_EMPTY;
    nbb_status status = nbb_picture_encode(size, cells, live, &png);
    status = status == NBB_OK ? nbb_file_put(path, &png) : status;
    return status;
}

TEST_BETWEEN(writes_live_shares, support_enter, support_leave)
{
    NBB_LOCAL_TEXT path = support_path("tmp/picture.png");
    const uint64_t cells[] = { 0, 10, 10, 10, UINT64_C(1) << 62, 1 };
    const uint32_t live[] = { 0, 0, 5, 10, 1, 1 };
    nbb_picture_size size = { 9, 1, 3, 2 };
    assert_int_equal(write_picture(path.data, size, cells, live), NBB_OK);
    uint8_t *pixels = read_png(path.data, 3, 2);
    assert_colour(pixels, 0x10141c);
    assert_colour(pixels + 3, 0x2c3e57);
    assert_colour(pixels + 6, 0x96885f);
    assert_colour(pixels + 9, 0xffd166);
    assert_colour(pixels + 12, 0x2d3f57);
    assert_colour(pixels + 15, 0xffd166);
    free(pixels);
    assert_int_equal(support_count_files("tmp"), 1);
}

/* libpng refuses a picture a million pixels wide: its error must come back, and leave no file. */
TEST_BETWEEN(reports_what_libpng_refuses, support_enter, support_leave)
{
    NBB_LOCAL_TEXT path = support_path("tmp/picture.png");
    nbb_picture_size size = { 1, 1, 1000001, 1 };
    uint64_t *cells = calloc(size.width, sizeof *cells);
    assert_non_null(cells);
    assert_int_equal(write_picture(path.data, size, cells, NULL), NBB_ERROR_RUN);
    assert_non_null(strstr(nbb_message(), "the picture: libpng: Invalid IHDR data"));
    assert_int_equal(support_count_files("tmp"), 0);
    free(cells);
}

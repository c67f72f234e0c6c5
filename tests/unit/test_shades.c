/* test_shades.c - colours of values, and the cell that stands for a pixel. */
#include "runtime/run/picture.h"
#include "runtime/run/shades.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include "fractals.h"

#include <float.h>
#include <math.h>
#include <string.h>

static bool is_same(nbb_colour a, nbb_colour b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

/* A colour a state, all different, whatever the range is; 5 bits lie on the ramp. */
static void of_states(void **state)
{
    (void)state;
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

static void of_reals(void **state)
{
    (void)state;
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
        uint64_t *cells;
        assert_int_equal(nbb_picture_count(domain, size, &cells), NBB_OK);
        for (uint32_t i = 0; i < size.width * size.height; ++i) {
            nbb_vector cell;
            uint32_t x = i % size.width, y = i / size.width;
            assert_int_equal(nbb_picture_pick(domain, size, x, y, &cell), cells[i] > 0);
            assert_true(cells[i] == 0 || nbb_domain_member(domain, cell));
            assert_true(cells[i] == 0 || (cell.at[0] / scale == x && cell.at[1] / scale == y));
        }
        free(cells);
    }
}

static void of_pixels(void **state)
{
    (void)state;
    static const char *const names[] = { "sierpinski", "chandelier", "carpet", "cantor" };
    for (int i = 0; i < 4; ++i) {
        nbb_fractal fractal = load_fractal(names[i]);
        nbb_domain domain = { .fractal = &fractal, .size = 4 };
        check_picks(&domain);
        nbb_fractal_free(&fractal);
    }
    for (int m = 2; m <= 3; ++m) {
        nbb_simplex simplex = { .m = m };
        nbb_domain domain = { .simplex = &simplex, .size = 20 };
        check_picks(&domain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(of_states), cmocka_unit_test(of_reals),
                                        cmocka_unit_test(of_pixels) };
    return cmocka_run_group_tests_name("shades", tests, NULL, NULL);
}

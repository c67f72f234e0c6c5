/* test_half.c - numbers of half precision: every half, every midpoint between two, and what lies beside it. */
#include "gen/base/half.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

enum { INFINITE = 0x7c00, NEGATIVE = 0x8000 };

static void test_values(void **state)
{
    (void)state;
    assert_true(nbb_half_value(0x3c00) == 1 && nbb_half_value(0xbc00) == -1
                && nbb_half_value(0x3555) == 1365 / 4096.0);
    assert_true(nbb_half_value(1) == 0x1p-24 && nbb_half_value(0x400) == 0x1p-14 && nbb_half_value(0x7bff) == 65504);
    assert_true(isinf(nbb_half_value(INFINITE)) && nbb_half_value(0) == 0);
}

static void expect(float number, int bits)
{
    assert_int_equal(nbb_half_nearest(number), bits);
    assert_int_equal(nbb_half_nearest(-number), bits | NEGATIVE);
}

/* Halves in order have bits in order, so that the one after a half is bits + 1. */
static void test_nearest(void **state)
{
    (void)state;
    for (int bits = 0; bits < INFINITE; ++bits) {
        double half = nbb_half_value((uint16_t)bits);
        double next = bits + 1 < INFINITE ? nbb_half_value((uint16_t)(bits + 1)) : 65536;
        float middle = (float)((half + next) / 2);
        assert_true((double)middle == (half + next) / 2);
        expect((float)half, bits);
        expect(nextafterf(middle, 0), bits);
        expect(middle, bits % 2 == 0 ? bits : bits + 1);
        expect(nextafterf(middle, INFINITY), bits + 1);
    }
    expect(INFINITY, INFINITE);
    expect(0x1.fffffep127f, INFINITE);
    expect(0x1p-149f, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_values), cmocka_unit_test(test_nearest) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_program_chance.c - frequencies and independence of what programs draw, by chi-square with fixed seeds. */
#include "gen/program/program_draw.h"
#include "layouts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Quantiles of chi-square that a right generator passes in 99.9% of all seeds. */
static const double QUANTILE_1 = 10.83, QUANTILE_3 = 16.27, QUANTILE_9 = 27.88; /* of 1, 3 and 9 degrees */

static const char *const gasket[] = { "#.", "##" };
static const char *const vicsek[] = { ".#.", "###", ".#." };

/* A domain, in whose cells numbers are drawn. */
typedef struct drawing {
    nbb_fractal fractal;
    nbb_domain domain;
    nbb_draw_layout layout;
    int64_t cells;
} drawing;

static void begin(drawing *from, int height, const char *const *rows, int r, bool planes)
{
    from->fractal = fractal_of_rows(height, rows);
    from->domain = (nbb_domain){ &from->fractal, NULL, r };
    from->layout = nbb_draw_layout_of(&from->domain, planes);
    from->cells = nbb_domain_cells(&from->domain);
}

/* U of cell number j modulo the cells. */
static uint32_t number(const drawing *from, int64_t j, uint32_t step, uint32_t request)
{
    nbb_vector cell = nbb_domain_cell(&from->domain, j % from->cells);
    return nbb_draw_number(&from->layout, nbb_draw_place_of(&from->layout, &from->domain, cell), 2026, step, request);
}

static double chi_square(int bins, const int64_t *found, const double *expected)
{
    double sum = 0;
    for (int i = 0; i < bins; ++i) {
        sum += ((double)found[i] - expected[i]) * ((double)found[i] - expected[i]) / expected[i];
    }
    return sum;
}

static void check_frequency(const drawing *from, double p)
{
    uint64_t threshold = nbb_draw_threshold(p);
    int64_t found[2] = { 0 };
    for (int64_t j = 0; j < from->cells; ++j) {
        for (uint32_t step = 0; step < 16; ++step) {
            ++found[number(from, j, step, step % 3) < threshold];
        }
    }
    double all = (double)from->cells * 16;
    assert_true(chi_square(2, found, (double[2]){ all * (1 - p), all * p }) < QUANTILE_1);
}

static void check_uniform(const drawing *from)
{
    int64_t found[10] = { 0 };
    double expected[10];
    for (int64_t j = 0; j < from->cells; ++j) {
        for (uint32_t step = 0; step < 16; ++step) {
            ++found[nbb_draw_below(number(from, j, step, 7), 10)];
        }
    }
    for (int i = 0; i < 10; ++i) {
        expected[i] = (double)from->cells * 16 / 10;
    }
    assert_true(chi_square(10, found, expected) < QUANTILE_9);
}

/* Whether two chances of p are independent that differ so much in cell, step and request. */
static void check_independence(const drawing *from, double p, int64_t cells, uint32_t steps, uint32_t requests)
{
    uint64_t threshold = nbb_draw_threshold(p);
    int64_t found[4] = { 0 };
    for (int64_t j = 0; j < from->cells; ++j) {
        for (uint32_t step = 0; step < 32; step += 2) {
            int first = number(from, j, step, 0) < threshold;
            int second = number(from, j + cells, step + steps, requests) < threshold;
            ++found[2 * first + second];
        }
    }
    double all = (double)from->cells * 16, q = 1 - p;
    assert_true(chi_square(4, found, (double[4]){ all * q * q, all * q * p, all * p * q, all * p * p }) < QUANTILE_3);
}

static void check_layout(int height, const char *const *rows, int r, bool planes)
{
    drawing from;
    begin(&from, height, rows, r, planes);
    check_frequency(&from, 0.5);
    check_frequency(&from, 0.1);
    check_frequency(&from, 0.97);
    check_uniform(&from);
    for (int i = 0; i < 2; ++i) {
        double p = i == 0 ? 0.5 : 0.15;
        check_independence(&from, p, 1, 0, 0);
        check_independence(&from, p, planes ? from.layout.below : from.cells / 3, 0, 0); /* the next lane's */
        check_independence(&from, p, 0, 1, 0);
        check_independence(&from, p, 0, 0, 1);
        check_independence(&from, p, 1, 1, 1);
    }
    nbb_fractal_free(&from.fractal);
}

static void test_planes(void **state)
{
    (void)state;
    check_layout(2, gasket, 7, true);
    check_layout(3, vicsek, 4, true);
}

static void test_cells(void **state)
{
    (void)state;
    check_layout(2, gasket, 7, false);
}

/* The initial state's numbers of requests 0 and 1. */
static void test_initial(void **state)
{
    (void)state;
    int64_t found[4] = { 0 };
    uint32_t threshold = nbb_draw_initial_threshold(0.3);
    for (int64_t i = 0; i < 40000; ++i) {
        nbb_vector cell = { { i % 200, i / 200 } };
        int first = nbb_draw_initial(3, 2, cell, 0) < threshold, second = nbb_draw_initial(3, 2, cell, 1) < threshold;
        ++found[2 * first + second];
    }
    assert_true(chi_square(4, found, (double[4]){ 40000 * 0.49, 40000 * 0.21, 40000 * 0.21, 40000 * 0.09 })
                < QUANTILE_3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planes),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_initial),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

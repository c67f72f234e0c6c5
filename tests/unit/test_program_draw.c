/* test_program_draw.c - Philox by Random123's known answers, which cell has which bits, and that chances are free of
   each other. */
#include "gen/program/program_value.h"

#include "layouts.h"
#include "unit.h"

static void check_philox(const uint32_t from[4], const uint32_t key[2], const uint32_t to[4])
{
    uint32_t counter[4];
    memcpy(counter, from, sizeof counter);
    nbb_draw_philox(counter, key);
    assert_memory_equal(counter, to, sizeof counter);
}

TEST(test_known_answers)
{
    const uint32_t all = 0xffffffff;
    check_philox((uint32_t[4]){ 0 }, (uint32_t[2]){ 0 },
                 (uint32_t[4]){ 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 });
    check_philox((uint32_t[4]){ all, all, all, all }, (uint32_t[2]){ all, all },
                 (uint32_t[4]){ 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd });
    check_philox((uint32_t[4]){ 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 },
                 (uint32_t[2]){ 0xa4093822, 0x299f31d0 },
                 (uint32_t[4]){ 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 });
    assert_int_equal(nbb_draw_word(UINT64_C(0x299f31d0a4093822), UINT64_C(0x85a308d3243f6a88), 0x13198a2e,
                                   0x03707344 / 8, 0x03707344 % 8 * 4 + 2),
                     0x5001e420);
}

static void check_layout(int height, const char *const *rows, int r, int digits, int64_t lanes, int64_t parts)
{
    LOCAL_FRACTAL fractal = fractal_of_rows(height, rows);
    nbb_domain domain = { .fractal = &fractal, .size = r };
    nbb_draw_layout layout = nbb_draw_layout_of(&domain, true);
    assert_int_equal(layout.digits, digits);
    assert_int_equal(layout.lanes, lanes);
    assert_int_equal(layout.parts, parts);
    assert_int_equal(layout.below * lanes, nbb_domain_cells(&domain));
}

static const char *const gasket[] = { "#.", "##" };
static const char *const carpet[] = { "###", "#.#", "###" };
static const char *const vicsek[] = { ".#.", "###", ".#." };
static const char *const square[] = { "##", "##" };
static const char *const point[] = { "#." };
static const char *const large[] = { "#################", "#################", "#################",
                                     "#################", "#################", "#################",
                                     "#################", "#################", "#################",
                                     "#################", "#################", "#################",
                                     "#################", "#################", "#################",
                                     "#################" };

TEST(test_lanes)
{
    check_layout(2, gasket, 20, 5, 243, 8);   /* 243 of 256 */
    check_layout(2, gasket, 4, 3, 27, 1);     /* 27 of 32; 81 of 96 is as much, and later */
    check_layout(2, gasket, 0, 0, 1, 1);
    check_layout(3, carpet, 6, 2, 64, 2);
    check_layout(3, carpet, 1, 1, 8, 1);
    check_layout(3, vicsek, 9, 3, 125, 4);
    check_layout(2, square, 9, 3, 64, 2);
    check_layout(1, point, 4, 1, 1, 1);
    check_layout(16, large, 2, 0, 1, 1);      /* k = 272 */
}

/* The cell's 32 digits are a bit of each of 32 planes. */
TEST(test_planes)
{
    LOCAL_FRACTAL fractal = fractal_of_rows(3, vicsek);
    nbb_domain domain = { .fractal = &fractal, .size = 5 };
    nbb_draw_layout layout = nbb_draw_layout_of(&domain, true);
    int64_t j = 77 * 25 + 13;                 /* lane 77, i = 13 */
    nbb_draw_place place = nbb_draw_place_of(&layout, &domain, nbb_domain_cell(&domain, j));
    assert_int_equal(place.v, 13 * 4 + 77 / 32);
    assert_int_equal(place.bit, 77 % 32);
    uint32_t u = nbb_draw_number(&layout, place, 99, 7, 3);
    for (uint32_t d = 0; d < 32; ++d) {
        assert_int_equal(u >> (31 - d) & 1, nbb_draw_word(99, place.v, 7, 3, d) >> place.bit & 1);
    }
    layout = nbb_draw_layout_of(&domain, false);
    place = nbb_draw_place_of(&layout, &domain, nbb_domain_cell(&domain, j));
    assert_int_equal(place.v, j);
    assert_int_equal(nbb_draw_number(&layout, place, 99, 7, 3), nbb_draw_word(99, (uint64_t)j, 7, 3, 0));
}

TEST(test_simplex)
{
    nbb_simplex tetrahedron = { .name = "tetrahedron", .m = 3 };
    nbb_domain domain = { .simplex = &tetrahedron, .size = 100 };
    nbb_vector cell = { { 37, 5, 9 } };
    nbb_draw_layout layout = nbb_draw_layout_of(&domain, true);
    nbb_draw_place place = nbb_draw_place_of(&layout, &domain, cell);
    assert_int_equal(place.v, (9 * 100 + 5) * 4 + 1);
    assert_int_equal(place.bit, 5);
    layout = nbb_draw_layout_of(&domain, false);
    place = nbb_draw_place_of(&layout, &domain, cell);
    assert_int_equal(place.v, (9 * 100 + 5) * 100 + 37);
    assert_int_equal(place.bit, 0);
}

TEST(test_numbers)
{
    assert_int_equal(nbb_draw_threshold(0.3), (uint64_t)floor(0.3 * 0x1p32));
    assert_int_equal(nbb_draw_threshold(1), UINT64_C(1) << 32);
    assert_int_equal(nbb_draw_threshold(1.5), UINT64_C(1) << 32);
    assert_int_equal(nbb_draw_threshold(INFINITY), UINT64_C(1) << 32);
    assert_int_equal(nbb_draw_threshold(-1), 0);
    assert_int_equal(nbb_draw_threshold(NAN), 0);
    assert_true(nbb_draw_real(UINT32_MAX) == 1 - 0x1p-24);
    assert_int_equal(nbb_draw_below(UINT32_MAX, 10), 9);
    assert_int_equal(nbb_draw_below(0x80000000, 3), 1);
    assert_int_equal(nbb_draw_below(UINT32_MAX, -3), 0);
}

TEST(test_initial)
{
    nbb_vector cell = { { 3, 4 } };
    uint32_t first = nbb_draw_initial(5, 2, cell, 0);
    uint64_t h = nbb_mix(nbb_mix(nbb_mix(5) ^ 3) ^ 4);
    assert_int_equal(first, h >> 40 << 8);
    assert_int_equal(nbb_draw_initial(5, 2, cell, 2), nbb_mix(h ^ 2) >> 40 << 8);
    assert_true(nbb_draw_real(first) == (double)(h >> 40) * 0x1p-24);
    assert_int_equal(nbb_draw_below(first, 1000), ((h >> 40) * 1000) >> 24);
    assert_int_equal(nbb_draw_below(first, 0), 0);
}

/* Two chances of p that differ so much in cell, step and request, by chi-square of 3 degrees, which a right generator
   passes in 99.9% of all seeds. */
static void check_independence(const nbb_domain *domain, const nbb_draw_layout *layout, double p, int64_t cells,
                               uint32_t steps, uint32_t requests)
{
    uint64_t threshold = nbb_draw_threshold(p);
    int64_t found[4] = { 0 }, all = nbb_domain_cells(domain);
    const double q = 1 - p, shares[4] = { q * q, q * p, p * q, p * p };
    double sum = 0;
    for (int64_t i = 0; i < 16 * all; ++i) {
        nbb_vector one = nbb_domain_cell(domain, i / 16), other = nbb_domain_cell(domain, (i / 16 + cells) % all);
        uint32_t step = 2 * (uint32_t)(i % 16);
        nbb_draw_place from = nbb_draw_place_of(layout, domain, one), to = nbb_draw_place_of(layout, domain, other);
        int first = nbb_draw_number(layout, from, 2026, step, 0) < threshold;
        int second = nbb_draw_number(layout, to, 2026, step + steps, requests) < threshold;
        ++found[2 * first + second];
    }
    for (int i = 0; i < 4; ++i) {
        double expected = 16 * (double)all * shares[i];
        sum += ((double)found[i] - expected) * ((double)found[i] - expected) / expected;
    }
    assert_true(sum < 16.27);
}

TEST(test_chances)
{
    LOCAL_FRACTAL fractal = fractal_of_rows(2, gasket);
    nbb_domain domain = { .fractal = &fractal, .size = 7 };
    for (int i = 0; i < 4; ++i) {
        nbb_draw_layout layout = nbb_draw_layout_of(&domain, i % 2 == 0);
        double p = i < 2 ? 0.5 : 0.15;
        check_independence(&domain, &layout, p, 1, 0, 0);
        check_independence(&domain, &layout, p, i % 2 == 0 ? layout.below : 729, 0, 0); /* the next lane's */
        check_independence(&domain, &layout, p, 0, 1, 0);
        check_independence(&domain, &layout, p, 0, 0, 1);
    }
}

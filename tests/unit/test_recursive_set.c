/* test_recursive_set.c - volumes of recursive sets against sums over their levels and against cells counted one by
   one. */
#include "gen/domain/domain.h"
#include "unit.h"

#include <math.h>
#include <stdbool.h>

enum { M_MAX = 8 };

static void assert_close(double got, double wanted)
{
    if (!(fabs(got - wanted) <= 1e-9 * fabs(wanted))) {
        fail_msg("%.17g, expected %.17g", got, wanted);
    }
}

/* Orthotopes summed level by level, each while its side is a cell at least. */
static double summed_volume(const nbb_recursive_set *set, double n)
{
    double volume = 0, count = 1;
    for (double side = n * set->ratio; side >= 1 - 1e-9; side *= set->ratio) {
        volume += count * pow(side, set->m);
        count *= (double)set->arity;
    }
    return volume;
}

TEST(volumes_are_the_levels_sums)
{
    static const double ratios[] = { 0.5, 0.25, 0.3, 0.5773502691896258, 0.42, 0.7 };
    static const double sides[] = { 2, 7, 64, 1000, 65536, 1048576 };
    static const int64_t arities[] = { 1, 2, 3, 8, 50 };
    for (int m = 2; m <= M_MAX; ++m) {
        for (size_t i = 0; i < 6 * 6 * 5; ++i) {
            nbb_recursive_set set = { m, ratios[i % 6], arities[i / 36] };
            double n = sides[i / 6 % 6];
            if (n * set.ratio >= 1) {
                assert_close(nbb_set_volume(&set, n), summed_volume(&set, n));
            }
        }
    }
}

/* Cells with m coordinates that add up to less than `side`, one by one. */
static int64_t count_cells(int m, int side)
{
    int64_t cells = 0;
    if (m == 0) {
        return 1;
    }
    for (int x = 0; x < side; ++x) {
        cells += count_cells(m - 1, side - x);
    }
    return side > 0 ? cells : 0;
}

TEST(covered_cells_are_counted)
{
    for (int m = 2; m <= M_MAX; ++m) {
        for (int n = 2; n <= 12; ++n) {
            assert_close(nbb_set_covered(m, n), (double)count_cells(m, n - 1));
        }
    }
}

/* The maps for m = 2 and 3 in whole numbers: sum over i of 2^i (n / 2^(i+1))^m is C(n + m - 2, m). */
TEST(maps_of_powers_of_two_leave_nothing_over)
{
    for (int m = 2; m <= 3; ++m) {
        nbb_recursive_set set = { m, 0.5, 2 };
        for (int64_t n = 2; n <= 1 << 20; n *= 2) {
            int64_t cells = m == 2 ? n * (n - 1) / 2 : (n * n * n - n) / 6, volume = 0, count = 1;
            for (int64_t b = n / 2; b >= 1; b /= 2, count *= 2) {
                volume += count * (m == 2 ? b * b : b * b * b);
            }
            assert_int_equal(volume, cells);
            assert_true(fabs(nbb_set_overhead(&set, (double)n)) < 1e-9);
        }
        assert_true(nbb_set_covers_from(&set, 1 << 20) == 2);
    }
    assert_close(nbb_set_overhead_limit(&(nbb_recursive_set){ 3, 0.5, 3 }), 0.2);  /* three branches [X16] */
    assert_close(nbb_set_overhead_limit(&(nbb_recursive_set){ 4, 0.5, 2 }), 24.0 / 14 - 1);
}

/* The side before n0 does not suffice, those from it on do; what covers nothing has no n0. */
TEST(n0_is_the_least)
{
    nbb_recursive_set set = nbb_set_best(4, 32, 65536);
    double n0 = nbb_set_covers_from(&set, 65536), before = n0 * set.ratio;
    assert_true(n0 > 32 && before < 32);
    assert_true(nbb_set_volume(&set, before) < nbb_set_covered(4, before));
    for (double n = n0; n <= 65536; n /= set.ratio) {
        assert_true(nbb_set_volume(&set, n) >= nbb_set_covered(4, n));
    }
    assert_true(nbb_set_covers_from(&(nbb_recursive_set){ 3, 0.4, 2 }, 65536) == 0);
}

/* Sets of larger arities than the search once went up to, and 1/2 with 2, which every search may fall back
   to. */
TEST(arities_have_no_bound)
{
    static const struct {
        int m;
        double overhead;
        int64_t arity;
    } rows[] = { { 6, 0.1088, 250 }, { 7, 0.4704, 500 }, { 8, 0.4752, 5000 }, { 12, 0.4600, 10000000 } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        nbb_recursive_set best = nbb_set_best(rows[i].m, 32, 65536);
        assert_true(nbb_set_overhead_limit(&best) < rows[i].overhead && best.arity >= rows[i].arity);
        assert_true(nbb_set_overhead_limit(&best) >= 0);
    }
    for (int m = NBB_SET_M_MIN; m <= NBB_SET_M_MAX; ++m) {
        assert_true(nbb_set_covers_from(&(nbb_recursive_set){ m, 0.5, 2 }, 1 << 30) == 2);
    }
}

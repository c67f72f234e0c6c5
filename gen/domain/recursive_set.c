/* recursive_set.c - the volumes of recursive sets that cover an m-simplex. */
#include "gen/domain/recursive_set.h"

#include <math.h>
#include <stdbool.h>

/* Exact where both are equal in whole numbers, as for powers of two: sums of doubles may differ in their last
   bits. */
static const double TOLERANCE = 1e-12;

static const double RATIO_STEP = 1e-4, WORTH = 1e-3;  /* of the search */

int nbb_set_levels(const nbb_recursive_set *set, double n)
{
    return (int)floor(log(n) / -log(set->ratio) + TOLERANCE * log(n));
}

double nbb_set_volume(const nbb_recursive_set *set, double n)
{
    double first = pow(set->ratio * n, set->m), q = (double)set->arity * pow(set->ratio, set->m);
    int levels = nbb_set_levels(set, n);
    return fabs(q - 1) < TOLERANCE ? first * levels : first * (1 - pow(q, levels)) / (1 - q);
}

double nbb_set_covered(int m, double n)
{
    double cells = 1;
    for (int i = 0; i < m; ++i) {
        cells *= (n - 1 + i) / (i + 1);
    }
    return cells;
}

double nbb_set_box(int m, double n)
{
    return pow(n, m);
}

double nbb_set_overhead(const nbb_recursive_set *set, double n)
{
    return nbb_set_volume(set, n) / nbb_set_covered(set->m, n) - 1;
}

double nbb_set_overhead_limit(const nbb_recursive_set *set)
{
    double left = pow(set->ratio, -set->m) - (double)set->arity;
    return left > 0 ? tgamma(set->m + 1) / left - 1 : INFINITY;
}

static bool suffices(const nbb_recursive_set *set, double n)
{
    return nbb_set_volume(set, n) >= nbb_set_covered(set->m, n) * (1 - TOLERANCE);
}

double nbb_set_covers_from(const nbb_recursive_set *set, double last)
{
    double n0 = 0;
    for (int k = nbb_set_levels(set, last); k > 0; --k) {
        double n = pow(set->ratio, -k);
        if (!suffices(set, n)) {
            break;
        }
        n0 = n;
    }
    return n0;
}

static bool suffices_between(const nbb_recursive_set *set, double first, double last)
{
    double n0 = nbb_set_covers_from(set, last);
    return n0 > 0 && n0 * set->ratio < first;         /* the side before it is too small to ask for */
}

/* The least ratio of the arity, from the one whose overhead without end is 0; 1 where none does. */
static double least_ratio(int m, int64_t arity, double first, double last)
{
    nbb_recursive_set set = { m, pow(tgamma(m + 1) + (double)arity, -1.0 / m), arity };
    while (set.ratio < 1 && !suffices_between(&set, first, last)) {
        set.ratio += RATIO_STEP;
    }
    return set.ratio;
}

nbb_recursive_set nbb_set_best(int m, double first, double last)
{
    nbb_recursive_set best = { m, 0.5, 2 };
    double least = suffices_between(&best, first, last) ? nbb_set_overhead_limit(&best) - WORTH : INFINITY;
    for (int64_t arity = 1; arity <= NBB_SET_ARITY_TRIED; ++arity) {
        nbb_recursive_set set = { m, least_ratio(m, arity, first, last), arity };
        double overhead = set.ratio < 1 ? nbb_set_overhead_limit(&set) : INFINITY;
        if (overhead < least) {
            best = set;
            least = overhead;
        }
    }
    return best;
}

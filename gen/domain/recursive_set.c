/* recursive_set.c - the volumes of recursive sets that cover an m-simplex. */
#include "gen/domain/recursive_set.h"

/* Exact where both are equal in whole numbers, as for powers of two: sums of doubles may differ in their last
   bits. */
static const double TOLERANCE = 1e-12;

static const double WORTH = 1e-3;                     /* of a set beside 1/2 and 2, for the search */

/* Levels of the set of side n: the largest L with n r^L >= 1. Whoever asks for more than NBB_SET_LEVELS_MAX waits. */
static int levels_of(const nbb_recursive_set *set, double n)
{
    return (int)floor(log(n) / -log(set->ratio) + TOLERANCE * log(n));
}

double nbb_set_volume(const nbb_recursive_set *set, double n)
{
    double first = pow(set->ratio * n, set->m), q = (double)set->arity * pow(set->ratio, set->m);
    int levels = levels_of(set, n);
    return fabs(q - 1) < TOLERANCE ? first * levels : first * (1 - pow(q, levels)) / (1 - q);
}

double nbb_set_covered(int m, double n)
{
    double cells = 1;
    NBB_FILL(i, m, cells, cells * ((n - 1 + i) / (i + 1)));
    return cells;
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
    for (int k = levels_of(set, last); k > 0 && suffices(set, pow(set->ratio, -k)); --k) {
        n0 = pow(set->ratio, -k);
    }
    return n0;
}

double nbb_set_covers_all_from(const nbb_recursive_set *set, double last)
{
    double n0 = 0, end = floor(last);
    for (int k = levels_of(set, last); k >= 0; --k) {
        double begin = fmax(2, ceil(pow(set->ratio, -k) * (1 - TOLERANCE)));
        if (begin > end) {                            /* no whole side has k levels */
            continue;
        }
        if (!suffices(set, end)) {
            break;
        }
        double fails = begin - 1;                     /* with as many levels the share grows or falls throughout */
        for (n0 = end; n0 - fails > 1;) {
            double middle = floor((fails + n0) / 2);
            *(suffices(set, middle) ? &n0 : &fails) = middle;
        }
        if (n0 > begin) {
            break;
        }
        end = begin - 1;
    }
    return n0 < floor(last) ? n0 : 0;
}

static bool suffices_between(const nbb_recursive_set *set, double first, double last)
{
    double n0 = nbb_set_covers_from(set, last);
    return n0 > 0 && n0 * set->ratio < first;         /* the side before it is too small to ask for */
}

/* The least arity that suffices with the set's ratio, from the one whose overhead without end is 0; fails where it
   leaves no less than `least` over. A volume grows with its arity. */
static bool find_arity(nbb_recursive_set *set, double first, double last, double least)
{
    double parts = pow(set->ratio, -set->m), cells = tgamma(set->m + 1);
    double fails = fmax(0, ceil(parts - cells - TOLERANCE * parts) - 1);
    double found = fmin(floor(parts - cells / (1 + least)), (double)NBB_SET_ARITY_MAX);
    set->arity = (int64_t)found;
    NBB_FAIL_IF(found <= fails || !suffices_between(set, first, last), false);
    while (found - fails > 1) {
        double middle = floor((fails + found) / 2);
        set->arity = (int64_t)middle;
        *(suffices_between(set, first, last) ? &found : &fails) = middle;
    }
    set->arity = (int64_t)found;
    return nbb_set_overhead_limit(set) < least;
}

nbb_recursive_set nbb_set_best(int m, double first, double last)
{
    nbb_recursive_set set = { m, 0.5, 2 }, best = set;  /* which suffices at all powers of two, for 2^m - 2 <= m! */
    double least = nbb_set_overhead_limit(&set) - WORTH;
    for (int step = (int)ceil(NBB_SET_RATIO_STEPS / first); step < NBB_SET_RATIO_STEPS; ++step) {
        set.ratio = step / (double)NBB_SET_RATIO_STEPS;
        if (find_arity(&set, first, last, least)) {
            best = set;
            least = nbb_set_overhead_limit(&set);
        }
    }
    return best;
}

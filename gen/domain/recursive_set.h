/* recursive_set.h - the volumes of recursive sets that cover an m-simplex [X16, section D].

   A set of ratio r and arity beta for side n is an orthotope of side r n, and beta sets of side r n: level i has
   beta^i orthotopes of side n r^(i+1), as long as that is at least one cell. What it has to cover is the simplex
   without its outermost facet, which maps cover on their own: the cells whose coordinates add up to less than n - 1.
   For r = 1/2, beta = 2 and n a power of two both volumes are the same for m = 2 and 3: these are the maps of
   simplex.h. */
#pragma once

#include "gen/base/status.h"

enum { NBB_SET_M_MIN = 2, NBB_SET_M_MAX = 12, NBB_SET_LEVELS_MAX = 1000000 };
#define NBB_SET_ARITY_MAX (INT64_C(1) << 53)          /* a double has all whole numbers up to here */

typedef struct nbb_recursive_set {
    int m;
    double ratio;
    int64_t arity;
} nbb_recursive_set;

/* Cells of the set of side n, as (r n)^m (1 - q^L) / (1 - q) with q = beta r^m; and of what it covers,
   C(n + m - 2, m). */
double nbb_set_volume(const nbb_recursive_set *set, double n);
double nbb_set_covered(int m, double n);

/* Volume over what is covered, less 1: at n, and for n without end, m! / (r^-m - beta) - 1, or infinity where levels
   grow. */
double nbb_set_overhead(const nbb_recursive_set *set, double n);
double nbb_set_overhead_limit(const nbb_recursive_set *set);

/* The least of the sides r^-1, r^-2, .. up to `last`, at which levels end with whole cells, from which on the volume
   suffices at all of them; 0 where it does not at the largest. Between two of them it need not: for r = 1/2, arity 2
   and m = 2 or 3 it equals what is to be covered at powers of two, and is less at every other side. */
double nbb_set_covers_from(const nbb_recursive_set *set, double last);

/* The least whole side from which on the volume suffices at every whole side up to `last`; 0 where it does at the
   last alone, or not there. */
double nbb_set_covers_all_from(const nbb_recursive_set *set, double last);

/* The set with the least overhead without end among those whose volume suffices at all sides r^-i from `first` to
   `last`, by ratios from 1 / first to 1 in steps of 1 / NBB_SET_RATIO_STEPS: of each the least arity that does. Of a
   smaller ratio the side 1 / r would be asked for, where a set is one cell. 1/2 and 2, which always
   suffices, where no other saves more than a thousandth. last >= 2, first > 1. */
enum { NBB_SET_RATIO_STEPS = 100000 };
nbb_recursive_set nbb_set_best(int m, double first, double last);

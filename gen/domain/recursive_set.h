/* recursive_set.h - the volumes of recursive sets that cover an m-simplex [X16, section D].

   A set of ratio r and arity beta for side n is an orthotope of side r n, and beta sets of side r n: level i has
   beta^i orthotopes of side n r^(i+1), as long as that is at least one cell. What it has to cover is the simplex
   without its outermost facet, which maps cover on their own: the cells whose coordinates add up to less than n - 1.
   For r = 1/2, beta = 2 and n a power of two both volumes are the same for m = 2 and 3: these are the maps of
   cover.h. */
#ifndef NBB_RECURSIVE_SET_H
#define NBB_RECURSIVE_SET_H

#include <stdint.h>

enum { NBB_SET_M_MIN = 2, NBB_SET_M_MAX = 12, NBB_SET_ARITY_MAX = 1000000 };

typedef struct nbb_recursive_set {
    int m;
    double ratio;
    int64_t arity;
} nbb_recursive_set;

/* Levels of the set of side n: the largest L with n r^L >= 1. */
int nbb_set_levels(const nbb_recursive_set *set, double n);

/* Cells of the set of side n, as (r n)^m (1 - q^L) / (1 - q) with q = beta r^m; of what it covers, C(n + m - 2, m);
   and of the box, n^m. */
double nbb_set_volume(const nbb_recursive_set *set, double n);
double nbb_set_covered(int m, double n);
double nbb_set_box(int m, double n);

/* Volume over what is covered, less 1: at n, and for n without end, m! / (r^-m - beta) - 1, or infinity where levels
   grow. */
double nbb_set_overhead(const nbb_recursive_set *set, double n);
double nbb_set_overhead_limit(const nbb_recursive_set *set);

/* n0: the least of the sides r^-1, r^-2, .. up to `last`, at which levels end with whole cells, from which on the
   volume suffices at all of them; 0 where it does not at the largest. */
double nbb_set_covers_from(const nbb_recursive_set *set, double last);

/* The set with the least overhead without end among those whose volume suffices at every such side from `first` to
   `last`: for each arity up to NBB_SET_ARITY_TRIED the least ratio that does, to a ten-thousandth. 1/2 and 2 where
   that suffices and no other saves more than a thousandth. */
enum { NBB_SET_ARITY_TRIED = 64 };
nbb_recursive_set nbb_set_best(int m, double first, double last);

#endif

/* encoding.h - sums over levels as 16 x 16 x 16 tensor-core products, proven exact [Q20, S21].

   Both maps are sums over levels of weight * digit, one sum an axis:  lambda = sum of s^(mu-1) * tau(beta_mu),
   nu = sum of k^floor(mu/2) * Hinv_mu. A matrix A of weights times a matrix B of digits computes them:

         A (rows: groups)                     B (rows: levels)              D
         1 s s^2 ..  0  0   0 ...             digit of level 1              row g: the sum over group g's levels
         0 0 0   ..  1  s  s^2 ...            digit of level 2
                                              ...

   Operands are halves, which hold integers exactly only while they fit 11 significant bits, and accumulators are
   floats, exact below 2^24. So the levels of an axis are cut into groups, each with weights from 1 again and a row of
   A of its own, and the sums are put together in integers: value = sum over groups of D[row] * scale. More than 16
   levels take further products that add to the same D.

   Where D is to be a matrix of threads (variant 3), all rows of A are alike and a group is a product of its own. */
#ifndef NBB_ENCODING_H
#define NBB_ENCODING_H

#include "gen/base/status.h"

#include <stdbool.h>
#include <stdint.h>

enum { NBB_FRAGMENT = 16, NBB_PRODUCTS_MAX = 4 };

/* One group of levels of an axis. */
typedef struct nbb_group {
    int axis;
    int row;                                          /* of A and D */
    int first;                                        /* its first level, from 0 */
    int64_t scale;                                    /* what its first weight stands for, divided by that weight */
} nbb_group;

typedef struct nbb_encoding {
    int levels;                                       /* rows of B in use over all products */
    int products;                                     /* ceil(levels / 16), at least 1 */
    int group_count;
    nbb_group groups[NBB_FRAGMENT];
    uint16_t a[NBB_PRODUCTS_MAX][NBB_FRAGMENT][NBB_FRAGMENT];  /* the weights as halves, product by product */
} nbb_encoding;

/* The half with this value in its 16 bits; false when no half is equal to it. value >= 0. */
bool nbb_half_exact(int64_t value, uint16_t *bits);

/* lambda's encoding: level mu = 1..levels has weight base[axis]^(mu-1) on each axis; digits up to largest[axis].
   Fails (usage) on digits past 2048, weights past 64 bits, and more than NBB_PRODUCTS_MAX products. */
nbb_status nbb_encoding_lambda(int levels, int axes, const int64_t *base, const int64_t *largest,
                               nbb_encoding *encoding);

/* nu's encoding: level mu = 0..levels-1 belongs to axis mu mod axes, with weight k^floor(mu / axes);
   digits are replica numbers below k. Fails as lambda's. */
nbb_status nbb_encoding_nu(int levels, int axes, int64_t k, nbb_encoding *encoding);

/* lambda's encoding for the coordinates of threads: value = sum over groups of D * scale, where the axis's first
   group has the thread's own offset as C. Level mu = 1..levels has weight side[axis] * base[axis]^(mu-1); offsets go
   up to side[axis] - 1. A group has at most 16 levels, whose weights begin its row of `a[0]`: column i is level first
   + i. Every axis has a group. Fails as lambda's. */
nbb_status nbb_encoding_threads(int levels, int axes, const int64_t *base, const int64_t *largest,
                                const int64_t *side, nbb_encoding *encoding);

#endif

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
#pragma once

#include "gen/base/status.h"

enum { NBB_FRAGMENT = 16, NBB_PRODUCTS_MAX = 4 };

/* A level's digits by axis, of nu by its own alone: `base` is what the next level's weight is multiplied by, s or
   k. */
typedef struct nbb_radix {
    int64_t base[3], largest[3];
} nbb_radix;

/* One group of levels of an axis. */
typedef struct nbb_group {
    int axis;
    int row;       /* of A and D */
    int first;     /* its first level, from 0 */
    int64_t scale; /* what its first weight stands for, divided by that weight */
} nbb_group;

typedef struct nbb_encoding {
    int levels;   /* rows of B in use over all products */
    int products; /* ceil(levels / 16), at least 1 */
    int group_count;
    nbb_group groups[NBB_FRAGMENT];
    uint16_t a[NBB_PRODUCTS_MAX][NBB_FRAGMENT][NBB_FRAGMENT]; /* the weights as halves, product by product */
} nbb_encoding;

/* Numbers of half precision (IEEE 754 binary16), by their bits. */

/* The bits of the half nearest to a number that is no NaN: of two as near those of the even one, from 65520 on those
   of infinity. What a GPU's cvt.rn.f16.f32 does. */
uint16_t nbb_half_nearest(float number);

/* The number that the bits of a half which is no NaN stand for. */
double nbb_half_value(uint16_t bits);

/* The half with this value in its 16 bits; false when no half is equal to it. value >= 0. */
bool nbb_half_exact(int64_t value, uint16_t *bits);

/* lambda's encoding: level mu = 1..levels has on each axis the bases of the levels below as its weight,
   base[axis]^(mu-1) where all are alike. Fails (usage) on digits past 2048, weights past 64 bits, and more than
   NBB_PRODUCTS_MAX products.
   Of the coordinates of threads, where side is not NULL: weights are side[axis] times as large, and the axis's first
   group has the thread's own offset, up to side[axis] - 1, as C. A group has at most 16 levels, whose weights begin
   its row of `a[0]`: column i is level first + i. Every axis has a group. */
nbb_status nbb_encoding_lambda(int levels, int axes, const nbb_radix *radices, const int64_t *side,
                               nbb_encoding *encoding);

/* nu's encoding: level mu = 0..levels-1 belongs to axis mu mod axes, with the bases of that axis's levels below as
   its weight, k^floor(mu / axes) where all are alike; digits are replica numbers below k. Fails as lambda's. */
nbb_status nbb_encoding_nu(int levels, int axes, const nbb_radix *radices, nbb_encoding *encoding);

/* Sums over levels as 8 x 8 x 16 tensor-core products of bytes, variant 4 of --tc; ours.

   Half precision makes the papers' variants cut the levels into groups. Bytes need no cutting: a weight is its own
   digits in base 256, and the products of bytes are summed in 32-bit integers, exactly. A matrix A of digits times a
   constant matrix B of the weights' bytes computes 8 values at once:

         A (rows: values)                 B (columns: bytes)                D
         digits of value 0, by level      byte 0, 1, .. of level 1's weight  row i: value i = sum of D[i][c] * 256^c
         digits of value 1                byte 0, 1, .. of level 2's weight
         ...                              ...

   - lambda: the values are 8 tiles, or one 8 times. Each level takes two columns of A, tau_x and tau_y of its
     replica; column 2 c + axis of B holds byte c of the weights s^(mu-1) of that axis: coordinates need 4 bytes. With
     three axes it takes four, of which one stays 0, and column 4 c + axis of B: coordinates have 2 bytes.
   - nu: the values are the 8 neighbours of a tile. Each level takes one column of A, its replica's number (two where
     k > 256: low and high byte), and B holds the weights' 8 bytes: a tile's number needs them.

   In mma.sync.m8n8k16 lane 4 i + q holds columns 4 q .. 4 q + 3 of row i of A. So that a lane meets its digits one
   after another, lane q has the levels m q + 1 .. m (q + 1) to itself, and fills its columns with them product by
   product. */

enum { NBB_BYTE_ROWS = 16, NBB_BYTE_COLUMNS = 8, NBB_BYTE_PRODUCTS_MAX = 8 };

typedef struct nbb_byte_encoding {
    int products;      /* 0: there is none */
    int entries;       /* columns of A for each level */
    int levels_a_lane; /* m, over all products; of lambda as many for each axis */
    int bytes;         /* of the largest value */
    uint8_t b[NBB_BYTE_PRODUCTS_MAX][NBB_BYTE_ROWS][NBB_BYTE_COLUMNS];
} nbb_byte_encoding;

/* lambda's: weights as nbb_encoding_lambda's. Fails (usage) on digits past a byte, values past their bytes, sums past
   31 bits, and too many products. */
nbb_status nbb_byte_encoding_lambda(int levels, int axes, const nbb_radix *radices, nbb_byte_encoding *encoding);

/* nu's: level mu = 0..levels-1 has weight[mu]; digits are replica numbers below k. Fails on k past 65536, values past
   63 bits, and as lambda's. */
nbb_status nbb_byte_encoding_nu(int levels, const int64_t *weight, const nbb_radix *radices,
                                nbb_byte_encoding *encoding);

/* The row of B of this entry of a level (from 0, below 4 * levels_a_lane). */
const uint8_t *nbb_byte_encoding_row(const nbb_byte_encoding *encoding, int level, int entry);

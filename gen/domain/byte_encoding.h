/* byte_encoding.h - sums over levels as 8 x 8 x 16 tensor-core products of bytes, variant 4 of --tc; ours.

   Half precision makes the papers' variants cut the levels into groups. Bytes need no cutting: a weight is its own
   digits in base 256, and the products of bytes are summed in 32-bit integers, exactly. A matrix A of digits times a
   constant matrix B of the weights' bytes computes 8 values at once:

         A (rows: values)                 B (columns: bytes)                D
         digits of value 0, by level      byte 0, 1, .. of level 1's weight  row i: value i = sum of D[i][c] * 256^c
         digits of value 1                byte 0, 1, .. of level 2's weight
         ...                              ...

   - lambda: the values are 8 tiles, or one 8 times. Each level takes two columns of A, tau_x and tau_y of its
     replica; column 2 c + axis of B holds byte c of the weights s^(mu-1) of that axis: coordinates need 4 bytes.
   - nu: the values are the 8 neighbours of a tile. Each level takes one column of A, its replica's number (two where
     k > 256: low and high byte), and B holds the weights' 8 bytes: a tile's number needs them.

   In mma.sync.m8n8k16 lane 4 i + q holds columns 4 q .. 4 q + 3 of row i of A. So that a lane meets its digits one
   after another, lane q has the levels m q + 1 .. m (q + 1) to itself, and fills its columns with them product by
   product. */
#ifndef NBB_BYTE_ENCODING_H
#define NBB_BYTE_ENCODING_H

#include "gen/base/status.h"

#include <stdint.h>

enum { NBB_BYTE_ROWS = 16, NBB_BYTE_COLUMNS = 8, NBB_BYTE_PRODUCTS_MAX = 8 };

typedef struct nbb_byte_encoding {
    int products;                                     /* 0: there is none */
    int entries;                                      /* columns of A for each level */
    int levels_a_lane;                                /* m, over all products; of lambda even: axes alternate */
    int bytes;                                        /* of the largest value */
    uint8_t b[NBB_BYTE_PRODUCTS_MAX][NBB_BYTE_ROWS][NBB_BYTE_COLUMNS];
} nbb_byte_encoding;

/* lambda's: level mu = 1..levels has weight base[axis]^(mu-1), digits up to largest[axis]. Fails (usage) on digits
   past a byte, values past 4 bytes, sums past 31 bits, and too many products. */
nbb_status nbb_byte_encoding_lambda(int levels, const int64_t base[2], const int64_t largest[2],
                                    nbb_byte_encoding *encoding);

/* nu's: level mu = 0..levels-1 has weight[mu]; digits are replica numbers below k. Fails on k past 65536, values past
   63 bits, and as lambda's. */
nbb_status nbb_byte_encoding_nu(int levels, const int64_t *weight, int64_t k, nbb_byte_encoding *encoding);

/* The row of B of this entry of a level (from 0, below 4 * levels_a_lane). */
const uint8_t *nbb_byte_encoding_row(const nbb_byte_encoding *encoding, int level, int entry);

#endif

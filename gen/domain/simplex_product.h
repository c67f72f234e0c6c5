/* simplex_product.h - lambda of a simplex as 8 x 8 x 16 tensor-core products of bytes, variant 4 of --tc; ours.

   lambda(w) = (w_x + q b, w_y + 2 q b), with b = 2^level and q = floor(w_x / b), is a sum over the digits of w_x and
   w_y: those of w_x below `level` count once, those from there on twice, and twice in y. So it is a product of a row
   of digits and a constant matrix; which level a tile has tells which digits the row holds. A digit is a byte, eight
   levels at once, and a part of a number is two of them:

         form    parts a, b, c, high                         their weights in x, y, z
         plane   low, row, -, high: w_x = low + high         (1, 0, 0), (0, -1, 0), 0, (2, -2, 0)
         face    the same, on X + Y + Z = side - 1           (1, 0, -1), (0, -1, 1), -, (2, -2, 0)
         cubes   X, Y and Z in the cube, high = q b          (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 2, -2)

   Y counts from the far side, as in cover.h; a reflected cube's X, Y and Z are given by their complements below 2
   b, b and b. Where the piece of the cover stands, `at`, is added by four columns more:

         A, every row the tile's                          B, a row for each column of A      D
         lane 0: low digits of a, b, c, high              column 2 axis: weights of low      column 2 axis + i: sum
         lane 1: low digits of at.x, at.y, at.z, and 0    digits, 2 axis + 1: of high ones   of the axis's digits i
         lane 2: high digits of a, b, c, high
         lane 3: high digits of at.x, at.y, at.z, and 0

   Lane `axis` of the four that share a row has both sums of its axis: its coordinate is D0 + 256 D1. */
#ifndef NBB_SIMPLEX_PRODUCT_H
#define NBB_SIMPLEX_PRODUCT_H

#include "gen/domain/cover.h"

enum { NBB_PRODUCT_ROWS = 16, NBB_PRODUCT_COLUMNS = 8, NBB_PRODUCT_PARTS = 4 };

typedef enum nbb_form { NBB_FORM_PLANE, NBB_FORM_FACE, NBB_FORM_CUBES, NBB_FORM_COUNT } nbb_form;

typedef struct nbb_simplex_product {
    int forms;                                        /* of m = 2 the plane alone */
    int64_t largest;                                  /* of a part, of `at` and of a coordinate */
    int8_t b[NBB_FORM_COUNT][NBB_PRODUCT_ROWS][NBB_PRODUCT_COLUMNS];
} nbb_simplex_product;

/* The product of a cover in one pass. Fails (usage) where a part has more than two digits. Digits are up to 255 and
   the weights of a column come to less than 2^7, so that no sum is past 15 bits. */
nbb_status nbb_simplex_product_build(const nbb_cover *cover, nbb_simplex_product *product);

#endif

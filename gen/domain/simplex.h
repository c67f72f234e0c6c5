/* simplex.h - a discrete orthogonal m-simplex: the cells with x_i >= 0 whose coordinates add up to less than n [X16].

   For m = 2 a triangle with its right angle at (0, 0), for m = 3 a tetrahedron; a bounding box has m! times as many
   places. Cells are numbered in reading order: x runs fastest, then y, then z. */
#ifndef NBB_SIMPLEX_H
#define NBB_SIMPLEX_H

#include "gen/domain/fractal.h"

enum { NBB_SIMPLEX_M_MIN = 2, NBB_SIMPLEX_M_MAX = NBB_AXES_MAX };

/* n may be this at most: sums of coordinates, also those of the next power of two, stay within an int. */
#define NBB_SIMPLEX_N_MAX (INT64_C(1) << 30)

enum { NBB_DIMENSIONS_MAX = 64 };                     /* of the points whose distances a triangle holds (edm) */

/* What a definition says of a simplex; its side n is chosen with each use. */
typedef struct nbb_simplex {
    char name[NBB_NAME_MAX + 1];                      /* a C identifier: it becomes part of kernel names */
    char *path;                                       /* the definition's file, or NULL */
    int m;                                            /* axes */
} nbb_simplex;

/* Cells of an m-simplex of side n, n (n+1) ... (n+m-1) / m!, or 0 for n <= 0. Saturates at INT64_MAX. */
int64_t nbb_simplex_cells(int m, int64_t n);

/* The largest side within the limits: n at most NBB_SIMPLEX_N_MAX, cells below NBB_CELLS_LIMIT. */
int64_t nbb_simplex_largest_side(int m);

/* Fails (usage) when n is below 1 or past the limits; names the largest n allowed. */
nbb_status nbb_simplex_check_side(const nbb_simplex *simplex, int64_t n);

/* Whether the cell is on the simplex of side n. */
bool nbb_simplex_member(int m, int64_t n, nbb_vector cell);

/* The number of a cell in reading order, or -1 off the simplex; and its inverse. */
int64_t nbb_simplex_index(int m, int64_t n, nbb_vector cell);
nbb_vector nbb_simplex_cell(int m, int64_t n, int64_t index);

/* The pair of points i <= j whose distance a triangle's cell holds (workload edm): cell (i, n - 1 - j). */
nbb_vector nbb_pair_of(int64_t n, nbb_vector cell);

void nbb_simplex_free(nbb_simplex *simplex);

#endif

/* cover.h - the recursive map of a simplex of tiles: which tile each number stands for, and back [X16].

   A simplex of side 2^j tiles needs no roots. For m = 2, lambda(w) = (w_x + q b, w_y + 2 q b) with
   b = 2^floor(log2 w_y) and q = floor(w_x / b) maps an orthotope of rows 1 .. 2^j - 1, 2^(j-1) wide, onto the pairs
   x < y: at each power of two b a column of squares of side b. Here y counts from the far side, Y = 2^j - 1 - y, so
   that squares lie at the origin and below the diagonal X + Y = 2^j - 1, which lambda leaves out. It is covered
   first, by the numbers before the orthotope's: number d stands for (d, 2^j - 1 - d). The numbers
   0 .. 2^(j-1) (2^j + 1) - 1 meet each tile once.

   Other sides N are covered from above, by the simplex of the next power of two, of which tiles outside are left out;
   or from below, along x by the powers of two that N is the sum of. With P the largest and R = N - P what is left:

        y
        |\
        | \       a simplex of side P at (0, R), by lambda
        |__\
        |  |\     P x R tiles in rows, then a simplex of side R at (P, 0), in the same way
        |__|_\ x

   For m = 3, in one pass and without roots too: the cube of half the side at the origin; its far part, reflected, is
   the corner on x; the corners on y and z are the same at half the size. So cubes of side b number
   q = 0 .. side/(2b) - 1 stand at (0, 2bq, side - 2b - 2bq), and cover X + Y + Z <= side - 2. Stacked by rows half a
   side wide they leave no room at all, less than the papers' orthotope of side/2 x side/2 x 3 side/4. The triangle
   X + Y + Z = side - 1 comes before them. From below, with R = N - P: a tetrahedron of side P at (0, 0, R); under it
   R layers of triangles of side P, each a row higher than the one above; in front of those P triangles of side R,
   folded to rows; then what is left, of side R at (P, 0, 0).

   The papers' first form for m = 3, for comparison: the cube of half the side at the origin, not reflected, and three
   branches, the corners on x, y and z, each the same at half the size. Level i is 3^i cubes of side 2^(log - 1 - i),
   at the last level, i = log, 3^log single tiles; each level is a launch of its own. The cubes' tiles past the
   diagonal hold no cells: in all (8^log - 3^log) / 5 + 3^log numbers, a fifth more than the simplex has tiles. Only
   from above. */
#ifndef NBB_COVER_H
#define NBB_COVER_H

#include "gen/domain/simplex.h"

/* Which way a side that is no power of two is covered. X(enumerator, spelling on the command line and in reports). */
#define NBB_FROMS(X) X(AUTO, "auto") X(ABOVE, "above") X(BELOW, "below")
typedef enum nbb_from {
#define X(name, text) NBB_FROM_##name,
    NBB_FROMS(X)
#undef X
} nbb_from;

/* How the recursion of a tetrahedron is visited: in one pass, or level by level. X(enumerator, spelling). */
#define NBB_RECURSIONS(X) X(AUTO, "auto") X(ONE_PASS, "one-pass") X(BRANCHES, "branches")
typedef enum nbb_recursion {
#define X(name, text) NBB_RECURSION_##name,
    NBB_RECURSIONS(X)
#undef X
} nbb_recursion;

/* A simplex of side 2^log at x = `at`, with `rest` tiles of the side left beyond it. */
typedef struct nbb_cover_step {
    int64_t at, side, rest;
    int64_t tiles;                                    /* of the simplex itself */
    int64_t slab;                                     /* m = 2: side x rest tiles beside; 3: layers of triangles */
    int64_t wedge;                                    /* m = 3: the triangle of side `rest` below, `side` times */
    int log;
} nbb_cover_step;

typedef struct nbb_cover {
    nbb_from from;                                    /* never AUTO */
    int m;
    int64_t side;                                     /* N: tiles a side of the simplex that is covered */
    int64_t tiles;                                    /* numbers of the map: of N, or of the next power of two */
    int levels;                                       /* of three branches, a launch each; 0: one pass */
    int step_count;
    nbb_cover_step steps[32];                         /* a single one from above */
} nbb_cover;

/* Covers a simplex of `side` tiles a side. AUTO takes what needs fewer tiles, from above where both need the same. */
void nbb_cover_build(int m, int64_t side, nbb_from from, nbb_cover *cover);

/* Covers a tetrahedron of `side` tiles a side by three branches, from above. The map itself is in the template
   shared/simplex_branches.in alone: nbb_cover_place and nbb_cover_number are of one pass. */
void nbb_cover_build_branches(int64_t side, nbb_cover *cover);

/* The tiles of a level, 0 <= level < cover->levels, in whose order numbers go; in one pass level 0 has them all. */
int64_t nbb_cover_level_tiles(const nbb_cover *cover, int level);

/* The tile of a number, 0 <= number < cover->tiles; from above it may lie outside the simplex. */
nbb_vector nbb_cover_place(const nbb_cover *cover, int64_t number);

/* The number of a tile of the simplex. */
int64_t nbb_cover_number(const nbb_cover *cover, nbb_vector place);

#endif

/* cover.h - the recursive map of a simplex of tiles: which tile each number stands for, and back [X16].

   A simplex of side 2^j tiles needs no roots. For m = 2, lambda(w) = (w_x + q b, w_y + 2 q b) with
   b = 2^floor(log2 w_y) and q = floor(w_x / b) maps an orthotope of rows 1 .. 2^j - 1, 2^(j-1) wide, onto the pairs
   x < y: at each power of two b a column of squares of side b. Here y counts from the far side, Y = 2^j - 1 - y, so
   that squares lie at the origin and below the diagonal X + Y = 2^j - 1, which lambda leaves out. It is covered
   first, by the numbers before the orthotope's: number d stands for (d, 2^j - 1 - d). The numbers
   0 .. 2^(j-1) (2^j + 1) - 1 meet each tile once.

   Other sides N are covered in one of two ways. From above: round N up to the next power of two; tiles outside the
   simplex return at once. From below: split N into powers of two, each a simplex of its own along x; plain maps cover
   the strips between them. With P the largest power and R = N - P the rest:

        y
        |\
        | \       a simplex of side P at (0, R), by lambda
        |__\
        |  |\     P x R tiles in rows, then a simplex of side R at (P, 0), in the same way
        |__|_\ x

   For m = 3 the map also takes one pass and no roots. A cube of half the side stands at the origin. Its part past the
   diagonal, reflected, is the corner of the simplex on x. The corners on y and z are tetrahedra of half the size, so
   they are covered in the same way. In all, cubes of side b with numbers q = 0 .. side/(2b) - 1 stand at
   (0, 2bq, side - 2b - 2bq) and cover X + Y + Z <= side - 2. They are stacked by rows half a side wide and leave no
   gaps; the papers' orthotope of side/2 x side/2 x 3 side/4 has some. The triangle X + Y + Z = side - 1 has the
   numbers before them. From below, with R = N - P: a tetrahedron of side P stands at (0, 0, R); under it lie R layers
   of triangles of side P, each a row higher than the one above; in front of these layers lie P triangles of side R,
   folded to rows; a tetrahedron of side R at (P, 0, 0) is covered next.

   The papers' first form for m = 3 is here for comparison. A cube of half the side stands at the origin and is not
   reflected; the corners on x, y and z are three branches, each the same at half the size. Level i has 3^i cubes of
   side 2^(log - 1 - i); the last level, i = log, has 3^log single tiles. Each level is a launch of its own. The
   cubes' tiles past the diagonal hold no cells: there are (8^log - 3^log) / 5 + 3^log numbers in all, a fifth more
   than the simplex has tiles. This form exists from above only. */
#ifndef NBB_COVER_H
#define NBB_COVER_H

#include "gen/base/list.h"
#include "gen/domain/simplex.h"

/* How a side that is no power of two is covered. X(enumerator, spelling on the command line and in reports). */
#define NBB_FROMS(X) X(FROM_AUTO, "auto") X(FROM_ABOVE, "above") X(FROM_BELOW, "below")
typedef enum nbb_from { NBB_FROMS(NBB_ENUMERATOR) } nbb_from;

/* How the recursion of a tetrahedron is visited: in one pass, or level by level. X(enumerator, spelling). */
#define NBB_RECURSIONS(X) \
    X(RECURSION_AUTO, "auto") X(RECURSION_ONE_PASS, "one-pass") X(RECURSION_BRANCHES, "branches")
typedef enum nbb_recursion { NBB_RECURSIONS(NBB_ENUMERATOR) } nbb_recursion;

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

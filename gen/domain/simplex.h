/* simplex.h - a discrete orthogonal m-simplex: the cells with x_i >= 0 whose coordinates add up to less than n [X16].

   For m = 2 a triangle with its right angle at (0, 0), for m = 3 a tetrahedron; a bounding box has m! times as many
   places. Cells are numbered in reading order: x runs fastest, then y, then z. */
#pragma once

#include "gen/domain/fractal.h"

enum { NBB_SIMPLEX_M_MIN = 2, NBB_SIMPLEX_M_MAX = NBB_AXES_MAX };

/* n may be this at most: sums of coordinates, also those of the next power of two, stay within an int. */
#define NBB_SIMPLEX_N_MAX (INT64_C(1) << 30)

enum { NBB_DIMENSIONS_MAX = 64 }; /* of the points whose distances a triangle holds (edm) */

/* What a definition says of a simplex; its side n is chosen with each use. */
typedef struct nbb_simplex {
    char name[NBB_NAME_MAX + 1]; /* a C identifier: it becomes part of kernel names */
    const char *path;            /* the definition's file, or NULL */
    int m;                       /* axes */
} nbb_simplex;

/* Cells of an m-simplex of side n, n (n+1) ... (n+m-1) / m!, or 0 for n <= 0. Saturates at INT64_MAX. */
int64_t nbb_simplex_cells(int m, int64_t n);

/* The largest side within the limits: n at most NBB_SIMPLEX_N_MAX, cells below NBB_CELLS_LIMIT. */
int64_t nbb_simplex_largest_side(int m);

bool nbb_simplex_member(int m, int64_t n, nbb_vector cell);

/* The number of a cell in reading order, or -1 off the simplex; and its inverse. */
int64_t nbb_simplex_index(int m, int64_t n, nbb_vector cell);
nbb_vector nbb_simplex_cell(int m, int64_t n, int64_t index);

/* The recursive map of a simplex of tiles: which tile each number stands for, and back [X16].

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
    int64_t tiles; /* of the simplex itself */
    int64_t slab;  /* m = 2: side x rest tiles beside; 3: layers of triangles */
    int64_t wedge; /* m = 3: the triangle of side `rest` below, `side` times */
    int log;
} nbb_cover_step;

typedef struct nbb_cover {
    nbb_from from; /* never AUTO */
    int m;
    int64_t side;  /* N: tiles a side of the simplex that is covered */
    int64_t tiles; /* numbers of the map: of N, or of the next power of two */
    int levels;    /* of three branches, a launch each; 0: one pass */
    int step_count;
    nbb_cover_step steps[32]; /* a single one from above */
} nbb_cover;

/* Covers a simplex of `side` tiles a side. AUTO takes what needs fewer tiles, from above where both need the same. */
void nbb_cover_build(int m, int64_t side, nbb_from from, nbb_cover *cover);

/* Covers a tetrahedron of `side` tiles a side by three branches, from above. The map itself is in the template
   shared/simplex_map.in alone: nbb_cover_place and nbb_cover_number are of one pass. */
void nbb_cover_build_branches(int64_t side, nbb_cover *cover);

/* The tiles of a level, 0 <= level < cover->levels, in whose order numbers go; in one pass level 0 has them all. */
int64_t nbb_cover_level_tiles(const nbb_cover *cover, int level);

/* The tile of a number, 0 <= number < cover->tiles; from above it may lie outside the simplex. */
nbb_vector nbb_cover_place(const nbb_cover *cover, int64_t number);

int64_t nbb_cover_number(const nbb_cover *cover, nbb_vector place);

/* Lambda of a simplex as 8 x 8 x 16 tensor-core products of bytes, variant 4 of --tc; ours.

   lambda(w) = (w_x + q b, w_y + 2 q b), with b = 2^level and q = floor(w_x / b), is a sum over the digits of w_x and
   w_y: those of w_x below `level` count once, those from there on twice, and twice in y. So it is a product of a row
   of digits and a constant matrix; which level a tile has tells which digits the row holds. A digit is a byte, eight
   levels at once, and a part of a number is two of them:

         form    parts a, b, c, high                         their weights in x, y, z
         plane   low, row, -, high: w_x = low + high         (1, 0, 0), (0, -1, 0), 0, (2, -2, 0)
         face    the same, on X + Y + Z = side - 1           (1, 0, -1), (0, -1, 1), -, (2, -2, 0)
         cubes   X, Y and Z in the cube, high = q b          (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 2, -2)

   Y counts from the far side, as in a cover; a reflected cube's X, Y and Z are given by their complements below 2
   b, b and b. Where the piece of the cover stands, `at`, is added by four columns more:

         A, every row the tile's                          B, a row for each column of A      D
         lane 0: low digits of a, b, c, high              column 2 axis: weights of low      column 2 axis + i: sum
         lane 1: low digits of at.x, at.y, at.z, and 0    digits, 2 axis + 1: of high ones   of the axis's digits i
         lane 2: high digits of a, b, c, high
         lane 3: high digits of at.x, at.y, at.z, and 0

   Lane `axis` of the four that share a row has both sums of its axis: its coordinate is D0 + 256 D1. */

enum { NBB_PRODUCT_ROWS = 16, NBB_PRODUCT_COLUMNS = 8, NBB_PRODUCT_PARTS = 4 };

typedef enum nbb_form { NBB_FORM_PLANE, NBB_FORM_FACE, NBB_FORM_CUBES, NBB_FORM_COUNT } nbb_form;

typedef struct nbb_simplex_product {
    int forms;       /* of m = 2 the plane alone */
    int64_t largest; /* of a part, of `at` and of a coordinate */
    int8_t b[NBB_FORM_COUNT][NBB_PRODUCT_ROWS][NBB_PRODUCT_COLUMNS];
} nbb_simplex_product;

/* The product of a cover in one pass. Fails (usage) where a part has more than two digits. Digits are up to 255 and
   the weights of a column come to less than 2^7, so that no sum is past 15 bits. */
nbb_status nbb_simplex_product_build(const nbb_cover *cover, nbb_simplex_product *product);

/* The volumes of recursive sets that cover an m-simplex [X16, section D].

   A set of ratio r and arity beta for side n is an orthotope of side r n, and beta sets of side r n: level i has
   beta^i orthotopes of side n r^(i+1), as long as that is at least one cell. What it has to cover is the simplex
   without its outermost facet, which maps cover on their own: the cells whose coordinates add up to less than n - 1.
   For r = 1/2, beta = 2 and n a power of two both volumes are the same for m = 2 and 3: these are the maps
   above. */

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

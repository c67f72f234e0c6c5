/* domain.h - the cells of a run: a fractal at a level, or a simplex of some side; their neighbours, and rules.

   Stages that need no more than cells (run, verify, reference, report, pictures, arrays) ask here and do not know
   which of the two it is. */
#pragma once

#include "gen/domain/fractal.h"

/* A discrete orthogonal m-simplex: the cells with x_i >= 0 whose coordinates add up to less than n [X16].

   For m = 2 a triangle with its right angle at (0, 0), for m = 3 a tetrahedron; a bounding box has m! times as many
   places. Cells are numbered in reading order: x runs fastest, then y, then z. */

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

/* --- the domain --- */

typedef enum nbb_kind { NBB_KIND_FRACTAL, NBB_KIND_SIMPLEX } nbb_kind;

/* One of the two pointers is NULL. */
typedef struct nbb_domain {
    const nbb_fractal *fractal;
    const nbb_simplex *simplex;
    int64_t size;                                     /* r of a fractal, n of a simplex */
} nbb_domain;

const char *nbb_domain_name(const nbb_domain *domain);

/* What the size is called, as an option and in reports: "r", or "n" of a simplex. */
const char *nbb_domain_size_name(const nbb_domain *domain);

/* 2, or 3 for a tetrahedron. */
int nbb_domain_axes(const nbb_domain *domain);

/* Fails (usage) past the limits of fractals or simplices; names the largest size allowed. */
nbb_status nbb_domain_check_size(const nbb_domain *domain);

/* The bounding box by axis; 1 on an axis that the domain has not. */
nbb_vector nbb_domain_side(const nbb_domain *domain);

/* Places of the box, or INT64_MAX past that; cells of the domain. */
int64_t nbb_domain_places(const nbb_domain *domain);
int64_t nbb_domain_cells(const nbb_domain *domain);

/* Appends the vector's coordinates on the domain's axes, with `between` in between: "3 x 4". */
void nbb_domain_print(const nbb_domain *domain, nbb_vector vector, const char *between, nbb_text *text);

/* Whether the cell is on the domain; false outside the box. */
bool nbb_domain_member(const nbb_domain *domain, nbb_vector cell);

/* The number of a cell, or -1 off the domain, and its inverse: digit order on a fractal, reading order on a
   simplex. */
int64_t nbb_domain_index(const nbb_domain *domain, nbb_vector cell);
nbb_vector nbb_domain_cell(const nbb_domain *domain, int64_t index);

/* The directions in which a place has neighbours, numbered: a list made for a number of axes.

   A direction is a step of -1, 0 or 1 on each axis; a step of 0 on all of them is the centre. Numbers follow reading
   order, so that x changes fastest:

         0 1 2                                   0 1 2    9 10 11   18 19 20
         3 4 5    in the plane, centre 4;        3 4 5   12 13 14   21 22 23    in space, centre 13
         6 7 8                                   6 7 8   15 16 17   24 25 26    (z - 1, z, z + 1)

   Boxes side by side, such as tiles or replicas, are numbered so as seen from one of them. A step from a place in the
   middle box to any place less than a box away is a direction, that of the box it arrives in, and a place in it. */

enum { NBB_DIRECTIONS_MAX = 27 };                     /* with NBB_AXES_MAX axes */

typedef struct nbb_directions {
    int axes;
    int count;                                        /* 3^axes, with the centre */
    int centre;
    nbb_vector steps[NBB_DIRECTIONS_MAX];             /* by number; 0 on an axis past `axes` */
} nbb_directions;

/* The list for 2 or 3 axes. */
const nbb_directions *nbb_directions_of(int axes);

/* The number of a step, or -1 where it is no direction: past 1 on an axis, or not 0 on one past the list's. */
int nbb_direction_at(const nbb_directions *list, nbb_vector step);

/* The direction that leads back. */
int nbb_direction_opposite(const nbb_directions *list, int direction);

/* The place one step from another. */
nbb_vector nbb_direction_from(const nbb_directions *list, int direction, nbb_vector place);

/* The direction of the box of these sides in which a place lies, which is less than a box from the middle one; *place
   becomes the place in that box. This is the carry of a step on digits. */
int nbb_direction_wrap(const nbb_directions *list, nbb_vector side, nbb_vector *place);

/* Where a direction leads once a place is turned. */
int nbb_isometry_direction(int isometry, const nbb_directions *list, int direction);

/* Finds the isometries that the replicas of all levels can have, products of the tables' own; and those that replicas
   beside each other can have. Sides of levels are exchanged only if all are equal. */
void nbb_fractal_find_orientations(nbb_fractal *fractal);

/* A cell's hash, mix(mix(from ^ x) ^ y), z last with three axes: of the initial state from mix(seed) on, where its
   top 24 bits are the cell's first random number (program_value.h); from 0 on a live cell's share of the digest, the
   sum modulo 2^64. */
uint64_t nbb_state_hash(uint64_t from, int axes, nbb_vector cell);

/* The neighbour lists of cell programs, and the colours in which sublattices take their turns.

   A list is an order of offsets: reductions add in it. The named ones, in space by slices of z:

         vonneumann  (-1,0) (1,0) (0,-1) (0,1)          then (0,0,-1) (0,0,1)
         moore       all of the 3^axes - 1 around a cell, x fastest, (-1,-1) first
         triangular  (1,0) (-1,0) (0,1) (0,-1) (1,1) (-1,-1)      in the plane alone
         box(R)      all at most R away on each axis, x fastest, (-R,-R) first; R up to 16
         diamond(R)  of these |dx| + |dy| + |dz| <= R
         disc(R)     of these dx^2 + dy^2 + dz^2 <= R^2 */

enum { NBB_NEIGHBOURS_LIST_MAX = 1100, NBB_NEIGHBOUR_REACH_MAX = 16, NBB_COLOURS_MAX = 64 };

/* So many neighbours, and no farther ones, may stand in words of their own: on map lanes and in storage bits. Kernels
   of values go over a table of a list with more offsets than UNROLLED. */
enum { NBB_NEIGHBOURS_WORDS_MAX = 128, NBB_NEIGHBOURS_UNROLLED_MAX = 32, NBB_REACH_WORDS_MAX = 8 };

typedef struct nbb_neighbours {
    char name[16]; /* "moore", "box(5)"; empty of a list of one's own */
    int axes;
    int count;
    nbb_vector *offsets; /* none is 0, no two are alike, 0 on an axis past `axes` */
    int reach;           /* the largest coordinate of all, without its sign */
} nbb_neighbours;

/* The named list for 2 or 3 axes. Fails (usage) on a name that there is not, with the near miss, and where it is none
   for so many axes or has too many offsets. `room` has place for the largest list. */
nbb_status nbb_neighbours_named(const char *name, int axes, nbb_vector *room, nbb_neighbours *list);

/* Whether there are few enough neighbours, and near enough, for words of their own. */
bool nbb_neighbours_fit_words(const nbb_neighbours *list);

/* A list of offsets of one's own. Fails (usage) on none, too many, a zero, a double one, and past the reach. */
nbb_status nbb_neighbours_listed(const nbb_vector *offsets, int count, int axes, nbb_vector *room,
                                 nbb_neighbours *list);

int nbb_neighbours_at(const nbb_neighbours *list, nbb_vector offset);

/* Whether pairs with a neighbour count at this cell: not where the other cell counts them, its offset earlier in the
   list. */
bool nbb_neighbours_counts_pair(const nbb_neighbours *list, int number);

/* Cells are of colour (a x + b y + c z) mod q: no two neighbours have the same one. */
typedef struct nbb_colouring {
    int q;
    int factors[NBB_AXES_MAX];
} nbb_colouring;

/* The colouring with the smallest q, then the smallest factors in lexicographic order; q = 0 where more than
   NBB_COLOURS_MAX would be needed. */
nbb_colouring nbb_neighbours_colour(const nbb_neighbours *list);

int nbb_colour_of(const nbb_colouring *colouring, nbb_vector cell);

/* --- outer-totalistic rules in B/S notation (rule.c) --- */

/* All places around a cell, in the plane and in space: 3^axes - 1. */
enum { NBB_NEIGHBOURS_MAX = 3 * 3 - 1, NBB_NEIGHBOURS_CUBE = 3 * 3 * 3 - 1 };

/* Bit c of `birth` (`survival`): a dead (live) cell with c live neighbours is alive next step. */
typedef struct nbb_rule {
    uint32_t birth;
    uint32_t survival;
} nbb_rule;

/* Parses a rule of cells with so many axes. Of two: "B2/S23" (case-insensitive; "B/S", digits 0..8 each at most once,
   any order), also as "B2S23" and "23/2", survival first, or the name of a rule. Of three: counts up to 26, separated
   by commas: "B5/S4,5", "B13,14/S". Fails (usage) with the position, or the near miss. */
nbb_status nbb_rule_parse(const char *text, int axes, nbb_rule *rule);

/* Whether the text looks like a rule of either notation: B and S with digits and commas behind them. */
bool nbb_rule_is_notation(const char *text);

/* Appends the canonical notation, "B2/S23", as cells with so many axes have it: counts separated by commas where
   there are 26 neighbours. */
void nbb_rule_print_on(nbb_rule rule, int axes, nbb_text *text);

/* Whether a cell lives next step. 0 <= neighbours <= 26. */
int nbb_rule_next(nbb_rule rule, int alive, int neighbours);

/* Whether the next state of a cell with at most `most` neighbours depends on its own state, and whether on theirs. */
bool nbb_rule_reads_cell(nbb_rule rule, int most);
bool nbb_rule_reads_neighbours(nbb_rule rule, int most);

/* The name that is a near miss of what was given, or NULL. */
const char *nbb_rule_near_name(const char *given);

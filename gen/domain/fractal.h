/* fractal.h - a validated NBB fractal: replica tables by level, coordinates, sizes.

   Level 0 is one cell; level mu is k replicas of level mu-1, replica beta moved by tau(beta) * s^(mu-1). Replicas are
   numbered in reading order of the layout [M20]. x grows right, y grows down. */
#pragma once

#include "gen/base/base.h"

/* Integer formulas of a definition (hash, member): parsed, checked, evaluated, re-printed as C.

   Grammar: C's integer expressions without assignment, calls or casts: decimal and hexadecimal numbers, the variables
   offered by the caller, + - * / % (also // for /), << >>, & ^ | ~, == != < <= > >=, && || !, ?:, parentheses. */

/* Its variables are names with their index in the scope. */
typedef struct nbb_syntax nbb_formula;

/* Parses a comma-separated list of exactly `count` formulas of the scope's variables, which are the arena's. Messages
   give the column and what was expected there, without a place: the caller adds its own. */
nbb_status nbb_formula_parse(nbb_arena *arena, const char *text, const nbb_spellings *scope, int count,
                             nbb_formula **formulas);

/* Evaluates in C's int, as the text computes. A number or step past 32 bits, a division by zero or a shift outside
   0..30 fails with NBB_ERROR_DEFINITION and a message that says which (without a place: the caller adds its own). */
nbb_status nbb_formula_evaluate(const nbb_formula *formula, const int64_t *values, int64_t *result);

/* Appends the formula as C text, with only the parentheses that C or -Wparentheses needs; names[i] stands for
   variable i. */
void nbb_formula_print(const nbb_formula *formula, const char *const *names, nbb_text *text);

enum {
    NBB_AXES_MAX = 3,  /* of a coordinate: a fractal has 2 or 3 */
    NBB_SIDE_MAX = 32, /* largest s on an axis */
    NBB_K_MAX = NBB_SIDE_MAX * NBB_SIDE_MAX,
    NBB_PLACES_MAX = NBB_SIDE_MAX * NBB_SIDE_MAX * NBB_SIDE_MAX, /* of a layout */
    NBB_LEVELS_MAX = 62,
    NBB_LAYOUTS_MAX = 16, /* that a definition lists for its levels */
    NBB_ISOMETRIES = 8,   /* of the square */
    NBB_PLANE_DIRECTIONS = 9,
    NBB_NAME_MAX = 63
};

#define NBB_N_MAX (INT64_C(1) << 31)       /* n on an axis may be this at most */
#define NBB_CELLS_LIMIT (INT64_C(1) << 62) /* k^r must stay below this */

/* A position or an extent in cells (or tiles), by axis: 0 is x, 1 is y, 2 is z, which is 0 where there are 2. */
typedef struct nbb_vector {
    int64_t at[NBB_AXES_MAX];
} nbb_vector;

/* Appends the coordinates on so many axes, with `between` in between: "3 x 3". Returns all of the text. */
const char *nbb_vector_print(nbb_vector vector, int axes, const char *between, nbb_text *text);

/* splitmix64's step and finaliser, by which everything that is drawn is numbered. */
uint64_t nbb_mix(uint64_t z);

/* One level's replica table: H and its inverse [M20, S21]. */
typedef struct nbb_replicas {
    int axes; /* on which they have places */
    int k;
    nbb_vector s;
    uint8_t tau[NBB_K_MAX][NBB_AXES_MAX]; /* H[beta] = tau(beta), beta < k */
    uint8_t isometry[NBB_K_MAX];          /* by which replica beta is turned before it is placed; 0: it is not */
    int16_t id[NBB_PLACES_MAX];           /* Hinv[(tau_z * s_y + tau_y) * s_x + tau_x] = beta, or -1 on a hole */
    nbb_formula *hash[NBB_AXES_MAX];      /* tau(beta) as arithmetic of beta, or NULL */
    nbb_formula *member;                  /* membership of (x, y) in the layout as arithmetic, or NULL */
} nbb_replicas;

/* A fractal of any number of levels, each of which has a table; levels may have the same one. */
typedef struct nbb_fractal {
    nbb_arena arena;                            /* of tables and formulas */
    char name[NBB_NAME_MAX + 1];                /* a C identifier: it becomes part of kernel names */
    const char *path;                           /* the definition's file, or NULL */
    const nbb_replicas *levels[NBB_LEVELS_MAX]; /* levels[mu - 1] is level mu's table */
    nbb_replicas *tables;                       /* the different ones, which levels[] points at */
    int table_count;
    double weights[NBB_LEVELS_MAX];     /* of each table, its share of the levels: cyclic, all alike */
    int orientations;                   /* that replicas of all levels can have: 1 where none is turned */
    uint8_t isometries[NBB_ISOMETRIES]; /* of each orientation, the first is 0 */
    /* Where some are turned: by direction (domain.h), seen from a replica, a bit for each orientation beside it. */
    uint8_t beside[NBB_PLANE_DIRECTIONS];
    bool drawn;                       /* levels have their tables at random, by `seed` */
    uint64_t seed;
    int level_limit; /* the next level has no replica; NBB_LEVELS_MAX where all have some */
} nbb_fractal;

/* Empty tables, which the levels have cyclically: level mu the table (mu - 1) mod count. */
nbb_status nbb_fractal_make_tables(nbb_fractal *fractal, int count);

/* Draws each level's table: level mu has the first one whose cumulated share of the weights exceeds
   (mix(mix(seed) ^ mu) >> 40) / 2^24. */
void nbb_fractal_draw_levels(nbb_fractal *fractal, uint64_t seed, const double *weights);

/* Gives each level a table with those of its replicas that are kept: at place p of level mu, in reading order from 0,
   where (mix(mix(seed) ^ (mu + 64 (p + 1))) >> 40) / 2^24 is below chances[table][p]; all where chances[table] is
   NULL. The fractal ends below the first level with none; fails (definition) where that is level 1. Tables' weights
   are how many of its levels have them. */
nbb_status nbb_fractal_draw_places(nbb_fractal *fractal, uint64_t seed, double *const *chances);

/* Numbers the replicas, which stand where id is not -1, in reading order. */
void nbb_replicas_number(nbb_replicas *replicas);

/* The names a hash formula may use: beta, k, sx, sy. A member formula: x, y, k, sx, sy. With a third axis also sz,
   and z after y. */
enum { NBB_FORMULA_VALUES_MAX = 1 + 2 * NBB_AXES_MAX };
extern const nbb_spellings nbb_formula_scopes[][2];
#define nbb_hash_scope(replicas) (&nbb_formula_scopes[0][(replicas)->axes - 2])
#define nbb_member_scope(replicas) (&nbb_formula_scopes[1][(replicas)->axes - 2])

/* Values for such a scope: of a hash formula's own is beta, of a member formula's the place. */
void nbb_formula_values(const nbb_replicas *replicas, const int64_t *own, int count,
                        int64_t values[NBB_FORMULA_VALUES_MAX]);

/* Places of a box, whose extent is 0 on axes that it has not, or INT64_MAX past that; and place `i` of one, in
   reading order: x runs fastest. */
int64_t nbb_box_places(nbb_vector extent);
nbb_vector nbb_box_place(nbb_vector origin, nbb_vector extent, int64_t i);

/* The number of a place of the layout, or -1 outside. */
int64_t nbb_layout_number(const nbb_replicas *replicas, nbb_vector place);

/* beta of the replica at tau = place, or -1 for a hole. 0 <= place < s on each of the replicas' axes. */
int nbb_replica_at(const nbb_replicas *replicas, nbb_vector place);

nbb_vector nbb_replica_place(const nbb_replicas *replicas, int beta);

/* In a level turned by an isometry: where replica beta stands; the replica at a place, or -1. */
nbb_vector nbb_turned_place(const nbb_replicas *replicas, int isometry, int beta);
int nbb_turned_at(const nbb_replicas *replicas, int isometry, nbb_vector place);

/* Of levels i to j, 0 <= i <= j <= r of a level that nbb_fractal_check_level accepted: the side of level j in level-i
   fractals, s^(j-i) by axis for equal levels; how many of these it has, k^(j-i). From i = 0 on they are cells. */
nbb_vector nbb_fractal_side(const nbb_fractal *fractal, int i, int j);
int64_t nbb_fractal_cells(const nbb_fractal *fractal, int i, int j);

/* The orthotope of levels i to j [M20]: the level-i fractals of a level-j one, whose digits stand on the axes
   alternately; k^ceil((j-i)/2) x k^floor((j-i)/2) for equal levels. */
nbb_vector nbb_fractal_orthotope(const nbb_fractal *fractal, int i, int j);

/* The axis of an orthotope on which the digit of level `level` from the range's first one stands: they alternate. */
int nbb_digit_axis(int axes, int level);

/* What a digit of level `level`, i <= level < j, counts on its axis of the orthotope of levels i to j, and in the
   number of a place there, row by row. */
int64_t nbb_digit_power(const nbb_fractal *fractal, int i, int level);
int64_t nbb_digit_weight(const nbb_fractal *fractal, int i, int j, int level);

/* The number of the place there of the replica of levels i to j that has a number among them. */
int64_t nbb_fractal_ordered(const nbb_fractal *fractal, int i, int j, int64_t number);

/* All levels have so many axes. Whether any of them adds cells (k > 1), or extent on an axis (s > 1). */
int nbb_fractal_axes(const nbb_fractal *fractal);
bool nbb_fractal_adds_cells(const nbb_fractal *fractal);
bool nbb_fractal_extends(const nbb_fractal *fractal, int axis);

/* The different tables of the first r levels, in the order of their first use; that of level 1 where r is 0.
   Returns how many. */
int nbb_fractal_tables(const nbb_fractal *fractal, int r, const nbb_replicas *tables[NBB_LEVELS_MAX]);

/* The table that all of levels i to j have, i < j, which kernels and reports have once for them; NULL where they
   differ. */
const nbb_replicas *nbb_fractal_alike(const nbb_fractal *fractal, int i, int j);

/* The axis by whose side --tile names a tile: the first on which the fractal grows at every level, else at some. */
int nbb_fractal_named_axis(const nbb_fractal *fractal);

/* Fails (usage) when r is negative or n or V of level r is past the limits; names the largest r allowed. */
nbb_status nbb_fractal_check_level(const nbb_fractal *fractal, int r);

int nbb_fractal_largest_level(const nbb_fractal *fractal);

/* Index of a cell in digit order, sum over mu of beta_mu * k^(mu-1), or -1 off the fractal; and its inverse. */
int64_t nbb_fractal_index(const nbb_fractal *fractal, int r, nbb_vector cell);
nbb_vector nbb_fractal_cell(const nbb_fractal *fractal, int r, int64_t index);

/* Where level-i fractal number `index` of the level-r one begins, in cells; and how it is turned. */
nbb_vector nbb_fractal_corner(const nbb_fractal *fractal, int i, int r, int64_t index, int *isometry);

/* Visits the cells of level r in a box that are numbered from `first` to before `end`, in the order of their numbers,
   until a visit returns true; whether one did. */
typedef struct nbb_fractal_box {
    nbb_vector origin, extent;
    int64_t first, end;
} nbb_fractal_box;
typedef bool nbb_fractal_visit(void *context, int64_t number, nbb_vector cell);
bool nbb_fractal_walk(const nbb_fractal *fractal, int r, nbb_fractal_box box, nbb_fractal_visit *visit,
                      void *context);

/* Hausdorff dimension of the limit set. log k / log s for equal sides; for s_x != s_y the Bedford-McMullen formula,
   of which that is a special case. An axis with s = 1 does not count. Levels that differ count by their weights. */
double nbb_fractal_dimension(const nbb_fractal *fractal);

/* Frees what the fractal owns; it may be used again after nbb_definition_load. */
void nbb_fractal_free(nbb_fractal *fractal);

/* An arithmetic form of tau(beta): the definition's, or numbers of up to 63 bits that hold its values, by replica.
   All in one number, 0x66 >> 2 * beta & 3, or where they do not fit a number for each bit, (0x16 >> beta & 1) +
   (0x8 >> beta & 1) * 2. No step of the latter is negative or past 31 bits, but for numbers that are shifted to the
   right: over an unsigned beta it computes the same in C. */

/* Whether there is one: without the definition's there are at most 63 replicas. */
bool nbb_hash_has_form(const nbb_replicas *replicas);

/* Appends the form on an axis as C text; names[i] stands for variable i of nbb_hash_scope. */
void nbb_hash_print(const nbb_replicas *replicas, int axis, const char *const *names, nbb_text *text);

/* The square's eight isometries, by which replicas are turned before they are placed.

   An isometry is a number: bit 0 exchanges x and y, then bit 1 mirrors x and bit 2 mirrors y. */

enum { NBB_ISOMETRY_SWAPS = 1 };

/* By number: "0", "transpose", "flip-x", "90", ... as a definition's field `turns` spells them. */
extern const nbb_spellings nbb_isometry_names;

/* `second` done after `first`, and what undoes an isometry. */
int nbb_isometry_after(int second, int first);
int nbb_isometry_inverse(int isometry);

/* Where a place of a box of these sides, equal ones where x and y are exchanged, comes to lie. */
nbb_vector nbb_isometry_place(int isometry, nbb_vector side, nbb_vector place);

/* The fractal's number of an isometry that its replicas can have, from 0, which is none. */
int nbb_fractal_orientation(const nbb_fractal *fractal, int isometry);

/* What the sign at a place of the layout is in texts about the fractal: '.', '#', or a letter for each isometry, 'a'
   for the first one that is not "0". */
char nbb_layout_sign(const nbb_replicas *replicas, int64_t place);

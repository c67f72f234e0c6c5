/* domain.h - the cells of a run: a fractal at a level, or a simplex of some side; their neighbours, and rules.

   Stages that need no more than cells (run, verify, reference, report, pictures, arrays) ask here and do not know
   which of the two it is. */
#pragma once

#include "gen/domain/simplex.h"

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

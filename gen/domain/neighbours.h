/* neighbours.h - the neighbour lists of cell programs, and the colours in which sublattices take their turns.

   A list is an order of offsets: reductions add in it. The named ones, in space by slices of z:

         vonneumann  (-1,0) (1,0) (0,-1) (0,1)          then (0,0,-1) (0,0,1)
         moore       all of the 3^axes - 1 around a cell, x fastest, (-1,-1) first
         triangular  (1,0) (-1,0) (0,1) (0,-1) (1,1) (-1,-1)      in the plane alone
         box(R)      all at most R away on each axis, x fastest, (-R,-R) first; R up to 16
         diamond(R)  of these |dx| + |dy| + |dz| <= R
         disc(R)     of these dx^2 + dy^2 + dz^2 <= R^2 */
#pragma once

#include "gen/domain/fractal.h"

enum { NBB_NEIGHBOURS_LIST_MAX = 1100, NBB_NEIGHBOUR_REACH_MAX = 16, NBB_COLOURS_MAX = 64 };

/* So many neighbours, and no farther ones, stand in words of their own: on map lanes and in storage bits. Of a list
   of more, kernels go over a table. */
enum { NBB_NEIGHBOURS_WORDS_MAX = 32, NBB_REACH_WORDS_MAX = 8 };

enum { NBB_LIST_NAME_MAX = 15 };

typedef struct nbb_neighbours {
    char name[NBB_LIST_NAME_MAX + 1]; /* "moore", "box(5)"; empty of a list of one's own */
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

/* directions.h - the directions in which a place has neighbours, numbered: a list made for a number of axes.

   A direction is a step of -1, 0 or 1 on each axis; a step of 0 on all of them is the centre. Numbers follow reading
   order, so that x changes fastest:

         0 1 2                                   0 1 2    9 10 11   18 19 20
         3 4 5    in the plane, centre 4;        3 4 5   12 13 14   21 22 23    in space, centre 13
         6 7 8                                   6 7 8   15 16 17   24 25 26    (z - 1, z, z + 1)

   Boxes side by side, such as tiles or replicas, are numbered so as seen from one of them. A step from a place in the
   middle box to any place less than a box away is a direction, that of the box it arrives in, and a place in it. */
#ifndef NBB_DIRECTIONS_H
#define NBB_DIRECTIONS_H

#include "gen/domain/fractal.h"

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

/* The direction of one step after another, or -1 where both together lead further than to the next box. */
int nbb_direction_sum(const nbb_directions *list, int first, int second);

/* The place one step from another. */
nbb_vector nbb_direction_from(const nbb_directions *list, int direction, nbb_vector place);

/* The direction of the box of these sides in which a place lies, which is less than a box from the middle one; *place
   becomes the place in that box. This is the carry of a step on digits. */
int nbb_direction_wrap(const nbb_directions *list, nbb_vector side, nbb_vector *place);

#endif

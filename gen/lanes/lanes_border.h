/* lanes_border.h - a tile's border: its cells that the launches of neighbour tiles load.

   A launch that updates the state in place may not read a word that another thread writes. A tile's own words are
   written by its own thread alone, once all are loaded. Words of the tiles beside it come from a copy of every tile's
   border, made before the launch. Word i of the border of v, the i-th of its positions in ascending order, stands at

         (v / 32) * (count * 32) + i * 32 + v % 32

   as the words of the state do (lanes.h). */
#ifndef NBB_LANES_BORDER_H
#define NBB_LANES_BORDER_H

#include "gen/lanes/lanes.h"
#include "gen/lanes/lanes_closure.h"

enum { NBB_BORDER_MOVES = 3 };                        /* it is read, written, and read by the launch */

typedef struct nbb_border {
    int count;                                        /* of its positions */
    bool holds[NBB_POSITIONS_MAX];                    /* by position */
} nbb_border;

/* Adds the positions that a launch with this closure loads from the tiles beside its own. */
void nbb_border_add(const nbb_closure *closure, nbb_border *border);

/* Bytes of the copy of all borders, the last group's padding included. */
uint64_t nbb_border_bytes(const nbb_border *border, const nbb_lanes *lanes);

#endif

/* lanes_any.h - a cell of any position as its code begins: plane p of the cell is loaded as number p, of neighbour i
   as planes * (i + 1) + p, 0 where there is none. Given word i tells where neighbour i exists,
   NBB_GIVEN_FAR + 32 i + j where neighbour j of it does. */
#ifndef NBB_LANES_ANY_H
#define NBB_LANES_ANY_H

#include "gen/lanes/lanes_code.h"

enum { NBB_GIVEN_FAR = 1 << 16 }; /* past the residues of turns */

typedef struct nbb_any_cell {
    nbb_cell_context context;
    nbb_value planes[NBB_NEIGHBOURS_LIST_MAX + 1][NBB_PLANES_MAX]; /* the cell's, then the neighbours' */
    nbb_value far[NBB_NEIGHBOURS_LIST_MAX][NBB_NEIGHBOURS_LIST_MAX];
} nbb_any_cell;

/* Makes the words. All neighbours exist, and theirs, or it is told which do. The cell stays where it is: its context
   points into it. It acts in all lanes and is not the first one. */
void nbb_any_cell_begin(const nbb_lowering *lowering, bool told, nbb_code *code, nbb_any_cell *cell);

#endif

/* lanes_rows.h - the code of a program on words along rows of a simplex, where a cell's neighbours are bits of its
   own word and of words around it (storage bits).

   A cell's code is the same at all positions, so that there are two codes, with the words of lanes_any.h: of a cell
   all of whose neighbours exist, and of one at the edge, which is told which do. Other given words are those of
   lanes_code.h: NBB_GIVEN_LANES, the bits that are cells; NBB_GIVEN_TURN, the cells that have their turn; and at the
   edge NBB_GIVEN_FIRST. Draws are of cell 0 and step 0. */
#ifndef NBB_LANES_ROWS_H
#define NBB_LANES_ROWS_H

#include "gen/lanes/lanes_any.h"

typedef enum nbb_row_kind { NBB_ROW_INSIDE, NBB_ROW_EDGE, NBB_ROW_KINDS } nbb_row_kind;

typedef struct nbb_row_code {
    nbb_code code;                                /* covered, of both kinds: they share values and draws */
    nbb_value next[NBB_ROW_KINDS][NBB_PLANES_MAX]; /* the planes after a step or turn */
    int *uses[NBB_ROW_KINDS];                     /* by value; 0: of no use to this kind */
    int operations;                               /* inside: of three words, for all planes of a word */
} nbb_row_code;

/* The code of a step, or of one turn. The lowering is begun; its `draws_once` says whether chances of cells inside
   are drawn for all turns at once (lanes_once.h). nbb_row_code_free is due in every case. */
nbb_status nbb_row_code_build(nbb_lowering *lowering, nbb_row_code *made);

void nbb_row_code_free(nbb_row_code *made);

#endif

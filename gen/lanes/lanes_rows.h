/* lanes_rows.h - the code of a program on words along rows of a simplex, where a cell's neighbours are bits of its
   own word and of words around it (storage bits).

   A cell's code is the same at all positions, so that there are two codes, with the words of lanes_program.h: of a
   cell all of whose neighbours exist, and of one at the edge, with input words for those that do. Other given
   words are those of lanes_code.h: NBB_GIVEN_LANES, the bits that are cells; NBB_GIVEN_TURN, the cells that have
   their turn; and at the edge NBB_GIVEN_FIRST. Draws are of cell 0 and step 0. */
#ifndef NBB_LANES_ROWS_H
#define NBB_LANES_ROWS_H

#include "gen/domain/rule.h"
#include "gen/lanes/lanes_code.h"
#include "gen/lanes/lanes_march.h"

typedef enum nbb_row_kind { NBB_ROW_INSIDE, NBB_ROW_EDGE, NBB_ROW_KINDS } nbb_row_kind;

typedef struct nbb_row_code {
    nbb_code code;                                /* covered, of both kinds: they share values and draws */
    nbb_march_code march;                         /* what its loaded words are of */
    nbb_value next[NBB_ROW_KINDS][NBB_PLANES_MAX]; /* the planes after a step or turn */
    int *uses[NBB_ROW_KINDS];                     /* by value; 0: of no use to this kind */
    int operations;                               /* inside: of three words, for all planes of a word */
} nbb_row_code;

/* The code of a step, or of one turn. The lowering is begun; its `draws_once` says whether chances of cells inside
   are drawn for all turns at once (lanes_code.h). nbb_row_code_free is due in every case. */
nbb_status nbb_row_code_build(nbb_lowering *lowering, nbb_row_code *made);

/* The same of a rule, of a program that is recognised as it: the cell itself is counted too, for then rows and layers
   have their sums in common (code_rows.h). */
nbb_status nbb_row_code_build_rule(const nbb_program *program, nbb_rule rule, nbb_row_code *made);

void nbb_row_code_free(nbb_row_code *made);

/* Totals of a program of bits, counted in words: the code of one cell of any position.

   A total's value of a cell is an integer, some bits in words of lanes. The sum over a word's lanes is the sum of the
   bits' counts, each with its weight. A cell's code is the same at all positions: input words say which
   neighbours exist.

   Its words are those of lanes_program.h; NBB_GIVEN_FIRST is as in lanes_code.h. */

/* A bit of a total's value: lanes with it add 1 << shift, or take it away. */
typedef struct nbb_total_bit {
    int total, shift;
    bool is_negative;
    nbb_value value;
} nbb_total_bit;

typedef struct nbb_lanes_totals {
    nbb_code code; /* covered */
    int *uses;     /* by value; 0: of no use */
    nbb_total_bit *bits;
    int count;     /* 0: some total has no such code, and all are taken cell by cell */
} nbb_lanes_totals;

nbb_status nbb_lanes_totals_build(nbb_lowering *lowering, nbb_lanes_totals *totals);

void nbb_lanes_totals_free(nbb_lanes_totals *totals);

#endif

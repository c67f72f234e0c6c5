/* lanes_rows.h - the code of a program on words along rows of a simplex, where a cell's neighbours are bits of its
   own word and of words around it (storage bits).

   A cell's code is the same at all positions, so that there are two codes, with the words of lanes_program.h: of a
   cell all of whose neighbours exist, and of one at the edge, with input words for those that do. Other given
   words are those of lanes_code.h: NBB_GIVEN_LANES, the bits that are cells; NBB_GIVEN_TURN, the cells that have
   their turn; and at the edge NBB_GIVEN_FIRST. Draws are of cell 0 and step 0. */
#pragma once

#include "gen/lanes/lanes_code.h"

/* The code of a step on rows as a march computes it, which loads one front after the other, a row of the plane or a
   layer of space, and updates the front for which all fronts around are loaded.

   What depends on one front alone is the same for each, and so is computed once, when the front enters, and held
   while others enter. Of B3/S23, where a row's three cells around a place are added up,

         above ^ own ^ below        above: the sum of the row that entered two rows before, held
                                    own:   of the row before, held
                                    below: of the row that enters

   In a layer what depends on one row alone is computed once for all rows of the layer. And what depends on one cell
   alone is computed before it is shifted to its neighbours: a signal. So there is code of three levels, signals, rows
   and in space layers, each of words of the levels below; and the code of the step itself. */

enum { NBB_MARCH_SIGNALS, NBB_MARCH_ROWS, NBB_MARCH_LAYERS, NBB_MARCH_LEVELS };

/* What a cell, a row or a layer has: a value of its level's code. */
typedef struct nbb_march_source {
    int level;
    nbb_value value;
    bool is_used;
} nbb_march_source;

typedef struct nbb_march_code {
    nbb_code levels[NBB_MARCH_LEVELS]; /* covered, for what is used; that of signals loads planes of the cell by
                                          number */
    nbb_march_source *sources;
    int source_count;
    int held; /* words of sources at places, for all fronts that they are held */
} nbb_march_code;

/* A loaded word of the other codes: of a source, so many fronts ago, of the place so many cells and rows away. */
typedef struct nbb_march_word {
    int source, age, dx, dy;
} nbb_march_word;

nbb_march_word nbb_march_word_of(int reach, int number);

/* Makes it of code on the planes of a cell and its neighbours, numbered as below: of its values results[0]
   to results[count - 1]. They become values of `covered`, whose loaded words are those of nbb_march_word. */
nbb_status nbb_march_code_build(nbb_arena *arena, const nbb_program *program, const nbb_code *code,
                                nbb_value *results, size_t count, nbb_code *covered, nbb_march_code *made);

typedef enum nbb_row_kind { NBB_ROW_INSIDE, NBB_ROW_EDGE, NBB_ROW_KINDS } nbb_row_kind;

typedef struct nbb_row_code {
    nbb_code code;                                 /* covered, of both kinds: they share values and draws */
    nbb_march_code march;                          /* what its loaded words are of */
    nbb_value next[NBB_ROW_KINDS][NBB_PLANES_MAX]; /* the planes after a step or turn, NBB_ZERO past them */
    int *uses[NBB_ROW_KINDS];                      /* by value; 0: of no use to this kind */
    int operations;                                /* inside: of three words, for all planes of a word */
} nbb_row_code;

/* The code of a step, or of one turn, in the arena of the lowering, which is begun. Its `draws_once` says whether
   chances of cells inside are drawn for all turns at once (lanes_code.h). */
nbb_status nbb_row_code_build(nbb_lowering *lowering, nbb_row_code *made);

/* The same of a rule, of a program that is recognised as it: the cell itself is counted too, for then rows and layers
   have their sums in common (code_bits.h). */
nbb_status nbb_row_code_build_rule(nbb_arena *arena, const nbb_program *program, nbb_rule rule, nbb_row_code *made);

/* Totals of a program of bits, counted in words: the code of one cell of any position.

   A total's value of a cell is an integer, some bits in words of lanes. The sum over a word's lanes is the sum of the
   bits' counts, each with its weight. A cell's code is the same at all positions: input words say which
   neighbours exist.

   Its words are those of lanes_program.h; NBB_GIVEN_FIRST is as in lanes_code.h. */

/* A bit of a total's value: lanes with it add 1 << shift, or take it away. */
typedef struct nbb_total_bit {
    int total, shift;
    bool is_negative;
} nbb_total_bit;

typedef struct nbb_lanes_totals {
    nbb_code code; /* covered */
    nbb_total_bit *bits;
    nbb_value *values; /* of the bits */
    int count; /* 0: some total has no such code, and all are taken cell by cell, */
    const char *because; /* for this reason, if it is one of the total's text, else NULL */
} nbb_lanes_totals;

nbb_status nbb_lanes_totals_build(nbb_lowering *lowering, nbb_lanes_totals *totals);

/* lanes_rows.h - the code of a program on words along rows of a simplex, where a cell's neighbours are bits of its
   own word and of words around it (storage bits).

   A cell's code is the same at all positions, so that there are two codes, with the words of lanes_program.h: of a
   cell all of whose neighbours exist, and of one at the edge, with input words for those that do. Other given
   words are those of lanes_code.h: NBB_GIVEN_LANES, the bits that are cells; NBB_GIVEN_TURN, the cells that have
   their turn; and at the edge NBB_GIVEN_FIRST. Draws are of cell 0 and step 0. */
#ifndef NBB_LANES_ROWS_H
#define NBB_LANES_ROWS_H

#include "gen/code/code.h"
#include "gen/domain/rule.h"
#include "gen/lanes/lanes_code.h"
#include "gen/program/program.h"

/* The code of a step on rows as a march computes it, which loads one row after the
   other and updates the row for which all rows around are loaded.

   What depends on one row alone is the same for each row, and so is computed once, when the row enters, and held
   while other rows enter. Of B3/S23, where a row's three cells around a place are added up,

         above ^ own ^ below        above: the sum of the row that entered two rows before, held
                                    own:   of the row before, held
                                    below: of the row that enters

   And what depends on one cell alone is computed before it is shifted to its neighbours: a signal. So a march's words
   are signals of the row that enters, shifted, and what is held. */

/* What rows have: a signal, or a value of the march's code. */
typedef struct nbb_march_source {
    bool is_signal;
    nbb_value value;
    int age; /* for so many rows it is held; 0 for none */
} nbb_march_source;

typedef struct nbb_march_code {
    nbb_code signals; /* covered: of the planes of the row that enters, which are loaded by number */
    nbb_march_source *sources;
    int source_count;
    int held;         /* words of all sources for all rows that they are held */
} nbb_march_code;

/* A loaded word of a march's code: of a source, so many rows ago, shifted by so many places. */
typedef struct nbb_march_word {
    int source, age, dx;
} nbb_march_word;

nbb_march_word nbb_march_word_of(int reach, int number);

/* Makes it of code on the planes of a cell and its neighbours, numbered as below: of its values results[0]
   to results[count - 1]. They become values of `covered`, whose loaded words are those of nbb_march_word. Both are
   due to be freed in every case. */
nbb_status nbb_march_code_build(const nbb_program *program, const nbb_code *code, nbb_value *results, size_t count,
                                nbb_code *covered, nbb_march_code *made);

/* By value of the covered code, and of the signals', how often these results use it, with what is held for them; the
   caller frees both, also after a failure. */
nbb_status nbb_march_uses_of(const nbb_march_code *made, const nbb_code *covered, int reach, const nbb_value *results,
                             size_t count, int **uses, int **signal_uses);

void nbb_march_code_free(nbb_march_code *made);

typedef enum nbb_row_kind { NBB_ROW_INSIDE, NBB_ROW_EDGE, NBB_ROW_KINDS } nbb_row_kind;

typedef struct nbb_row_code {
    nbb_code code;                                /* covered, of both kinds: they share values and draws */
    bool marches;                                 /* its loaded words are a march's, and what these are of: */
    nbb_march_code march;
    int *signal_uses[NBB_ROW_KINDS];              /* by value of its signals */
    nbb_value next[NBB_ROW_KINDS][NBB_PLANES_MAX]; /* the planes after a step or turn */
    int *uses[NBB_ROW_KINDS];                     /* by value; 0: of no use to this kind */
    int operations;                               /* inside: of three words, for all planes of a word */
} nbb_row_code;

/* The code of a step, or of one turn; for a march if it `marches`. The lowering is begun; its `draws_once` says
   whether chances of cells inside are drawn for all turns at once (lanes_code.h). nbb_row_code_free is due in every
   case. */
nbb_status nbb_row_code_build(nbb_lowering *lowering, bool marches, nbb_row_code *made);

/* The same of a rule: of a program that is recognised as it. Where it does not march, words are loaded by number: the
   sums of the rows above, own and below, their carries, and the place; or the numbers of the layers before, own and
   behind, and the place (code_rows.h). */
nbb_status nbb_row_code_build_rule(const nbb_program *program, nbb_rule rule, bool marches, nbb_row_code *made);

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

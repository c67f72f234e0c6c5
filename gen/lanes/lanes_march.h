/* lanes_march.h - the code of a step on rows (lanes_rows.h) as a march computes it, which loads one row after the
   other and updates the row for which all rows around are loaded.

   What depends on one row alone is the same for each row, and so is computed once, when the row enters, and held
   while other rows enter. Of B3/S23, where a row's three cells around a place are added up,

         above ^ own ^ below        above: the sum of the row that entered two rows before, held
                                    own:   of the row before, held
                                    below: of the row that enters

   And what depends on one cell alone is computed before it is shifted to its neighbours: a signal. So a march's words
   are signals of the row that enters, shifted, and what is held. */
#ifndef NBB_LANES_MARCH_H
#define NBB_LANES_MARCH_H

#include "gen/code/code.h"
#include "gen/program/program.h"

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

/* Makes it of code on the planes of a cell and its neighbours, numbered as in lanes_rows.h: of its values results[0]
   to results[count - 1]. They become values of `covered`, whose loaded words are those of nbb_march_word. Both are
   due to be freed in every case. */
nbb_status nbb_march_code_build(const nbb_program *program, const nbb_code *code, nbb_value *results, size_t count,
                                nbb_code *covered, nbb_march_code *made);

/* By value of the covered code, and of the signals', how often these results use it, with what is held for them; the
   caller frees both, also after a failure. */
nbb_status nbb_march_uses_of(const nbb_march_code *made, const nbb_code *covered, int reach, const nbb_value *results,
                             size_t count, int **uses, int **signal_uses);

void nbb_march_code_free(nbb_march_code *made);

#endif

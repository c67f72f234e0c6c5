/* lanes_march.h - the code of a step on rows (lanes_rows.h) as a march computes it, which loads one front after the
   other, a row of the plane or a layer of space, and updates the front for which all fronts around are loaded.

   What depends on one front alone is the same for each, and so is computed once, when the front enters, and held
   while others enter. Of B3/S23, where a row's three cells around a place are added up,

         above ^ own ^ below        above: the sum of the row that entered two rows before, held
                                    own:   of the row before, held
                                    below: of the row that enters

   In a layer what depends on one row alone is computed once for all rows of the layer. And what depends on one cell
   alone is computed before it is shifted to its neighbours: a signal. So there is code of three levels, signals, rows
   and in space layers, each of words of the levels below; and the code of the step itself. */
#ifndef NBB_LANES_MARCH_H
#define NBB_LANES_MARCH_H

#include "gen/code/code.h"
#include "gen/program/program.h"

typedef enum nbb_march_level {
    NBB_MARCH_SIGNALS,
    NBB_MARCH_ROWS,
    NBB_MARCH_LAYERS,
    NBB_MARCH_LEVELS
} nbb_march_level;

/* What a cell, a row or a layer has: a value of its level's code. */
typedef struct nbb_march_source {
    nbb_march_level level;
    nbb_value value;
    int age; /* for so many fronts it is held; 0 for none */
    bool is_used;
} nbb_march_source;

typedef struct nbb_march_code {
    nbb_code levels[NBB_MARCH_LEVELS]; /* covered; that of signals loads planes of the cell by number */
    int *uses[NBB_MARCH_LEVELS];       /* by value: how often what is used depends on it */
    nbb_march_source *sources;
    int source_count;
    int held; /* words of all sources for all fronts that they are held */
} nbb_march_code;

/* A loaded word of the other codes: of a source, so many fronts ago, of the place so many cells and rows away. */
typedef struct nbb_march_word {
    int source, age, dx, dy;
} nbb_march_word;

nbb_march_word nbb_march_word_of(int reach, int number);

/* Makes it of code on the planes of a cell and its neighbours, numbered as in lanes_rows.h: of its values results[0]
   to results[count - 1]. They become values of `covered`, whose loaded words are those of nbb_march_word. Both are
   due to be freed in every case. */
nbb_status nbb_march_code_build(const nbb_program *program, const nbb_code *code, nbb_value *results, size_t count,
                                nbb_code *covered, nbb_march_code *made);

void nbb_march_code_free(nbb_march_code *made);

#endif

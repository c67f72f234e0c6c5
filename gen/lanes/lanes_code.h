/* lanes_code.h - the code of a launch (code.h): each cell's words after a step, from its neighbours' words before it.

   A cell has a word for each plane, one of a rule. Plane p of cell i of the closure is loaded as number
   planes * i + p. A given word has the number of a direction: the bits for which there is a tile; or of NBB_GIVEN. A
   cell of a tile that does not exist stays 0, so a cell beside the tile is masked. */
#ifndef NBB_LANES_CODE_H
#define NBB_LANES_CODE_H

#include "gen/code/code.h"
#include "gen/lanes/lanes_closure.h"

/* Given words of programs, after those of directions. */
enum {
    NBB_GIVEN_LANES = 32, /* the bits that are lanes */
    NBB_GIVEN_FIRST,      /* the lane of the cell with number 0, in its tile */
    NBB_GIVEN_TURN        /* + residue (lanes_closure.h): the lanes whose cells of this residue have their turn */
};

typedef struct nbb_lanes_code {
    nbb_code code;     /* covered: operations of three words, all of use */
    int planes;        /* of a cell */
    nbb_value *states; /* [(steps + 1) * cells * planes], by step: NBB_NO_VALUE where it is of no use */
    uint8_t *wanted;   /* by value, as of nbb_code_cover */
    int operations;    /* of logic, each once */
    int shared_sums;   /* of the first step: triples of words that several cells add (lanes_sums.h) */
} nbb_lanes_code;

/* The code of a closure under its law, whose lowering is begun unless it counts. A cell's turn is told by given words
   where its colour is not known. */
nbb_status nbb_lanes_code_build(const nbb_fractal *fractal, int t, const nbb_closure *closure,
                                const nbb_lanes_law *law, nbb_lanes_code *code);

/* A value of `states`. */
nbb_value nbb_lanes_code_state(const nbb_lanes_code *code, const nbb_closure *closure, int step, int cell, int plane);

/* The words of the own cells after the launch, by position and plane. */
const nbb_value *nbb_lanes_code_last(const nbb_lanes_code *code, const nbb_closure *closure);

void nbb_lanes_code_free(nbb_lanes_code *code);

#endif

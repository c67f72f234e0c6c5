/* lanes_code.h - the code of a launch (code.h): each cell's word after a step, from its neighbours' words before it.

   A loaded word has the number of its cell in the closure, a given one the number of a direction: the bits for which
   there is a tile. A cell of a tile that does not exist stays 0, so a cell beside the tile is masked. */
#ifndef NBB_LANES_CODE_H
#define NBB_LANES_CODE_H

#include "gen/code/code.h"
#include "gen/lanes/lanes_closure.h"
#include "gen/lanes/lanes_sums.h"

typedef struct nbb_lanes_code {
    nbb_code code;     /* covered: operations of three words, all of use */
    nbb_value *states; /* [(steps + 1) * cells], by step: NBB_NO_VALUE where it is of no use */
    uint8_t *wanted;   /* by value, as of nbb_code_cover */
    int operations;    /* of logic, each once */
} nbb_lanes_code;

/* The code of a closure under the rule that it was built for; sums[i] is of step i + 1. */
nbb_status nbb_lanes_code_build(const nbb_closure *closure, nbb_rule rule, const nbb_step_sums *sums,
                                nbb_lanes_code *code);

/* The words of the own cells after the launch, by position. */
const nbb_value *nbb_lanes_code_last(const nbb_lanes_code *code, const nbb_closure *closure);

void nbb_lanes_code_free(nbb_lanes_code *code);

#endif

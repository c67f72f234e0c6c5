/* lanes_law.h - by what cells of map lanes change: a rule of live neighbours' counts, or a program of bits.

   A program that is a rule, however it is written, is taken as that rule: its neighbours are counted by sums that
   cells share (lanes_sums.h). */
#ifndef NBB_LANES_LAW_H
#define NBB_LANES_LAW_H

#include "gen/domain/rule.h"
#include "gen/lanes/lanes_program.h"

typedef struct nbb_lanes_law {
    nbb_neighbours neighbours;
    nbb_colouring colouring;
    int planes;             /* words of a cell */
    bool counts;            /* its next state is `rule`'s */
    nbb_rule rule;
    bool one_step;          /* a launch does no more: the law takes turns, or asks for the first cell */
    bool draws;             /* a step draws random numbers: the plan's own choice is a launch a step */
    bool far;               /* it asks for the degree of neighbours */
    nbb_lowering *lowering; /* of a program: what its code is made with; NULL until it is begun */
} nbb_lanes_law;

/* A bound program's. */
nbb_lanes_law nbb_law_of_program(const nbb_program *program);

#endif

/* lanes_building.h - what the files that make a launch's code share: the code while it is made. For lanes_code.c.

   A law says the next state of a cell in one of two ways: by counting live neighbours (lanes_count.c), or by carrying
   out a program's statements (lanes_code_program.c). All else is the same for both. */
#ifndef NBB_LANES_BUILDING_H
#define NBB_LANES_BUILDING_H

#include "gen/lanes/lanes_code.h"
#include "gen/lanes/lanes_sums.h"

#include "gen/code/code_build.h"

typedef struct nbb_building {
    const nbb_fractal *fractal;
    int t;
    const nbb_closure *closure;
    const nbb_lanes_law *law;
    nbb_code code;
    nbb_lanes_code *made; /* its values are those of `code` until it is covered */
} nbb_building;

/* A cell's words after a step, 0: as loaded. */
nbb_value *nbb_building_planes(const nbb_building *build, int step, int cell);

/* The lanes for which there is a tile in a direction, or none for -1. */
nbb_value nbb_building_exists(nbb_building *build, int direction);

/* A rule, and the sums that the cells of a step share. */
typedef struct nbb_counting {
    nbb_function functions[NBB_NEIGHBOURS_MAX + 1]; /* the rule, for cells with so many neighbours */
    bool folds[NBB_NEIGHBOURS_MAX + 1];
    nbb_step_sums shared;
    nbb_value *sums, *carries; /* of the step's triples */
} nbb_counting;

void nbb_counting_begin(nbb_rule rule, nbb_counting *counting);

/* Begins a step, from 1: adds the sums that several cells share. nbb_counting_end is due in every case. */
nbb_status nbb_counting_step(nbb_building *build, nbb_counting *counting, int step);

/* A cell's word after the step: its neighbours are counted, and the rule applied. */
nbb_value nbb_counting_next(nbb_building *build, const nbb_counting *counting, int step, int cell);

void nbb_counting_end(nbb_counting *counting);

/* A cell's planes after a step of a program: as before where it has no turn, and anything where there is no such
   tile. */
nbb_status nbb_building_carry_out(nbb_building *build, int step, int cell, nbb_value next[NBB_PLANES_MAX]);

#endif

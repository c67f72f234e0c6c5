/* plan_march.h - steps of automata of bytes and of programs on a simplex by a march, several of them a launch, in
   registers (march.in).

   A tile is as wide as a warp's registers, four cells a thread, less the outer threads', which hold cells of the
   tiles beside:

         thread     0 | 1   2   3  ...  30 | 31
         cells      4 | 4   4   4  ...   4 |  4

   A warp marches down a slab of the tile's rows. Each row that it loads passes through all steps of the launch: a
   step holds the two rows before, and makes the next state of the one in the middle. So a launch loads and stores
   a cell once, and steps cost what their operations do. At the warp's ends a cell more is wrong after each step,
   which the outer threads' have room for, and a row more is computed above and below the slab:

         steps rows above | slab | steps rows below

   In space a tile is as wide as half a warp's registers. A block has a layer of a tile, or of half of its rows, with
   the rows above and below, a thread a few rows of four cells one below the other, and goes through the layers. Each
   layer that it loads passes through all steps, of which each holds two layers. Threads share their outer rows by
   shared memory, of all steps at once: each step takes the layer that the step before it made from the last one, so
   that a layer costs one barrier however many steps there are. */
#pragma once

#include "gen/plan/plan_record.h"

/* Cells a side of a tile. */
int64_t nbb_plan_march_side(int axes);

/* Whether the request's steps go by a march: a program whose neighbours touch the cell, all cells at once, on CUDA,
   by one rank, and on tiles that --tile does not ask for. In space a cell has at most 8 bytes. */
bool nbb_plan_marches(const nbb_request *request, const nbb_plan *plan);

/* The slab and the steps of a launch; the plan's tiles are known. */
void nbb_plan_shape_march(const nbb_request *request, nbb_plan *plan);

/* Blocks that should share a multiprocessor, which bounds a thread's registers. */
uint32_t nbb_plan_march_resident(const nbb_plan *plan);

/* plan_simplex.h - the layouts of a simplex: cover, storage, the enumeration's precision; steps by a march. */
#pragma once

#include "gen/plan/plan_bits.h"

/* Tiles a side up to which enumeration with a square root in single (double) precision is exact: one more, and the
   last number of the last row is taken for the first of the next. All its operations round monotonically, so that the
   ends of rows are where it can err first; test_simplex.c looks at them. */
#define NBB_ENUM_SINGLE_MAX INT64_C(4607)
#define NBB_ENUM_DOUBLE_MAX INT64_C(134217727)

/* The largest t of a tile of 2^t cells a side; larger cubes pass shared memory. */
enum { NBB_TILE_LEVEL_MAX = 7, NBB_CUBE_LEVEL_MAX = 4 };

/* The row of the layout, by the map and the storage that is known so far. */
const nbb_layout *nbb_plan_simplex_layout(const nbb_plan *plan);

/* Steps of automata of bytes and of programs on a simplex by a march, several of them a launch, in registers
   (march.in).

   A tile is as wide as a warp's registers, four cells a thread, less the outer threads', which hold cells of the
   tiles beside:

         thread     0 | 1   2   3  ...  30 | 31
         cells      4 | 4   4   4  ...   4 |  4

   A warp marches down a slab of the tile's rows as it does with storage bits (plan_bits.h): at its ends a cell more
   is wrong after each step, which the outer threads' have room for. In space a tile is as wide as half a warp's
   registers; docs/simplices.md says how a block goes through its layers. */

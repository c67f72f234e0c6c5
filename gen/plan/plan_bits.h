/* plan_bits.h - storage bits: a bit a cell, side by side in words along the rows of a simplex's tiles.

   A tile's row is 30 words, so that a warp has it with the words left and right of it, a word a thread:

         thread     0 | 1   2   3  ...  30 | 31
         word of    left                     right
         the tile    29 | 0   1   2  ...  29 |  0        its neighbours' words

   A warp marches down a slab of rows. Of the words at its ends a bit more is wrong after each step, which a word has
   room for; above and below the slab a row more is computed for each step. Words that only hold cells of the simplex
   need no mask.

   In space a tile has 32 cells a side, a layer of it 32 words. A thread has four of them, one below the other, fewer
   of several planes, and goes through a part of the tile's layers:

         threads  0 .. 7      8 .. 15      16 .. 23      24 .. 31
         layers   0 .. 7      8 .. 15      16 .. 23      24 .. 31     and one before and one behind

   A program has words for each of its planes. A row of a tile, in space a layer, has them one behind the other:

         | row 0 of plane 0 | row 0 of plane 1 | ... | row 1 of plane 0 | ...

   docs/simplices.md says who goes by a march and who by columns, with how many steps a launch, and why. */
#pragma once

#include "gen/plan/plan_record.h"

/* Cells a side of a tile, by axes. */
extern const int64_t nbb_plan_bits_sides[NBB_CARD_AXES];

/* Words from one of a plane to that of the next, also of map lanes. */
uint32_t nbb_plan_plane_words(const nbb_plan *plan);

/* Takes bits where the storage is left open and they were faster, unless what is asked for needs bytes. Fails (usage)
   where storage bits was asked for and cannot be had so. Begins the lowering of what kernels are made from. */
nbb_status nbb_plan_settle_bits(nbb_plan *plan);

/* The slab or the depth and all that comes of it; the plan's tiles are known. */
void nbb_plan_shape_bits(nbb_plan *plan);

/* The code of a step and of a program's totals; the plan's bytes are known. */
nbb_status nbb_plan_build_words(nbb_plan *plan);

/* Rows of a slab: lower slabs compute more rows beside them, but are more warps. The host has no warps to fill. */
uint32_t nbb_plan_choose_slab(const nbb_plan *plan, uint32_t most, uint32_t least, int warps_each);

/* Blocks of a step, of bits or by a march, that should share a multiprocessor, which bounds a thread's registers. */
uint32_t nbb_plan_simplex_resident(const nbb_plan *plan);

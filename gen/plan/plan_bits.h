/* plan_bits.h - storage bits: a bit a cell, side by side in words along the rows of a simplex's tiles.

   A tile's row is 30 words, so that a warp has it with the words left and right of it, a word a thread:

         thread     0 | 1   2   3  ...  30 | 31
         word of    left                     right
         the tile    29 | 0   1   2  ...  29 |  0        its neighbours' words

   A warp marches down a slab of rows. Each row that it loads passes through all steps of the launch: a step needs two
   rows before the one that it makes the next row of, and holds their sums in registers. So a launch loads and stores
   each word once, and steps cost what their operations do. Of the words at the warp's ends a bit more is wrong after
   each step, which a word has room for. Above and below the slab a row more is computed for each step:

         steps rows above | slab | steps rows below

   Words that only hold cells of the simplex need no mask.

   In space a tile has 32 cells a side, a layer of it 32 words. A thread has four of them, one below the other, and
   loads them at once: 8 threads have a layer, and each of a warp's four groups of 8 goes through a quarter of them:

         group      0           1            2             3
         layers  0 .. 7      8 .. 15      16 .. 23      24 .. 31     and one before and one behind

   A launch makes one step, for which a group holds the numbers of two layers.

   A program has words for each of its planes. Groups of 32 words, in the order of their numbers in the state, have
   their planes one behind the other:

         | words 0 .. 31 of plane 0 | words 0 .. 31 of plane 1 | ... | words 32 .. 63 of plane 0 | ...

   On CUDA a triangle's march as a rule's, with as many steps as registers hold the rows of (lanes_rows.h); where
   turns draw few chances all turns of a step are a launch: each row that is loaded passes through all turns, and
   what is drawn for it waits in registers. Elsewhere threads make one step, or one turn, of `depth` words each, one
   below the other, or in space one behind the other (lanes_rows.h). */
#ifndef NBB_PLAN_BITS_H
#define NBB_PLAN_BITS_H

#include "gen/plan/plan_record.h"

/* Blocks of an automaton's step that share a multiprocessor. */
uint32_t nbb_plan_bits_resident(const nbb_plan *plan);

/* Cells a side of a tile. */
int64_t nbb_plan_bits_side(int axes);

/* Takes bits where the storage is left open and they were faster, unless what is asked for needs bytes. Fails (usage)
   where storage bits was asked for and cannot be had so. Begins the lowering of what kernels are made from. */
nbb_status nbb_plan_settle_bits(const nbb_request *request, nbb_plan *plan);

/* The slab or the depth and all that comes of it; the plan's tiles are known. */
void nbb_plan_shape_bits(const nbb_request *request, nbb_plan *plan);

/* Of a program the code of its totals, and unless a rule's kernels make its steps, that of a step and the memory for
   what is drawn once a step; the plan's bytes are known. */
nbb_status nbb_plan_build_words(const nbb_request *request, nbb_plan *plan);

/* Rows of a slab: lower slabs compute more rows beside them, but are more warps. The host has no warps to fill. */
uint32_t nbb_plan_choose_slab(const nbb_plan *plan, uint32_t most, uint32_t least, int warps_each);

/* Frees what a plan has of a program of bits, on any domain. */
void nbb_plan_free_rows(nbb_plan *plan);

/* Blocks of a program's step that share a multiprocessor. */
uint32_t nbb_plan_rows_resident(const nbb_plan *plan);

#endif

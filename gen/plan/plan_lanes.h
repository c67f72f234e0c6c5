/* plan_lanes.h - map lanes: how many lanes and cells a tile has, how far a launch of it may reach; and the work
   of launches (plan_launch.c): their steps, code and draws, where they permute words, the copies of an update in
   place.

   A word holds bits of 32 cells, under a rule or a program, or one value: of ints and reals, and of what words of
   bits cannot compute. Then the layout is that of lanes with a single lane: item = tile, and a field's array is of
   its values as

         [item / 32][position][item % 32]

   so that neighbouring threads, a tile each, read neighbouring values. */
#pragma once

#include "gen/plan/plan_record.h"

/* Whether a tile of map lanes can be so wide that the program's neighbours are in the tiles beside it. */
bool nbb_plan_has_lanes_tile(const nbb_request *request);

/* Whether a tile of this level is small enough: for code of its own for each cell, or where counts run along rows for
   a box in shared memory. */
enum { NBB_SPAN_POSITIONS_MAX = 1024 };
bool nbb_plan_lanes_tile_possible(const nbb_request *request, int t);

/* Sizes the layout for tiles of level t, or for t = -1 the plan's own: of bits the largest with few enough words,
   with the lane digits that were asked for, or by which a program draws, or that use words best. */
void nbb_plan_size_lanes(const nbb_request *request, int t, nbb_lanes *lanes);

/* Whether what a level-t tile's cells depend on for a step is in the tiles beside it. The whole fractal has nothing
   beside it. */
bool nbb_plan_reaches(const nbb_request *request, int t);

/* The most steps that a launch of level-t tiles can do, at least 1. */
int nbb_plan_most_steps(const nbb_request *request, int t);

/* About how many operations statements on values take, of a cell with so many neighbours. */
double nbb_plan_value_operations(const nbb_card_wide *card, const nbb_statement *statement, double neighbours);

/* Whether words of the state hold planes of cells in several lanes; and whether a cell is a bit of a word, or of one
   of each plane: of such words, or of storage bits. */
static inline bool nbb_plan_has_planes(const nbb_plan *plan)
{
    return plan->space.map == NBB_MAP_LANES && plan->asked.traits.word == NBB_WORD_PLANES;
}

static inline bool nbb_plan_shares_words(const nbb_plan *plan)
{
    return nbb_plan_has_planes(plan) || plan->space.storage == NBB_STORAGE_BITS;
}

enum { NBB_LANES_BLOCK = 128, NBB_NEIGHBOURS_ABOUT = 3 };

/* For a plan of map lanes whose layout and buffers are sized, and whose lowering is begun: the tables, the steps a
   launch does with what they compute, the boundary of an update in place with its bytes, and the block. Fails (usage)
   when the steps reach past the neighbour tiles, or where an option has no effect; with NBB_ERROR_DEVICE when the
   boundary of so many steps does not fit. Where bits cannot compute the program, its lowering has the reason. */
nbb_status nbb_plan_build_lanes(nbb_plan *plan);

/* Below some r a launch takes longer than its work, so ca on CUDA uses a persistent launch where all its items have a
   thread at the same time: then the launch is persistent, of so many blocks of a cluster, and settled with the lanes,
   the tile, the steps between two waits and the block that it chose for it, those that were asked for kept. A
   stochastic program has the lane layout of its random numbers, and of sublattices a wait follows each turn. Fails
   (usage) with the reason when --persistent cannot be had as asked, or when words of bits cannot compute the program:
   then its lowering has the reason.

   Of launches that are not persistent and do not fill the device, it is settled with the tile, lanes and steps a
   launch that take the least time, of those that were not asked for. Else it stays as it was asked. The usual tile
   has as many cells as registers hold and the usual word as few idle bits as can be, which moves the fewest bytes. A
   small state is not moved from memory but waited for: smaller tiles and words make more threads, whose ways through
   the code are shorter. */
nbb_status nbb_plan_settle_lanes(nbb_plan *plan);

/* The time of a step of map lanes on a card (card.h): the model that chooses tile, lanes and steps a launch.

   A launch that fills the device, for each word of its tiles: in operations with the whole card at work. `boundary`:
   what an update in place copies, else empty. */
double nbb_lanes_flow(const nbb_card *card, nbb_target target, bool permutes, const nbb_lanes_launch *launch,
                      const nbb_boundary *boundary);

/* The same of a program of values, for all of an item: in operations on a value of 32 bits. Its words come and go
   once, cells beside the tile are computed in vain. */
double nbb_lanes_values_flow(const nbb_plan *plan, const nbb_lanes_launch *launch);

/* Nanoseconds of a step of all launches on CUDA that is sized and fills the card, with what its draws take. */
double nbb_lanes_step_ns(const nbb_plan *plan);

/* Nanoseconds of a launch on CUDA, of blocks of so many threads, that may not fill the device. */
double nbb_lanes_launch_ns(const nbb_card *card, const nbb_fractal *fractal, const nbb_lanes *lanes, uint32_t block,
                           uint32_t multiprocessors, const nbb_lanes_launch *launch);

/* How many blocks should share a multiprocessor when they run a launch of the plan, which bounds a thread's
   registers: it needs more where its own code permutes lanes; 0: what the compiler's registers allow. And of so many
   threads that run a persistent launch: few are enough, whose tiles are in registers. */
uint32_t nbb_plan_lanes_resident(const nbb_plan *plan, const nbb_lanes_launch *launch);
uint32_t nbb_plan_persistent_blocks(const nbb_card *card, uint32_t block, const nbb_lanes_launch *launch);

/* Programs on fractals whose replicas are turned.

   A word of bits has a tile as it is before it is turned, so that its code is that of a tile that is not: a program
   must come to the same however the neighbours are turned around a cell. Others, and programs of values, go from cell
   to cell. */

/* Why words of bits cannot compute the program on the fractal, to stand behind its name: NULL where they can, as far
   as turned replicas go. */
const char *nbb_turned_refusal(const nbb_fractal *fractal, const nbb_program *program);

/* Whether steps of values go from cell to cell: also where a tile as wide as neighbours are far off has too many
   cells, as on dense fractals. */
bool nbb_values_by_cells(const nbb_request *request);

/* By what its cells change, with the plan's lowering, whose inputs are the builtins that no cell has. */
nbb_lanes_law nbb_plan_law(nbb_plan *plan);

/* As nbb_lanes_launch_build, in an arena; of a rule each launch once, for it depends on nothing else. */
nbb_status nbb_plan_build_launch(nbb_plan *plan, nbb_arena *arena, const nbb_lanes_law *law, int t, int steps,
                           nbb_lanes_launch *launch);

/* Gives the plan's lowering these builtins. */
void nbb_plan_set_builtins(nbb_plan *plan);

/* The rows of the structure that the plan's kernels take, and its bytes and table with the parameters' values in a
   step. nbb_arguments_free is due in every case. */
nbb_status nbb_plan_build_arguments(const nbb_plan *plan, nbb_arguments *arguments);
nbb_status nbb_plan_fill_arguments(const nbb_plan *plan, int64_t step, const union nbb_value_of *totals,
                                   const nbb_arguments *arguments, uint64_t seed, void *bytes, uint64_t *table);

/* Fails (usage) where kernels cannot take the words and rows of the lowering beside all else: then it refuses the
   program. */
nbb_status nbb_plan_check_arguments(nbb_plan *plan);

/* plan.h - every choice of a run, as data (plan_record.h), made file by file. Source and run only read it. */
#pragma once

#include "gen/plan/plan_record.h"

/* Makes every choice and proves the encodings, or fails (usage) with the reason: a level past the limits, a tile that
   is no power of s or does not fit, a map, hash or variant that cannot be had for this fractal, a launch of more
   blocks than a grid has, with the largest size that has a kernel; a state larger than `available`
   (NBB_ERROR_DEVICE, with the maps that would fit). */
nbb_status nbb_plan_choose(const nbb_request *request, nbb_plan *plan);

void nbb_plan_free(nbb_plan *plan);

/* The largest size up to the request's that has a kernel of the map on the target, by bytes, blocks of a grid and
   roots: r of a fractal; n of a simplex by the request's other choices, within the limits of cells. 0 where none
   has. */
int64_t nbb_plan_largest(const nbb_request *request, nbb_map map);

/* Bytes of one state buffer of a request's map with the tile the plan would choose; for `info`. */
nbb_status nbb_plan_state_bytes(const nbb_request *request, uint64_t *bytes);

/* --- the kernels of a plan's module (plan_kernels.c): their names, arguments, launches and threads --- */

/* Whether an automaton has one buffer of state, which each launch updates in place (lanes.h). */
bool nbb_plan_in_place(const nbb_plan *plan);

/* Whether a kernel takes its first item and their number as arguments: of a plan for several ranks all that go over
   items. */
bool nbb_plan_takes_range(const nbb_plan *plan, nbb_entry entry);

/* Whether a kernel goes over all copies of an ensemble; the others are given one copy's state. */
bool nbb_plan_goes_over_copies(const nbb_plan *plan, nbb_entry entry);

/* Whether a persistent launch of an ensemble leaves the totals of its copies, as often as it is asked, and those that
   exchange do so within: their states are bits in the shared memory of clusters. */
bool nbb_plan_looks(const nbb_plan *plan);

/* Bytes from a copy's part of what a kernel is given to the next copy's, by the parameter's name: of states, of what
   stands beside them, of totals and of counts; 0 of the others. */
uint64_t nbb_plan_stride(const nbb_plan *plan, const char *parameter);
enum { NBB_COUNTS = 4 }; /* of a copy: population, digest, sum, arrived; 8 bytes each */

/* Bytes of a second state, or of what else stands beside the first one: boundaries, and chances drawn once a step. */
uint64_t nbb_plan_beside_bytes(const nbb_plan *plan);

bool nbb_plan_has(const nbb_plan *plan, nbb_entry entry);

/* Kernels are in several translation units, compiled at the same time, where that saves some. Those of unit number
   `unit`; none where there are no more units. */
enum { NBB_UNITS_MAX = 2 };
nbb_entry_set nbb_plan_unit(const nbb_plan *plan, int unit);

/* How many launches a kernel takes: one, or one a level where lambda goes by branches. The level is then its last
   argument. */
int nbb_plan_launches(const nbb_plan *plan, nbb_entry entry);

/* The names of a kernel's parameters, to NULL, and those that follow: the level where it has one, and where ranks
   have a part of the items each the first one, their number and groups. */
const char *const *nbb_plan_parameters(const nbb_plan *plan, nbb_entry entry);
const char *const *nbb_plan_last_parameters(const nbb_plan *plan, nbb_entry entry);

/* How many sums TOTALS leaves of each total, each of its share of the blocks, or on the host of the rows or tiles, so
   that sums of reals come in the same order in every run. */
uint32_t nbb_plan_total_parts(const nbb_plan *plan);

/* The blocks that TOTALS's share: a thread each place of them goes over the cells once. */
uint64_t nbb_plan_cell_blocks(const nbb_plan *plan);

/* A kernel's launch number `level`; PROBE's depends on the number of cells asked for, and one over listed groups on
   that of their items. */
nbb_grid nbb_plan_grid(const nbb_plan *plan, nbb_entry entry, int level, uint64_t asked);

/* Bytes of shared memory a block that its launches ask for, beside what the kernel declares. */
uint32_t nbb_plan_shared(const nbb_plan *plan, nbb_entry entry);

/* The blocks of the plan's largest launch, PROBE's aside. */
uint64_t nbb_plan_most_blocks(const nbb_plan *plan);

/* The launches of layouts, for their rows (plan_choose.c). */
nbb_grid nbb_plan_box_grid(const nbb_plan *plan, nbb_entry entry, uint64_t items);
nbb_grid nbb_plan_lanes_grid(const nbb_plan *plan, nbb_entry entry, uint64_t items);
nbb_grid nbb_plan_tiles_grid(const nbb_plan *plan, nbb_entry entry, uint64_t items);
nbb_grid nbb_plan_simplex_grid(const nbb_plan *plan, nbb_entry entry, uint64_t items);

/* Whether map lanes holds values, not bits, in words. */
bool nbb_plan_has_wide_lanes(const nbb_plan *plan);

/* Whether steps on map lanes go cell by cell, as on the other maps: of programs that read more neighbours, or farther
   ones, than code for all cells of a tile can hold. */
bool nbb_plan_goes_by_cells(const nbb_plan *plan);

/* Whether steps count along rows in words of bits, on map lanes, or down columns, of storage bits (lanes_rows.h). */
bool nbb_plan_goes_by_spans(const nbb_plan *plan);

/* Where counts run so, words of shared memory that a block may have in all, more than it may declare on CUDA; those
   that it has beside its boxes; and the bytes that it asks for at the launch for boxes of so many words: 0 where it
   may declare them. */
enum { NBB_SPARE_WORDS = 1024 };
uint64_t nbb_plan_box_room(const nbb_request *asked);
uint64_t nbb_plan_beside_box(const nbb_plan *plan);
uint32_t nbb_plan_box_asks(const nbb_plan *plan, uint64_t words);

/* Schedules (schedules.c): the one that a plan's steps have; why the plan cannot have one, NULL where nothing of its
   space, word and step speaks against it; whether it may have one by that and by what was asked for. */
nbb_schedule nbb_plan_schedule(const nbb_plan *plan);
const char *nbb_plan_schedule_refusal(const nbb_plan *plan, nbb_schedule schedule);
bool nbb_plan_may(const nbb_plan *plan, nbb_schedule schedule);

/* Fails (usage) where a finished plan has not the schedule that was asked for, with the reason and the one it has. */
nbb_status nbb_plan_check_schedule(const nbb_plan *plan);

/* Whether a launch, the steps' own or that of the rest, permutes words in registers, before it begins to compute. */
bool nbb_plan_permutes(const nbb_plan *plan, bool is_rest);

/* Whether a step goes over the tiles of a simplex in place, a thread four cells: each one's next state comes from the
   cell alone, on CUDA and by one rank. */
bool nbb_plan_goes_by_vec4(const nbb_plan *plan);

/* Places that a step of a simplex visits, the threads as the papers count: the box's for bb, those of all tiles for
   the others. Below 2^63 where there is a kernel. */
uint64_t nbb_plan_simplex_places(const nbb_plan *plan);

/* Threads that a step on CUDA starts, in all its launches: for tiles a block each, of which a thread moves
   simplex.chunk cells at once. */
uint64_t nbb_plan_simplex_threads(const nbb_plan *plan);

/* A plan in words (plan_words.c): its choices as options of the command line, and its kernels' name. */

/* Appends what the plan has of a choice, in its option's words; whether it has any: a default that needs no word, or
   what was not asked about, is none. */
bool nbb_plan_chosen(const nbb_plan *plan, nbb_choice choice, nbb_text *value);

/* Appends those of how maps are evaluated (eval, hash, intra, halo), each with `before` and, if `with_name`, its
   option and a blank ahead. */
void nbb_plan_print_evaluation(const nbb_plan *plan, const char *before, bool with_name, nbb_text *text);

/* Appends the options that ask for the plan's choices, " --tile 9 --lanes 125 ...": all but its map. */
void nbb_plan_print_options(const nbb_plan *plan, nbb_text *options);

/* Names the plan's kernels: nbb_vicsek_ca_compact_r12_t3_tc1_shuffle. */
nbb_status nbb_plan_name(nbb_plan *plan);

/* --- the layouts of a fractal (plan_tile.c): the level t of its tiles, and the bytes of its state --- */

/* Buffers of state: of an automaton in and out, or where map lanes is to update it in place, or two do not fit, one;
   of the others one. */
int nbb_plan_buffers(const nbb_request *request, nbb_map map, int t);

/* Bytes of all buffers; in place the least that is needed, with launches of one step. */
uint64_t nbb_plan_run_bytes(const nbb_request *request, nbb_map map, int t);

/* Whether so many are available, or can be addressed where it is not known what is. */
bool nbb_plan_fits(const nbb_request *request, nbb_map map, int t);

/* Cells of a level-t tile along the axis on which --tile is given: x, or y where the fractal does not grow on x. */
int64_t nbb_plan_tile_side(const nbb_fractal *fractal, int t);

/* Whether level t has a side of its own, and it is the asked one, unless that is 0. */
bool nbb_plan_names_tile(const nbb_fractal *fractal, int t, int64_t asked);

/* The level that the plan takes where no tile is named. */
int nbb_plan_default_tile(const nbb_request *request, nbb_map map);

/* The level of the tile that was named, else the plan's. Fails (usage) with the sides that are possible. */
nbb_status nbb_plan_choose_tile(const nbb_request *request, nbb_map map, int *level);

/* Of a layout's row: tile, places, bytes; and tables, masks and threads of cells that stand one by one. */
nbb_status nbb_plan_size_fractal(nbb_plan *plan);
nbb_status nbb_plan_build_tiles(nbb_plan *plan);

/* The part of a plan that says how maps are evaluated: levels, tau(beta), tensor cores, cells of
   a tile and around it. These choices are independent of one another and change no result. */

/* Chooses eval, hash, intra, halo and tc for a plan whose map, sizes and tile are there, and proves what they rest
   on: the tensor cores' encodings, the arithmetic forms of tau(beta). Fails (usage) with the reason on a choice that
   has no effect on the map, that the target cannot do, or that cannot be proven. */
nbb_status nbb_plan_choose_evaluation(nbb_plan *plan);

/* Of a program with two states, or with sublattices in one, and so many neighbours that it takes less to look once
   for each place of a patch, a region and what is around it, than for each cell's neighbours: the level of a region's
   replica, which is a tile of maps that have tiles, else has a hundred cells or more; where a patch has room in a
   block's shared memory, on the host in caches. Else 0. */
int nbb_plan_region(const nbb_plan *plan);

/* Whether a plan of the request on the map has regions, with the tile that is asked for or the usual one, and
   room. */
bool nbb_plan_has_patches(const nbb_request *request, nbb_map map);

/* Why no product is formed though --tc was asked for: a single tile stands at 0 and has no neighbours, or no tile
   touches another. NULL where there are products, and without --tc. */
const char *nbb_plan_idle_products(const nbb_plan *plan);

/* Map lanes (plan_lanes.c): how many lanes and cells a tile has, how far a launch of it may reach; and the work
   of launches (plan_launch.c): their steps, code and draws, where they permute words, the copies of an update in
   place.

   A word holds bits of 32 cells, under a rule or a program, or one value: of ints and reals, and of what words of
   bits cannot compute. Then the layout is that of lanes with a single lane: item = tile, and a field's array is of
   its values as

         [item / 32][position][item % 32]

   so that neighbouring threads, a tile each, read neighbouring values. */

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

/* --- the layouts of a simplex (plan_simplex.c): cover, storage, the enumeration's precision; steps by a march --- */

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

   A warp marches down a slab of the tile's rows as it does with storage bits (plan_bits.c): at its ends a cell more
   is wrong after each step, which the outer threads' have room for. In space a tile is as wide as half a warp's
   registers; docs/simplices.md says how a block goes through its layers. */

/* Storage bits (plan_bits.c): a bit a cell, side by side in words along the rows of a simplex's tiles.

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

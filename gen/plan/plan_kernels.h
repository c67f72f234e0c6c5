/* plan_kernels.h - the kernels of a plan's module: their names, arguments, launches and threads. */
#pragma once

#include "gen/plan/plan_record.h"

/* Whether an automaton has one buffer of state, which each launch updates in place (lanes_closure.h). */
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

/* The launches of layouts, for their rows (plan.c). */
nbb_grid nbb_plan_box_grid(const nbb_plan *plan, nbb_entry entry, uint64_t items);
nbb_grid nbb_plan_lanes_grid(const nbb_plan *plan, nbb_entry entry, uint64_t items);
nbb_grid nbb_plan_tiles_grid(const nbb_plan *plan, nbb_entry entry, uint64_t items);
nbb_grid nbb_plan_simplex_grid(const nbb_plan *plan, nbb_entry entry, uint64_t items);

/* Whether map lanes holds values, not bits, in words. */
bool nbb_plan_has_wide_lanes(const nbb_plan *plan);

/* Whether steps on map lanes go cell by cell, as on the other maps: of programs that read more neighbours, or farther
   ones, than code for all cells of a tile can hold. */
bool nbb_plan_goes_by_cells(const nbb_plan *plan);

/* Whether steps count along rows in words of bits, on map lanes, or down columns, of storage bits (lanes_spans.h). */
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

/* shards.h - how the items of a plan are cut among ranks: GPUs, or processes of the host.

   Items are words of 32 lanes (lanes.h), a tile each on map compact. Ranks get contiguous ranges of whole groups of
   32 items, none more than one group larger than another. Of a simplex items are the tiles in lambda's order, each a
   group by itself:

         | rank 0: groups 0 .. 4 | rank 1: groups 5 .. 9 | rank 2: groups 10 .. 13 |

   A plan that is parted has all items on one device, whose state lies in host memory: a launch takes the range of
   one part of them, which is cut as a rank's is (runtime/run/parts.h).

   Every rank numbers all items and words as if it had the whole state, and has memory for its own and for those that
   it reads of others (needs.h). */
#pragma once

#include "gen/plan/plan_record.h"

enum { NBB_GROUP = 32 };                              /* items of a fractal that are never parted */

typedef struct nbb_shard {
    int64_t first, count;                             /* items */
} nbb_shard;

/* Fails (usage) where this cannot be run by several ranks, or part by part, with the reason. Called with the map
   chosen, and of a simplex the storage, which may still be AUTO. */
nbb_status nbb_shards_check(const nbb_plan *plan);

/* The same of a plan that is sized: each rank has a group at least. */
nbb_status nbb_shards_check_size(const nbb_plan *plan);

/* Whether totals ask for pairs of cells that are far apart, so of several shards. NULL: there are none. */
bool nbb_shards_correlate(const nbb_program *program);

/* Whether a simplex's tiles of so many cells a side can be shared alike, to 1%. */
bool nbb_shards_balance(const nbb_request *request, int64_t side);

bool nbb_plan_is_sharded(const nbb_plan *plan);

/* All items of the plan, without the last group's padding. */
int64_t nbb_plan_items(const nbb_plan *plan);

/* Items that are never parted: a group. And so many items with the last group's padding. */
int64_t nbb_plan_group_items(const nbb_plan *plan);
int64_t nbb_plan_whole_groups(const nbb_plan *plan, int64_t items);

/* A rank's; of a plan that is not sharded all are rank 0's. */
nbb_shard nbb_plan_shard(const nbb_plan *plan, int rank);

/* Whose an item is, and the item that a cell of the fractal is in. */
int nbb_plan_owner(const nbb_plan *plan, int64_t item);
int64_t nbb_plan_item_of(const nbb_plan *plan, nbb_vector cell);

/* The cells by number that a rank saves: a range that begins at a multiple of NBB_SAVED_CELLS. No rank has more than
   the first one; the last ones may have none. */
enum { NBB_SAVED_CELLS = 64 };
nbb_shard nbb_plan_saved(const nbb_plan *plan, int rank);

/* Whether some of these cells by number may be in the rank's items. Where items are in another order than cells, on
   map compact, any may. */
bool nbb_plan_shares(const nbb_plan *plan, int rank, nbb_shard cells);

/* The items of a launch: those of the largest shard. */
int64_t nbb_plan_launch_items(const nbb_plan *plan);

/* plan_kernels.c - the kernels of a plan's module: which there are, what they take, how many launches and threads. */
#include "gen/plan/plan.h"

#include "gen/plan/plan_bits.h"
#include "gen/plan/plan_simplex.h"
#include "gen/plan/plan_strips.h"
#include "gen/plan/shards.h"

enum {
    WARP = 32,
    PROBE_BLOCK = 128,
    BOX_BLOCK_X = 32,                                 /* of bb: a block is 32 x 32 cells */
    BOX_BLOCK_Y = 32,
    PASS_BLOCKS_MAX = 1 << 16,                        /* of passes over lanes, whose threads take turns */
    HOST_PARTS = 256,
    CUDA_PARTS_MAX = 1024
};

bool nbb_plan_has(const nbb_plan *plan, nbb_entry entry)
{
    const nbb_workload_row *work = plan->work;
    switch (entry) {
    case NBB_ENTRY_STEP:
        return work->evolves && !plan->resident;
    case NBB_ENTRY_ROUNDS:
        return plan->resident;
    case NBB_ENTRY_REST:
        return work->evolves && plan->steps_a_launch > 1;
    case NBB_ENTRY_BORDER:
        return nbb_plan_in_place(plan) && plan->border.count > 0;
    case NBB_ENTRY_WRITE:
    case NBB_ENTRY_SUM:
    case NBB_ENTRY_DISTANCES:
        return work->pass == entry;
    case NBB_ENTRY_INIT:
        return work->start == NBB_START_DRAWN || work->start == NBB_START_PROGRAM;
    case NBB_ENTRY_IMAGE:
        return work->start != NBB_START_POINTS;       /* cells, not distances */
    case NBB_ENTRY_TOTALS:
        return plan->traits.totals > 0;
    case NBB_ENTRY_PACK:
    case NBB_ENTRY_UNPACK:
        return nbb_plan_is_sharded(plan);
    default:
        return true;
    }
}

/* The straight-line code of an automaton's launch takes longer than all other kernels, which are done beside it. */
nbb_entry_set nbb_plan_unit(const nbb_plan *plan, int unit)
{
    nbb_entry_set launch = 1u << NBB_ENTRY_STEP | 1u << NBB_ENTRY_ROUNDS;
    bool apart = plan->map == NBB_MAP_LANES && plan->work->evolves && plan->target == NBB_TARGET_CUDA;
    return unit == 0 ? apart ? launch : NBB_ENTRY_SET_ALL : unit == 1 && apart ? NBB_ENTRY_SET_ALL & ~launch : 0;
}

/* Whether a kernel goes over items: those of PROBE and of exchanges are given what they go over. */
static bool goes_over_items(nbb_entry entry)
{
    return entry != NBB_ENTRY_PROBE && entry != NBB_ENTRY_PACK && entry != NBB_ENTRY_UNPACK;
}

static bool takes_level(const nbb_plan *plan, nbb_entry entry)
{
    return plan->simplex.cover.levels > 0 && goes_over_items(entry);
}

bool nbb_plan_takes_range(const nbb_plan *plan, nbb_entry entry)
{
    return nbb_plan_is_sharded(plan) && goes_over_items(entry);
}

bool nbb_plan_takes_groups(const nbb_plan *plan, nbb_entry entry)
{
    return nbb_plan_takes_range(plan, entry) && (entry == NBB_ENTRY_STEP || entry == NBB_ENTRY_REST);
}

int nbb_plan_launches(const nbb_plan *plan, nbb_entry entry)
{
    return takes_level(plan, entry) ? plan->simplex.cover.levels : 1;
}

const nbb_signatures *nbb_plan_signatures(const nbb_plan *plan, nbb_entry entry)
{
    bool told = entry == NBB_ENTRY_INIT ? plan->work->start == NBB_START_PROGRAM : plan->law == NBB_LAW_PROGRAM;
    return told ? &nbb_signatures_told : &nbb_signatures_own;
}

const char *nbb_plan_signature(const nbb_plan *plan, nbb_entry entry)
{
    const nbb_signatures *signatures = nbb_plan_signatures(plan, entry);
    return (takes_level(plan, entry)             ? signatures->levelled
            : nbb_plan_takes_groups(plan, entry) ? signatures->listed
            : nbb_plan_takes_range(plan, entry)  ? signatures->ranged
                                                 : signatures->plain)[entry];
}

static uint64_t ceil_divide(uint64_t amount, uint64_t by)
{
    return amount / by + (amount % by != 0);
}

/* The positions of a launch's items, whole groups of them: words of one plane. */
static uint64_t lane_positions(const nbb_plan *plan)
{
    return ceil_divide((uint64_t)nbb_plan_launch_items(plan), NBB_GROUP) * NBB_GROUP * plan->lanes.positions;
}

/* Words are passed over four at a time, by SUM in fours of them a thread. */
static nbb_grid lanes_grid(const nbb_plan *plan, nbb_entry entry, uint64_t items)
{
    /* of words that hold a value each: the kernels with a thread a position of an item */
    static const nbb_entry_set by_position = 1u << NBB_ENTRY_CENSUS | 1u << NBB_ENTRY_IMAGE | 1u << NBB_ENTRY_INIT;
    uint64_t threads = items, most = UINT64_MAX;
    uint64_t words = lane_positions(plan);
    if (plan->traits.word == NBB_WORD_VALUES && (by_position >> entry & 1) != 0) {
        return (nbb_grid){ ceil_divide(words, plan->block), plan->block };
    }
    switch (entry) {
    case NBB_ENTRY_STEP:
    case NBB_ENTRY_REST:
    case NBB_ENTRY_BORDER:
        break;
    case NBB_ENTRY_ROUNDS:
        if (plan->cluster > 0) {
            return (nbb_grid){ plan->cluster, plan->block };
        }
        break;
    case NBB_ENTRY_WRITE:
        threads = words / 4;
        break;
    case NBB_ENTRY_SUM:
        threads = ceil_divide(words, 16);
        most = plan->sum_blocks;
        break;
    case NBB_ENTRY_IMAGE:
        most = PASS_BLOCKS_MAX;
        break;
    default:
        threads = words;
        most = PASS_BLOCKS_MAX;
    }
    uint64_t blocks = ceil_divide(threads, plan->block);
    return (nbb_grid){ blocks < most ? blocks : most, plan->block };
}

/* bb's threads have a place each; of a simplex, those of its workload's pass a chunk of a row. */
static nbb_grid box_grid(const nbb_plan *plan, nbb_entry entry)
{
    bool by_chunks = plan->domain.simplex != NULL && (entry == NBB_ENTRY_WRITE || entry == NBB_ENTRY_SUM);
    uint64_t threads = ceil_divide((uint64_t)plan->n.at[0], by_chunks ? plan->simplex.chunk : 1);
    uint64_t layer = ceil_divide(threads, BOX_BLOCK_X) * ceil_divide((uint64_t)plan->n.at[1], BOX_BLOCK_Y);
    return (nbb_grid){ layer * (uint64_t)nbb_domain_side(&plan->domain).at[2], BOX_BLOCK_X * BOX_BLOCK_Y };
}

uint64_t nbb_plan_cell_blocks(const nbb_plan *plan)
{
    return plan->map == NBB_MAP_LANES               ? ceil_divide(lane_positions(plan), plan->block)
           : takes_level(plan, NBB_ENTRY_CENSUS) ? (uint64_t)plan->tiles
                                                 : nbb_plan_grid(plan, NBB_ENTRY_CENSUS, 0, 0).blocks;
}

uint32_t nbb_plan_total_parts(const nbb_plan *plan)
{
    uint64_t blocks = nbb_plan_cell_blocks(plan);
    return plan->target == NBB_TARGET_HOST ? HOST_PARTS : blocks < CUDA_PARTS_MAX ? (uint32_t)blocks : CUDA_PARTS_MAX;
}

/* As CENSUS, but by at most so many blocks, which then take several blocks' cells each. */
static nbb_grid totals_grid(const nbb_plan *plan, int level)
{
    nbb_grid grid = nbb_plan_grid(plan, NBB_ENTRY_CENSUS, level, 0);
    return (nbb_grid){ nbb_plan_total_parts(plan), grid.threads };
}

nbb_grid nbb_plan_grid(const nbb_plan *plan, nbb_entry entry, int level, uint64_t asked)
{
    bool parted = nbb_plan_is_sharded(plan), listed = nbb_plan_takes_groups(plan, entry) && asked > 0;
    uint64_t items = listed ? asked : (uint64_t)nbb_plan_launch_items(plan);
    uint64_t tiles = parted ? items : (uint64_t)plan->tiles;
    uint64_t groups = parted ? items : (uint64_t)plan->groups;  /* no products then */
    if (!goes_over_items(entry)) {
        return (nbb_grid){ ceil_divide(asked, PROBE_BLOCK), PROBE_BLOCK };
    }
    if (entry == NBB_ENTRY_TOTALS) {
        return totals_grid(plan, level);
    }
    if (plan->map == NBB_MAP_BB) {
        return box_grid(plan, entry);
    }
    if (entry == NBB_ENTRY_STEP && nbb_plan_goes_by_fours(plan)) {
        return nbb_plan_fours_grid(plan);
    }
    if (plan->simplex.strip_slab > 0 && (entry == NBB_ENTRY_STEP || entry == NBB_ENTRY_REST)) {
        return nbb_plan_strips_grid(plan);
    }
    if (entry == NBB_ENTRY_STEP && plan->program != NULL && plan->simplex.slab > 0) {
        return nbb_plan_turns_grid(plan);
    }
    if (plan->domain.simplex != NULL) {
        uint64_t level_tiles = parted ? tiles : (uint64_t)nbb_cover_level_tiles(&plan->simplex.cover, level);
        return (nbb_grid){ level_tiles * plan->simplex.parts, plan->block };
    }
    if (plan->map == NBB_MAP_LANES) {
        return lanes_grid(plan, entry, items);
    }
    if (entry == NBB_ENTRY_WRITE || entry == NBB_ENTRY_SUM) {
        return (nbb_grid){ ceil_divide(groups, plan->block / WARP), plan->block };
    }
    if (entry == NBB_ENTRY_STEP) {
        return (nbb_grid){ ceil_divide(groups, plan->block / plan->tile_threads), plan->block };
    }
    return (nbb_grid){ ceil_divide(tiles, plan->block / plan->tile_threads), plan->block };
}

uint64_t nbb_plan_most_blocks(const nbb_plan *plan)
{
    uint64_t most = 0;
    for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        int launches = nbb_plan_has(plan, (nbb_entry)entry) ? nbb_plan_launches(plan, (nbb_entry)entry) : 0;
        for (int level = 0; level < launches; ++level) {
            uint64_t blocks = nbb_plan_grid(plan, (nbb_entry)entry, level, 0).blocks;
            most = blocks > most ? blocks : most;
        }
    }
    return most;
}

bool nbb_plan_has_grid(const nbb_plan *plan)
{
    return plan->target != NBB_TARGET_CUDA || nbb_plan_most_blocks(plan) <= NBB_GRID_BLOCKS_MAX;
}

uint64_t nbb_plan_simplex_threads(const nbb_plan *plan)
{
    uint64_t threads = 0;
    for (int level = 0; level < nbb_plan_launches(plan, NBB_ENTRY_CENSUS); ++level) {
        nbb_grid grid = nbb_plan_grid(plan, NBB_ENTRY_CENSUS, level, 0);
        threads += grid.blocks * grid.threads;
    }
    return threads;
}

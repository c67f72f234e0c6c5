/* plan_kernels.c - the kernels of a plan's module: their names, arguments, launches and threads. */
#include "gen/plan/plan.h"

enum {
    SHARED_DECLARED = 48 * 1024,
    VEC4 = 4, /* cells of a thread by vec4 */
    PROBE_BLOCK = 128,
    THREADS_RESIDENT = 2048, /* of a multiprocessor: SUM has as many blocks at most as run at once */
    BOX_BLOCK_X = 32, /* of bb: a block is 32 x 32 cells */
    BOX_BLOCK_Y = 32,
    PASS_BLOCKS_MAX = 1 << 16, /* of passes over lanes, whose threads loop over words */
    HOST_PARTS = 256,
    CUDA_PARTS_MAX = 1024,
    COPY_PARTS_MAX = 128 /* of integers, which are exact in any order: what reads them adds up few */
};

static uint64_t ceil_divide(uint64_t amount, uint64_t by)
{
    return amount / by + (amount % by != 0);
}

bool nbb_plan_in_place(const nbb_plan *plan)
{
    return plan->space.map == NBB_MAP_LANES && plan->asked.traits.in_place && plan->launch.buffers == 1;
}

bool nbb_plan_has_wide_lanes(const nbb_plan *plan)
{
    return plan->space.map == NBB_MAP_LANES && plan->asked.traits.word == NBB_WORD_VALUES;
}

bool nbb_plan_goes_by_cells(const nbb_plan *plan)
{
    return nbb_plan_has_wide_lanes(plan) && plan->asked.work->evolves && nbb_values_by_cells(&plan->asked);
}

bool nbb_plan_goes_by_spans(const nbb_plan *plan)
{
    bool has_bits = plan->space.map == NBB_MAP_LANES || plan->space.storage == NBB_STORAGE_BITS;
    return has_bits && plan->asked.traits.by_spans;
}

uint64_t nbb_plan_box_room(const nbb_request *asked)
{
    uint32_t most = asked->shared_bytes, bytes = asked->card->shared_bytes;
    bytes = most != 0 && most < bytes ? most : bytes;
    return (asked->target == NBB_TARGET_CUDA ? bytes : SHARED_DECLARED) / sizeof(uint32_t);
}

uint64_t nbb_plan_beside_box(const nbb_plan *plan)
{
    enum { DRAW_WORDS = 36 };
    return NBB_SPARE_WORDS + (uint64_t)plan->code.lowering.row_count * DRAW_WORDS;
}

uint32_t nbb_plan_box_asks(const nbb_plan *plan, uint64_t words)
{
    bool declares = (words + nbb_plan_beside_box(plan)) * sizeof(uint32_t) <= SHARED_DECLARED;
    return declares ? 0 : (uint32_t)(words * sizeof(uint32_t));
}

bool nbb_plan_permutes(const nbb_plan *plan, bool is_rest)
{
    bool is_turned = plan->asked.fractal->orientations > 1; /* then such threads have a copy of the halo */
    return !is_turned && (is_rest || plan->launch.permuted != NBB_PERMUTATION_MEMORY);
}

bool nbb_plan_has(const nbb_plan *plan, nbb_entry entry)
{
    const nbb_workload_row *work = plan->asked.work;
    const bool has[NBB_ENTRY_COUNT] = {
        [NBB_ENTRY_INIT] = work->start == NBB_START_DRAWN || work->start == NBB_START_PROGRAM,
        [NBB_ENTRY_STEP] = work->evolves && !plan->launch.persistent,
        [NBB_ENTRY_REST] = work->evolves && plan->code.steps_a_launch > 1,
        [NBB_ENTRY_BOUNDARY] = nbb_plan_in_place(plan) && plan->launch.boundary.count > 0,
        [NBB_ENTRY_PERSISTENT] = plan->launch.persistent,
        [NBB_ENTRY_WRITE] = work->pass == entry,
        [NBB_ENTRY_SUM] = work->pass == entry,
        [NBB_ENTRY_CENSUS] = true,
        [NBB_ENTRY_PROBE] = true,
        [NBB_ENTRY_IMAGE] = work->start != NBB_START_POINTS, /* cells, not distances */
        [NBB_ENTRY_DISTANCES] = work->pass == entry,
        [NBB_ENTRY_TOTALS] = plan->asked.traits.totals > 0,
        [NBB_ENTRY_TEMPER] = plan->asked.copies > 0 && plan->asked.program != NULL && plan->asked.program->exchanges,
        [NBB_ENTRY_PACK] = nbb_plan_is_sharded(plan),
        [NBB_ENTRY_UNPACK] = nbb_plan_is_sharded(plan),
    };
    return has[entry];
}

bool nbb_plan_goes_over_copies(const nbb_plan *plan, nbb_entry entry)
{
    static const nbb_entry_set all = 1u << NBB_ENTRY_INIT | 1u << NBB_ENTRY_STEP | 1u << NBB_ENTRY_REST
                                     | 1u << NBB_ENTRY_PERSISTENT | 1u << NBB_ENTRY_BOUNDARY | 1u << NBB_ENTRY_CENSUS
                                     | 1u << NBB_ENTRY_TOTALS;
    return plan->asked.copies && (all >> entry & 1) != 0;
}

bool nbb_plan_looks(const nbb_plan *plan)
{
    /* by a rule no cells may be loaded that totals read */
    return plan->asked.copies && plan->launch.cluster > 0 && plan->code.totals.count > 0
           && !plan->asked.program->is_rule && nbb_closure_loaded(&plan->code.step.closure) > 0;
}

uint64_t nbb_plan_beside_bytes(const nbb_plan *plan)
{
    return plan->launch.buffers == 2 ? plan->space.state_bytes
                                     : plan->launch.boundary_bytes + plan->launch.once_bytes;
}

uint64_t nbb_plan_stride(const nbb_plan *plan, const char *parameter)
{
    enum { ALIGNED = 256 }; /* as an allocation is */
    uint64_t totals = sizeof(uint64_t) * (uint64_t)plan->asked.traits.totals;
    const struct {
        const char *name;
        uint64_t bytes, unit;
    } rows[] = { { "state", plan->space.state_bytes, ALIGNED },
                 { "in", plan->space.state_bytes, ALIGNED },
                 { "out", nbb_plan_beside_bytes(plan), ALIGNED },
                 { "boundary", nbb_plan_beside_bytes(plan), ALIGNED },
                 { "totals", totals > 0 ? totals * nbb_plan_total_parts(plan) : 0, 1 },
                 { "counts", sizeof(uint64_t) * NBB_COUNTS, 1 } };
    int i = NBB_FIND(at, NBB_COUNT(rows), strcmp(rows[at].name, parameter) == 0);
    return i < NBB_COUNT(rows) ? ceil_divide(rows[i].bytes, rows[i].unit) * rows[i].unit : 0;
}

/* The straight-line code of an automaton's launch takes longer than all other kernels, which are done beside it. */
nbb_entry_set nbb_plan_unit(const nbb_plan *plan, int unit)
{
    nbb_entry_set launch = 1u << NBB_ENTRY_STEP | 1u << NBB_ENTRY_PERSISTENT;
    bool apart = plan->space.map == NBB_MAP_LANES && plan->asked.work->evolves
                 && plan->asked.target != NBB_TARGET_HOST;
    return unit == 0 ? apart ? launch : NBB_ENTRY_SET_ALL : unit == 1 && apart ? NBB_ENTRY_SET_ALL & ~launch : 0;
}

/* Whether a kernel goes over items: PROBE and those of exchanges are given what they go over. */
static bool goes_over_items(nbb_entry entry)
{
    static const nbb_entry_set given = 1u << NBB_ENTRY_PROBE | 1u << NBB_ENTRY_TEMPER | 1u << NBB_ENTRY_PACK
                                       | 1u << NBB_ENTRY_UNPACK;
    return (given >> entry & 1) == 0;
}

static bool takes_level(const nbb_plan *plan, nbb_entry entry)
{
    return plan->space.simplex.cover.levels > 0 && goes_over_items(entry);
}

bool nbb_plan_takes_range(const nbb_plan *plan, nbb_entry entry)
{
    return nbb_plan_is_sharded(plan) && goes_over_items(entry);
}

/* Whether it takes a list of groups too, to go over these behind the range. */
static bool takes_groups(const nbb_plan *plan, nbb_entry entry)
{
    return nbb_plan_takes_range(plan, entry) && (entry == NBB_ENTRY_STEP || entry == NBB_ENTRY_REST);
}

int nbb_plan_launches(const nbb_plan *plan, nbb_entry entry)
{
    return takes_level(plan, entry) ? plan->space.simplex.cover.levels : 1;
}

const char *const *nbb_plan_parameters(const nbb_plan *plan, nbb_entry entry)
{
    /* Of PERSISTENT that looks: every so many rounds totals, and then copies exchange. */
    static const char *const looks[] = { "in",        "out",    "arrived", "rounds", "step",
                                         "arguments", "totals", "every",   NULL };
    static const char *const exchanges[] = { "in",    "out",      "arrived", "rounds", "step",  "arguments", "totals",
                                             "every", "tempered", "places",  "kept",   "moved", "odd",       NULL };
    NBB_RETURN_IF(entry == NBB_ENTRY_PERSISTENT && nbb_plan_looks(plan),
                  plan->asked.program->exchanges ? exchanges : looks);
#define P(...)            \
    {                     \
        __VA_ARGS__, NULL \
    }
#define X(name, suffix, own, program, ...) { own, program },
    static const char *const names[NBB_ENTRY_COUNT][2][8] = { NBB_ENTRIES(X) };
#undef X
#undef P
    return names[entry][plan->asked.law == NBB_LAW_PROGRAM && names[entry][1][0] != NULL];
}

const char *const *nbb_plan_last_parameters(const nbb_plan *plan, nbb_entry entry)
{
    static const char *const level[] = { "level", NULL }, *const ranged[] = { "first_item", "items", NULL };
    static const char *const listed[] = { "first_item", "items", "groups", "listed", NULL };
    return takes_level(plan, entry)            ? level
           : takes_groups(plan, entry)         ? listed
           : nbb_plan_takes_range(plan, entry) ? ranged
                                               : &level[1];
}

/* The positions of items, whole groups of them: words of one plane. */
static uint64_t lane_positions(const nbb_plan *plan, uint64_t items)
{
    return ceil_divide(items, NBB_GROUP) * NBB_GROUP * plan->space.lanes.positions;
}

/* Words are passed over four at a time, by SUM in vec4 of them a thread. */
nbb_grid nbb_plan_lanes_grid(const nbb_plan *plan, nbb_entry entry, uint64_t items)
{
    /* of words that hold a value each: the kernels with a thread a position of an item */
    static const nbb_entry_set by_position = 1u << NBB_ENTRY_CENSUS | 1u << NBB_ENTRY_IMAGE | 1u << NBB_ENTRY_INIT;
    static const nbb_entry_set by_item = 1u << NBB_ENTRY_STEP | 1u << NBB_ENTRY_REST | 1u << NBB_ENTRY_BOUNDARY
                                         | 1u << NBB_ENTRY_PERSISTENT;
    uint64_t words = lane_positions(plan, items);
    NBB_RETURN_IF((entry == NBB_ENTRY_STEP && nbb_plan_goes_by_cells(plan))
                      || (plan->asked.traits.word == NBB_WORD_VALUES && (by_position >> entry & 1) != 0),
                  (nbb_grid){ ceil_divide(words, plan->launch.block), plan->launch.block });
    NBB_RETURN_IF(entry == NBB_ENTRY_STEP && nbb_plan_goes_by_spans(plan),
                  (nbb_grid){ ceil_divide(items, plan->launch.depth * plan->launch.family), plan->launch.threads });
    NBB_RETURN_IF(entry == NBB_ENTRY_PERSISTENT && plan->launch.cluster > 0,
                  (nbb_grid){ plan->launch.cluster, plan->launch.block });
    bool has_item = (by_item >> entry & 1) != 0;
    uint64_t most_sums = nbb_request_multiprocessors(&plan->asked) * (THREADS_RESIDENT / plan->launch.block);
    uint64_t threads = has_item || entry == NBB_ENTRY_IMAGE ? items
                       : entry == NBB_ENTRY_WRITE           ? words / 4
                       : entry == NBB_ENTRY_SUM             ? ceil_divide(words, 16)
                                                            : words;
    uint64_t most = has_item || entry == NBB_ENTRY_WRITE ? UINT64_MAX
                    : entry == NBB_ENTRY_SUM             ? most_sums
                                                         : PASS_BLOCKS_MAX;
    uint64_t blocks = ceil_divide(threads, plan->launch.block);
    return (nbb_grid){ blocks < most ? blocks : most, plan->launch.block };
}

/* bb's threads have a place each; of a simplex, those of its workload's pass a chunk of a row. */
nbb_grid nbb_plan_box_grid(const nbb_plan *plan, nbb_entry entry, NBB_UNUSED uint64_t items)
{
    bool by_chunks = plan->asked.domain.simplex != NULL && (entry == NBB_ENTRY_WRITE || entry == NBB_ENTRY_SUM);
    uint64_t threads = ceil_divide((uint64_t)plan->asked.sides.at[0], by_chunks ? plan->launch.chunk : 1);
    uint64_t layer = ceil_divide(threads, BOX_BLOCK_X) * ceil_divide((uint64_t)plan->asked.sides.at[1], BOX_BLOCK_Y);
    return (nbb_grid){ layer * (uint64_t)nbb_domain_side(&plan->asked.domain).at[2], BOX_BLOCK_X * BOX_BLOCK_Y };
}

uint32_t nbb_plan_shared(const nbb_plan *plan, nbb_entry entry)
{
    return entry == NBB_ENTRY_STEP ? plan->launch.shared : 0;
}

uint64_t nbb_plan_cell_blocks(const nbb_plan *plan)
{
    return plan->space.map == NBB_MAP_LANES
               ? ceil_divide(lane_positions(plan, (uint64_t)nbb_plan_launch_items(plan)), plan->launch.block)
           : takes_level(plan, NBB_ENTRY_CENSUS) ? (uint64_t)plan->space.tiles
                                                 : nbb_plan_grid(plan, NBB_ENTRY_CENSUS, 0, 0).blocks;
}

uint32_t nbb_plan_total_parts(const nbb_plan *plan)
{
    uint64_t blocks = nbb_plan_cell_blocks(plan), most = CUDA_PARTS_MAX;
    if (plan->asked.copies && plan->space.map == NBB_MAP_LANES && plan->code.totals.count > 0) {
        blocks = ceil_divide((uint64_t)nbb_plan_launch_items(plan),
                             plan->launch.block); /* of which a thread has one */
        most = COPY_PARTS_MAX;
    }
    return plan->asked.target == NBB_TARGET_HOST ? HOST_PARTS
           : nbb_plan_looks(plan)                ? plan->launch.cluster
           : blocks < most                       ? (uint32_t)blocks
                                                 : (uint32_t)most;
}

/* Products' kernels go over groups of tiles, the passes by a warp each; there are none where ranks share items. */
nbb_grid nbb_plan_tiles_grid(const nbb_plan *plan, nbb_entry entry, uint64_t items)
{
    bool passes = entry == NBB_ENTRY_WRITE || entry == NBB_ENTRY_SUM;
    uint64_t groups = nbb_plan_is_sharded(plan) ? items : (uint64_t)plan->space.groups;
    uint64_t work = passes || entry == NBB_ENTRY_STEP ? groups : items;
    return (nbb_grid){ ceil_divide(work, plan->launch.block / (passes ? NBB_TEAM : plan->launch.tile_threads)),
                       plan->launch.block };
}

uint64_t nbb_plan_simplex_places(const nbb_plan *plan)
{
    return plan->space.map == NBB_MAP_BB
               ? (uint64_t)nbb_domain_places(&plan->asked.domain)
               : nbb_saturating_product((uint64_t)plan->space.tiles, (uint64_t)nbb_box_places(plan->space.rho));
}

bool nbb_plan_goes_by_vec4(const nbb_plan *plan)
{
    return plan->asked.domain.simplex != NULL && plan->asked.target != NBB_TARGET_HOST
           && plan->space.map != NBB_MAP_BB && plan->space.storage != NBB_STORAGE_BITS && plan->asked.traits.local
           && !plan->asked.traits.by_turns && !nbb_plan_is_sharded(plan);
}

/* A block, or several, a tile; but for steps that go over it in another way. By a march, of one step or several, a
   warp, in space a block, goes through its rows or layers. */
nbb_grid nbb_plan_simplex_grid(const nbb_plan *plan, nbb_entry entry, uint64_t tiles)
{
    const nbb_march *march = &plan->launch.march;
    uint32_t block = plan->launch.block, side = (uint32_t)plan->space.rho.at[0];
    uint64_t blocks = tiles * plan->launch.parts;
    NBB_RETURN_IF(entry == NBB_ENTRY_STEP && nbb_plan_goes_by_spans(plan),
                  (nbb_grid){ tiles * plan->launch.pieces, plan->launch.threads });
    if (entry == NBB_ENTRY_STEP && nbb_plan_goes_by_vec4(plan)) {
        blocks = (uint64_t)plan->space.tiles * ceil_divide((uint64_t)nbb_box_places(plan->space.rho) / VEC4, block);
    } else if (march->depth > 0 && (entry == NBB_ENTRY_STEP || entry == NBB_ENTRY_REST)) {
        uint64_t times = tiles * (side / march->depth), both = march->apart ? 2 : 1;
        bool is_flat = plan->asked.domain.simplex->m == 2;
        blocks = is_flat ? ceil_divide(times, block / NBB_TEAM) * both : times * (side / march->slab);
    } else if (plan->launch.threads > 0 && entry == NBB_ENTRY_STEP) {
        blocks = ceil_divide(tiles * plan->launch.threads, block);
    }
    return (nbb_grid){ blocks, block };
}

/* Steps by patches: a block a region, of bb's box one of holes too. */
static nbb_grid regions_grid(const nbb_plan *plan)
{
    const nbb_fractal *fractal = plan->asked.fractal;
    int level = plan->launch.region, r = plan->asked.r;
    bool is_box = plan->space.map == NBB_MAP_BB;
    return (nbb_grid){ (uint64_t)(is_box ? nbb_box_places(nbb_fractal_side(fractal, level, r))
                                         : nbb_fractal_cells(fractal, level, r)),
                       is_box ? BOX_BLOCK_X * BOX_BLOCK_Y : plan->launch.block };
}

nbb_grid nbb_plan_grid(const nbb_plan *plan, nbb_entry entry, int level, uint64_t asked)
{
    bool is_listed = takes_groups(plan, entry) && asked > 0;
    NBB_RETURN_IF(!goes_over_items(entry), (nbb_grid){ ceil_divide(asked, PROBE_BLOCK), PROBE_BLOCK });
    if (entry == NBB_ENTRY_TOTALS) {
        /* As CENSUS, but by at most so many blocks, which then take several blocks' cells each. */
        nbb_grid grid = nbb_plan_grid(plan, NBB_ENTRY_CENSUS, level, 0);
        return (nbb_grid){ nbb_plan_total_parts(plan), grid.threads };
    }
    NBB_RETURN_IF(entry == NBB_ENTRY_STEP && plan->launch.region > 0, regions_grid(plan));
    int64_t items = takes_level(plan, entry) ? nbb_cover_level_tiles(&plan->space.simplex.cover, level)
                                             : nbb_plan_launch_items(plan);
    return plan->space.layout->grid(plan, entry, is_listed ? asked : (uint64_t)items);
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

uint64_t nbb_plan_simplex_threads(const nbb_plan *plan)
{
    uint64_t threads = 0;
    for (int level = 0; level < nbb_plan_launches(plan, NBB_ENTRY_CENSUS); ++level) {
        nbb_grid grid = nbb_plan_grid(plan, NBB_ENTRY_CENSUS, level, 0);
        threads += grid.blocks * grid.threads;
    }
    return threads;
}

/* shards.c - cuts items among ranks. */
#include "gen/plan/plan.h"

enum { TILES_A_RANK = 100 }; /* at least, for shares that differ by 1% at most */

bool nbb_shards_balance(const nbb_request *request, int64_t side)
{
    int64_t tiles = nbb_simplex_cells(request->simplex->m, (request->n + side - 1) / side);
    return request->ranks == 1 || tiles >= TILES_A_RANK * (int64_t)request->ranks;
}

bool nbb_plan_is_sharded(const nbb_plan *plan)
{
    return plan->asked.ranks > 1 || plan->asked.parted;
}

bool nbb_shards_correlate(const nbb_program *program)
{
    return program != NULL && NBB_ANY(i, program->total_count, program->totals[i].kind == NBB_TOTAL_ALONG);
}

nbb_status nbb_shards_check(const nbb_plan *plan)
{
    const nbb_request *request = &plan->asked;
    const char *map = nbb_map_names.names[plan->space.map];
    const char *why = !request->parted                   ? NULL
                      : request->ranks > 1               ? "ranks have a share of the state each"
                      : plan->space.map != NBB_MAP_LANES ? "map lanes of fractals alone advances parts one by one"
                      : !request->work->evolves          ? "only ca and programs have steps"
                      : request->buffers == 1            ? "parts go between two buffers; leave --buffers out"
                                                         : NULL;
    NBB_REFUSE_IF(why != NULL, "a state in parts, with map %s: %s", map, why);
    NBB_DONE_IF(request->ranks == 1);
    if (nbb_shards_correlate(request->program)) {
        why = "a correlation asks for cells of other ranks";
    } else if (request->simplex != NULL) {
        /* What a simplex has no shards for: they are ranges of lambda's tiles, stored in this order. */
        why = plan->asked.work->start == NBB_START_POINTS ? "the distances of edm are one device's"
              : plan->space.map != NBB_MAP_LAMBDA
                  ? "its tiles are in another order than lambda's, which are cut among ranks"
              : request->recursion == NBB_RECURSION_BRANCHES
                  ? "with --recursion branches, tiles are numbered level by level"
              : request->from == NBB_FROM_ABOVE ? "with --from above, some ranks would have tiles without cells"
              : plan->space.storage == NBB_STORAGE_EMBEDDED ? "with --storage embedded, its tiles share rows"
                                                            : NULL;
    } else if (plan->space.map != NBB_MAP_LANES && plan->space.map != NBB_MAP_COMPACT) {
        why = "its items are not numbered; lanes and compact are cut among ranks";
    } else if (plan->space.map == NBB_MAP_COMPACT && request->tc != NBB_TC_NONE) {
        why = "with --tc, a product maps tiles of several ranks";
    } else if (request->persistent != NBB_PERSISTENCE_AUTO && request->persistent != NBB_PERSISTENCE_NO) {
        why = "a persistent launch (--persistent) runs on one device";
    }
    return why == NULL ? NBB_OK : NBB_REFUSE("map %s by %d ranks: %s", map, request->ranks, why);
}

int64_t nbb_plan_items(const nbb_plan *plan)
{
    return plan->space.map == NBB_MAP_LANES ? plan->space.lanes.tiles * plan->space.lanes.parts : plan->space.tiles;
}

int64_t nbb_plan_group_items(const nbb_plan *plan)
{
    return plan->asked.domain.simplex != NULL ? 1 : NBB_GROUP;
}

int64_t nbb_plan_whole_groups(const nbb_plan *plan, int64_t items)
{
    int64_t each = nbb_plan_group_items(plan);
    return (items + each - 1) / each * each;
}

static int64_t groups_of(const nbb_plan *plan)
{
    return nbb_plan_whole_groups(plan, nbb_plan_items(plan)) / nbb_plan_group_items(plan);
}

nbb_status nbb_shards_check_size(const nbb_plan *plan)
{
    const nbb_domain *domain = &plan->asked.domain;
    /* Steps that go cell by cell: ranks and rings have what they read if that is in the tiles beside. */
    bool by_cells = nbb_plan_is_sharded(plan) && plan->space.map == NBB_MAP_LANES
                    && plan->asked.traits.word == NBB_WORD_VALUES && nbb_values_by_cells(&plan->asked);
    for (int axis = 0; by_cells && axis < nbb_domain_axes(domain); ++axis) {
        int64_t reach = plan->asked.program->neighbours.reach, side = plan->space.rho.at[axis];
        NBB_REFUSE_IF(reach > side,
                      "%s on map lanes: the program reads %" PRId64 " cells far, past the tiles beside, which have"
                      " %" PRId64 " a side: ask for larger ones (--tile)",
                      plan->asked.parted ? "a state in parts" : "ranks", reach, side);
    }
    NBB_REFUSE_IF(nbb_plan_is_sharded(plan) && plan->asked.ranks > groups_of(plan),
                  "%s at %s = %" PRId64 " with map %s has %" PRId64 " group%s of %" PRId64 " item%s, fewer"
                  " than %d ranks: ask for fewer, or for smaller tiles (--tile)",
                  nbb_domain_name(domain), nbb_domain_size_name(domain), domain->size,
                  nbb_map_names.names[plan->space.map], groups_of(plan), groups_of(plan) == 1 ? "" : "s",
                  nbb_plan_group_items(plan), nbb_plan_group_items(plan) == 1 ? "" : "s", plan->asked.ranks);
    return NBB_OK;
}

/* The first of so many groups that falls to a rank: the first ranks have one more than the last. */
static int64_t first_group(int64_t groups, int ranks, int rank)
{
    int64_t more = groups % ranks;
    return groups / ranks * rank + (rank < more ? rank : more);
}

/* A rank's of so many items, which are cut at multiples of a unit. */
static nbb_shard cut(const nbb_plan *plan, int64_t items, int64_t unit, int rank)
{
    int64_t groups = (items + unit - 1) / unit, first = first_group(groups, plan->asked.ranks, rank) * unit;
    int64_t end = first_group(groups, plan->asked.ranks, rank + 1) * unit;
    first = first < items ? first : items;
    return (nbb_shard){ first, (end < items ? end : items) - first };
}

nbb_shard nbb_plan_shard(const nbb_plan *plan, int rank)
{
    return cut(plan, nbb_plan_items(plan), nbb_plan_group_items(plan), rank);
}

int nbb_plan_owner(const nbb_plan *plan, int64_t item)
{
    int64_t groups = groups_of(plan), group = item / nbb_plan_group_items(plan), each = groups / plan->asked.ranks,
            more = groups % plan->asked.ranks;
    int64_t in_larger = more * (each + 1); /* groups of the ranks that have one more */
    return (int)(group < in_larger ? group / (each + 1) : more + (group - in_larger) / each);
}

int64_t nbb_plan_item_of(const nbb_plan *plan, nbb_vector cell)
{
    const nbb_fractal *fractal = plan->asked.fractal;
    if (fractal == NULL) {
        NBB_FILL(axis, plan->asked.domain.simplex->m, cell.at[axis], cell.at[axis] / plan->space.rho.at[axis]);
        return nbb_cover_number(&plan->space.simplex.cover, cell);
    }
    if (plan->space.map == NBB_MAP_LANES) {
        int64_t tile = nbb_fractal_index(fractal, plan->asked.r, cell) / plan->space.lanes.positions;
        return tile % plan->space.lanes.tiles * plan->space.lanes.parts + tile / plan->space.lanes.tiles / 32;
    }
    int64_t tile = nbb_fractal_index(fractal, plan->asked.r, cell) / nbb_fractal_cells(fractal, 0, plan->space.t);
    return nbb_fractal_ordered(fractal, plan->space.t, plan->asked.r, tile);
}

nbb_shard nbb_plan_saved(const nbb_plan *plan, int rank)
{
    return cut(plan, plan->asked.cells, NBB_SAVED_CELLS, rank);
}

bool nbb_plan_shares(const nbb_plan *plan, int rank, nbb_shard cells)
{
    NBB_RETURN_IF(plan->space.map != NBB_MAP_LANES || !nbb_plan_is_sharded(plan) || cells.count == 0,
                  cells.count > 0);
    const nbb_lanes *lanes = &plan->space.lanes;
    int64_t tiles = lanes->tiles, end = (cells.first + cells.count - 1) / lanes->positions;
    nbb_shard shard = nbb_plan_shard(plan, rank);
    bool found = false;
    for (int64_t tile = cells.first / lanes->positions, next; tile <= end && !found; tile = next) {
        next = (tile / tiles + 1) * tiles; /* the next lane's first one */
        int64_t part = tile / tiles / 32, last = (next <= end ? next - 1 : end) % tiles;
        found = tile % tiles * lanes->parts + part < shard.first + shard.count
                && last * lanes->parts + part >= shard.first;
    }
    return found;
}

int64_t nbb_plan_launch_items(const nbb_plan *plan)
{
    return nbb_plan_shard(plan, 0).count; /* no other has more groups */
}

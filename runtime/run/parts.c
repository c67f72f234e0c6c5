/* parts.c - cuts a state into parts, and finds the rings of groups around each. */
#include "runtime/run/parts.h"

/* Steps of a part that take longer than its copies, from memory or from files; fewer where rings are much of it. */
enum { STEPS_AIM = 512, FILES_AIM = 2048, RING_SHARE = 4, MARGIN = 2 << 20 };
/* Of more parts than MANY so many choose the steps: the rings of some thousand are found in minutes. */
enum { MANY = 256, SAMPLE = 64 };

int nbb_state_parts_rings(const nbb_plan *plan, int64_t turns)
{
    int64_t reach = plan->asked.program->neighbours.reach, side = INT32_MAX;
    /* A tile's side in cells among the axes on which the fractal grows. */
    for (int axis = 0; axis < nbb_domain_axes(&plan->asked.domain); ++axis) {
        bool is_less = nbb_fractal_extends(plan->asked.fractal, axis) && plan->space.rho.at[axis] < side;
        side = is_less ? plan->space.rho.at[axis] : side;
    }
    int64_t within = side / (reach > 1 ? reach : 1);
    within = within > 1 ? within : 1;
    return (int)((turns + within - 1) / within);
}

int nbb_state_parts_buffers(const nbb_plan *plan)
{
    return plan->launch.buffers == 2 ? 3 : 2;
}

uint64_t nbb_state_group_bytes(nbb_areas areas)
{
    return NBB_SUM(a, areas.count, NBB_GROUP * areas.rows[a].item_bytes);
}

uint64_t nbb_state_parts_host_bytes(const nbb_plan *plan, const nbb_state_parts *parts)
{
    uint64_t groups = (uint64_t)parts->ring_groups;
    groups = parts->known < parts->count ? groups * (uint64_t)parts->count / (uint64_t)parts->known : groups;
    return plan->space.state_bytes + groups * nbb_state_group_bytes(nbb_state_areas(plan));
}

uint64_t nbb_state_parts_margin(uint64_t bytes)
{
    return (bytes + MARGIN - 1) / MARGIN * MARGIN;
}

/* Tiles around a part that are being found, ring by ring: those of a ring are in none before it. */
typedef struct rings {
    const nbb_plan *plan;
    nbb_arena *arena, *found; /* of its groups, and of what is found on the way */
    nbb_shard part;
    int64_t before, begin; /* where the ring before this one begins, and this one */
    int64_t *items;
    int64_t count;
    uint64_t *has_item, *has_group; /* a bit for each that a ring has */
} rings;

/* Sets a bit; returns whether it was not set before. */
static bool is_new(uint64_t *bits, int64_t number)
{
    uint64_t *word = &bits[number / 64], before = *word;
    *word |= UINT64_C(1) << number % 64;
    return *word != before;
}

static nbb_status add_item(rings *made, int64_t item)
{
    bool is_own = item >= made->part.first && item < made->part.first + made->part.count;
    NBB_DONE_IF(is_own || !is_new(made->has_item, item));
    return NBB_ARENA_APPEND(made->found, made->items, made->count, item);
}

static nbb_status add_beside(rings *made, int64_t item, int direction)
{
    const nbb_lanes *lanes = &made->plan->space.lanes;
    int left;
    int64_t part = item % lanes->parts, tile = nbb_lanes_walk(lanes, item / lanes->parts, direction, &left);
    int64_t row = left * (int64_t)lanes->parts + part;
    NBB_DONE_IF(direction == lanes->directions->centre);
    NBB_RETURN_IF(tile >= 0 && left == lanes->directions->centre, add_item(made, tile * lanes->parts + part));
    for (int m = lanes->first_move[row]; tile >= 0 && m < lanes->first_move[row + 1]; ++m) {
        NBB_TRY(add_item(made, tile * lanes->parts + lanes->moves[m].part));
    }
    return NBB_OK;
}

/* The groups of the ring that was found, those of earlier rings left out. */
static nbb_status add_groups(const rings *made, int ring, nbb_state_part *part)
{
    int64_t count = part->rings[ring];
    for (int64_t i = made->begin; i < made->count; ++i) {
        int64_t group = made->items[i] / NBB_GROUP;
        NBB_TRY_IF(is_new(made->has_group, group), NBB_ARENA_APPEND(made->arena, part->groups, count, group));
    }
    part->rings[ring + 1] = count;
    return NBB_OK;
}

static nbb_status add_rings(rings *made, const nbb_needs *needs, int count, nbb_state_part *part)
{
    const nbb_directions *list = made->plan->space.lanes.directions;
    for (int ring = 0; ring < count; ++ring) {
        if (ring == 0) {
            int64_t end = made->part.first + made->part.count;
            for (int64_t i = 0; i < needs->boundary_count; ++i) {
                int64_t first = made->part.first + needs->boundary[i] * NBB_GROUP;
                for (int64_t item = first; item < first + NBB_GROUP && item < end; ++item) {
                    NBB_TRY(NBB_EACH(direction, list->count, add_beside(made, item, direction)));
                }
            }
        }
        for (int64_t i = made->before; i < made->begin; ++i) {
            NBB_TRY(NBB_EACH(direction, list->count, add_beside(made, made->items[i], direction)));
        }
        nbb_needs_sort(made->items + made->begin, made->count - made->begin);
        NBB_TRY(add_groups(made, ring, part));
        made->before = made->begin;
        made->begin = made->count;
    }
    return NBB_OK;
}

/* Whole groups of a part from one on, in array `a` of a buffer. */
static nbb_reserved range_of(nbb_areas areas, int a, const nbb_state_part *part, uint64_t margin, nbb_shard groups,
                             int64_t phase)
{
    uint64_t bytes = NBB_GROUP * areas.rows[a].item_bytes;
    uint64_t shift = (uint64_t)part->items.first * areas.rows[0].item_bytes; /* as nbb_part_begin has it */
    uint64_t begin = margin + areas.rows[a].offset - shift + (uint64_t)groups.first * bytes;
    return (nbb_reserved){ begin, begin + (uint64_t)groups.count * bytes, phase };
}

nbb_status nbb_state_parts_ranges(const nbb_state_parts *parts, nbb_areas areas, uint64_t margin,
                                  nbb_reserved **ranges, int64_t *count)
{
    *count = 0;
    NBB_TRY(NBB_MAKE(*ranges, (parts->ring_groups + parts->known) * areas.count, "the memory of parts"));
    for (int a = 0; a < areas.count; ++a) {
        bool moves = areas.rows[a].item_bytes
                     != areas.rows[0].item_bytes; /* each part's lie at a place of their own */
        for (int i = 0; i < parts->known; ++i) {
            const nbb_state_part *part = &parts->rows[i];
            nbb_shard own = { part->items.first / NBB_GROUP, nbb_state_part_groups(part->items) };
            if (i == 0 || moves) { /* no other part has more groups than the first one */
                (*ranges)[(*count)++] = range_of(areas, a, part, margin, own, moves ? i + 1 : 0);
            }
            for (int64_t j = 0; j < part->rings[parts->rings]; ++j) {
                (*ranges)[(*count)++] = range_of(areas, a, part, margin, (nbb_shard){ part->groups[j], 1 },
                                                 parts->share ? i + 1 : 0);
            }
        }
    }
    return NBB_OK;
}

/* Bytes of the pages that have memory, in a buffer for a state of so many. */
static nbb_status count_bytes(const nbb_state_parts *parts, nbb_areas areas, uint64_t state,
                              const nbb_parting *parting, uint64_t *bytes)
{
    NBB_LOCAL_HEAP nbb_reserved *ranges = NULL;
    int64_t count;
    uint32_t shared = 0;
    uint64_t margin = nbb_state_parts_margin(state);
    NBB_TRY(nbb_state_parts_ranges(parts, areas, margin, &ranges, &count));
    NBB_LOCAL_MAKE(uint32_t, memory_of, 2 * margin / parting->page, "the memory of parts");
    return nbb_reserved_pages(ranges, count, parting->page, memory_of, &shared, bytes);
}

static nbb_status count_buffers(const nbb_parting *parting, nbb_state_parts *parts)
{
    const nbb_plan *plan = parting->plan;
    uint64_t state = 0, once = 0;
    NBB_TRY(count_bytes(parts, nbb_state_areas(plan), plan->space.state_bytes, parting, &state));
    NBB_TRY_IF(plan->launch.once_bytes > 0,
               count_bytes(parts, nbb_beside_areas(plan), plan->launch.once_bytes, parting, &once));
    parts->bytes = (uint64_t)nbb_state_parts_buffers(plan) * (state + parting->beside) + once
                   + plan->launch.scratch_bytes;
    return NBB_OK;
}

/* The next row, of the part of this number. */
static nbb_status add_part(const nbb_plan *cut, int number, nbb_state_parts *parts)
{
    nbb_needs needs;
    nbb_state_part *part = &parts->rows[parts->known++];
    NBB_LOCAL_ARENA found = { .purpose = "the tiles around a part" };
    rings made = { .plan = cut, .arena = &parts->arena, .found = &found, .part = nbb_plan_shard(cut, number) };
    part->items = made.part;
    part->before = parts->ring_groups;
    NBB_TRY(nbb_needs_build(&found, cut, number, false, &needs));
    NBB_TRY(NBB_ARRAYS(&parts->arena, NBB_ARRAY(part->rings, parts->rings + 1)));
    NBB_TRY(NBB_ARRAYS(&found, NBB_ARRAY(made.has_item, nbb_plan_items(cut) / 64 + 1),
                       NBB_ARRAY(made.has_group, nbb_plan_items(cut) / NBB_GROUP / 64 + 1)));
    NBB_TRY(add_rings(&made, &needs, parts->rings, part));
    parts->ring_groups += part->rings[parts->rings];
    return NBB_OK;
}

/* So many parts of so many steps, of which so many rows, and what their buffers take; the first rows alone where
   those do not fit the memory, which is looked at each time that their number has doubled. */
static nbb_status build(const nbb_parting *parting, int count, int rows, int64_t steps, nbb_state_parts *parts)
{
    const nbb_plan *plan = parting->plan;
    nbb_plan cut = *plan;
    int read = nbb_state_parts_rings(plan, steps * plan->launch.turns);
    if (parts->count == count && parts->known == rows && parts->rings == read) {
        parts->steps = steps;
        return NBB_OK;
    }
    cut.asked.ranks = count;
    nbb_state_parts_free(parts);
    *parts = (nbb_state_parts){ .arena = { .purpose = "the parts of a state" },
                                .count = count,
                                .steps = steps,
                                .share = parting->share,
                                .rings = read };
    NBB_TRY(NBB_ARRAYS(&parts->arena, NBB_ARRAY(parts->rows, rows)));
    while (parts->known < rows && parts->bytes <= parting->memory) {
        NBB_TRY(add_part(&cut, (int)((int64_t)parts->known * count / rows), parts));
        NBB_TRY_IF((parts->known & (parts->known - 1)) == 0 || parts->known == rows, count_buffers(parting, parts));
    }
    return NBB_OK;
}

/* Whether parts fit with so many steps, which are worth it: rings, which are computed again, are a small share. */
static bool are_good(const nbb_parting *parting, const nbb_state_parts *parts)
{
    int64_t groups = NBB_SUM(i, parts->known, nbb_state_part_groups(parts->rows[i].items));
    return parts->bytes <= parting->memory && (parting->steps > 0 || parts->ring_groups * RING_SHARE <= groups);
}

/* Steps are doubled while they are worth it, from those of a launch on: rings of fewer steps are found sooner. */
static nbb_status build_steps(const nbb_parting *parting, int count, int rows, nbb_state_parts *parts)
{
    int64_t unit = parting->plan->code.steps_a_launch, good = parting->steps > 0 ? parting->steps : unit;
    NBB_TRY(build(parting, count, rows, good, parts));
    NBB_DONE_IF(parting->steps > 0 || parts->bytes > parting->memory);
    while (are_good(parting, parts) && good < (parting->in_files ? FILES_AIM : STEPS_AIM)) {
        good *= 2;
        NBB_TRY(build(parting, count, rows, good, parts));
    }
    return are_good(parting, parts) || good == unit ? NBB_OK : build(parting, count, rows, good / 2, parts);
}

/* All rows, but of what is known by a sample. Where the sample promised too much, fewer steps fit. */
static nbb_status build_parts(const nbb_parting *parting, int count, nbb_state_parts *parts)
{
    NBB_TRY(build_steps(parting, count, count <= MANY ? count : SAMPLE, parts));
    NBB_DONE_IF(parting->by_sample || parts->bytes > parting->memory);
    NBB_TRY(build(parting, count, count, parts->steps, parts));
    while (parts->bytes > parting->memory && parting->steps == 0
           && parts->steps > parting->plan->code.steps_a_launch) {
        NBB_TRY(build(parting, count, count, parts->steps / 2, parts));
    }
    return NBB_OK;
}

/* The next larger number of parts to try: whole replicas of a level, or several each, which touch few; 0: none. */
static int64_t larger(const nbb_plan *plan, int64_t count)
{
    int64_t next = 1, most = nbb_state_part_groups((nbb_shard){ 0, nbb_plan_items(plan) });
    for (int level = plan->space.lanes.m - 1; level >= 0 && next <= count; --level) {
        int64_t replicas = next, k = plan->asked.fractal->levels[plan->space.t + level]->k;
        for (int64_t times = 2; times <= k && next <= count; ++times) {
            next = times * replicas;
        }
    }
    return next > count && next <= most ? next : 0;
}

nbb_parting nbb_state_parting(const nbb_plan *plan, uint64_t memory, uint64_t page, bool is_cuda, int64_t steps)
{
    uint64_t pages = 2 * nbb_state_parts_margin(plan->space.state_bytes) / page;
    return (nbb_parting){ .plan = plan,
                          .memory = memory,
                          .page = page,
                          .share = is_cuda,
                          .beside = is_cuda ? (1 + nbb_device_pages_at_once(pages)) * page : 0,
                          .steps = plan->asked.program->has_globals && steps == 0 ? 1 : steps };
}

/* The message has what would be enough, with parts that are as small as is worth it. */
static nbb_status refuse(const nbb_parting *parting, nbb_state_parts *parts)
{
    enum { ENOUGH = 32 };
    const nbb_plan *plan = parting->plan;
    int64_t count = 1, steps = parting->steps > 0 ? parting->steps : plan->code.steps_a_launch;
    for (int64_t next = count; next > 0 && next <= ENOUGH; next = larger(plan, next)) {
        count = next;
    }
    nbb_parting unlimited = *parting;
    unlimited.memory = UINT64_MAX;
    NBB_TRY(build(&unlimited, (int)count, (int)count, steps, parts));
    return nbb_fail(NBB_ERROR_DEVICE,
                    "%s at r = %d: the buffers of its parts do not fit %" PRIu64 " bytes; %" PRIu64 " are enough%s",
                    plan->asked.fractal->name, plan->asked.r, parting->memory, parts->bytes,
                    parts->bytes > plan->space.state_bytes ? ", and the whole state may take less" : "");
}

/* Whether so many parts take less time: a pass takes, beside its steps, each launch's last blocks, for which others
   wait (H200, 5 to 54 parts); and, say of each four passes, the first part comes once and the last one goes where
   nothing hides it. Rings have to be few, as on finitely ramified fractals: more of them take long to find. */
static bool are_worth_cutting(const nbb_parting *parting, const nbb_state_parts *parts, int64_t count)
{
    enum { FEW = 64 };
    const double launch_ns = 17000, link_ns = 0.02; /* a byte, by PCIe 5 */
    const nbb_plan *plan = parting->plan;
    double launches = (double)(parts->steps * plan->launch.turns) / plan->code.steps_a_launch;
    int64_t groups = nbb_state_part_groups(parts->rows[0].items) * parts->known;
    return parting->share && count > 0 && parts->ring_groups * FEW <= groups
           && launches * launch_ns * (double)(parts->count * count) < link_ns / 2 * (double)plan->space.state_bytes;
}

static nbb_status cut_smaller(const nbb_parting *parting, nbb_state_parts *parts)
{
    int64_t count;
    while (count = larger(parting->plan, parts->count), are_worth_cutting(parting, parts, count)) {
        nbb_state_parts smaller = { .count = 0 };
        nbb_status status = build_parts(parting, (int)count, &smaller);
        bool fits = status == NBB_OK && smaller.bytes <= parting->memory;
        nbb_state_parts_free(fits ? parts : &smaller);
        NBB_RETURN_IF(!fits, status);
        *parts = smaller;
    }
    return NBB_OK;
}

nbb_status nbb_state_parts_choose(const nbb_parting *parting, nbb_state_parts *parts)
{
    enum { SMALLER = 64 }; /* parts that are so much smaller are mostly rings */
    const nbb_plan *plan = parting->plan;
    int buffers = nbb_state_parts_buffers(plan);
    uint64_t beside = (uint64_t)buffers * parting->beside + plan->launch.scratch_bytes;
    uint64_t wanted = (uint64_t)buffers * plan->space.state_bytes;
    uint64_t fitting = parting->memory > beside ? wanted / (parting->memory - beside) : INT32_MAX;
    *parts = (nbb_state_parts){ .count = 0 };
    NBB_REFUSE_IF(plan->asked.program->has_globals && parting->steps > 1,
                  "--pass %" PRId64 ": the program's globals are totals of the whole state before each step, so that"
                  " a pass over its parts is one step",
                  parting->steps);
    for (int64_t count = larger(plan, 0); count > 0 && (uint64_t)count / SMALLER <= fitting && count <= INT32_MAX;
         count = larger(plan, count)) {
        bool may_fit = (uint64_t)count >= fitting;
        NBB_TRY_IF(may_fit, build_parts(parting, (int)count, parts));
        NBB_RETURN_IF(may_fit && parts->bytes <= parting->memory, cut_smaller(parting, parts));
    }
    return refuse(parting, parts);
}

void nbb_state_parts_free(nbb_state_parts *parts)
{
    nbb_arena_free(&parts->arena);
    *parts = (nbb_state_parts){ .count = 0 };
}

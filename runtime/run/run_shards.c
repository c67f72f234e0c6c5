/* run_shards.c - a run's kernels; the memory of a shard, and what it exchanges. */
#include "runtime/run/run_inside.h"

enum { ARGUMENTS_MAX = 18 }; /* thirteen of the longest signature, the four of items and groups, and copies */

nbb_status nbb_run_find(nbb_run *run, nbb_module *module, const char *suffix, const char *signature,
                        nbb_kernel **kernel)
{
    NBB_LOCAL_TEXT_OF(name, "a kernel's name", "%s_%s", run->request.plan->name, suffix);
    return NBB_ON(run, find, module, name.data, signature, kernel);
}

/* A kernel goes over a range of items and then those of listed groups; or over as many as were asked for. */
static nbb_status launch(nbb_run *run, nbb_entry entry, nbb_shard items, nbb_address groups, uint64_t listed,
                         uint64_t asked, void **arguments)
{
    const nbb_plan *plan = run->request.plan;
    uint32_t level = 0, launches = (uint32_t)nbb_plan_launches(plan, entry);
    const char *const *parameters = nbb_plan_parameters(plan, entry);
    const char *const *behind = nbb_plan_last_parameters(plan, entry);
    size_t count = (size_t)NBB_FIND(i, ARGUMENTS_MAX, parameters[i] == NULL);
    void *last[] = { nbb_plan_takes_range(plan, entry) ? (void *)&items.first : (void *)&level, &items.count, &groups,
                     &listed };
    void *with_last[ARGUMENTS_MAX]; /* a kernel without levels and ranges does not read the last ones */
    memcpy(with_last, arguments, count * sizeof *arguments);
    memcpy(with_last + count, last, sizeof last);
    int64_t going = run->copies - (entry != NBB_ENTRY_CENSUS ? run->over : 0);
    uint32_t copies = nbb_plan_goes_over_copies(plan, entry) ? (uint32_t)going : 0;
    count += (size_t)NBB_FIND(i, ARGUMENTS_MAX, behind[i] == NULL);
    with_last[count] = copies > 0 ? &copies : with_last[count];
    for (; level < launches; ++level) {
        /* Not within a step; and a rank alone must not stop, for others wait for it: nbb_run_work stops all. */
        NBB_TRY_IF(!run->is_amid && run->request.ranks == NULL, nbb_interrupt_check());
        nbb_grid grid = nbb_plan_grid(plan, entry, (int)level, asked);
        bool at_once = entry == NBB_ENTRY_PERSISTENT /* a cluster's blocks are so by themselves, unless copies wait */
                       && (plan->launch.cluster == 0 || run->looks.exchanged);
        nbb_launch shape = { grid.blocks, grid.threads, copies, at_once, nbb_plan_shared(plan, entry) };
        NBB_TRY(NBB_ON(run, launch, run->kernels[entry], shape, with_last));
    }
    return NBB_OK;
}

nbb_status nbb_run_launch(nbb_run *run, nbb_entry entry, uint64_t probes, void **arguments)
{
    nbb_shard all = run->sharing.shard;
    uint64_t listed = (uint64_t)nbb_plan_whole_groups(run->request.plan, all.count);
    return launch(run, entry, all, 0, listed, probes, arguments);
}

nbb_status nbb_run_launch_items(nbb_run *run, nbb_entry entry, nbb_shard items, nbb_address groups, int64_t count,
                                void **arguments)
{
    const nbb_plan *plan = run->request.plan;
    int64_t listed = nbb_plan_whole_groups(plan, items.count);
    items.count = count > 0 ? listed + count * nbb_plan_group_items(plan) : items.count;
    return launch(run, entry, items, groups, (uint64_t)listed, (uint64_t)items.count, arguments);
}

static nbb_status keep(nbb_run *run, nbb_address address)
{
    NBB_TRY_OR(NBB_ARENA_APPEND(&run->arena, run->memory, run->memory_count, address), NBB_ON(run, release, address));
    return NBB_OK;
}

nbb_status nbb_run_take(nbb_run *run, uint64_t bytes, nbb_address *address)
{
    NBB_DONE_IF(*address != 0);
    NBB_TRY(NBB_ON(run, allocate, bytes, address));
    return keep(run, *address);
}

nbb_status nbb_run_allocate(nbb_run *run, uint64_t bytes, nbb_address *address)
{
    NBB_TRY(nbb_interrupt_check());
    NBB_TRY(nbb_run_take(run, bytes, address));
    return NBB_ON(run, fill, *address, 0, bytes);
}

nbb_status nbb_run_reserve(nbb_run *run, uint64_t bytes, const nbb_reserved *ranges, int64_t count,
                           nbb_address *address)
{
    NBB_TRY(NBB_ON(run, reserve, bytes, ranges, count, address));
    return keep(run, *address);
}

/* --- what ranks exchange --- */

enum { SENT, RECEIVED, GROUP_LANES = NBB_GROUP };

static const nbb_word_list *list_of(const nbb_run_sharing *sharing, int side)
{
    return side == SENT ? &sharing->needs.sent : &sharing->needs.received;
}

static uint64_t words_of(const nbb_run *run, int side)
{
    return (uint64_t)list_of(&run->sharing, side)->first[run->request.ranks->count];
}

/* Whether the interior is advanced while words are on their way. On a GPU it must have so many threads for each
   multiprocessor. With fewer, launches that wait for each other took longer than the words (two H200, the gasket at
   r = 18, 600 threads: 8% more in all); with more, the groups' numbers did, which every warp then loads first. */
static bool is_parted(const nbb_run *run, int64_t boundary, int64_t interior)
{
    enum { BOUNDARY_SHARE = 16, THREADS_MIN = 1024, THREADS_MAX = 32768 };
    const nbb_plan *plan = run->request.plan;
    const nbb_device *device = run->request.device;
    NBB_RETURN_IF(boundary == 0 || !device->is_cuda, boundary > 0 && interior >= boundary);
    nbb_grid grid = nbb_plan_grid(plan, NBB_ENTRY_STEP, 0, (uint64_t)(interior * nbb_plan_group_items(plan)));
    uint64_t threads = grid.blocks * grid.threads / device->multiprocessors;
    return interior >= BOUNDARY_SHARE * boundary && threads >= THREADS_MIN && threads <= THREADS_MAX;
}

static nbb_status part_groups(nbb_run *run)
{
    nbb_run_sharing *sharing = &run->sharing;
    const nbb_needs *needs = &sharing->needs;
    int64_t each = nbb_plan_group_items(run->request.plan), first = sharing->shard.first / each;
    int64_t all = nbb_plan_whole_groups(run->request.plan, sharing->shard.count) / each;
    uint64_t bytes = (uint64_t)all * sizeof(uint32_t);
    sharing->interior = all - needs->boundary_count;
    NBB_DONE_IF(!is_parted(run, needs->boundary_count, sharing->interior));
    NBB_LOCAL_MAKE(uint32_t, groups, all, "a shard's groups");
    int64_t boundary = 0, interior = needs->boundary_count;
    for (int64_t i = 0; i < all; ++i) {
        bool is_boundary = boundary < needs->boundary_count && needs->boundary[boundary] == i;
        groups[is_boundary ? boundary++ : interior++] = (uint32_t)(first + i);
    }
    NBB_TRY(nbb_run_take(run, bytes, &sharing->groups));
    return NBB_ON(run, upload, sharing->groups, groups, bytes);
}

nbb_status nbb_run_shards_begin(nbb_run *run)
{
    nbb_run_sharing *sharing = &run->sharing;
    if (run->request.parts != NULL) {
        sharing->shard = nbb_plan_shard(run->request.plan, 0);
    }
    NBB_DONE_IF(run->request.ranks == NULL);
    int own = run->request.ranks->rank, ranks = run->request.ranks->count;
    sharing->shard = nbb_plan_shard(run->request.plan, own);
    NBB_TRY(nbb_needs_build(&run->arena, run->request.plan, own, true, &sharing->needs));
    for (int side = SENT; side <= RECEIVED; ++side) {
        uint64_t count = words_of(run, side);
        NBB_TRY(nbb_run_take(run, count * sizeof(int64_t), &sharing->places[side]));
        NBB_TRY(nbb_run_take(run, count * sizeof(uint32_t), &sharing->packed[side]));
        NBB_TRY(NBB_ON(run, upload, sharing->places[side], list_of(sharing, side)->words, count * sizeof(int64_t)));
    }
    /* The parcels to and from each rank, whose words stand one behind the other. */
    const int64_t *sent = sharing->needs.sent.first, *received = sharing->needs.received.first;
    NBB_TRY(NBB_ARRAYS(&run->arena, NBB_ARRAY(sharing->parcels, ranks)));
    for (int rank = 0; rank < ranks; ++rank) {
        const nbb_parcel parcel = {
            .rank = rank,
            .sent = sharing->packed[SENT] + (uint64_t)sent[rank] * sizeof(uint32_t),
            .received = sharing->packed[RECEIVED] + (uint64_t)received[rank] * sizeof(uint32_t),
            .sent_bytes = (uint64_t)(sent[rank + 1] - sent[rank]) * sizeof(uint32_t),
            .received_bytes = (uint64_t)(received[rank + 1] - received[rank]) * sizeof(uint32_t)
        };
        sharing->parcels[sharing->parcel_count] = parcel;
        sharing->parcel_count += parcel.sent_bytes > 0 || parcel.received_bytes > 0;
    }
    return part_groups(run);
}

nbb_reserved nbb_run_own_range(const nbb_run *run, nbb_area area)
{
    uint64_t first = (uint64_t)run->sharing.shard.first, end = first + (uint64_t)run->sharing.shard.count;
    end = run->request.plan->space.map == NBB_MAP_LANES ? (end + GROUP_LANES - 1) / GROUP_LANES * GROUP_LANES : end;
    return (nbb_reserved){ area.offset + first * area.item_bytes, area.offset + end * area.item_bytes, 0 };
}

/* Addresses for all items, and memory for the shard's and for words of others. */
static nbb_status reserve(nbb_run *run, uint64_t bytes, nbb_areas areas, bool has_others, nbb_address *address)
{
    int64_t count = 0, others = has_others ? (int64_t)words_of(run, RECEIVED) : 0;
    NBB_LOCAL_MAKE(nbb_reserved, ranges, (areas.count + others), "a shard's memory");
    NBB_FILL(i, areas.count, ranges[count++], nbb_run_own_range(run, areas.rows[i]));
    for (int64_t i = 0; i < others; ++i) {
        uint64_t begin = (uint64_t)run->sharing.needs.received.words[i] * sizeof(uint32_t);
        ranges[count++] = (nbb_reserved){ begin, begin + sizeof(uint32_t), 0 };
    }
    return nbb_run_reserve(run, bytes, ranges, count, address);
}

nbb_status nbb_run_shards_allocate(nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    bool two = plan->launch.buffers == 2, in_place = nbb_plan_in_place(plan);
    uint64_t state = plan->space.state_bytes, beside = nbb_plan_beside_bytes(plan);
    if (plan->asked.copies) {
        state = (uint64_t)run->request.copies * nbb_plan_stride(plan, "in");
        beside = (uint64_t)run->request.copies * nbb_plan_stride(plan, "out");
    }
    if (run->request.ranks == NULL) {
        NBB_TRY(nbb_run_allocate(run, state, &run->state));
        return beside > 0 ? nbb_run_allocate(run, beside, &run->other) : NBB_OK;
    }
    NBB_TRY(reserve(run, state, nbb_state_areas(plan), !in_place, &run->state));
    return beside > 0 ? reserve(run, beside, nbb_beside_areas(plan), two || in_place, &run->other) : NBB_OK;
}

static nbb_status move_words(nbb_run *run, int side, nbb_address words)
{
    nbb_run_sharing *sharing = &run->sharing;
    uint64_t count = words_of(run, side);
    void *arguments[] = { &words, &sharing->places[side], &sharing->packed[side], &count };
    return count > 0 ? nbb_run_launch(run, side == SENT ? NBB_ENTRY_PACK : NBB_ENTRY_UNPACK, count, arguments)
                     : NBB_OK;
}

static nbb_status begin_exchange(nbb_run *run, nbb_address words)
{
    nbb_ranks *ranks = run->request.ranks;
    NBB_TRY(move_words(run, SENT, words));
    return ranks->begin_exchange(ranks, run->sharing.parcels, run->sharing.parcel_count);
}

static nbb_status end_exchange(nbb_run *run, nbb_address words)
{
    nbb_ranks *ranks = run->request.ranks;
    NBB_TRY(ranks->end_exchange(ranks));
    return move_words(run, RECEIVED, words);
}

nbb_status nbb_run_exchange(nbb_run *run, nbb_address words)
{
    NBB_TRY_IF(run->sharing.parcel_count > 0, begin_exchange(run, words));
    return run->sharing.parcel_count > 0 ? end_exchange(run, words) : NBB_OK;
}

/* Between fork and join: the interior while words are on their way, and the boundary when they are there. */
static nbb_status launch_parts(nbb_run *run, nbb_entry entry, nbb_address words, void **arguments)
{
    const nbb_run_sharing *sharing = &run->sharing;
    const nbb_shard none = { 0, 0 };
    nbb_address interior = sharing->groups + (uint64_t)sharing->needs.boundary_count * sizeof(uint32_t);
    NBB_TRY(begin_exchange(run, words));
    NBB_ON(run, aside, false);
    NBB_TRY(nbb_run_launch_items(run, entry, none, interior, sharing->interior, arguments));
    NBB_ON(run, aside, true);
    NBB_TRY(end_exchange(run, words));
    return nbb_run_launch_items(run, entry, none, sharing->groups, sharing->needs.boundary_count, arguments);
}

nbb_status nbb_run_launch_shard(nbb_run *run, nbb_entry entry, nbb_address words, void **arguments)
{
    if (run->sharing.groups == 0) {
        NBB_TRY(nbb_run_exchange(run, words));
        return nbb_run_launch(run, entry, 0, arguments);
    }
    NBB_TRY(NBB_DO(run, fork));
    nbb_status status = launch_parts(run, entry, words, arguments);
    nbb_status joined = NBB_DO(run, join);
    return status == NBB_OK ? joined : status;
}

nbb_status nbb_run_add(nbb_run *run, void *values, uint64_t count, size_t bytes)
{
    nbb_ranks *ranks = run->request.ranks;
    return ranks != NULL ? ranks->add(ranks, values, count, bytes) : NBB_OK;
}

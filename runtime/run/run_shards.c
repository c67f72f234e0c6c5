/* run_shards.c - the memory of a shard, and what it exchanges. */
#include "runtime/run/run_shards.h"

#include "gen/plan/needs.h"
#include "runtime/run/run_kernels.h"

#include <stdlib.h>

enum { SENT, RECEIVED, GROUP_LANES = NBB_GROUP };

static bool is_shared(const nbb_run *run)
{
    return run->request.ranks != NULL;
}

static const nbb_word_list *list_of(const nbb_run_sharing *sharing, int side)
{
    return side == SENT ? &sharing->needs.sent : &sharing->needs.received;
}

static uint64_t words_of(const nbb_run *run, int side)
{
    return (uint64_t)list_of(&run->sharing, side)->first[run->request.ranks->count];
}

/* The parcels to and from each rank, whose words stand one behind the other. */
static nbb_status make_parcels(nbb_run *run)
{
    nbb_run_sharing *sharing = &run->sharing;
    const int64_t *sent = sharing->needs.sent.first, *received = sharing->needs.received.first;
    int ranks = run->request.ranks->count;
    sharing->parcels = calloc((size_t)ranks, sizeof *sharing->parcels);
    if (sharing->parcels == NULL) {
        return nbb_fail_memory((uint64_t)ranks * sizeof *sharing->parcels, "what ranks exchange");
    }
    for (int rank = 0; rank < ranks; ++rank) {
        nbb_parcel parcel = { .rank = rank,
                              .sent = sharing->packed[SENT] + (uint64_t)sent[rank] * sizeof(uint32_t),
                              .received = sharing->packed[RECEIVED] + (uint64_t)received[rank] * sizeof(uint32_t),
                              .sent_bytes = (uint64_t)(sent[rank + 1] - sent[rank]) * sizeof(uint32_t),
                              .received_bytes = (uint64_t)(received[rank + 1] - received[rank]) * sizeof(uint32_t) };
        if (parcel.sent_bytes > 0 || parcel.received_bytes > 0) {
            sharing->parcels[sharing->parcel_count++] = parcel;
        }
    }
    return NBB_OK;
}

nbb_status nbb_run_shards_begin(nbb_run *run)
{
    nbb_run_sharing *sharing = &run->sharing;
    nbb_device *device = run->request.device;
    if (!is_shared(run)) {
        return NBB_OK;
    }
    int rank = run->request.ranks->rank;
    sharing->shard = nbb_plan_shard(run->request.plan, rank);
    NBB_TRY(nbb_needs_build(run->request.plan, rank, &sharing->needs));
    for (int side = SENT; side <= RECEIVED; ++side) {
        uint64_t count = words_of(run, side);
        NBB_TRY(device->operations->allocate(device, count * sizeof(int64_t), &sharing->places[side]));
        NBB_TRY(device->operations->allocate(device, count * sizeof(uint32_t), &sharing->packed[side]));
        NBB_TRY(device->operations->upload(device, sharing->places[side], list_of(sharing, side)->words,
                                           count * sizeof(int64_t)));
    }
    return make_parcels(run);
}

/* The bytes of a shard's items. Those past the last one fill a group of words. */
static nbb_byte_range own_range(const nbb_run *run, nbb_area area)
{
    const nbb_plan *plan = run->request.plan;
    uint64_t first = (uint64_t)run->sharing.shard.first, end = first + (uint64_t)run->sharing.shard.count;
    if (plan->map == NBB_MAP_LANES) {
        end = (end + GROUP_LANES - 1) / GROUP_LANES * GROUP_LANES;
    }
    return (nbb_byte_range){ area.offset + first * area.item_bytes, area.offset + end * area.item_bytes };
}

nbb_byte_range nbb_run_own_range(const nbb_run *run)
{
    return own_range(run, nbb_state_areas(run->request.plan).rows[0]);
}

/* Addresses for all items, and memory for the shard's and for words of others. */
static nbb_status reserve(nbb_run *run, uint64_t bytes, nbb_areas areas, bool has_others, nbb_address *address)
{
    nbb_device *device = run->request.device;
    int64_t count = 0, others = has_others ? (int64_t)words_of(run, RECEIVED) : 0;
    const int64_t *words = run->sharing.needs.received.words;
    nbb_byte_range *ranges = malloc((size_t)(areas.count + others) * sizeof *ranges);
    if (ranges == NULL) {
        return nbb_fail_memory((uint64_t)others * sizeof *ranges, "a shard's memory");
    }
    for (int i = 0; i < areas.count; ++i) {
        ranges[count++] = own_range(run, areas.rows[i]);
    }
    for (int64_t i = 0; i < others; ++i) {
        uint64_t begin = (uint64_t)words[i] * sizeof(uint32_t);
        ranges[count++] = (nbb_byte_range){ begin, begin + sizeof(uint32_t) };
    }
    nbb_status status = device->operations->reserve(device, bytes, ranges, count, address);
    free(ranges);
    return status;
}

nbb_status nbb_run_shards_allocate(nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    bool two = plan->buffers == 2;
    uint64_t beside = two ? plan->state_bytes : plan->border_bytes + plan->once_bytes;
    if (!is_shared(run)) {
        NBB_TRY(nbb_run_allocate(run, plan->state_bytes, &run->state));
        return beside > 0 ? nbb_run_allocate(run, beside, &run->other) : NBB_OK;
    }
    bool in_place = nbb_plan_in_place(plan);
    NBB_TRY(reserve(run, plan->state_bytes, nbb_state_areas(plan), !in_place, &run->state));
    return beside > 0 ? reserve(run, beside, nbb_beside_areas(plan), two || in_place, &run->other) : NBB_OK;
}

/* Packs the words that are sent, or unpacks those that came. */
static nbb_status move_words(nbb_run *run, int side, nbb_address words)
{
    nbb_run_sharing *sharing = &run->sharing;
    uint64_t count = words_of(run, side);
    void *arguments[] = { &words, &sharing->places[side], &sharing->packed[side], &count };
    return count > 0 ? nbb_run_launch(run, side == SENT ? NBB_ENTRY_PACK : NBB_ENTRY_UNPACK, count, arguments)
                     : NBB_OK;
}

nbb_status nbb_run_exchange(nbb_run *run, nbb_address words)
{
    nbb_run_sharing *sharing = &run->sharing;
    nbb_ranks *ranks = run->request.ranks;
    if (!is_shared(run) || sharing->parcel_count == 0) {
        return NBB_OK;
    }
    NBB_TRY(move_words(run, SENT, words));
    NBB_TRY(ranks->exchange(ranks, sharing->parcels, sharing->parcel_count));
    return move_words(run, RECEIVED, words);
}

nbb_status nbb_run_add(nbb_run *run, void *values, uint64_t count, nbb_addend type)
{
    nbb_ranks *ranks = run->request.ranks;
    return is_shared(run) ? ranks->add(ranks, values, count, type) : NBB_OK;
}

bool nbb_run_answers(const nbb_run *run, nbb_vector cell)
{
    const nbb_plan *plan = run->request.plan;
    if (!is_shared(run)) {
        return true;
    }
    bool is_cell = nbb_domain_member(&plan->domain, cell);
    return (is_cell ? nbb_plan_owner(plan, nbb_plan_item_of(plan, cell)) : 0) == run->request.ranks->rank;
}

void nbb_run_shards_end(nbb_run *run)
{
    nbb_device *device = run->request.device;
    for (int side = SENT; side <= RECEIVED; ++side) {
        device->operations->release(device, run->sharing.places[side]);
        device->operations->release(device, run->sharing.packed[side]);
    }
    nbb_needs_free(&run->sharing.needs);
    free(run->sharing.parcels);
    run->sharing = (nbb_run_sharing){ .parcels = NULL };
}

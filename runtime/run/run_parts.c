/* run_parts.c - memory for the parts of a state, what comes and goes, and what else than steps is done with each. */
#include "runtime/run/run_inside.h"

static const nbb_state_parts *parts_of(const nbb_run *run)
{
    return run->request.parts;
}

/* --- memory --- */

/* Addresses by which every part's items lie at the same place of a buffer (parts.h). */
static nbb_status reserve(nbb_run *run, uint64_t bytes, nbb_areas areas, nbb_address *address)
{
    uint64_t margin = nbb_state_parts_margin(bytes);
    NBB_LOCAL_HEAP nbb_reserved *ranges = NULL;
    int64_t count;
    NBB_TRY(nbb_state_parts_ranges(parts_of(run), areas, margin, &ranges, &count));
    return nbb_run_reserve(run, 2 * margin, ranges, count, address);
}

static nbb_address begin_of(nbb_address buffer, uint64_t bytes, nbb_areas areas, const nbb_state_part *part)
{
    return buffer == 0 ? 0 : buffer + nbb_state_parts_margin(bytes) - nbb_state_parts_shift(areas, part);
}

nbb_address nbb_part_begin(const nbb_run *run, nbb_address buffer, int number)
{
    const nbb_plan *plan = run->request.plan;
    return begin_of(buffer, plan->space.state_bytes, nbb_state_areas(plan), &parts_of(run)->rows[number]);
}

nbb_address nbb_part_begin_once(const nbb_run *run, int number)
{
    const nbb_plan *plan = run->request.plan;
    return begin_of(run->parting.beside, plan->launch.once_bytes, nbb_beside_areas(plan),
                    &parts_of(run)->rows[number]);
}

/* The numbers of all rings' groups, as launches read them. */
static nbb_status upload_groups(nbb_run *run)
{
    const nbb_state_parts *parts = parts_of(run);
    uint64_t bytes = (uint64_t)parts->ring_groups * sizeof(uint32_t);
    NBB_LOCAL_MAKE(uint32_t, numbers, parts->ring_groups + 1, "the groups around parts");
    int64_t count = 0;
    for (int i = 0; i < parts->count; ++i) {
        for (int64_t j = 0; j < parts->rows[i].rings[parts->rings]; ++j) {
            numbers[count++] = (uint32_t)parts->rows[i].groups[j];
        }
    }
    NBB_TRY(nbb_run_take(run, bytes, &run->parting.groups));
    return NBB_ON(run, upload, run->parting.groups, numbers, bytes);
}

static nbb_status find_edge(nbb_run *run)
{
    const nbb_state_parts *parts = parts_of(run);
    nbb_run_parting *parting = &run->parting;
    int64_t first = parts->rows[parts->count - 1].items.first / NBB_GROUP;
    for (int i = 0; i + 1 < parts->count; ++i) {
        const nbb_state_part *part = &parts->rows[i];
        for (int64_t j = 0; j < part->rings[parts->rings]; ++j) {
            NBB_TRY(part->groups[j] >= first
                        ? NBB_ARENA_APPEND(&run->arena, parting->edge, parting->edge_count, part->groups[j])
                        : NBB_OK);
        }
    }
    parting->edge_count = nbb_needs_sort(parting->edge, parting->edge_count);
    return NBB_OK;
}

nbb_status nbb_run_parts_begin(nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    nbb_run_parting *parting = &run->parting;
    uint64_t bytes = plan->space.state_bytes, beside = plan->launch.once_bytes;
    uint64_t saved = nbb_state_parts_host_bytes(plan, parts_of(run)) - bytes;
    const nbb_run_files *files = run->request.files;
    run->state = files != NULL ? files->maps[1 - files->current] : 0;
    NBB_TRY(files == NULL ? NBB_ON(run, allocate_host, bytes, &run->state) : NBB_OK);
    NBB_TRY(NBB_ON(run, allocate_host, saved, &parting->saved));
    for (int i = 0; i < nbb_state_parts_buffers(plan); ++i) {
        NBB_TRY(reserve(run, bytes, nbb_state_areas(plan), &parting->buffers[i]));
    }
    NBB_TRY(beside > 0 ? reserve(run, beside, nbb_beside_areas(plan), &parting->beside) : NBB_OK);
    NBB_TRY(find_edge(run));
    return upload_groups(run);
}

/* --- what comes and goes --- */

/* Puts the groups of a part's rings aside, of a state that the processor reaches; or brings them from there to a
   buffer whose state begins at `state`. Those that follow each other are moved at once. */
static nbb_status move_rings(nbb_run *run, const nbb_state_part *part, nbb_address state, bool comes)
{
    nbb_areas areas = nbb_state_areas(run->request.plan);
    nbb_address saved = run->parting.saved + (uint64_t)part->before * nbb_state_group_bytes(areas);
    int64_t count = part->rings[parts_of(run)->rings];
    for (int a = 0; a < areas.count; ++a) {
        uint64_t bytes = NBB_GROUP * areas.rows[a].item_bytes;
        for (int64_t i = 0, run_length; i < count; i += run_length) {
            run_length = 1;
            while (i + run_length < count && part->groups[i + run_length] == part->groups[i] + run_length) {
                ++run_length;
            }
            nbb_address there = state + areas.rows[a].offset + (uint64_t)part->groups[i] * bytes;
            nbb_address aside = saved + (uint64_t)i * bytes;
            if (comes) {
                NBB_TRY(NBB_ON(run, come, there, aside, (uint64_t)run_length * bytes));
            } else {
                memcpy((void *)(uintptr_t)aside, (const void *)(uintptr_t)there, (uint64_t)run_length * bytes);
            }
        }
        saved += (uint64_t)count * bytes;
    }
    return NBB_OK;
}

nbb_status nbb_parts_save_rings(nbb_run *run)
{
    nbb_device *device = run->request.device;
    NBB_TRY(device->operations->wait(device));
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < parts_of(run)->count; ++i) {
        move_rings(run, &parts_of(run)->rows[i], run->state, false); /* which cannot fail: it copies */
    }
    return NBB_OK;
}

nbb_address nbb_parts_next_state(const nbb_run *run)
{
    const nbb_run_files *files = run->request.files;
    return files == NULL || !run->is_amid ? run->state : files->maps[run->state == files->maps[0]];
}

/* A part's own items go from a buffer, or come there, piece by piece: what comes takes the place of what has gone, so
   that both directions of the link are busy. Pieces are alike in all parts; where an array's items move by part,
   there is one piece: all of them go before others come. */
typedef struct piece {
    int number, count;
} piece;

static int count_pieces(const nbb_run *run)
{
    enum { PIECES = 8 };
    nbb_areas areas = nbb_state_areas(run->request.plan);
    bool moves = false;
    for (int a = 0; a < areas.count; ++a) {
        moves = moves || nbb_state_parts_move(areas, a);
    }
    return moves ? 1 : PIECES;
}

static nbb_status move_piece(nbb_run *run, int number, nbb_address buffer, piece moved, bool comes)
{
    const nbb_state_parts *parts = parts_of(run);
    const nbb_state_part *part = &parts->rows[number];
    nbb_areas areas = nbb_state_areas(run->request.plan);
    nbb_address begin = nbb_part_begin(run, buffer, number);
    int64_t most = nbb_state_part_groups(parts->rows[0].items), own = nbb_state_part_groups(part->items);
    bool is_last = moved.number + 1 == moved.count;
    int64_t first = most * moved.number / moved.count;
    int64_t end = is_last ? own : most * (moved.number + 1) / moved.count;
    for (int a = 0; a < areas.count && first < end; ++a) {
        uint64_t bytes = areas.rows[a].item_bytes;
        uint64_t place = areas.rows[a].offset + (uint64_t)(part->items.first + first * NBB_GROUP) * bytes;
        uint64_t all = (uint64_t)(end - first) * NBB_GROUP * bytes;
        NBB_TRY(comes ? NBB_ON(run, come, begin + place, run->state + place, all)
                      : NBB_ON(run, go, nbb_parts_next_state(run) + place, begin + place, all));
    }
    return NBB_OK;
}

nbb_status nbb_parts_exchange(nbb_run *run, int goes, int comes, nbb_address buffer)
{
    for (piece next = { 0, count_pieces(run) }; next.number < next.count; ++next.number) {
        NBB_TRY(goes >= 0 ? move_piece(run, goes, buffer, next, false) : NBB_OK);
        NBB_TRY(comes >= 0 ? move_piece(run, comes, buffer, next, true) : NBB_OK);
    }
    return NBB_OK;
}

nbb_status nbb_parts_rings_come(nbb_run *run, int number, nbb_address buffer)
{
    return move_rings(run, &parts_of(run)->rows[number], nbb_part_begin(run, buffer, number), true);
}

bool nbb_parts_have_short_edge(const nbb_run *run)
{
    enum { EDGE_MAX = 512 }; /* copies, which would take longer than what they hide */
    return run->parting.edge_count <= EDGE_MAX;
}

nbb_status nbb_parts_edge_goes(nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    nbb_areas areas = nbb_state_areas(plan);
    nbb_address there = nbb_part_begin(run, run->parting.buffers[nbb_state_parts_buffers(plan) - 1],
                                       parts_of(run)->count - 1);
    for (int a = 0; a < areas.count; ++a) {
        uint64_t bytes = NBB_GROUP * areas.rows[a].item_bytes;
        for (int64_t i = 0; i < run->parting.edge_count; ++i) {
            uint64_t place = areas.rows[a].offset + (uint64_t)run->parting.edge[i] * bytes;
            NBB_TRY(NBB_ON(run, go, run->state + place, there + place, bytes));
        }
    }
    return NBB_OK;
}

nbb_status nbb_parts_settle(nbb_run *run)
{
    nbb_device *device = run->request.device;
    int last = nbb_state_parts_buffers(run->request.plan) - 1;
    if (!run->parting.stays) {
        return NBB_OK;
    }
    run->parting.stays = false;
    NBB_TRY(nbb_parts_exchange(run, parts_of(run)->count - 1, -1, run->parting.buffers[last]));
    return device->operations->wait(device);
}

/* --- all else --- */

int nbb_run_parts_apart(const nbb_run *run)
{
    return run->request.files != NULL && run->request.device->is_cuda ? parts_of(run)->count : 0;
}

nbb_plan nbb_run_cut(const nbb_run *run)
{
    nbb_plan cut = *run->request.plan;
    cut.asked.ranks = parts_of(run)->count;
    return cut;
}

/* One of them, whose rings were put aside. */
static nbb_status work_on_part(nbb_run *run, int number, bool changes, nbb_run_work_on_part *work, void *context)
{
    nbb_device *device = run->request.device;
    nbb_address buffer = run->parting.buffers[0], state = run->state;
    nbb_shard shard = run->sharing.shard;
    NBB_TRY(nbb_parts_exchange(run, -1, number, buffer));
    NBB_TRY(nbb_parts_rings_come(run, number, buffer));
    run->state = nbb_part_begin(run, buffer, number);
    run->sharing.shard = parts_of(run)->rows[number].items;
    nbb_status status = work(run, context);
    run->state = state;
    run->sharing.shard = shard;
    NBB_TRY(status);
    NBB_TRY(changes ? nbb_parts_exchange(run, number, -1, buffer) : NBB_OK);
    return device->operations->wait(device);
}

nbb_status nbb_run_each_part(nbb_run *run, const bool *wanted, bool changes, nbb_run_work_on_part *work,
                             void *context)
{
    int parts = nbb_run_parts_apart(run);
    NBB_TRY(parts > 0 ? nbb_parts_save_rings(run) : work(run, context));
    for (int i = 0; i < parts; ++i) {
        NBB_TRY(wanted == NULL || wanted[i] ? work_on_part(run, i, changes, work, context) : NBB_OK);
    }
    return NBB_OK;
}

typedef struct launching {
    nbb_entry entry;
    void **arguments;
} launching;

static nbb_status launch_on_part(nbb_run *run, void *context)
{
    const launching *job = context;
    return nbb_run_launch(run, job->entry, 0, job->arguments);
}

nbb_status nbb_run_launch_each(nbb_run *run, nbb_entry entry, bool changes, void **arguments)
{
    return nbb_run_each_part(run, NULL, changes, launch_on_part, &(launching){ entry, arguments });
}

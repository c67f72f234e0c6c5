/* run_parts.c - memory for the parts of a state, what comes and goes, and what else than steps is done with each. */
#include "runtime/run/run_inside.h"

/* Addresses by which every part's items lie at the same place of a buffer (parts.h). */
static nbb_status reserve(nbb_run *run, uint64_t bytes, nbb_areas areas, nbb_address *address)
{
    uint64_t margin = nbb_state_parts_margin(bytes);
    NBB_LOCAL_HEAP nbb_reserved *ranges = NULL;
    int64_t count;
    NBB_TRY(nbb_state_parts_ranges(run->request.parts, areas, margin, &ranges, &count));
    return nbb_run_reserve(run, 2 * margin, ranges, count, address);
}

nbb_address nbb_part_begin(const nbb_run *run, nbb_address buffer, int number)
{
    const nbb_plan *plan = run->request.plan;
    bool is_once = buffer == run->parting.beside;
    nbb_areas areas = is_once ? nbb_beside_areas(plan) : nbb_state_areas(plan);
    uint64_t shift = (uint64_t)run->request.parts->rows[number].items.first * areas.rows[0].item_bytes;
    uint64_t margin = nbb_state_parts_margin(is_once ? plan->launch.once_bytes : plan->space.state_bytes);
    return buffer == 0 ? 0 : buffer + margin - shift;
}

/* A part moves in so many pieces, of files in more where these would be large. */
enum { PIECES = 8, PIECE_BYTES = 64 << 20 };

/* Pieces of parts in files, and what the largest one takes of the host's memory, each range aligned. */
static uint64_t piece_bytes(const nbb_run *run, int *count)
{
    nbb_areas areas = nbb_state_areas(run->request.plan);
    uint64_t group = nbb_state_group_bytes(areas);
    uint64_t most = (uint64_t)nbb_state_part_groups(run->request.parts->rows[0].items);
    uint64_t pieces = (most * group + PIECE_BYTES - 1) / PIECE_BYTES;
    *count = pieces > PIECES ? (int)pieces : PIECES;
    return (most / (uint64_t)*count + 2) * group + (uint64_t)(1 + 2 * areas.count) * NBB_DISK_ALIGNED;
}

nbb_status nbb_run_parts_begin(nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    nbb_run_parting *parting = &run->parting;
    uint64_t bytes = plan->space.state_bytes, beside = plan->launch.once_bytes;
    const nbb_state_parts *parts = run->request.parts;
    const nbb_run_files *files = run->request.files;
    run->state = files != NULL ? files->maps[1 - files->current] : 0;
    NBB_TRY_IF(files == NULL, NBB_ON(run, allocate_host, bytes, &run->state));
    NBB_TRY(NBB_ON(run, allocate_host, nbb_state_parts_host_bytes(plan, parts) - bytes, &parting->saved));
    if (nbb_run_parts_apart(run) > 0) {
        int pieces;
        NBB_TRY(NBB_ON(run, allocate_host, piece_bytes(run, &pieces), &parting->comes));
        NBB_TRY(NBB_ON(run, allocate_host, piece_bytes(run, &pieces), &parting->goes));
    }
    NBB_TRY(
        NBB_EACH(i, nbb_state_parts_buffers(plan), reserve(run, bytes, nbb_state_areas(plan), &parting->buffers[i])));
    NBB_TRY_IF(beside > 0, reserve(run, beside, nbb_beside_areas(plan), &parting->beside));
    /* The numbers of all rings' groups, as launches read them; and those of the last part that others read. */
    NBB_LOCAL_MAKE(uint32_t, numbers, parts->ring_groups + 1, "the groups around parts");
    int64_t count = 0, last = parts->rows[parts->count - 1].items.first / NBB_GROUP;
    for (int i = 0; i < parts->count; ++i) {
        const nbb_state_part *part = &parts->rows[i];
        for (int64_t j = 0; j < part->rings[parts->rings]; ++j) {
            numbers[count++] = (uint32_t)part->groups[j];
            NBB_TRY_IF(i + 1 < parts->count && part->groups[j] >= last,
                       NBB_ARENA_APPEND(&run->arena, parting->edge, parting->edge_count, part->groups[j]));
        }
    }
    parting->edge_count = nbb_needs_sort(parting->edge, parting->edge_count);
    bytes = (uint64_t)parts->ring_groups * sizeof(uint32_t);
    NBB_TRY(nbb_run_take(run, bytes, &parting->groups));
    return NBB_ON(run, upload, parting->groups, numbers, bytes);
}

/* Puts the groups of a part's rings aside, of a state that the processor reaches; or brings them from there to a
   buffer whose state begins at `state`. Those that follow each other are moved at once. */
static nbb_status move_rings(nbb_run *run, const nbb_state_part *part, nbb_address state, bool comes)
{
    nbb_areas areas = nbb_state_areas(run->request.plan);
    nbb_address saved = run->parting.saved + (uint64_t)part->before * nbb_state_group_bytes(areas);
    int64_t count = part->rings[run->request.parts->rings];
    for (int a = 0; a < areas.count; ++a) {
        uint64_t bytes = NBB_GROUP * areas.rows[a].item_bytes;
        for (int64_t i = 0, run_length; i < count; i += run_length) {
            run_length = 1 + NBB_FIND(j, count - i - 1, part->groups[i + 1 + j] != part->groups[i] + 1 + j);
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
    NBB_TRY(NBB_DO(run, wait));
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < run->request.parts->count; ++i) {
        move_rings(run, &run->request.parts->rows[i], run->state, false); /* which cannot fail: it copies */
    }
    return NBB_OK;
}

nbb_address nbb_parts_next_state(const nbb_run *run)
{
    const nbb_run_files *files = run->request.files;
    return files == NULL || !run->is_amid ? run->state : files->maps[run->state == files->maps[0]];
}

/* A part's own items go from a buffer, or come there, piece by piece: what comes takes the place of what has gone, so
   that both directions of the link are busy. Pieces are alike in all parts. */
typedef struct piece {
    int number, count;
} piece;

/* Where bytes of a piece are in the state, in a buffer, and in the host's memory. */
typedef struct range {
    uint64_t place, bytes;
    nbb_address at, host;
} range;

/* The host's memory is at `staged`, or else where the state is. */
static int ranges_of(const nbb_run *run, int number, nbb_address buffer, piece of, nbb_address state,
                     nbb_address staged, range ranges[NBB_FIELDS_MAX])
{
    const nbb_state_parts *parts = run->request.parts;
    const nbb_state_part *part = &parts->rows[number];
    nbb_areas areas = nbb_state_areas(run->request.plan);
    nbb_address begin = nbb_part_begin(run, buffer, number);
    int64_t most = nbb_state_part_groups(parts->rows[0].items), own = nbb_state_part_groups(part->items);
    int64_t first = most * of.number / of.count, end = most * (of.number + 1) / of.count;
    end = of.number + 1 == of.count ? own : end;
    for (int a = 0; a < areas.count; ++a) {
        uint64_t bytes = areas.rows[a].item_bytes;
        uint64_t place = areas.rows[a].offset + (uint64_t)(part->items.first + first * NBB_GROUP) * bytes;
        uint64_t length = (first < end ? (uint64_t)(end - first) : 0) * NBB_GROUP * bytes;
        nbb_address host = staged == 0 ? state + place : staged + place % NBB_DISK_ALIGNED;
        ranges[a] = (range){ place, length, begin + place, host };
        staged = staged == 0 ? 0 : nbb_disk_up(host + length);
    }
    return areas.count;
}

/* One between a buffer and the host's memory. */
static nbb_status move_piece(nbb_run *run, int number, nbb_address buffer, piece of, bool comes, nbb_address staged)
{
    range all[NBB_FIELDS_MAX];
    int count = ranges_of(run, number, buffer, of, comes ? run->state : nbb_parts_next_state(run), staged, all);
    return NBB_EACH(i, count,
                    comes ? NBB_ON(run, come, all[i].at, all[i].host, all[i].bytes)
                          : NBB_ON(run, go, all[i].host, all[i].at, all[i].bytes));
}

/* The transfers of one between its file and the memory at `staged`. */
static int transfers_of(const nbb_run *run, int number, piece of, bool writes, nbb_address staged,
                        nbb_disk_transfer *transfers)
{
    const nbb_run_files *files = run->request.files;
    range all[NBB_FIELDS_MAX];
    int count = ranges_of(run, number, 0, of, 0, staged, all);
    int file = (writes ? nbb_parts_next_state(run) : run->state) == files->maps[0] ? 0 : 1;
    NBB_FILL(i, count, transfers[i],
             (nbb_disk_transfer){ files->plain[file], files->direct[file], writes,
                                  (unsigned char *)(uintptr_t)all[i].host, all[i].place, all[i].bytes });
    return count;
}

/* By the host's memory: when a piece has come and another has gone, the disk reads the next and writes that one. */
static nbb_status exchange_files(nbb_run *run, int goes, int comes, nbb_address buffer)
{
    nbb_address in = nbb_disk_up(run->parting.comes), out = nbb_disk_up(run->parting.goes);
    enum { MARK = NBB_MARKS - 1 };
    double none;
    nbb_disk_transfer transfers[2 * NBB_FIELDS_MAX];
    piece now = { .number = -1 };
    piece_bytes(run, &now.count);
    for (; now.number < now.count; ++now.number) {
        piece next = { now.number + 1, now.count };
        int count = 0;
        if (now.number >= 0) {
            NBB_TRY_IF(goes >= 0, move_piece(run, goes, buffer, now, false, out));
            NBB_TRY_IF(comes >= 0, move_piece(run, comes, buffer, now, true, in));
            /* waits for copies alone: those that go are over before what comes behind them, if it is nothing */
            NBB_TRY(NBB_ON(run, come, 0, 0, 0));
            NBB_TRY(NBB_ON(run, mark, MARK));
            NBB_TRY(NBB_ON(run, elapsed, MARK, MARK, &none));
            count += goes >= 0 ? transfers_of(run, goes, now, true, out, transfers) : 0;
        }
        if (comes >= 0 && next.number < next.count) {
            count += transfers_of(run, comes, next, false, in, transfers + count);
        }
        int error = nbb_disk_do(transfers, count);
        NBB_FAIL_IF(error != 0, nbb_fail(NBB_ERROR_RUN, "--state %s: its files cannot be read or written: %s",
                                         run->request.files->path, strerror(error)));
    }
    return NBB_OK;
}

nbb_status nbb_parts_exchange(nbb_run *run, int goes, int comes, nbb_address buffer)
{
    nbb_areas areas = nbb_state_areas(run->request.plan);
    bool moves = NBB_ANY(a, areas.count, areas.rows[a].item_bytes != areas.rows[0].item_bytes);
    if (moves && goes >= 0 && comes >= 0) { /* pieces of one have the places of others of the other one */
        NBB_TRY(nbb_parts_exchange(run, goes, -1, buffer));
        return nbb_parts_exchange(run, -1, comes, buffer);
    }
    NBB_RETURN_IF(nbb_run_parts_apart(run) > 0, exchange_files(run, goes, comes, buffer));
    for (piece next = { 0, PIECES }; next.number < next.count; ++next.number) {
        NBB_TRY_IF(goes >= 0, move_piece(run, goes, buffer, next, false, 0));
        NBB_TRY_IF(comes >= 0, move_piece(run, comes, buffer, next, true, 0));
    }
    return NBB_OK;
}

nbb_status nbb_parts_rings_come(nbb_run *run, int number, nbb_address buffer)
{
    return move_rings(run, &run->request.parts->rows[number], nbb_part_begin(run, buffer, number), true);
}

nbb_status nbb_parts_settle(nbb_run *run)
{
    int last = nbb_state_parts_buffers(run->request.plan) - 1;
    NBB_DONE_IF(!run->parting.keeps_last);
    run->parting.keeps_last = false;
    NBB_TRY(nbb_parts_exchange(run, run->request.parts->count - 1, -1, run->parting.buffers[last]));
    return NBB_DO(run, wait);
}

int nbb_run_parts_apart(const nbb_run *run)
{
    return run->request.files != NULL && run->request.device->is_cuda ? run->request.parts->count : 0;
}

nbb_plan nbb_run_cut(const nbb_run *run)
{
    nbb_plan cut = *run->request.plan;
    cut.asked.ranks = run->request.parts->count;
    return cut;
}

static nbb_status work_in_buffer(nbb_run *run, int number, nbb_address buffer, nbb_run_work_on_part *work,
                                 void *context)
{
    nbb_address state = run->state;
    nbb_shard shard = run->sharing.shard;
    run->state = nbb_part_begin(run, buffer, number);
    run->sharing.shard = run->request.parts->rows[number].items;
    nbb_status status = work(run, context);
    run->state = state;
    run->sharing.shard = shard;
    return status;
}

nbb_status nbb_run_each_part(nbb_run *run, const bool *wanted, bool changes, nbb_run_work_on_part *work,
                             void *context)
{
    int parts = nbb_run_parts_apart(run);
    nbb_address buffer = run->parting.buffers[0];
    NBB_TRY(parts > 0 ? nbb_parts_save_rings(run) : work(run, context));
    for (int i = 0; i < parts; ++i) {
        if (wanted == NULL || wanted[i]) { /* its rings were put aside */
            NBB_TRY(nbb_parts_exchange(run, -1, i, buffer));
            NBB_TRY(nbb_parts_rings_come(run, i, buffer));
            NBB_TRY(work_in_buffer(run, i, buffer, work, context));
            NBB_TRY_IF(changes, nbb_parts_exchange(run, i, -1, buffer));
            NBB_TRY(NBB_DO(run, wait));
        }
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

nbb_status nbb_parts_count(nbb_run *run, int number, nbb_address buffer)
{
    void *arguments[] = { &run->state, &run->counts };
    return work_in_buffer(run, number, buffer, launch_on_part, &(launching){ NBB_ENTRY_CENSUS, arguments });
}

/* transfer_all.c - whole states, piece by piece. */
#include "runtime/run/transfer.h"

#include "runtime/run/lane_streams.h"

enum { PIECES_BYTES = 2 * NBB_TRANSFER_BYTES };

/* A column that is moved; a piece of it is in `elements`, another rank's share of that in `others`. */
typedef struct moving {
    nbb_transfer *transfer;
    nbb_column column;
    int number;
    nbb_transfer_pieces_of *other;
    void *context;
    unsigned char *elements, *others;
} moving;

static const nbb_plan *plan_of(const moving *job)
{
    return job->transfer->run->request.plan;
}

/* The cells of a rank's round, of those that it saves; past its last round none. */
static nbb_shard round_of(const moving *job, int rank, int64_t round)
{
    nbb_shard saved = nbb_plan_saved(plan_of(job), rank);
    int64_t piece = nbb_transfer_piece(job->column), done = round * piece, left = saved.count - done;
    return (nbb_shard){ saved.first + done, left < 0 ? 0 : left < piece ? left : piece };
}

/* A round of ranks goes by shifts: in each one, every rank sends its cells of what one other saves and gets what
   another has of its own. */
static nbb_status shift_cells(const moving *job, int64_t round, int shift)
{
    const nbb_transfer *transfer = job->transfer;
    nbb_device *device = transfer->run->request.device;
    nbb_ranks *ranks = transfer->run->request.ranks;
    int to = (ranks->rank + shift) % ranks->count, from = (ranks->rank + ranks->count - shift) % ranks->count;
    nbb_shard own = round_of(job, ranks->rank, round), theirs = round_of(job, to, round);
    bool gets = nbb_plan_shares(plan_of(job), from, own), sends = nbb_plan_shares(plan_of(job), ranks->rank, theirs);
    uint64_t own_bytes = nbb_column_bytes(job->column, own.count);
    nbb_parcel parcels[2] = {
        { .rank = to, .sent = transfer->buffer, .sent_bytes = nbb_column_bytes(job->column, theirs.count) },
        { .rank = from, .received = transfer->arrived, .received_bytes = own_bytes }
    };
    NBB_TRY(sends ? nbb_transfer_gather(transfer, job->column, theirs.first, theirs.count) : NBB_OK);
    NBB_TRY(sends || gets ? nbb_ranks_exchange(ranks, parcels + !sends, sends + gets) : NBB_OK);
    NBB_TRY(gets ? device->operations->download(device, job->others, transfer->arrived, own_bytes) : NBB_OK);
    for (uint64_t i = 0; gets && i < own_bytes; ++i) {
        job->elements[i] |= job->others[i];
    }
    return NBB_OK;
}

/* This rank's own cells, and those that others send. */
static nbb_status save_round(const moving *job, int64_t round)
{
    const nbb_ranks *ranks = job->transfer->run->request.ranks;
    int rank = ranks != NULL ? ranks->rank : 0, count = ranks != NULL ? ranks->count : 1;
    nbb_shard own = round_of(job, rank, round);
    NBB_TRY(own.count > 0 ? nbb_transfer_read(job->transfer, job->column, own.first, own.count, job->elements)
                          : NBB_OK);
    for (int shift = 1; shift < count; ++shift) {
        NBB_TRY(shift_cells(job, round, shift));
    }
    nbb_piece piece = { own.first, own.count, job->elements };
    return own.count > 0 ? job->other(job->context, job->number, &piece, 1) : NBB_OK;
}

static nbb_status save_column(const moving *job)
{
    int64_t cells = nbb_plan_saved(plan_of(job), 0).count, piece = nbb_transfer_piece(job->column);
    for (int64_t round = 0; round * piece < cells; ++round) { /* no rank saves more than the first one */
        NBB_TRY(save_round(job, round));
    }
    return NBB_OK;
}

static nbb_status restore_column(const moving *job)
{
    const nbb_ranks *ranks = job->transfer->run->request.ranks;
    int64_t cells = plan_of(job)->asked.cells, piece = nbb_transfer_piece(job->column);
    for (int64_t first = 0; first < cells; first += piece) {
        nbb_shard part = { first, cells - first < piece ? cells - first : piece };
        if (nbb_plan_shares(plan_of(job), ranks != NULL ? ranks->rank : 0, part)) {
            NBB_TRY(job->other(job->context, job->number, &(nbb_piece){ part.first, part.count, job->elements }, 1));
            NBB_TRY(nbb_transfer_write(job->transfer, job->column, part.first, part.count, job->elements));
        }
    }
    return NBB_OK;
}

/* How cells move: piece by piece through kernels, or as streams of lanes. */
typedef struct direction {
    nbb_status (*pieces)(const moving *job);
    nbb_lane_streams *streams;
} direction;

/* Sets `plane` to the column's, if it is moved as streams. */
static bool is_streams(nbb_transfer *transfer, nbb_column column, int number, nbb_lane_plane *plane)
{
    const nbb_plan *plan = transfer->run->request.plan;
    uint32_t *words = nbb_transfer_plane(transfer, column);
    *plane = (nbb_lane_plane){ &plan->space.lanes, plan->asked.traits.planes, words, number, &transfer->streams };
    return words != NULL && nbb_lane_streams_fit(&plan->space.lanes);
}

static nbb_status move_column(const moving *job, direction way)
{
    nbb_lane_plane plane;
    return is_streams(job->transfer, job->column, job->number, &plane) ? way.streams(&plane, job->other, job->context)
               : way.pieces(job);
}

/* Memory for a piece: the device's buffer, if it is here; else with as much behind it. */
static nbb_status take_memory(nbb_transfer *transfer, unsigned char **memory)
{
    unsigned char *here = nbb_transfer_elements(transfer);
    *memory = here != NULL ? here : nbb_room_take(&transfer->pieces, PIECES_BYTES);
    return *memory != NULL ? NBB_OK : nbb_fail_memory(PIECES_BYTES, "cells in digit order");
}

static nbb_status each_column(nbb_transfer *transfer, direction way, nbb_transfer_pieces_of *other, void *context)
{
    nbb_column columns[NBB_COLUMNS_MAX];
    int count = nbb_columns_of(&transfer->run->request.plan->asked.traits, columns);
    unsigned char *memory;
    NBB_TRY(take_memory(transfer, &memory));
    for (int i = 0; i < count; ++i) {
        moving job = { transfer, columns[i], i, other, context, memory, memory + NBB_TRANSFER_BYTES };
        NBB_TRY(move_column(&job, way));
    }
    return NBB_OK;
}

nbb_status nbb_transfer_prepare(nbb_transfer *transfer)
{
    nbb_column columns[NBB_COLUMNS_MAX];
    nbb_lane_plane plane;
    unsigned char *memory;
    nbb_columns_of(&transfer->run->request.plan->asked.traits, columns);
    NBB_TRY(take_memory(transfer, &memory));
    nbb_pages_touch(memory, transfer->pieces.memory != NULL ? PIECES_BYTES : NBB_TRANSFER_BYTES);
    return is_streams(transfer, columns[0], 0, &plane) ? nbb_lane_streams_prepare(&plane) : NBB_OK;
}

nbb_status nbb_transfer_save(nbb_transfer *transfer, nbb_transfer_pieces_of *take, void *context)
{
    return each_column(transfer, (direction){ save_column, nbb_lane_streams_save }, take, context);
}

nbb_status nbb_transfer_restore(nbb_transfer *transfer, nbb_transfer_pieces_of *give, void *context)
{
    return each_column(transfer, (direction){ restore_column, nbb_lane_streams_restore }, give, context);
}

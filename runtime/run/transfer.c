/* transfer.c - moves cells between a run's state and arrays in digit order. */
#include "runtime/run/transfer.h"

#include "runtime/run/run_inside.h"

enum { BLOCK = 128, WORD_CELLS = 32, BITS = 0, WORDS = 1 };

int nbb_columns_of(const nbb_traits *traits, nbb_column columns[NBB_COLUMNS_MAX])
{
    int count = 0;
    for (int i = 0; i < traits->arrays; ++i) {
        const nbb_field *field = &traits->fields[i];
        if (field->kind != NBB_FIELD_BITS) {
            columns[count++] = (nbb_column){ .name = field->name, .field = i, .bits = field->bits };
            continue;
        }
        for (int bit = 0; bit < field->bits; ++bit) {
            columns[count++] = (nbb_column){
                .name = field->name, .field = i, .bit = bit, .bits = 1, .plane = field->plane + bit
            };
        }
    }
    return count;
}

uint64_t nbb_column_bytes(nbb_column column, int64_t count)
{
    return column.bits == 1 ? ((uint64_t)count + 7) / 8 : (uint64_t)count * (uint64_t)(column.bits / 8);
}

int64_t nbb_transfer_piece(nbb_column column)
{
    return (int64_t)NBB_TRANSFER_BYTES * 8 / column.bits;
}

static nbb_status load(nbb_transfer *transfer)
{
    nbb_run *run = transfer->run;
    NBB_LOCAL_TEXT source = NBB_TEXT_EMPTY, name = nbb_text_of("%s_transfer", run->request.plan->name);
    nbb_module_facts facts;
    NBB_TRY(nbb_source_print_transfer(run->request.plan, run->request.templates, &source));
    NBB_TRY(nbb_text_status(&source, "the source of a module"));
    const char *text = nbb_text_string(&source);
    nbb_module_request request = { &text, 1, nbb_text_string(&name), run->request.use_cache };
    NBB_TRY(NBB_ON(run, load, &request, &transfer->module, &facts));
    static const char *const gathers[] = { "gather_bits", "gather_words" };
    static const char *const scatters[] = { "scatter_bits", "scatter_words" };
    for (int kind = BITS; kind <= (nbb_plan_shares_words(run->request.plan) ? BITS : WORDS); ++kind) {
        NBB_TRY(nbb_run_find(run, transfer->module, gathers[kind], "pIQQQQp", &transfer->gather[kind]));
        NBB_TRY(nbb_run_find(run, transfer->module, scatters[kind], "pIQQQQQp", &transfer->scatter[kind]));
    }
    NBB_TRY(NBB_ON(run, allocate, NBB_TRANSFER_BYTES, &transfer->buffer));
    return run->request.ranks != NULL ? NBB_ON(run, allocate, NBB_TRANSFER_BYTES, &transfer->arrived) : NBB_OK;
}

nbb_status nbb_transfer_open(nbb_run *run, nbb_transfer *transfer)
{
    *transfer = (nbb_transfer){ .run = run };
    NBB_TRY_OR(load(transfer), nbb_transfer_close(transfer));
    return NBB_OK;
}

static nbb_address array_of(const nbb_transfer *transfer, nbb_column column)
{
    const nbb_run *run = transfer->run;
    const nbb_plan *plan = run->request.plan;
    uint64_t plane = (uint64_t)column.plane * nbb_plan_plane_words(plan) * sizeof(uint32_t);
    return run->state + (nbb_plan_shares_words(plan) ? plane : plan->space.offsets[column.field]);
}

/* Elements go to the buffer, or where it `scatters` from there, behind so many that are skipped: once the device
   comes to it. A kernel is given the bit of a byte, or the words of a value, which may be bytes. */
static nbb_status move_elements(const nbb_transfer *transfer, bool scatters, nbb_column column, uint64_t skipped,
                                int64_t first, int64_t count)
{
    const nbb_run *run = transfer->run;
    const nbb_plan *plan = run->request.plan;
    bool is_bits = column.bits == 1;
    nbb_address array = array_of(transfer, column), buffer = transfer->buffer;
    /* The run's own places in the array: of bits, or of values. A run without ranks and parts has all. */
    nbb_reserved own = nbb_run_own_range(run, nbb_state_areas(plan).rows[0]);
    bool has_all = run->request.ranks == NULL && nbb_run_parts_apart(run) == 0;
    uint64_t bits = nbb_plan_shares_words(plan) ? 1 : 8 * (uint64_t)plan->asked.traits.bytes[0];
    uint64_t place = has_all ? 0 : own.begin * 8 / bits, places = has_all ? UINT64_MAX : own.end * 8 / bits - place;
    uint32_t unit = nbb_traits_unit(&plan->asked.traits);
    uint32_t detail = is_bits ? (uint32_t)column.bit : (uint32_t)column.bits / 8 / unit;
    uint64_t begin = (uint64_t)first, cells = (uint64_t)count;
    void *gathered[] = { &array, &detail, &begin, &cells, &place, &places, &buffer };
    void *scattered[] = { &array, &detail, &skipped, &begin, &cells, &place, &places, &buffer };
    nbb_kernel *kernel = (scatters ? transfer->scatter : transfer->gather)[is_bits ? BITS : WORDS];
    uint64_t items = is_bits ? (cells + WORD_CELLS - 1) / WORD_CELLS : cells;
    nbb_launch shape = { .blocks = (items + BLOCK - 1) / BLOCK, .threads = BLOCK };
    return NBB_ON(transfer->run, launch, kernel, shape, scatters ? scattered : gathered);
}

/* A piece that is read or written part by part (run_inside.h): elements of other parts are read as 0. */
typedef struct piece_apart {
    const nbb_transfer *transfer;
    nbb_column column;
    int64_t first, count;
    unsigned char *part, *all;
    const void *given;
} piece_apart;

/* By those of the parts that may have some of the cells. */
static nbb_status move_apart(piece_apart *job, bool changes, nbb_run_work_on_part *move)
{
    nbb_run *run = job->transfer->run;
    int parts = nbb_run_parts_apart(run);
    NBB_LOCAL_MAKE(bool, wanted, parts + 1, "the parts that cells are in");
    for (int i = 0; i < parts; ++i) {
        nbb_plan cut = nbb_run_cut(run);
        wanted[i] = nbb_plan_shares(&cut, i, (nbb_shard){ job->first, job->count });
    }
    return nbb_run_each_part(run, wanted, changes, move, job);
}

static nbb_status read_part(nbb_run *run, void *context)
{
    const piece_apart *job = context;
    uint64_t bytes = nbb_column_bytes(job->column, job->count);
    NBB_TRY(move_elements(job->transfer, false, job->column, 0, job->first, job->count));
    NBB_TRY(NBB_ON(run, download, job->part, job->transfer->buffer, bytes));
    for (uint64_t i = 0; job->part != job->all && i < bytes; ++i) {
        job->all[i] |= job->part[i];
    }
    return NBB_OK;
}

nbb_status nbb_transfer_read(const nbb_transfer *transfer, nbb_column column, int64_t first, int64_t count,
                             void *elements)
{
    NBB_LOCAL_HEAP unsigned char *part = NULL;
    piece_apart job = { transfer, column, first, count, elements, elements, NULL };
    if (nbb_run_parts_apart(transfer->run) > 0) {
        NBB_TRY(NBB_MAKE(part, nbb_column_bytes(column, count), "the parts of a piece"));
        memset(elements, 0, nbb_column_bytes(column, count));
        job.part = part;
    }
    return move_apart(&job, false, read_part);
}

static nbb_status write_part(nbb_run *run, void *context)
{
    const piece_apart *job = context;
    uint64_t bytes = nbb_column_bytes(job->column, job->count);
    bytes = job->column.bits == 1 ? (bytes + 3) / 4 * 4 : bytes; /* a kernel takes whole words of bits */
    NBB_TRY(NBB_ON(run, upload, job->transfer->buffer, job->given, bytes));
    for (int64_t done = 0, part; done < job->count; done += part) {
        /* Those that share no word, or whose words are written to bit by bit. */
        const nbb_plan *plan = run->request.plan;
        int64_t lane = nbb_plan_has_planes(plan) ? plan->asked.cells / plan->space.lanes.lanes : INT64_MAX;
        int64_t left = lane - (job->first + done) % lane;
        part = left < job->count - done ? left : job->count - done;
        NBB_TRY(move_elements(job->transfer, true, job->column, (uint64_t)done, job->first + done, part));
    }
    return NBB_DO(run, wait); /* the buffer is the next piece's */
}

nbb_status nbb_transfer_write(const nbb_transfer *transfer, nbb_column column, int64_t first, int64_t count,
                              const void *elements)
{
    return move_apart(&(piece_apart){ transfer, column, first, count, NULL, NULL, elements }, true, write_part);
}

static bool is_here(const nbb_run_request *request)
{
    return request->plan->asked.target == NBB_TARGET_HOST && request->ranks == NULL;
}

void nbb_transfer_close(nbb_transfer *transfer)
{
    NBB_ON(transfer->run, release, transfer->buffer);
    NBB_ON(transfer->run, release, transfer->arrived);
    NBB_ON(transfer->run, unload, transfer->module);
    nbb_room_free(&transfer->pieces);
    nbb_room_free(&transfer->streams);
    *transfer = (nbb_transfer){ .run = transfer->run };
}

/* --- whole states --- */

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

/* A round of ranks goes by shifts: in each, every rank sends one other its cells, and gets its own from another. */
static nbb_status shift_cells(const moving *job, int64_t round, int shift)
{
    const nbb_transfer *transfer = job->transfer;
    nbb_ranks *ranks = transfer->run->request.ranks;
    int to = (ranks->rank + shift) % ranks->count, from = (ranks->rank + ranks->count - shift) % ranks->count;
    nbb_shard own = round_of(job, ranks->rank, round), theirs = round_of(job, to, round);
    bool gets = nbb_plan_shares(plan_of(job), from, own), sends = nbb_plan_shares(plan_of(job), ranks->rank, theirs);
    uint64_t own_bytes = nbb_column_bytes(job->column, own.count);
    nbb_parcel parcels[2] = {
        { .rank = to, .sent = transfer->buffer, .sent_bytes = nbb_column_bytes(job->column, theirs.count) },
        { .rank = from, .received = transfer->arrived, .received_bytes = own_bytes }
    };
    NBB_TRY_IF(sends, move_elements(transfer, false, job->column, 0, theirs.first, theirs.count));
    NBB_TRY_IF(sends || gets, ranks->begin_exchange(ranks, parcels + !sends, sends + gets));
    NBB_TRY_IF(sends || gets, ranks->end_exchange(ranks));
    NBB_TRY_IF(gets, NBB_ON(transfer->run, download, job->others, transfer->arrived, own_bytes));
    for (uint64_t i = 0; gets && i < own_bytes; ++i) {
        job->elements[i] |= job->others[i];
    }
    return NBB_OK;
}

/* Round by round this rank's own cells, and those that others send. */
static nbb_status save_column(const moving *job)
{
    const nbb_ranks *ranks = job->transfer->run->request.ranks;
    int rank = ranks != NULL ? ranks->rank : 0, count = ranks != NULL ? ranks->count : 1;
    int64_t cells = nbb_plan_saved(plan_of(job), 0).count, piece = nbb_transfer_piece(job->column);
    for (int64_t round = 0; round * piece < cells; ++round) { /* no rank saves more than the first one */
        nbb_shard own = round_of(job, rank, round);
        NBB_TRY_IF(own.count > 0, nbb_transfer_read(job->transfer, job->column, own.first, own.count, job->elements));
        NBB_TRY(NBB_EACH(i, count - 1, shift_cells(job, round, i + 1)));
        nbb_piece saved = { own.first, own.count, job->elements };
        NBB_TRY_IF(own.count > 0, job->other(job->context, job->number, &saved, 1));
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

/* Sets `plane` to the column's, if it moves as streams (lane_streams.h): lanes, all of whose words are in memory. */
static bool is_streams(nbb_transfer *transfer, nbb_column column, int number, nbb_lane_plane *plane)
{
    const nbb_plan *plan = transfer->run->request.plan;
    *plane = (nbb_lane_plane){ &plan->space.lanes, plan->asked.traits.planes,
                               (uint32_t *)(uintptr_t)array_of(transfer, column), number, &transfer->streams };
    return is_here(&transfer->run->request) && nbb_plan_has_planes(plan) && nbb_lane_streams_fit(&plan->space.lanes);
}

/* Memory for a piece: the device's buffer, if it is here; else with as much behind it. */
static nbb_status take_memory(nbb_transfer *transfer, unsigned char **memory)
{
    /* where all cells lie in memory here, to read and write elements in the buffer itself copies nothing */
    unsigned char *here = is_here(&transfer->run->request) ? (unsigned char *)(uintptr_t)transfer->buffer : NULL;
    *memory = here != NULL ? here : nbb_room_take(&transfer->pieces, PIECES_BYTES);
    return *memory != NULL ? NBB_OK : nbb_fail_memory(PIECES_BYTES, "cells in digit order");
}

nbb_status nbb_transfer_move(nbb_transfer *transfer, bool restores, nbb_transfer_pieces_of *other, void *context)
{
    nbb_run *run = transfer->run, one;
    nbb_column columns[NBB_COLUMNS_MAX];
    int count = nbb_columns_of(&run->request.plan->asked.traits, columns);
    unsigned char *memory;
    NBB_TRY(take_memory(transfer, &memory));
    nbb_status status = NBB_OK;
    for (int i = 0; i < count * run->copies && status == NBB_OK; ++i) {
        moving job = { transfer, columns[i % count], i, other, context, memory, memory + NBB_TRANSFER_BYTES };
        if (transfer->given != NULL && transfer->given->values[job.column.field].at == NULL) {
            continue;
        }
        if (run->request.plan->asked.copies) {
            one = nbb_run_at_copy(run, i / count);
            transfer->run = &one;
        }
        nbb_lane_plane plane; /* cells move piece by piece through kernels, or as streams of lanes */
        status = is_streams(transfer, job.column, i, &plane) ? nbb_lane_streams_move(&plane, restores, other, context)
                 : restores                                  ? restore_column(&job)
                                                             : save_column(&job);
    }
    transfer->run = run;
    nbb_run_choose_copy(run, 0);
    return status;
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

/* transfer.c - moves cells between a run's state and arrays in digit order. */
#include "runtime/run/transfer.h"

#include "runtime/run/lane_streams.h"

#include <stdlib.h>

enum { BUFFER_BYTES = 4 << 20, BLOCK = 128, WORD_CELLS = 32, BITS = 0, WORDS = 1 };

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
    return (int64_t)BUFFER_BYTES * 8 / column.bits;
}

/* Whether words of the state are planes of cells in several lanes. */
static bool has_lanes(const nbb_plan *plan)
{
    return plan->map == NBB_MAP_LANES && plan->traits.word != NBB_WORD_VALUES;
}

/* Whether a cell is a bit of a word, or of one of each plane. */
static bool shares_words(const nbb_plan *plan)
{
    return has_lanes(plan) || plan->storage == NBB_STORAGE_BITS;
}

static nbb_status find(nbb_transfer *transfer, const char *suffix, const char *signature, nbb_kernel **kernel)
{
    nbb_device *device = transfer->run->request.device;
    nbb_text name = NBB_TEXT_EMPTY;
    nbb_text_add(&name, "%s_%s", transfer->run->request.plan->name, suffix);
    nbb_status status = nbb_text_status(&name, "a kernel's name");
    if (status == NBB_OK) {
        status = device->operations->find(device, transfer->module, nbb_text_string(&name), signature, kernel);
    }
    nbb_text_free(&name);
    return status;
}

static nbb_status find_kernels(nbb_transfer *transfer)
{
    NBB_TRY(find(transfer, "gather_bits", "pIQQp", &transfer->gather[BITS]));
    NBB_TRY(find(transfer, "scatter_bits", "pIQQQp", &transfer->scatter[BITS]));
    if (shares_words(transfer->run->request.plan)) {
        return NBB_OK;
    }
    NBB_TRY(find(transfer, "gather_words", "pIQQp", &transfer->gather[WORDS]));
    return find(transfer, "scatter_words", "pIQQQp", &transfer->scatter[WORDS]);
}

static nbb_status load(nbb_transfer *transfer, const char *templates)
{
    nbb_run *run = transfer->run;
    nbb_device *device = run->request.device;
    nbb_text source = NBB_TEXT_EMPTY, name = NBB_TEXT_EMPTY;
    nbb_module_facts facts;
    nbb_text_add(&name, "%s_transfer", run->request.plan->name);
    nbb_status status = nbb_source_print_transfer(run->request.plan, templates, &source);
    if (status == NBB_OK) {
        status = nbb_text_status(&source, "the source of a module");
    }
    if (status == NBB_OK) {
        const char *text = nbb_text_string(&source);
        nbb_module_request request = { &text, 1, nbb_text_string(&name), run->request.use_cache };
        status = device->operations->load(device, &request, &transfer->module, &facts);
    }
    nbb_text_free(&source);
    nbb_text_free(&name);
    return status == NBB_OK ? find_kernels(transfer) : status;
}

nbb_status nbb_transfer_open(nbb_run *run, const char *templates, nbb_transfer *transfer)
{
    nbb_device *device = run->request.device;
    *transfer = (nbb_transfer){ .run = run };
    nbb_status status = load(transfer, templates);
    if (status == NBB_OK) {
        status = device->operations->allocate(device, BUFFER_BYTES, &transfer->buffer);
    }
    if (status != NBB_OK) {
        nbb_transfer_close(transfer);
    }
    return status;
}

/* Where the column's plane or array begins. */
static nbb_address array_of(const nbb_transfer *transfer, nbb_column column)
{
    const nbb_run *run = transfer->run;
    const nbb_plan *plan = run->request.plan;
    uint64_t plane = (uint64_t)column.plane * WORD_CELLS * sizeof(uint32_t);
    return run->state + (shares_words(plan) ? plane : plan->offsets[column.field]);
}

static nbb_launch shape_of(nbb_column column, int64_t count)
{
    int64_t items = column.bits == 1 ? (count + WORD_CELLS - 1) / WORD_CELLS : count;
    return (nbb_launch){ .blocks = (uint64_t)(items + BLOCK - 1) / BLOCK, .threads = BLOCK };
}

/* What a kernel is told beside places: which bit of a byte, or how many words a value has. */
static uint32_t detail_of(nbb_column column)
{
    return column.bits == 1 ? (uint32_t)column.bit : (uint32_t)column.bits / 32;
}

/* Bytes of a buffer that a kernel may touch: it takes whole words. */
static uint64_t whole_bytes(nbb_column column, int64_t count)
{
    return (nbb_column_bytes(column, count) + 3) / 4 * 4;
}

nbb_status nbb_transfer_read(const nbb_transfer *transfer, nbb_column column, int64_t first, int64_t count,
                             void *elements)
{
    nbb_device *device = transfer->run->request.device;
    nbb_address array = array_of(transfer, column), buffer = transfer->buffer;
    uint32_t detail = detail_of(column);
    uint64_t begin = (uint64_t)first, cells = (uint64_t)count;
    void *arguments[] = { &array, &detail, &begin, &cells, &buffer };
    nbb_kernel *kernel = transfer->gather[column.bits == 1 ? BITS : WORDS];
    NBB_TRY(device->operations->launch(device, kernel, shape_of(column, count), arguments));
    return device->operations->download(device, elements, buffer, nbb_column_bytes(column, count));
}

/* Of the cells from `first` on, those that share no word, or whose words are written to bit by bit. */
static int64_t cells_apart(const nbb_plan *plan, int64_t first, int64_t count)
{
    if (!has_lanes(plan)) {
        return count;
    }
    int64_t of_lane = plan->cells / plan->lanes.lanes, left = of_lane - first % of_lane;
    return left < count ? left : count;
}

nbb_status nbb_transfer_write(const nbb_transfer *transfer, nbb_column column, int64_t first, int64_t count,
                              const void *elements)
{
    nbb_device *device = transfer->run->request.device;
    nbb_address array = array_of(transfer, column), buffer = transfer->buffer;
    uint32_t detail = detail_of(column);
    nbb_kernel *kernel = transfer->scatter[column.bits == 1 ? BITS : WORDS];
    NBB_TRY(device->operations->upload(device, buffer, elements, whole_bytes(column, count)));
    for (int64_t done = 0, part; done < count; done += part) {
        part = cells_apart(transfer->run->request.plan, first + done, count - done);
        uint64_t skipped = (uint64_t)done, begin = (uint64_t)(first + done), cells = (uint64_t)part;
        void *arguments[] = { &array, &detail, &skipped, &begin, &cells, &buffer };
        NBB_TRY(device->operations->launch(device, kernel, shape_of(column, part), arguments));
    }
    return device->operations->wait(device); /* the buffer is the next piece's */
}

typedef nbb_status do_piece(const nbb_transfer *transfer, nbb_column column, int number, int64_t first, int64_t count,
                            void *elements, nbb_transfer_piece_of *other, void *context);

static nbb_status save_piece(const nbb_transfer *transfer, nbb_column column, int number, int64_t first,
                             int64_t count, void *elements, nbb_transfer_piece_of *take, void *context)
{
    NBB_TRY(nbb_transfer_read(transfer, column, first, count, elements));
    return take(context, number, first, count, elements);
}

static nbb_status restore_piece(const nbb_transfer *transfer, nbb_column column, int number, int64_t first,
                                int64_t count, void *elements, nbb_transfer_piece_of *give, void *context)
{
    NBB_TRY(give(context, number, first, count, elements));
    return nbb_transfer_write(transfer, column, first, count, elements);
}

/* How cells move: piece by piece through kernels, and where words have lanes as streams. */
typedef struct direction {
    do_piece *piece;
    nbb_lane_streams *streams;
} direction;

static nbb_status each_piece(const nbb_transfer *transfer, nbb_column column, int number, do_piece *act,
                             nbb_transfer_piece_of *other, void *context)
{
    int64_t cells = transfer->run->request.plan->cells, piece = nbb_transfer_piece(column);
    nbb_status status = NBB_OK;
    void *elements = malloc(BUFFER_BYTES);
    if (elements == NULL) {
        return nbb_fail_memory(BUFFER_BYTES, "cells in digit order");
    }
    for (int64_t first = 0; first < cells && status == NBB_OK; first += piece) {
        int64_t left = cells - first;
        status = act(transfer, column, number, first, left < piece ? left : piece, elements, other, context);
    }
    free(elements);
    return status;
}

/* Whether words of lanes lie in memory here, and are turned as they are. */
static bool has_streams(const nbb_plan *plan)
{
    return plan->target == NBB_TARGET_HOST && has_lanes(plan) && nbb_lane_streams_fit(&plan->lanes);
}

static nbb_status each_column(const nbb_transfer *transfer, direction way, nbb_transfer_piece_of *other,
                              void *context)
{
    const nbb_plan *plan = transfer->run->request.plan;
    nbb_column columns[NBB_COLUMNS_MAX];
    int count = nbb_columns_of(&plan->traits, columns);
    nbb_status status = NBB_OK;
    for (int i = 0; i < count && status == NBB_OK; ++i) {
        nbb_lane_plane plane = { &plan->lanes, plan->traits.planes, NULL, i };
        if (has_streams(plan)) {
            plane.words = (uint32_t *)(uintptr_t)array_of(transfer, columns[i]);
            status = way.streams(&plane, other, context);
        } else {
            status = each_piece(transfer, columns[i], i, way.piece, other, context);
        }
    }
    return status;
}

nbb_status nbb_transfer_save(const nbb_transfer *transfer, nbb_transfer_piece_of *take, void *context)
{
    return each_column(transfer, (direction){ save_piece, nbb_lane_streams_save }, take, context);
}

nbb_status nbb_transfer_restore(const nbb_transfer *transfer, nbb_transfer_piece_of *give, void *context)
{
    return each_column(transfer, (direction){ restore_piece, nbb_lane_streams_restore }, give, context);
}

void nbb_transfer_close(nbb_transfer *transfer)
{
    nbb_device *device = transfer->run->request.device;
    device->operations->release(device, transfer->buffer);
    device->operations->unload(device, transfer->module);
    *transfer = (nbb_transfer){ .run = transfer->run };
}

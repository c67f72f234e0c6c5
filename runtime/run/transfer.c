/* transfer.c - moves cells between a run's state and arrays in digit order. */
#include "runtime/run/transfer.h"

#include "runtime/run/run_kernels.h"
#include "runtime/run/run_shards.h"

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

/* Whether words of the state are planes of cells in several lanes. */
static bool has_lanes(const nbb_plan *plan)
{
    return plan->space.map == NBB_MAP_LANES && plan->asked.traits.word != NBB_WORD_VALUES;
}

/* Whether a cell is a bit of a word, or of one of each plane. */
static bool shares_words(const nbb_plan *plan)
{
    return has_lanes(plan) || plan->space.storage == NBB_STORAGE_BITS;
}

static nbb_status find(nbb_transfer *transfer, const char *suffix, const char *signature, nbb_kernel **kernel)
{
    return nbb_run_find(transfer->run, transfer->module, suffix, signature, kernel);
}

static nbb_status find_kernels(nbb_transfer *transfer)
{
    NBB_TRY(find(transfer, "gather_bits", "pIQQQQp", &transfer->gather[BITS]));
    NBB_TRY(find(transfer, "scatter_bits", "pIQQQQQp", &transfer->scatter[BITS]));
    if (shares_words(transfer->run->request.plan)) {
        return NBB_OK;
    }
    NBB_TRY(find(transfer, "gather_words", "pIQQQQp", &transfer->gather[WORDS]));
    return find(transfer, "scatter_words", "pIQQQQQp", &transfer->scatter[WORDS]);
}

static nbb_status load(nbb_transfer *transfer, const char *templates)
{
    nbb_run *run = transfer->run;
    nbb_device *device = run->request.device;
    NBB_LOCAL_TEXT source = NBB_TEXT_EMPTY, name = NBB_TEXT_EMPTY;
    nbb_module_facts facts;
    nbb_text_add(&name, "%s_transfer", run->request.plan->name);
    NBB_TRY(nbb_source_print_transfer(run->request.plan, templates, &source));
    NBB_TRY(nbb_text_status(&source, "the source of a module"));
    const char *text = nbb_text_string(&source);
    nbb_module_request request = { &text, 1, nbb_text_string(&name), run->request.use_cache };
    NBB_TRY(device->operations->load(device, &request, &transfer->module, &facts));
    return find_kernels(transfer);
}

nbb_status nbb_transfer_open(nbb_run *run, const char *templates, nbb_transfer *transfer)
{
    nbb_device *device = run->request.device;
    *transfer = (nbb_transfer){ .run = run };
    nbb_status status = load(transfer, templates);
    status = status == NBB_OK ? device->operations->allocate(device, NBB_TRANSFER_BYTES, &transfer->buffer) : status;
    status = status == NBB_OK && run->request.ranks != NULL
                 ? device->operations->allocate(device, NBB_TRANSFER_BYTES, &transfer->arrived)
                 : status;
    NBB_TRY_OR(status, nbb_transfer_close(transfer));
    return NBB_OK;
}

/* Where the column's plane or array begins. */
static nbb_address array_of(const nbb_transfer *transfer, nbb_column column)
{
    const nbb_run *run = transfer->run;
    const nbb_plan *plan = run->request.plan;
    uint64_t plane = (uint64_t)column.plane * WORD_CELLS * sizeof(uint32_t);
    return run->state + (shares_words(plan) ? plane : plan->space.offsets[column.field]);
}

static nbb_launch shape_of(nbb_column column, int64_t count)
{
    int64_t items = column.bits == 1 ? (count + WORD_CELLS - 1) / WORD_CELLS : count;
    return (nbb_launch){ .blocks = (uint64_t)(items + BLOCK - 1) / BLOCK, .threads = BLOCK };
}

/* A kernel's argument beside places: the bit of a byte, or the words of a value. */
static uint32_t detail_of(nbb_column column)
{
    return column.bits == 1 ? (uint32_t)column.bit : (uint32_t)column.bits / 32;
}

/* Bytes of a buffer that a kernel may touch: it takes whole words. */
static uint64_t whole_bytes(nbb_column column, int64_t count)
{
    return (nbb_column_bytes(column, count) + 3) / 4 * 4;
}

/* The run's own places in the column's array: of bits, or of values. A run without ranks has all. */
static nbb_byte_range places_of(const nbb_transfer *transfer)
{
    const nbb_plan *plan = transfer->run->request.plan;
    if (transfer->run->request.ranks == NULL) {
        return (nbb_byte_range){ 0, UINT64_MAX };
    }
    nbb_byte_range own = nbb_run_own_range(transfer->run);
    uint64_t bits = shares_words(plan) ? 1 : 8 * (uint64_t)plan->asked.traits.bytes[0];
    return (nbb_byte_range){ own.begin * 8 / bits, own.end * 8 / bits };
}

nbb_status nbb_transfer_gather(const nbb_transfer *transfer, nbb_column column, int64_t first, int64_t count)
{
    nbb_device *device = transfer->run->request.device;
    nbb_address array = array_of(transfer, column), buffer = transfer->buffer;
    nbb_byte_range own = places_of(transfer);
    uint32_t detail = detail_of(column);
    uint64_t begin = (uint64_t)first, cells = (uint64_t)count, places = own.end - own.begin;
    void *arguments[] = { &array, &detail, &begin, &cells, &own.begin, &places, &buffer };
    nbb_kernel *kernel = transfer->gather[column.bits == 1 ? BITS : WORDS];
    return device->operations->launch(device, kernel, shape_of(column, count), arguments);
}

nbb_status nbb_transfer_read(const nbb_transfer *transfer, nbb_column column, int64_t first, int64_t count,
                             void *elements)
{
    nbb_device *device = transfer->run->request.device;
    NBB_TRY(nbb_transfer_gather(transfer, column, first, count));
    return device->operations->download(device, elements, transfer->buffer, nbb_column_bytes(column, count));
}

/* Of the cells from `first` on, those that share no word, or whose words are written to bit by bit. */
static int64_t cells_apart(const nbb_plan *plan, int64_t first, int64_t count)
{
    if (!has_lanes(plan)) {
        return count;
    }
    int64_t of_lane = plan->asked.cells / plan->space.lanes.lanes, left = of_lane - first % of_lane;
    return left < count ? left : count;
}

nbb_status nbb_transfer_write(const nbb_transfer *transfer, nbb_column column, int64_t first, int64_t count,
                              const void *elements)
{
    nbb_device *device = transfer->run->request.device;
    nbb_address array = array_of(transfer, column), buffer = transfer->buffer;
    uint32_t detail = detail_of(column);
    nbb_byte_range own = places_of(transfer);
    uint64_t places = own.end - own.begin;
    nbb_kernel *kernel = transfer->scatter[column.bits == 1 ? BITS : WORDS];
    NBB_TRY(device->operations->upload(device, buffer, elements, whole_bytes(column, count)));
    for (int64_t done = 0, part; done < count; done += part) {
        part = cells_apart(transfer->run->request.plan, first + done, count - done);
        uint64_t skipped = (uint64_t)done, begin = (uint64_t)(first + done), cells = (uint64_t)part;
        void *arguments[] = { &array, &detail, &skipped, &begin, &cells, &own.begin, &places, &buffer };
        NBB_TRY(device->operations->launch(device, kernel, shape_of(column, part), arguments));
    }
    return device->operations->wait(device); /* the buffer is the next piece's */
}

/* Whether all cells lie in memory here. */
static bool is_here(const nbb_run_request *request)
{
    return request->plan->asked.target == NBB_TARGET_HOST && request->ranks == NULL;
}

uint32_t *nbb_transfer_plane(const nbb_transfer *transfer, nbb_column column)
{
    const nbb_run_request *request = &transfer->run->request;
    return is_here(request) && has_lanes(request->plan) ? (uint32_t *)(uintptr_t)array_of(transfer, column) : NULL;
}

unsigned char *nbb_transfer_elements(const nbb_transfer *transfer)
{
    return is_here(&transfer->run->request) ? (unsigned char *)(uintptr_t)transfer->buffer : NULL;
}

void nbb_transfer_close(nbb_transfer *transfer)
{
    nbb_device *device = transfer->run->request.device;
    device->operations->release(device, transfer->buffer);
    device->operations->release(device, transfer->arrived);
    device->operations->unload(device, transfer->module);
    nbb_room_free(&transfer->pieces);
    nbb_room_free(&transfer->streams);
    *transfer = (nbb_transfer){ .run = transfer->run };
}

/* cuda_context.c - a CUDA device's context, made on a thread of its own, and addresses of which a part has memory. */
#include "runtime/device/cuda_device.h"

static void *make(void *argument)
{
    nbb_cuda_device *cuda = argument;
    cuda->result = nbb_driver.cuDevicePrimaryCtxRetain(&cuda->context, cuda->device);
    return NULL;
}

/* Where no thread can be had, the caller waits here and not later. */
void nbb_cuda_begin_context(nbb_cuda_device *cuda)
{
    cuda->is_making = pthread_create(&cuda->thread, NULL, make, cuda) == 0;
    if (!cuda->is_making) {
        make(cuda);
    }
}

static void join(nbb_cuda_device *cuda)
{
    if (cuda->is_making) {
        pthread_join(cuda->thread, NULL);
        cuda->is_making = false;
    }
}

nbb_status nbb_cuda_use(nbb_device *device)
{
    nbb_cuda_device *cuda = nbb_cuda_of(device);
    if (!cuda->is_current) {
        join(cuda);
        NBB_TRY(nbb_driver_check(cuda->result, "cuDevicePrimaryCtxRetain"));
        NBB_TRY(NBB_CALL(cuCtxGetCurrent, &cuda->before));
        NBB_TRY(NBB_CALL(cuCtxSetCurrent, cuda->context));
        cuda->is_current = true;
    }
    device->is_starting = false;
    return NBB_OK;
}

/* What fails on the way out is not reported: there is nobody left to act on it. */
void nbb_cuda_rest(nbb_device *device)
{
    nbb_cuda_device *cuda = nbb_cuda_of(device);
    if (cuda->is_current) {
        nbb_driver.cuCtxSetCurrent(cuda->before);
        cuda->is_current = false;
    }
}

/* A context that works outlives its last user in the process, as the CUDA runtime's does: the next one need not make
   it anew, and who exits does not wait for its end (tests/device/h200/starts_trials.txt). */
void nbb_cuda_end_context(nbb_cuda_device *cuda)
{
    enum { DEVICES = 64 };
    static atomic_bool is_kept[DEVICES];
    join(cuda);
    NBB_LEAVE_IF(cuda->context == NULL);
    bool works = cuda->ordinal < DEVICES && nbb_cuda_use(&cuda->base) == NBB_OK
                 && nbb_driver.cuCtxSynchronize() == CUDA_SUCCESS;
    bool was_kept = cuda->ordinal < DEVICES && atomic_exchange(&is_kept[cuda->ordinal], works);
    nbb_cuda_rest(&cuda->base);
    for (int held = was_kept + !works; held > 0; --held) {
        nbb_driver.cuDevicePrimaryCtxRelease_v2(cuda->device);
    }
}

/* --- addresses of which a part has memory --- */

struct nbb_cuda_reservation {
    SLIST_ENTRY(nbb_cuda_reservation) next;
    CUdeviceptr address;
    uint64_t page, pages, mapped; /* bytes of one; how many; how many of them are mapped */
    uint64_t at_once;             /* pages without memory that are mapped at once */
    uint32_t *memory_of;          /* [pages], as nbb_reserved_pages chose it */
    CUmemory shared[2];           /* what pages without memory share: a page, and at_once of them; 0: none */
    CUmemory *overlaid;           /* a page each, which pages of unlike phases share; 0: none yet */
    uint32_t overlaid_count;
};

/* Pages that are mapped together, from `first` on: runs of those that have memory of their own, or none. */
typedef struct piece {
    uint64_t first, pages;
    uint32_t memory;
} piece;

static piece piece_at(const nbb_cuda_reservation *made, uint64_t first)
{
    uint32_t memory = made->memory_of[first];
    bool own = memory == NBB_PAGE_OWN;
    uint64_t most = own ? made->pages : memory == 0 ? made->at_once : 1, left = made->pages - first, pages = 1;
    pages += (uint64_t)NBB_FIND(i, (most < left ? most : left) - 1,
                                made->memory_of[first + 1 + (uint64_t)i] != memory);
    return (piece){ first, own || pages == most ? pages : 1, memory };
}

static CUmemory_properties properties_of(CUdevice device)
{
    return (CUmemory_properties){ .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                  .location = { CU_MEM_LOCATION_TYPE_DEVICE, device } };
}

nbb_status nbb_cuda_page(CUdevice device, uint64_t *bytes)
{
    CUmemory_properties properties = properties_of(device);
    size_t page = 0;
    NBB_TRY(NBB_CALL(cuMemGetAllocationGranularity, &page, &properties, 0));
    *bytes = page;
    return NBB_OK;
}

static void release_all(const CUmemory *memory, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (memory[i] != 0) {
            nbb_driver.cuMemRelease(memory[i]);
        }
    }
}

/* Memory of a piece's own stays until it is unmapped, without its handle. */
static nbb_status map(nbb_cuda_reservation *made, CUdevice device, piece mapped)
{
    CUmemory own = 0, *memory = mapped.memory == NBB_PAGE_OWN ? &own
                                : mapped.memory == 0          ? &made->shared[mapped.pages > 1]
                                                              : &made->overlaid[mapped.memory - NBB_PAGE_OWN - 1];
    CUmemory_properties properties = properties_of(device);
    uint64_t bytes = mapped.pages * made->page;
    NBB_TRY_IF(*memory == 0, NBB_CALL(cuMemCreate, memory, bytes, &properties, 0));
    nbb_status status = NBB_CALL(cuMemMap, made->address + mapped.first * made->page, bytes, 0, *memory, 0);
    release_all(&own, 1);
    return status;
}

static void give_back(nbb_cuda_reservation *made)
{
    for (uint64_t first = 0, pages; first < made->mapped; first += pages) {
        pages = piece_at(made, first).pages;
        nbb_driver.cuMemUnmap(made->address + first * made->page, pages * made->page);
    }
    release_all(made->shared, 2);
    release_all(made->overlaid, made->overlaid_count);
    if (made->address != 0) {
        nbb_driver.cuMemAddressFree(made->address, made->pages * made->page);
    }
    free(made->memory_of);
    free(made->overlaid);
    free(made);
}

/* Chooses each page's memory, maps all, and clears it, that of pages without memory once. */
static nbb_status map_all(nbb_cuda_reservation *made, CUdevice device, uint64_t bytes, const nbb_reserved *ranges,
                          int64_t count)
{
    CUmemory_access access = { { CU_MEM_LOCATION_TYPE_DEVICE, device }, CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    bool is_clear[2] = { false, false };
    made->pages = (bytes + made->page - 1) / made->page;
    made->at_once = nbb_device_pages_at_once(made->pages);
    NBB_TRY(NBB_MAKE(made->memory_of, made->pages, "a shard's pages"));
    NBB_TRY(nbb_reserved_pages(ranges, count, made->page, made->memory_of, &made->overlaid_count, &bytes));
    NBB_TRY(NBB_MAKE(made->overlaid, made->overlaid_count + 1, "a shard's pages"));
    NBB_TRY(NBB_CALL(cuMemAddressReserve, &made->address, made->pages * made->page, 0, 0, 0));
    for (piece next; made->mapped < made->pages; made->mapped += next.pages) {
        next = piece_at(made, made->mapped);
        NBB_TRY(map(made, device, next));
    }
    NBB_TRY(NBB_CALL(cuMemSetAccess, made->address, made->pages * made->page, &access, 1));
    for (piece next = { .first = 0 }; next.first < made->pages; next.first += next.pages) {
        next = piece_at(made, next.first);
        if (next.memory > 0 || !is_clear[next.pages > 1]) {
            NBB_TRY(NBB_CALL(cuMemsetD8_v2, made->address + next.first * made->page, 0, next.pages * made->page));
            is_clear[next.pages > 1] |= next.memory == 0;
        }
    }
    return NBB_OK;
}

nbb_status nbb_cuda_reserve(nbb_device *device, uint64_t bytes, const nbb_reserved *ranges, int64_t count,
                            nbb_address *address)
{
    nbb_cuda_device *cuda = nbb_cuda_of(device);
    NBB_TRY(nbb_cuda_use(device));
    nbb_cuda_reservation *made = NULL;
    NBB_TRY(NBB_MAKE(made, 1, "a shard's pages"));
    made->page = device->page;
    NBB_TRY_OR(map_all(made, cuda->device, bytes, ranges, count), give_back(made));
    SLIST_INSERT_HEAD(&cuda->reservations, made, next);
    *address = made->address;
    return NBB_OK;
}

bool nbb_cuda_release_reserved(nbb_cuda_device *cuda, CUdeviceptr address)
{
    nbb_cuda_reservation *found;
    SLIST_FOREACH (found, &cuda->reservations, next) {
        if (found->address == address) {
            SLIST_REMOVE(&cuda->reservations, found, nbb_cuda_reservation, next);
            give_back(found);
            return true;
        }
    }
    return false;
}

/* cuda_reserve.c - maps pages into reserved addresses. */
#include "runtime/device/cuda_device.h"

#include <stdlib.h>

enum { SHARED_PAGES = 32 }; /* of the memory that pages without any share, mapped at once */

struct nbb_cuda_reservation {
    nbb_cuda_reservation *next;
    const nbb_driver *driver;
    CUdeviceptr address;
    uint64_t page, pages, mapped; /* bytes of one; how many; how many of them are mapped */
    bool *is_own;                 /* [pages]: it has memory of its own */
    CUmemory shared[2];           /* a page, and SHARED_PAGES of them; 0: none */
};

/* Pages that are mapped together, from `first` on. */
typedef struct piece {
    uint64_t first, pages;
    bool is_own;
} piece;

static piece piece_at(const nbb_cuda_reservation *made, uint64_t first)
{
    uint64_t pages = 1;
    bool own = made->is_own[first];
    while (first + pages < made->pages && made->is_own[first + pages] == own && (own || pages < SHARED_PAGES)) {
        ++pages;
    }
    return (piece){ first, own || pages == SHARED_PAGES ? pages : 1, own };
}

static CUmemory_properties properties_of(CUdevice device)
{
    return (CUmemory_properties){ .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                  .location = { CU_MEM_LOCATION_TYPE_DEVICE, device } };
}

static nbb_status create(const nbb_cuda_reservation *made, CUdevice device, uint64_t pages, CUmemory *memory)
{
    CUmemory_properties properties = properties_of(device);
    return NBB_CALL(made->driver, cuMemCreate, memory, pages * made->page, &properties, 0);
}

/* Memory that is mapped stays until it is unmapped, without its handle. */
static nbb_status map_own(nbb_cuda_reservation *made, CUdevice device, piece mapped)
{
    CUmemory memory = 0;
    NBB_TRY(create(made, device, mapped.pages, &memory));
    nbb_status status = NBB_CALL(made->driver, cuMemMap, made->address + mapped.first * made->page,
                                 mapped.pages * made->page, 0, memory, 0);
    made->driver->cuMemRelease(memory);
    return status;
}

static nbb_status map_shared(nbb_cuda_reservation *made, CUdevice device, piece mapped)
{
    CUmemory *memory = &made->shared[mapped.pages > 1];
    NBB_TRY(*memory != 0 ? NBB_OK : create(made, device, mapped.pages, memory));
    return NBB_CALL(made->driver, cuMemMap, made->address + mapped.first * made->page, mapped.pages * made->page, 0,
                    *memory, 0);
}

static nbb_status map_all(nbb_cuda_reservation *made, CUdevice device)
{
    CUmemory_access access = { { CU_MEM_LOCATION_TYPE_DEVICE, device }, CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    while (made->mapped < made->pages) {
        piece next = piece_at(made, made->mapped);
        NBB_TRY((next.is_own ? map_own : map_shared)(made, device, next));
        made->mapped += next.pages;
    }
    return NBB_CALL(made->driver, cuMemSetAccess, made->address, made->pages * made->page, &access, 1);
}

/* Each page's memory once. */
static nbb_status clear(const nbb_cuda_reservation *made)
{
    bool is_clear[2] = { false, false };
    for (uint64_t first = 0; first < made->pages;) {
        piece next = piece_at(made, first);
        if (next.is_own || !is_clear[next.pages > 1]) {
            NBB_TRY(NBB_CALL(made->driver, cuMemsetD8_v2, made->address + first * made->page, 0,
                             next.pages * made->page));
            is_clear[next.pages > 1] |= !next.is_own;
        }
        first += next.pages;
    }
    return NBB_OK;
}

static void give_back(nbb_cuda_reservation *made)
{
    for (uint64_t first = 0; first < made->mapped;) {
        piece next = piece_at(made, first);
        made->driver->cuMemUnmap(made->address + first * made->page, next.pages * made->page);
        first += next.pages;
    }
    for (int i = 0; i < 2; ++i) {
        if (made->shared[i] != 0) {
            made->driver->cuMemRelease(made->shared[i]);
        }
    }
    if (made->address != 0) {
        made->driver->cuMemAddressFree(made->address, made->pages * made->page);
    }
    free(made->is_own);
    free(made);
}

static nbb_status find_pages(nbb_cuda_reservation *made, CUdevice device, uint64_t bytes,
                             const nbb_byte_range *ranges, int64_t count)
{
    CUmemory_properties properties = properties_of(device);
    size_t page = 0;
    NBB_TRY(NBB_CALL(made->driver, cuMemGetAllocationGranularity, &page, &properties, 0));
    made->page = page;
    made->pages = (bytes + page - 1) / page;
    NBB_TRY(NBB_MAKE(made->is_own, made->pages, "a shard's pages"));
    for (int64_t i = 0; i < count; ++i) {
        for (uint64_t at = ranges[i].begin / page; at * page < ranges[i].end; ++at) {
            made->is_own[at] = true;
        }
    }
    return NBB_OK;
}

nbb_status nbb_cuda_reserve(nbb_device *device, uint64_t bytes, const nbb_byte_range *ranges, int64_t count,
                            nbb_address *address)
{
    nbb_cuda_device *cuda = nbb_cuda_of(device);
    NBB_TRY(nbb_cuda_use(device));
    nbb_cuda_reservation *made = NULL;
    NBB_TRY(NBB_MAKE(made, 1, "a shard's pages"));
    made->driver = cuda->driver;
    NBB_TRY_OR(find_pages(made, cuda->device, bytes, ranges, count), give_back(made));
    NBB_TRY_OR(NBB_CALL(made->driver, cuMemAddressReserve, &made->address, made->pages * made->page, 0, 0, 0),
               give_back(made));
    NBB_TRY_OR(map_all(made, cuda->device), give_back(made));
    NBB_TRY_OR(clear(made), give_back(made));
    made->next = cuda->reservations;
    cuda->reservations = made;
    *address = made->address;
    return NBB_OK;
}

bool nbb_cuda_release_reserved(nbb_cuda_device *cuda, CUdeviceptr address)
{
    nbb_cuda_reservation **list = &cuda->reservations;
    while (*list != NULL && (*list)->address != address) {
        list = &(*list)->next;
    }
    nbb_cuda_reservation *found = *list;
    if (found != NULL) {
        *list = found->next;
        give_back(found);
    }
    return found != NULL;
}

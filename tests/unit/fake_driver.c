/* fake_driver.c - every driver symbol that the program uses, over host memory; modules, launches and events are in
   fake_module.c, graphs in fake_graph.c. */
#include "fake_driver.h"

#include <time.h>

static const char *const symbols[] = {
#define DRIVER_NAME(name, parameters) #name,
#define NVRTC_NAME(name, parameters, result) #name,
    NBB_DRIVER_SYMBOLS(DRIVER_NAME) NBB_NVRTC_SYMBOLS(NVRTC_NAME)
};

enum { SYMBOLS = sizeof symbols / sizeof symbols[0] };

enum { ERROR_UNKNOWN = 999 };

struct CUctx_st {
    int device;
};

/* What stands before each allocation; its size keeps the memory behind it aligned. */
typedef struct allocation {
    size_t bytes;
    size_t padding;
} allocation;

static int calls[SYMBOLS];
static size_t used;
static struct CUctx_st context;
static _Thread_local CUcontext current;

/* The count of a symbol's calls; there is no such count for a name that the program does not use. */
static int *count_of(const char *symbol)
{
    int i = 0;
    while (strcmp(symbols[i], symbol) != 0) {
        if (++i == SYMBOLS) {
            fprintf(stderr, "fake_driver: no symbol %s\n", symbol);
            abort();
        }
    }
    return &calls[i];
}

int nbb_fake_calls(const char *symbol)
{
    return *count_of(symbol);
}

/* Waits until the symbol was called; false when it is not within ten seconds. */
static bool await(const char *symbol)
{
    const struct timespec pause = { .tv_nsec = 1000000 };
    int left = 10000;
    while (__atomic_load_n(count_of(symbol), __ATOMIC_RELAXED) == 0 && --left > 0) {
        nanosleep(&pause, NULL);
    }
    return left > 0;
}

int nbb_fake_enter(const char *symbol)
{
    int count = __atomic_add_fetch(count_of(symbol), 1, __ATOMIC_RELAXED); /* NVRTC is called by several threads */
    const char *awaited = getenv("NBB_FAKE_AWAIT");
    if (awaited != NULL && strcmp(symbol, "cuDevicePrimaryCtxRetain") == 0 && !await(awaited)) {
        return ERROR_UNKNOWN;
    }
    const char *wanted = getenv("NBB_FAKE_FAIL");
    size_t length = strlen(symbol);
    if (wanted == NULL || strncmp(wanted, symbol, length) != 0) {
        return 0;
    }
    if (wanted[length] == '@') {
        return count == atoi(wanted + length + 1) ? ERROR_UNKNOWN : 0;
    }
    return wanted[length] == ':' ? atoi(wanted + length + 1) : wanted[length] == '\0' ? ERROR_UNKNOWN : 0;
}

void nbb_fake_reset(void)
{
    memset(calls, 0, sizeof calls);
}

size_t nbb_fake_used(void)
{
    return used;
}

static size_t number(const char *variable, size_t usual)
{
    const char *text = getenv(variable);
    return text != NULL ? (size_t)strtoull(text, NULL, 10) : usual;
}

CUresult cuInit(unsigned flags)
{
    ENTER(cuInit);
    return flags == 0 ? CUDA_SUCCESS : ERROR_INVALID_VALUE;
}

CUresult cuDriverGetVersion(int *version)
{
    ENTER(cuDriverGetVersion);
    *version = 12040;
    return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    ENTER(cuGetErrorName);
    *name = error == CUDA_ERROR_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_FAKE";
    return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    ENTER(cuGetErrorString);
    *text = error == CUDA_ERROR_OUT_OF_MEMORY ? "out of memory" : "as told";
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count)
{
    ENTER(cuDeviceGetCount);
    *count = (int)number("NBB_FAKE_DEVICES", 1);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    ENTER(cuDeviceGet);
    *device = 100 + ordinal;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
    ENTER(cuDeviceGetName);
    snprintf(name, (size_t)length, "Fake GPU %d", device - 100);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    (void)device;
    ENTER(cuDeviceGetAttribute);
    int major = 9;
    int minor = 0;
    const char *capability = getenv("NBB_FAKE_CAPABILITY");
    if (capability != NULL && sscanf(capability, "%d.%d", &major, &minor) != 2) {
        return ERROR_INVALID_VALUE;
    }
    const int values[] = { [CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR] = major,
                           [CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR] = minor,
                           [CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT] = 132 };
    *value = values[attribute];
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetP2PAttribute(int *value, int attribute, CUdevice from, CUdevice to)
{
    ENTER(cuDeviceGetP2PAttribute);
    *value = from != to && attribute <= (int)number("NBB_FAKE_LINK", 3);
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    (void)device;
    ENTER(cuDeviceTotalMem_v2);
    *bytes = number("NBB_FAKE_MEMORY", 65536);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *made, CUdevice device)
{
    ENTER(cuDevicePrimaryCtxRetain);
    context.device = device;
    *made = &context;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    ENTER(cuDevicePrimaryCtxRelease_v2);
    return device == context.device ? CUDA_SUCCESS : ERROR_INVALID_VALUE;
}

CUresult cuCtxGetCurrent(CUcontext *now)
{
    ENTER(cuCtxGetCurrent);
    *now = current;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext made)
{
    ENTER(cuCtxSetCurrent);
    current = made;
    return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void)
{
    ENTER(cuCtxSynchronize);
    return current != NULL ? CUDA_SUCCESS : ERROR_INVALID_VALUE;
}

CUresult cuMemGetInfo_v2(size_t *available, size_t *total)
{
    ENTER(cuMemGetInfo_v2);
    *total = number("NBB_FAKE_MEMORY", 65536);
    *available = *total - used - number("NBB_FAKE_TAKEN", 0);
    return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    ENTER(cuMemAlloc_v2);
    if (current == NULL || bytes == 0) {
        return ERROR_INVALID_VALUE;
    }
    if (bytes > number("NBB_FAKE_MEMORY", 65536) - used) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    allocation *made = malloc(sizeof *made + bytes);
    if (made == NULL) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    made->bytes = bytes;
    used += bytes;
    *address = (CUdeviceptr)(uintptr_t)(made + 1);
    return CUDA_SUCCESS;
}

void *nbb_fake_memory_at(CUdeviceptr address)
{
    return (void *)(uintptr_t)address;
}

CUresult cuMemFree_v2(CUdeviceptr address)
{
    ENTER(cuMemFree_v2);
    allocation *made = (allocation *)nbb_fake_memory_at(address) - 1;
    used -= made->bytes;
    free(made);
    return CUDA_SUCCESS;
}

CUresult cuMemHostAlloc(void **memory, size_t bytes, unsigned flags)
{
    ENTER(cuMemHostAlloc);
    *memory = flags != 0 ? malloc(bytes) : NULL;
    return *memory != NULL ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemFreeHost(void *memory)
{
    ENTER(cuMemFreeHost);
    free(memory);
    return CUDA_SUCCESS;
}

/* Addresses are host memory, all of it there; what is mapped counts. */
CUresult cuMemAddressReserve(CUdeviceptr *address, size_t bytes, size_t alignment, CUdeviceptr wanted,
                             unsigned long long flags)
{
    ENTER(cuMemAddressReserve);
    void *memory = alignment == 0 && wanted == 0 && flags == 0 ? malloc(bytes) : NULL;
    *address = (CUdeviceptr)(uintptr_t)memory;
    return memory != NULL ? CUDA_SUCCESS : ERROR_INVALID_VALUE;
}

CUresult cuMemAddressFree(CUdeviceptr address, size_t bytes)
{
    (void)bytes;
    ENTER(cuMemAddressFree);
    free(nbb_fake_memory_at(address));
    return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemory_properties *properties, int option)
{
    ENTER(cuMemGetAllocationGranularity);
    *bytes = 4096; /* a page */
    return properties->type == CU_MEM_ALLOCATION_TYPE_PINNED && option == 0 ? CUDA_SUCCESS : ERROR_INVALID_VALUE;
}

/* Memory without an address counts until its handle is released and it is nowhere mapped. */
typedef struct created {
    size_t bytes;
    int holders;
} created;

enum { PAGE = 4096, MAPPED_MAX = 2048 };
static struct {
    CUdeviceptr address;
    created *memory;
} mapped[MAPPED_MAX];

static void let_go(created *memory)
{
    if (--memory->holders == 0) {
        used -= memory->bytes;
        free(memory);
    }
}

CUresult cuMemCreate(CUmemory *memory, size_t bytes, const CUmemory_properties *properties, unsigned long long flags)
{
    ENTER(cuMemCreate);
    if (properties->location.type != CU_MEM_LOCATION_TYPE_DEVICE || flags != 0 || bytes % PAGE != 0) {
        return ERROR_INVALID_VALUE;
    }
    created *made = bytes <= number("NBB_FAKE_MEMORY", 65536) - used ? malloc(sizeof *made) : NULL;
    if (made == NULL) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *made = (created){ bytes, 1 };
    used += bytes;
    *memory = (CUmemory)(uintptr_t)made;
    return CUDA_SUCCESS;
}

CUresult cuMemRelease(CUmemory memory)
{
    ENTER(cuMemRelease);
    let_go((created *)(uintptr_t)memory);
    return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t offset, CUmemory memory, unsigned long long flags)
{
    ENTER(cuMemMap);
    created *made = (created *)(uintptr_t)memory;
    int i = 0;
    while (i < MAPPED_MAX && mapped[i].memory != NULL) {
        ++i;
    }
    if (i == MAPPED_MAX || bytes != made->bytes || offset != 0 || flags != 0) {
        return ERROR_INVALID_VALUE;
    }
    mapped[i].address = address;
    mapped[i].memory = made;
    made->holders += 1;
    return CUDA_SUCCESS;
}

CUresult cuMemUnmap(CUdeviceptr address, size_t bytes)
{
    ENTER(cuMemUnmap);
    int i = 0;
    while (i < MAPPED_MAX && mapped[i].address != address) {
        ++i;
    }
    if (i == MAPPED_MAX || mapped[i].memory->bytes != bytes) {
        return ERROR_INVALID_VALUE;
    }
    let_go(mapped[i].memory);
    mapped[i].address = 0;
    mapped[i].memory = NULL;
    return CUDA_SUCCESS;
}

CUresult cuMemSetAccess(CUdeviceptr address, size_t bytes, const CUmemory_access *access, size_t count)
{
    (void)address;
    ENTER(cuMemSetAccess);
    return bytes > 0 && count == 1 && access->flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE ? CUDA_SUCCESS
                                                                                          : ERROR_INVALID_VALUE;
}

CUresult cuMemsetD8_v2(CUdeviceptr address, unsigned char value, size_t bytes)
{
    ENTER(cuMemsetD8_v2);
    memset(nbb_fake_memory_at(address), value, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    ENTER(cuMemcpyHtoD_v2);
    memcpy(nbb_fake_memory_at(to), from, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    ENTER(cuMemcpyDtoD_v2);
    memcpy(nbb_fake_memory_at(to), nbb_fake_memory_at(from), bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    ENTER(cuMemcpyAsync);
    memcpy(nbb_fake_memory_at(to), nbb_fake_memory_at(from), bytes);
    (void)stream;
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    ENTER(cuMemcpyDtoH_v2);
    memcpy(to, nbb_fake_memory_at(from), bytes);
    return CUDA_SUCCESS;
}

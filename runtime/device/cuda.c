/* cuda.c - the CUDA target's device: everything goes through the driver API. Modules are in cuda_module.c.

   A device's primary context is being made when the device is opened (cuda_device.h); the first operation that needs
   it waits for it, and it is the thread's current one from there to `rest` or close. All work is on the default
   stream, so launches, copies and marks keep their order; between fork and join some launches are on a second. */
#include "runtime/device/cuda_device.h"

#include "runtime/device/machine.h"

static nbb_status wait_device(nbb_device *device)
{
    const nbb_driver *driver = nbb_cuda_of(device)->driver;
    NBB_TRY(nbb_cuda_use(device));
    return nbb_driver_check(driver, driver->cuCtxSynchronize(), "cuCtxSynchronize");
}

/* Failures at the end are not reported: nothing is left that could act on them. */
static void close_device(nbb_device *device)
{
    nbb_cuda_device *cuda = nbb_cuda_of(device);
    nbb_cuda_end_orders(cuda);
    nbb_cuda_end_context(cuda);
    free(cuda);
}

static nbb_status available(nbb_device *device, uint64_t *bytes)
{
    size_t left = 0;
    size_t total = 0;
    NBB_TRY(NBB_CUDA_CALL(device, cuMemGetInfo_v2, &left, &total));
    *bytes = left;
    return NBB_OK;
}

/* The driver refuses an allocation of nothing; one byte stands for it. */
static nbb_status allocate(nbb_device *device, uint64_t bytes, nbb_address *address)
{
    CUdeviceptr memory = 0;
    NBB_TRY(nbb_cuda_use(device));
    CUresult result = nbb_cuda_of(device)->driver->cuMemAlloc_v2(&memory, bytes > 0 ? bytes : 1);
    if (result == CUDA_ERROR_OUT_OF_MEMORY) {
        uint64_t left = 0;
        NBB_TRY(available(device, &left));
        return nbb_fail(NBB_ERROR_DEVICE,
                        "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY: %llu bytes asked for, %llu of %llu are free on %s",
                        (unsigned long long)bytes, (unsigned long long)left, (unsigned long long)device->memory,
                        device->name);
    }
    NBB_TRY(nbb_driver_check(nbb_cuda_of(device)->driver, result, "cuMemAlloc_v2"));
    *address = memory;
    return NBB_OK;
}

static void release(nbb_device *device, nbb_address address)
{
    if (address != 0 && !nbb_cuda_release_reserved(nbb_cuda_of(device), address)) {
        nbb_cuda_of(device)->driver->cuMemFree_v2(address);
    }
}

/* With unified addresses, which every 64-bit system has, the device reaches it by the same address. */
static nbb_status allocate_host(nbb_device *device, uint64_t bytes, nbb_address *address)
{
    void *memory = NULL;
    NBB_TRY(nbb_cuda_use(device));
    NBB_TRY(nbb_machine_has(bytes, true));
    NBB_TRY(NBB_CUDA_CALL(device, cuMemHostAlloc, &memory, bytes > 0 ? bytes : 1,
                          CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
    memset(memory, 0, bytes);
    *address = (nbb_address)(uintptr_t)memory;
    return NBB_OK;
}

static void release_host(nbb_device *device, nbb_address address)
{
    if (address != 0) {
        nbb_cuda_of(device)->driver->cuMemFreeHost((void *)(uintptr_t)address);
    }
}

static nbb_status fill(nbb_device *device, nbb_address address, uint8_t value, uint64_t bytes)
{
    return bytes > 0 ? NBB_CUDA_CALL(device, cuMemsetD8_v2, address, value, bytes) : NBB_OK;
}

static nbb_status upload(nbb_device *device, nbb_address to, const void *from, uint64_t bytes)
{
    return bytes > 0 ? NBB_CUDA_CALL(device, cuMemcpyHtoD_v2, to, from, bytes) : NBB_OK;
}

static nbb_status download(nbb_device *device, void *to, nbb_address from, uint64_t bytes)
{
    return bytes > 0 ? NBB_CUDA_CALL(device, cuMemcpyDtoH_v2, to, from, bytes) : NBB_OK;
}

static nbb_status copy(nbb_device *device, nbb_address to, nbb_address from, uint64_t bytes)
{
    return bytes > 0 ? NBB_CUDA_CALL(device, cuMemcpyDtoD_v2, to, from, bytes) : NBB_OK;
}

/* A grid of no blocks is an error to the driver, and nothing to do. */
static nbb_status launch_kernel(nbb_device *device, nbb_kernel *kernel, nbb_launch launch, void **arguments)
{
    NBB_TRY(nbb_cuda_check_grid(launch));
    if (launch.blocks == 0) {
        return NBB_OK;
    }
    if (launch.at_once) {
        return NBB_CUDA_CALL(device, cuLaunchCooperativeKernel, (CUfunction)kernel, (unsigned)launch.blocks,
                             launch.copies > 0 ? launch.copies : 1, 1, launch.threads, 1, 1, 0, device->stream,
                             arguments);
    }
    return NBB_CUDA_CALL(device, cuLaunchKernel, (CUfunction)kernel, (unsigned)launch.blocks,
                         launch.copies > 0 ? launch.copies : 1, 1, launch.threads, 1, 1, 0, device->stream, arguments,
                         NULL);
}

static nbb_status holds(nbb_device *device, nbb_kernel *kernel, nbb_launch launch, uint32_t cluster, bool *holds)
{
    int clusters = 0;
    nbb_launch_attribute shape = { .id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, .value = { cluster, 1, 1 } };
    nbb_launch_config config = { .grid = { (unsigned)launch.blocks, launch.copies, 1 },
                                 .block = { launch.threads, 1, 1 },
                                 .attributes = &shape,
                                 .attribute_count = 1 };
    NBB_TRY(NBB_CUDA_CALL(device, cuOccupancyMaxActiveClusters, &clusters, (CUfunction)kernel, &config));
    *holds = clusters >= 0 && (uint64_t)clusters >= launch.blocks * launch.copies / cluster;
    return NBB_OK;
}

static const nbb_device_operations operations = {
    .holds = holds,
    .close = close_device,
    .rest = nbb_cuda_rest,
    .available = available,
    .allocate = allocate,
    .reserve = nbb_cuda_reserve,
    .release = release,
    .allocate_host = allocate_host,
    .release_host = release_host,
    .fill = fill,
    .upload = upload,
    .download = download,
    .copy = copy,
    .come = nbb_cuda_come,
    .go = nbb_cuda_go,
    .load = nbb_cuda_load,
    .prepare = nbb_cuda_prepare,
    .unload = nbb_cuda_unload,
    .find = nbb_cuda_find,
    .launch = launch_kernel,
    .record = nbb_cuda_record,
    .play = nbb_cuda_play,
    .forget = nbb_cuda_forget,
    .fork = nbb_cuda_fork,
    .aside = nbb_cuda_aside,
    .join = nbb_cuda_join,
    .wait = wait_device,
    .mark = nbb_cuda_mark,
    .elapsed = nbb_cuda_elapsed,
};

uint32_t nbb_cuda_cluster_blocks(int capability)
{
    return capability >= 90 ? 8 : 1;
}

static nbb_status describe(nbb_cuda_device *cuda, int ordinal)
{
    static const int attributes[] = { CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                      CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                                      CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT };
    nbb_device *device = &cuda->base;
    int values[3] = { 0 };
    size_t bytes = 0;
    cuda->ordinal = ordinal;
    NBB_TRY(NBB_CALL(cuda->driver, cuDeviceGet, &cuda->device, ordinal));
    NBB_TRY(NBB_CALL(cuda->driver, cuDeviceGetName, device->name, (int)sizeof device->name, cuda->device));
    NBB_TRY(NBB_CALL(cuda->driver, cuDeviceTotalMem_v2, &bytes, cuda->device));
    device->memory = bytes;
    for (int i = 0; i < 3; i++) {
        NBB_TRY(NBB_CALL(cuda->driver, cuDeviceGetAttribute, &values[i], attributes[i], cuda->device));
    }
    snprintf(device->architecture, sizeof device->architecture, "sm_%d%d", values[0], values[1]);
    device->multiprocessors = (uint32_t)values[2];
    device->cluster_blocks = nbb_cuda_cluster_blocks(10 * values[0] + values[1]);
    NBB_TRY(nbb_cuda_page(cuda->driver, cuda->device, &device->page));
    device->is_starting = true;
    nbb_cuda_begin_context(cuda);
    return NBB_OK;
}

/* Loads the driver and counts its devices; no device is a failure. */
static nbb_status count_devices(const nbb_driver **driver, int *count)
{
    NBB_TRY(nbb_driver_load(driver));
    NBB_TRY(NBB_CALL(*driver, cuDeviceGetCount, count));
    NBB_FAIL_IF(*count == 0, nbb_fail(NBB_ERROR_DEVICE, "the CUDA driver has no device"));
    return NBB_OK;
}

nbb_status nbb_cuda_open(int ordinal, nbb_device **device)
{
    const nbb_driver *driver = NULL;
    int count = 0;
    NBB_TRY(count_devices(&driver, &count));
    NBB_FAIL_IF(ordinal < 0 || ordinal >= count,
                nbb_fail(NBB_ERROR_DEVICE, "no CUDA device %d: there %s %d, numbered from 0", ordinal,
                         count == 1 ? "is" : "are", count));
    /* A device without a compiler is of no use: better said now than after the host's part of a run. */
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_nvrtc_location(&path));
    nbb_cuda_device *cuda = NULL;
    NBB_TRY(NBB_MAKE(cuda, 1, "a CUDA device"));
    cuda->base.operations = &operations;
    cuda->base.is_cuda = true;
    cuda->driver = driver;
    NBB_TRY_OR(describe(cuda, ordinal), close_device(&cuda->base));
    *device = &cuda->base;
    return NBB_OK;
}

int nbb_cuda_count(nbb_text *reason)
{
    const nbb_driver *driver = NULL;
    int count = 0;
    if (count_devices(&driver, &count) == NBB_OK) {
        return count;
    }
    if (reason != NULL) {
        nbb_text_add(reason, "%s", nbb_message());
    }
    return 0;
}

nbb_cuda_link nbb_cuda_link_of(int from, int to)
{
    static const int attributes[] = { CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED,
                                      CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED };
    const nbb_driver *driver = NULL;
    CUdevice devices[2] = { 0, 0 };
    int values[2] = { 0, 0 }, count = 0;
    bool found = count_devices(&driver, &count) == NBB_OK && from < count && to < count
                 && driver->cuDeviceGet(&devices[0], from) == CUDA_SUCCESS
                 && driver->cuDeviceGet(&devices[1], to) == CUDA_SUCCESS;
    for (int i = 0; i < 2 && found; ++i) {
        found = driver->cuDeviceGetP2PAttribute(&values[i], attributes[i], devices[0], devices[1]) == CUDA_SUCCESS;
    }
    return !found || values[0] == 0 ? NBB_LINK_NONE : values[1] == 0 ? NBB_LINK_DIRECT : NBB_LINK_ATOMIC;
}

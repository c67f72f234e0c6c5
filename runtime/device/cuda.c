/* cuda.c - the CUDA target's device: everything goes through the driver API. Modules are in cuda_module.c.

   A device's primary context is being made when the device is opened (cuda_device.h); the first operation that needs
   it waits for it, and it is the thread's current one from there to `rest` or close. All work is on the default
   stream, so launches, copies and marks keep their order; between fork and join some launches are on a second. */
#include "runtime/device/cuda_device.h"

#include "runtime/device/nvrtc.h"

static nbb_status wait_device(nbb_device *device)
{
    return NBB_CUDA_CALL(device, cuCtxSynchronize, );
}

/* Failures at the end are not reported: nothing is left that could act on them. */
static void close_device(nbb_device *device)
{
    nbb_cuda_device *cuda = nbb_cuda_of(device);
    const CUstream streams[] = { cuda->second, cuda->outward };
    for (int i = 0; i < NBB_CUDA_EVENTS; i++) {
        if (cuda->events[i] != NULL) {
            nbb_driver.cuEventDestroy_v2(cuda->events[i]);
        }
    }
    for (int i = 0; i < 2; ++i) {
        if (streams[i] != NULL) {
            nbb_driver.cuStreamDestroy_v2(streams[i]);
        }
    }
    nbb_cuda_end_context(cuda);
    free(cuda);
}

static nbb_status available(nbb_device *device, uint64_t *bytes)
{
    size_t left = 0, total = 0;
    NBB_TRY(NBB_CUDA_CALL(device, cuMemGetInfo_v2, &left, &total));
    *bytes = left;
    return NBB_OK;
}

/* The driver refuses an allocation of nothing; one byte stands for it. */
static nbb_status allocate(nbb_device *device, uint64_t bytes, nbb_address *address)
{
    CUdeviceptr memory = 0;
    NBB_TRY(nbb_cuda_use(device));
    CUresult result = nbb_driver.cuMemAlloc_v2(&memory, bytes > 0 ? bytes : 1);
    if (result == CUDA_ERROR_OUT_OF_MEMORY) {
        uint64_t left = 0;
        NBB_TRY(available(device, &left));
        return nbb_fail(NBB_ERROR_DEVICE,
                        "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY: %llu bytes asked for, %llu of %llu are free on %s",
                        (unsigned long long)bytes, (unsigned long long)left, (unsigned long long)device->memory,
                        device->name);
    }
    NBB_TRY(nbb_driver_check(result, "cuMemAlloc_v2"));
    *address = memory;
    return NBB_OK;
}

static void release(nbb_device *device, nbb_address address)
{
    if (address != 0 && !nbb_cuda_release_reserved(nbb_cuda_of(device), address)) {
        nbb_driver.cuMemFree_v2(address);
    }
}

/* With unified addresses, which every 64-bit system has, the device reaches it by the same address. */
static nbb_status allocate_host(nbb_device *device, uint64_t bytes, nbb_address *address)
{
    void *memory = NULL;
    NBB_TRY(nbb_machine_has(bytes, true));
    NBB_TRY(NBB_CUDA_CALL(device, cuMemHostAlloc, &memory, bytes > 0 ? bytes : 1,
                          CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
    memset(memory, 0, bytes);
    *address = (nbb_address)(uintptr_t)memory;
    return NBB_OK;
}

static void release_host(NBB_UNUSED nbb_device *device, nbb_address address)
{
    if (address != 0) {
        nbb_driver.cuMemFreeHost((void *)(uintptr_t)address);
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

/* More shared memory than every device has must be asked for before the launch. */
static nbb_status check_launch(nbb_device *device, nbb_kernel *kernel, nbb_launch launch)
{
    NBB_STOP_IF(launch.blocks > INT_MAX, NBB_ERROR_DEVICE, "a launch of %llu blocks: a grid has at most %d",
                (unsigned long long)launch.blocks, INT_MAX);
    return launch.shared == 0 ? NBB_OK
                              : NBB_CUDA_CALL(device, cuFuncSetAttribute, (CUfunction)kernel,
                                              CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)launch.shared);
}

/* A grid of no blocks is an error to the driver, and nothing to do. */
static nbb_status launch_kernel(nbb_device *device, nbb_kernel *kernel, nbb_launch launch, void **arguments)
{
    unsigned blocks = (unsigned)launch.blocks, copies = launch.copies > 0 ? launch.copies : 1;
    NBB_DONE_IF(launch.blocks == 0);
    NBB_TRY(check_launch(device, kernel, launch));
    NBB_RETURN_IF(launch.at_once, NBB_CUDA_CALL(device, cuLaunchCooperativeKernel, (CUfunction)kernel, blocks, copies,
                                                1, launch.threads, 1, 1, 0, device->stream, arguments));
    return NBB_CUDA_CALL(device, cuLaunchKernel, (CUfunction)kernel, blocks, copies, 1, launch.threads, 1, 1,
                         launch.shared, device->stream, arguments, NULL);
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

/* --- a second order of launches beside the default stream's, time marks in that one, and launches as a graph --- */

static nbb_status make_event(nbb_cuda_device *cuda, int event, unsigned flags)
{
    return cuda->events[event] == NULL ? NBB_CALL(cuEventCreate, &cuda->events[event], flags) : NBB_OK;
}

/* A stream that is not NON_BLOCKING would wait for the default one, and the reverse. */
static nbb_status make_stream(CUstream *stream, int priority)
{
    return *stream == NULL ? NBB_CALL(cuStreamCreateWithPriority, stream, CU_STREAM_NON_BLOCKING, priority) : NBB_OK;
}

static void aside(nbb_device *device, bool aside)
{
    device->stream = aside ? nbb_cuda_of(device)->second : NULL;
}

static nbb_status fork(nbb_device *device)
{
    /* Others wait for what is launched there, so its blocks go before those of the default stream that have not
       begun: the driver takes the highest priority that there is. */
    enum { FIRST_OF_ALL = -1000 };
    nbb_cuda_device *cuda = nbb_cuda_of(device);
    NBB_TRY(nbb_cuda_use(device));
    NBB_TRY(make_event(cuda, NBB_CUDA_FORKED, CU_EVENT_DISABLE_TIMING));
    NBB_TRY(make_event(cuda, NBB_CUDA_JOINED, CU_EVENT_DISABLE_TIMING));
    NBB_TRY(make_stream(&cuda->second, FIRST_OF_ALL));
    NBB_TRY(NBB_CALL(cuEventRecord, cuda->events[NBB_CUDA_FORKED], NULL));
    NBB_TRY(NBB_CALL(cuStreamWaitEvent, cuda->second, cuda->events[NBB_CUDA_FORKED], 0));
    aside(device, true);
    cuda->is_forked = true;
    return NBB_OK;
}

/* The default stream goes on when all that was asked of another one until now is done. */
static nbb_status wait_for(const nbb_cuda_device *cuda, CUstream stream, int event)
{
    NBB_TRY(NBB_CALL(cuEventRecord, cuda->events[event], stream));
    return NBB_CALL(cuStreamWaitEvent, NULL, cuda->events[event], 0);
}

static nbb_status join(nbb_device *device)
{
    nbb_cuda_device *cuda = nbb_cuda_of(device);
    aside(device, false);
    cuda->is_forked = false;
    NBB_TRY_IF(cuda->is_outward, wait_for(cuda, cuda->outward, NBB_CUDA_GONE));
    cuda->is_outward = cuda->goes = false;
    return wait_for(cuda, cuda->second, NBB_CUDA_JOINED);
}

static nbb_status come(nbb_device *device, nbb_address to, nbb_address from, uint64_t bytes)
{
    nbb_cuda_device *cuda = nbb_cuda_of(device);
    NBB_TRY_IF(cuda->goes, wait_for(cuda, cuda->outward, NBB_CUDA_GONE));
    cuda->goes = false;
    return bytes > 0 ? NBB_CUDA_CALL(device, cuMemcpyAsync, to, from, bytes, NULL) : NBB_OK;
}

static nbb_status go(nbb_device *device, nbb_address to, nbb_address from, uint64_t bytes)
{
    nbb_cuda_device *cuda = nbb_cuda_of(device);
    NBB_TRY(make_event(cuda, NBB_CUDA_GONE, CU_EVENT_DISABLE_TIMING));
    NBB_TRY(make_stream(&cuda->outward, 0));
    if (cuda->is_forked && !cuda->is_outward) {
        NBB_TRY(NBB_CALL(cuStreamWaitEvent, cuda->outward, cuda->events[NBB_CUDA_FORKED], 0));
        cuda->is_outward = true;
    }
    cuda->goes = cuda->is_forked;
    CUstream stream = cuda->is_forked ? cuda->outward : NULL;
    return bytes > 0 ? NBB_CUDA_CALL(device, cuMemcpyAsync, to, from, bytes, stream) : NBB_OK;
}

static nbb_status mark(nbb_device *device, int mark)
{
    nbb_cuda_device *cuda = nbb_cuda_of(device);
    NBB_TRY(nbb_cuda_use(device));
    NBB_TRY(make_event(cuda, mark, 0));
    return NBB_CALL(cuEventRecord, cuda->events[mark], NULL);
}

static nbb_status elapsed(nbb_device *device, int from, int to, double *milliseconds)
{
    const nbb_cuda_device *cuda = nbb_cuda_of(device);
    const CUevent *marks = cuda->events;
    float between = 0;
    NBB_TRY(nbb_cuda_use(device));
    NBB_STOP_IF(marks[from] == NULL || marks[to] == NULL, NBB_ERROR_DEVICE, "time mark %d or %d was never set", from,
                to);
    NBB_TRY(NBB_CALL(cuEventSynchronize, marks[to]));
    NBB_TRY(NBB_CALL(cuEventElapsedTime, &between, marks[from], marks[to]));
    *milliseconds = (double)between;
    return NBB_OK;
}

static void forget(NBB_UNUSED nbb_device *device, nbb_sequence *sequence)
{
    if (sequence != NULL) {
        nbb_driver.cuGraphExecDestroy((CUgraphExec)sequence);
    }
}

/* A graph of launches in a row, each depending on the one before it. */
static nbb_status record(nbb_device *device, const nbb_alternate alternates[2], int count, nbb_sequence **sequence)
{
    nbb_kernel_node nodes[2];
    for (int i = 0; i < 2; ++i) {
        const nbb_launch launch = alternates[i].launch;
        NBB_TRY(check_launch(device, alternates[i].kernel, launch));
        nodes[i] = (nbb_kernel_node){ .function = (CUfunction)alternates[i].kernel,
                                      .grid = { (unsigned)launch.blocks, launch.copies > 0 ? launch.copies : 1, 1 },
                                      .block = { launch.threads, 1, 1 },
                                      .shared = launch.shared,
                                      .parameters = alternates[i].arguments };
    }
    CUgraph launches = NULL;
    CUgraphExec made = NULL;
    CUgraphNode before = NULL, added = NULL;
    NBB_TRY(NBB_CALL(cuGraphCreate, &launches, 0));
    nbb_status status = NBB_OK;
    for (int i = 0; i < count && status == NBB_OK; ++i, before = added) {
        status = NBB_CALL(cuGraphAddKernelNode, &added, launches, i > 0 ? &before : NULL, i > 0, &nodes[i % 2]);
    }
    status = status == NBB_OK ? NBB_CALL(cuGraphInstantiateWithFlags, &made, launches, 0) : status;
    nbb_driver.cuGraphDestroy(launches);
    *sequence = (nbb_sequence *)made;
    return status;
}

static nbb_status play(nbb_device *device, nbb_sequence *sequence)
{
    return NBB_CUDA_CALL(device, cuGraphLaunch, (CUgraphExec)sequence, NULL);
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
    .come = come,
    .go = go,
    .load = nbb_cuda_load,
    .prepare = nbb_cuda_prepare,
    .unload = nbb_cuda_unload,
    .find = nbb_cuda_find,
    .launch = launch_kernel,
    .record = record,
    .play = play,
    .forget = forget,
    .fork = fork,
    .aside = aside,
    .join = join,
    .wait = wait_device,
    .mark = mark,
    .elapsed = elapsed,
};

static nbb_status describe(nbb_cuda_device *cuda, int ordinal)
{
    static const int attributes[] = { CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                      CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                                      CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT };
    nbb_device *device = &cuda->base;
    int values[3] = { 0 };
    size_t bytes = 0;
    cuda->ordinal = ordinal;
    NBB_TRY(NBB_CALL(cuDeviceGet, &cuda->device, ordinal));
    NBB_TRY(NBB_CALL(cuDeviceGetName, device->name, (int)sizeof device->name, cuda->device));
    NBB_TRY(NBB_CALL(cuDeviceTotalMem_v2, &bytes, cuda->device));
    device->memory = bytes;
    NBB_TRY(NBB_EACH(i, 3, NBB_CALL(cuDeviceGetAttribute, &values[i], attributes[i], cuda->device)));
    snprintf(device->architecture, sizeof device->architecture, "sm_%d%d", values[0], values[1]);
    device->multiprocessors = (uint32_t)values[2];
    device->cluster_blocks = nbb_cuda_cluster_blocks(10 * values[0] + values[1]);
    device->shared_bytes = nbb_cuda_shared_bytes(10 * values[0] + values[1]);
    NBB_TRY(nbb_cuda_page(cuda->device, &device->page));
    device->is_starting = true;
    nbb_cuda_begin_context(cuda);
    return NBB_OK;
}

nbb_status nbb_cuda_open(int ordinal, nbb_device **device)
{
    int count = 0;
    NBB_TRY(nbb_driver_count(&count));
    NBB_STOP_IF(ordinal < 0 || ordinal >= count, NBB_ERROR_DEVICE, "no CUDA device %d: there %s %d, numbered from 0",
                ordinal, count == 1 ? "is" : "are", count);
    /* A device without a compiler is of no use: better said now than after the host's part of a run. */
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_nvrtc_location(&path));
    nbb_cuda_device *cuda = NULL;
    NBB_TRY(NBB_MAKE(cuda, 1, "a CUDA device"));
    cuda->base.operations = &operations;
    cuda->base.is_cuda = true;
    NBB_TRY_OR(describe(cuda, ordinal), close_device(&cuda->base));
    *device = &cuda->base;
    return NBB_OK;
}

// driver.h - the driver of gpus.cu. An image is a library, which nvrtc.h makes of a source: it says of
// each kernel how long its arguments are, and launches it (bind.h).
#pragma once

#include "sizes.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <vector>

// Each function is as the program declares it.
#define DECLARE(name, parameters) extern "C" CUresult name parameters;
NBB_DRIVER_SYMBOLS(DECLARE)
#undef DECLARE

namespace stub
{

using Launcher = void(dim3 grid, dim3 block, unsigned shared, void **arguments, bool at_once);

struct Event {
    unsigned long asked = 0, done = 0;  // how often it was recorded, and how often the stream has come to it
    double time = 0;
};

struct Function {
    std::string name;
    Launcher *launch;
    Sizes sizes;
};

CUresult result(cudaError_t error)
{
    return static_cast<CUresult>(error);
}

void *pointer(CUdeviceptr address)
{
    return reinterpret_cast<void *>(address);
}

Event *event_of(CUevent event)
{
    return reinterpret_cast<Event *>(event);
}

// A launch that takes its arguments now, and is done later.
Work bind(CUfunction function, dim3 grid, dim3 block, unsigned shared, void **arguments, bool at_once)
{
    const Function &bound = *reinterpret_cast<Function *>(function);
    std::vector<std::vector<char>> taken;
    for (std::size_t i = 0; i < bound.sizes.count; ++i) {
        const char *argument = static_cast<const char *>(arguments[i]);
        taken.emplace_back(argument, argument + bound.sizes.of[i]);
    }
    return [=, launch = bound.launch]() mutable {
        std::vector<void *> places;
        for (std::vector<char> &argument : taken) {
            places.push_back(argument.data());
        }
        launch(grid, block, shared, places.data(), at_once);
        return true;
    };
}

bool may_share(CUfunction function, unsigned bytes)
{
    return bytes <= emu::shared_limit(reinterpret_cast<Function *>(function)->sizes.kernel);
}

CUresult launch(CUfunction function, dim3 grid, dim3 block, unsigned shared, void **arguments, void *stream,
                bool at_once)
{
    if (!may_share(function, shared)) {
        return result(cudaErrorInvalidValue);
    }
    note(stream, "%s %u", reinterpret_cast<Function *>(function)->name.c_str(), grid.x);
    enqueue(stream, bind(function, grid, block, shared, arguments, at_once));
    return CUDA_SUCCESS;
}

}  // namespace stub

// What needs nothing done.
#define DONE(name, ...)        \
    CUresult name(__VA_ARGS__) \
    {                          \
        return CUDA_SUCCESS;   \
    }
DONE(cuInit, unsigned)
DONE(cuDevicePrimaryCtxRelease_v2, CUdevice)
DONE(cuCtxSetCurrent, CUcontext)
DONE(cuMemSetAccess, CUdeviceptr, size_t, const CUmemory_access *, size_t)
#undef DONE

// Devices and contexts.

CUresult cuDriverGetVersion(int *version)
{
    return *version = 13000, CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    *name = cudaGetErrorName(static_cast<cudaError_t>(error));
    return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    *text = cudaGetErrorString(static_cast<cudaError_t>(error));
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count)
{
    return *count = stub::gpu_count(), CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    *device = stub::current_device = ordinal;
    return ordinal < stub::gpu_count() ? CUDA_SUCCESS : stub::result(cudaErrorInvalidDevice);
}

CUresult cuDeviceGetName(char *name, int length, CUdevice)
{
    std::snprintf(name, static_cast<std::size_t>(length), "a stub's GPU");
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice)
{
    cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), 0);
    *value = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? stub::architecture / 10 : *value;
    *value = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR ? stub::architecture % 10 : *value;
    *value = attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT ? 1 : *value;  // so that few threads fill it
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetP2PAttribute(int *value, int, CUdevice, CUdevice)
{
    return *value = 1, CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice)
{
    size_t available;
    return stub::result(cudaMemGetInfo(&available, bytes));
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice)
{
    return *context = nullptr, CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext *context)
{
    return *context = nullptr, CUDA_SUCCESS;
}
CUresult cuCtxSynchronize()
{
    stub::wait_for_all();
    return CUDA_SUCCESS;
}

// Memory. Copies from and to the host wait for the default stream alone, as the driver's do.

CUresult cuMemGetInfo_v2(size_t *available, size_t *total)
{
    const std::string limit = stub::environment("NBB_STUB_MEMORY", "");
    const CUresult result = stub::result(cudaMemGetInfo(available, total));
    *available = limit.empty() ? *available : std::stoull(limit);
    return result;
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    void *memory = nullptr;
    cudaError_t error = cudaMalloc(&memory, bytes);
    *address = reinterpret_cast<CUdeviceptr>(memory);
    return stub::result(error);
}

CUresult cuMemFree_v2(CUdeviceptr address)
{
    cuCtxSynchronize();
    return stub::result(cudaFree(stub::pointer(address)));
}

CUresult cuMemHostAlloc(void **memory, size_t bytes, unsigned)
{
    return stub::result(cudaMallocHost(memory, bytes));
}

CUresult cuMemFreeHost(void *memory)
{
    return cuMemFree_v2(reinterpret_cast<CUdeviceptr>(memory));
}

CUresult cuMemAddressReserve(CUdeviceptr *address, size_t bytes, size_t, CUdeviceptr, unsigned long long)
{
    return cuMemAlloc_v2(address, bytes);
}

CUresult cuMemAddressFree(CUdeviceptr address, size_t)
{
    return cuMemFree_v2(address);
}

CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemory_properties *, int)
{
    return *bytes = 4096, CUDA_SUCCESS;
}

// Memory is a file: where it is mapped twice, both addresses have the same bytes.
CUresult cuMemCreate(CUmemory *memory, size_t bytes, const CUmemory_properties *, unsigned long long)
{
    const int file = memfd_create("memory", 0);
    *memory = static_cast<CUmemory>(file) + 1;
    return file >= 0 && ftruncate(file, static_cast<off_t>(bytes)) == 0 ? CUDA_SUCCESS
                                                                        : stub::result(cudaErrorMemoryAllocation);
}

CUresult cuMemRelease(CUmemory memory)
{
    return close(static_cast<int>(memory - 1)), CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t, CUmemory memory, unsigned long long)
{
    void *at = stub::pointer(address);
    const int file = static_cast<int>(memory - 1);
    return mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == at
               ? CUDA_SUCCESS
               : stub::result(cudaErrorInvalidValue);
}

CUresult cuMemUnmap(CUdeviceptr address, size_t bytes)
{
    void *at = stub::pointer(address);
    cuCtxSynchronize();
    return mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == at
               ? CUDA_SUCCESS
               : stub::result(cudaErrorInvalidValue);
}

CUresult cuMemsetD8_v2(CUdeviceptr address, unsigned char value, size_t bytes)
{
    stub::enqueue(nullptr, [=] { return cudaMemset(stub::pointer(address), value, bytes) == cudaSuccess; });
    return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    stub::wait_for(nullptr);
    return stub::result(cudaMemcpy(stub::pointer(to), from, bytes, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    stub::wait_for(nullptr);
    return stub::result(cudaMemcpy(to, stub::pointer(from), bytes, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    stub::enqueue(stream, [=] {
        return cudaMemcpy(stub::pointer(to), stub::pointer(from), bytes, cudaMemcpyDefault) == cudaSuccess;
    });
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return cuMemcpyAsync(to, from, bytes, nullptr);
}

// Modules and launches.

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    Elf64_Ehdr head;
    std::memcpy(&head, image, sizeof head);
    const size_t bytes = head.e_shoff + size_t{ head.e_shentsize } * head.e_shnum;
    const int file = memfd_create("image", 0);  // stays open: its path is the library's name
    const std::string path = "/proc/self/fd/" + std::to_string(file);
    if (write(file, image, bytes) != static_cast<ssize_t>(bytes)) {
        stub::refuse("an image cannot be written");
    }
    *module = reinterpret_cast<CUmodule>(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (*module == nullptr) {
        stub::refuse("%s", dlerror());
    }
    return CUDA_SUCCESS;
}

CUresult cuModuleUnload(CUmodule)
{
    return cuCtxSynchronize();
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    void *launcher = dlsym(module, (std::string("stub_launch_") + name).c_str());
    void *sizes = dlsym(module, (std::string("stub_sizes_") + name).c_str());
    if (launcher == nullptr || sizes == nullptr) {
        return stub::result(cudaErrorInvalidValue);
    }
    *function = reinterpret_cast<CUfunction>(new stub::Function{ name, reinterpret_cast<stub::Launcher *>(launcher),
                                                                 reinterpret_cast<stub::Sizes (*)()>(sizes)() });
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value)
{
    const int most = stub::architecture < 90 ? 166912 : 232448;
    if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value > most) {
        return stub::result(cudaErrorInvalidValue);
    }
    return stub::result(cudaFuncSetAttribute(reinterpret_cast<stub::Function *>(function)->sizes.kernel,
                                             cudaFuncAttributeMaxDynamicSharedMemorySize, value));
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void **parameters,
                        void **)
{
    return stub::launch(function, { grid_x, grid_y, grid_z }, { block_x, block_y, block_z }, shared, parameters,
                        stream, false);
}

CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction, const nbb_launch_config *)
{
    static const int most = std::atoi(stub::environment("NBB_STUB_CLUSTERS", "1000000").c_str());
    return *clusters = most, CUDA_SUCCESS;
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                   CUstream stream, void **parameters)
{
    return stub::launch(function, { grid_x, grid_y, grid_z }, { block_x, block_y, block_z }, shared, parameters,
                        stream, true);
}

// Graphs are lists of launches.

using Graph = std::deque<stub::Work>;

CUresult cuGraphCreate(CUgraph *graph, unsigned)
{
    *graph = reinterpret_cast<CUgraph>(new Graph);
    return CUDA_SUCCESS;
}

CUresult cuGraphDestroy(CUgraph graph)
{
    return delete reinterpret_cast<Graph *>(graph), CUDA_SUCCESS;
}

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *, size_t,
                              const nbb_kernel_node *launched)
{
    const unsigned *grid = launched->grid, *block = launched->block;
    if (!stub::may_share(launched->function, launched->shared)) {
        return stub::result(cudaErrorInvalidValue);
    }
    reinterpret_cast<Graph *>(graph)->push_back(stub::bind(launched->function, { grid[0], grid[1], grid[2] },
                                                           { block[0], block[1], block[2] }, launched->shared,
                                                           launched->parameters, false));
    *node = nullptr;
    return CUDA_SUCCESS;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *graph, CUgraph from, unsigned long long)
{
    *graph = reinterpret_cast<CUgraphExec>(new Graph(*reinterpret_cast<Graph *>(from)));
    return CUDA_SUCCESS;
}

CUresult cuGraphExecDestroy(CUgraphExec graph)
{
    return delete reinterpret_cast<Graph *>(graph), CUDA_SUCCESS;
}

CUresult cuGraphLaunch(CUgraphExec graph, CUstream stream)
{
    for (const stub::Work &work : *reinterpret_cast<Graph *>(graph)) {
        stub::enqueue(stream, work);
    }
    return CUDA_SUCCESS;
}

// Streams and events.

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned, int)
{
    *stream = reinterpret_cast<CUstream>(new char);
    stub::streams[*stream];
    return CUDA_SUCCESS;
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    stub::wait_for(stream);
    stub::streams.erase(stream);
    delete reinterpret_cast<char *>(stream);
    return CUDA_SUCCESS;
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned)
{
    const stub::Event *awaited = stub::event_of(event);
    stub::enqueue(stream, [awaited, asked = awaited->asked] { return awaited->done >= asked; });
    return CUDA_SUCCESS;
}

CUresult cuEventCreate(CUevent *event, unsigned)
{
    *event = reinterpret_cast<CUevent>(new stub::Event);
    return CUDA_SUCCESS;
}

CUresult cuEventDestroy_v2(CUevent event)
{
    cuCtxSynchronize();
    delete stub::event_of(event);
    return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    stub::Event *recorded = stub::event_of(event);
    stub::enqueue(stream, [recorded, asked = ++recorded->asked] {
        recorded->done = asked;
        recorded->time = stub::now();
        return true;
    });
    return CUDA_SUCCESS;
}

CUresult cuEventSynchronize(CUevent event)
{
    const stub::Event *awaited = stub::event_of(event);
    while (awaited->done < awaited->asked) {
        if (!stub::advance_one()) {
            stub::refuse("an event is waited for that never comes");
        }
    }
    return CUDA_SUCCESS;
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to)
{
    *milliseconds = static_cast<float>(stub::event_of(to)->time - stub::event_of(from)->time);
    return CUDA_SUCCESS;
}

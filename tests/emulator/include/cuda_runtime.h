// cuda_runtime.h - the part of the CUDA runtime API that standalone programs use. nvcc includes this file before any
// other, and nvcc-emu does the same. Semantics and limits: see emulator.h.
#pragma once

#include "emulator.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

#define __CUDACC__ 1
#define CUDART_VERSION 13000

// Function and variable qualifiers. __noinline__ is empty because libstdc++ spells an attribute that way.
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __noinline__
#define __forceinline__ inline __attribute__((always_inline))
#define __shared__ static thread_local
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
#define __cluster_dims__(...)

#include "device_functions.h"

#define EMU_ERRORS(X)                                                        \
    X(cudaSuccess, 0, "no error")                                            \
    X(cudaErrorInvalidValue, 1, "invalid argument")                          \
    X(cudaErrorMemoryAllocation, 2, "out of memory")                         \
    X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")    \
    X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                 \
    X(cudaErrorNotReady, 600, "device not ready")                            \
    X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch") \
    X(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch") \
    X(cudaErrorInvalidClusterSize, 912, "a kernel launch error has occurred due to cluster misconfiguration")

enum cudaError {
#define EMU_ERROR(name, code, text) name = code,
    EMU_ERRORS(EMU_ERROR)
#undef EMU_ERROR
};
typedef enum cudaError cudaError_t;

const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();

namespace emu {

// `cudaLaunchCooperativeKernel(k, grid, block, arguments, shared, stream)` is rewritten to
// `emu::launch_cooperative("k", k, bound, cluster, grid, block, arguments, shared, stream)`; arguments[i] points at
// argument i.
template <class... Parameters, std::size_t... Indices>
void launch_cooperative(Kernel<Parameters...> launched, void **arguments, std::index_sequence<Indices...>)
{
    launched(*static_cast<std::remove_reference_t<Parameters> *>(arguments[Indices])...);
}

template <class... Parameters>
cudaError_t launch_cooperative(const char *name, void (*function)(Parameters...), unsigned bound, unsigned cluster,
                               dim3 grid, dim3 block, void **arguments, std::size_t shared = 0,
                               void *stream = nullptr)
{
    static_cast<void>(stream);
    Launch configuration = {
        name, reinterpret_cast<const void *>(function), bound, cluster, grid, block, shared, true, nullptr, nullptr};
    launch_cooperative(Kernel<Parameters...>(configuration, function), arguments,
                       std::index_sequence_for<Parameters...>());
    return cudaPeekAtLastError();
}

}  // namespace emu

// Device

struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor;
    int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
    int major, minor, multiProcessorCount, maxThreadsPerMultiProcessor, l2CacheSize;
};

enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
};

cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaMemGetInfo(size_t *available, size_t *total);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
};
cudaError_t cudaFuncSetAttribute(const void *function, cudaFuncAttribute attribute, int value);
template <class... Parameters>
cudaError_t cudaFuncSetAttribute(void (*function)(Parameters...), cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute(reinterpret_cast<const void *>(function), attribute, value);
}

// Streams and events: every operation is complete when its call returns.

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1, cudaEventDefault = 0, cudaEventDisableTiming = 2 };

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaEventDestroy(cudaEvent_t event);

// Memory

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4,
};
enum { cudaMemAttachGlobal = 1 };

cudaError_t cudaMalloc(void **address, size_t bytes);
cudaError_t cudaMallocManaged(void **address, size_t bytes, unsigned int flags = cudaMemAttachGlobal);
cudaError_t cudaMallocHost(void **address, size_t bytes);
cudaError_t cudaFree(void *address);
cudaError_t cudaFreeHost(void *address);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void *to, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream = nullptr);

template <class T> cudaError_t cudaMalloc(T **address, size_t bytes)
{
    return cudaMalloc(reinterpret_cast<void **>(address), bytes);
}

template <class T> cudaError_t cudaMallocManaged(T **address, size_t bytes, unsigned int flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged(reinterpret_cast<void **>(address), bytes, flags);
}

template <class T> cudaError_t cudaMallocHost(T **address, size_t bytes)
{
    return cudaMallocHost(reinterpret_cast<void **>(address), bytes);
}

namespace emu {
void check_symbol(std::size_t size, std::size_t bytes, std::size_t offset);
}

template <class T>
cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    emu::check_symbol(sizeof symbol, bytes, offset);
    return cudaMemcpy(reinterpret_cast<char *>(const_cast<std::remove_const_t<T> *>(&symbol)) + offset, from, bytes,
                      kind);
}

template <class T>
cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    emu::check_symbol(sizeof symbol, bytes, offset);
    return cudaMemcpy(to, reinterpret_cast<const char *>(&symbol) + offset, bytes, kind);
}

template <class T> cudaError_t cudaGetSymbolAddress(void **address, const T &symbol)
{
    *address = const_cast<std::remove_const_t<T> *>(&symbol);
    return cudaSuccess;
}

template <class T> cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol)
{
    *bytes = sizeof symbol;
    return cudaSuccess;
}

extern "C" char __data_start, _end;  // the linker's: the program's variables lie between them
namespace {
[[maybe_unused]] const bool emu_variables_registered = emu::register_variables(&__data_start, &_end);
}

// cuda_runtime.h - the part of the CUDA runtime API that standalone programs use. nvcc includes this file before any
// other, and nvcc-emu does the same. Semantics and limits: see emulator.h.
#pragma once

#include "emulator.h"

// C's own, for C++'s takes longer to read than most programs to compile.
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <math.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS

#include <cstdlib>
#include <cstring>

#define __CUDACC__ 1
#define CUDART_VERSION 13000

// Function and variable qualifiers. __noinline__ is empty because libstdc++ spells an attribute that way.
#define __global__
#define __device__
#define __host__
#define __constant__
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
                               dim3 grid, dim3 block, void **arguments, std::size_t shared = 0, void * = nullptr)
{
    Kernel<Parameters...> launched = kernel(name, function, bound, cluster, grid, block, shared);
    launched.configuration.cooperative = true;
    launch_cooperative(launched, arguments, std::index_sequence_for<Parameters...>());
    return cudaPeekAtLastError();
}

}  // namespace emu

// Device

enum cudaDeviceAttr : int {};
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaMemGetInfo(size_t *available, size_t *total);
cudaError_t cudaDeviceSynchronize();

enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
cudaError_t cudaFuncSetAttribute(const void *function, cudaFuncAttribute attribute, int value);
template <class... Parameters>
cudaError_t cudaFuncSetAttribute(void (*function)(Parameters...), cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute(reinterpret_cast<const void *>(function), attribute, value);
}

// Events: every operation is complete when its call returns.

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;

cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaEventDestroy(cudaEvent_t event);

// Memory

enum cudaMemcpyKind {
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4,
};

cudaError_t cudaMalloc(void **address, size_t bytes);
cudaError_t cudaMallocHost(void **address, size_t bytes);  // cudaFree gives it back
cudaError_t cudaFree(void *address);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemset(void *to, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream = nullptr);

template <class T> cudaError_t cudaMalloc(T **address, size_t bytes)
{
    return cudaMalloc(reinterpret_cast<void **>(address), bytes);
}

extern "C" char __data_start, _end;  // the linker's: the program's variables lie between them
namespace {
[[maybe_unused]] const bool emu_variables_registered = emu::register_variables(&__data_start, &_end);
}

// The runtime API: refused launches, limits, events, error texts.
#include <cuda_runtime.h>
#include <cstring>
#include "check.h"

extern "C" __global__ void __launch_bounds__(64, 2) bounded(int *out)
{
    __shared__ int scratch[64];
    scratch[threadIdx.x] = static_cast<int>(threadIdx.x);
    out[threadIdx.x] = scratch[threadIdx.x] + static_cast<int>(gridDim.x);
}

int main()
{
    int value = 0;
    CUDA(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(10), 0));  // lanes of a warp
    CHECK(value == 32);
    size_t available, total;
    CUDA(cudaMemGetInfo(&available, &total));
    CHECK(available <= total);
    void *none = nullptr;
    CHECK(cudaMalloc(&none, static_cast<size_t>(1) << 60) == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation && cudaGetLastError() == cudaSuccess);

    int *out = device_zeros<int>(64), got[64];
    bounded<<<1, 65>>>(out);  // more threads than its launch bounds
    CHECK(cudaGetLastError() != cudaSuccess);
    bounded<<<0, 64>>>(out);
    CHECK(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
    CHECK(strcmp(cudaGetErrorName(cudaGetLastError()), "cudaErrorInvalidConfiguration") == 0);

    cudaEvent_t start, stop;
    CUDA(cudaEventCreate(&start));
    CUDA(cudaEventCreate(&stop));
    CUDA(cudaEventRecord(start));
    bounded<<<1, 64>>>(out);
    CUDA(cudaEventRecord(stop));
    CUDA(cudaEventSynchronize(stop));
    float milliseconds = -1;
    CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
    CHECK(milliseconds >= 0);
    CUDA(cudaEventDestroy(start));
    CUDA(cudaEventDestroy(stop));
    to_host(got, out, 64);
    CHECK(got[0] == 1 && got[63] == 64);

    CUDA(cudaFree(out));
    return 0;
}

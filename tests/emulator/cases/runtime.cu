// The runtime API: refused launches, limits, events, properties, managed memory, error texts.
#include <cuda_runtime.h>
#include <cstring>
#include "check.h"

extern "C" __global__ void __launch_bounds__(64, 2) bounded(int *out)
{
    extern __shared__ int scratch[];
    scratch[threadIdx.x] = static_cast<int>(threadIdx.x);
    out[threadIdx.x] = scratch[threadIdx.x] + static_cast<int>(gridDim.x);
}

int main()
{
    int devices = 0, value = 0;
    CUDA(cudaGetDeviceCount(&devices));
    CUDA(cudaSetDevice(devices - 1));
    cudaDeviceProp properties;
    CUDA(cudaGetDeviceProperties(&properties, 0));
    CUDA(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
    CHECK(properties.major >= 8 && properties.warpSize == 32 && value == properties.multiProcessorCount);
    size_t available, total;
    CUDA(cudaMemGetInfo(&available, &total));
    CHECK(available <= total);
    void *none = nullptr;
    CHECK(cudaMalloc(&none, static_cast<size_t>(1) << 60) == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation && cudaGetLastError() == cudaSuccess);

    int *out = device_zeros<int>(64), got[64];
    bounded<<<1, 65, 1024>>>(out);  // more threads than its launch bounds
    CHECK(cudaGetLastError() != cudaSuccess);
    bounded<<<0, 64, 1024>>>(out);
    CHECK(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
    CHECK(strcmp(cudaGetErrorName(cudaGetLastError()), "cudaErrorInvalidConfiguration") == 0);
    bounded<<<1, 64, 65536>>>(out);  // needs cudaFuncSetAttribute first
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CUDA(cudaFuncSetAttribute(bounded, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));

    cudaEvent_t start, stop;
    CUDA(cudaEventCreate(&start));
    CUDA(cudaEventCreate(&stop));
    CUDA(cudaEventRecord(start));
    bounded<<<1, 64, 65536>>>(out);
    CUDA(cudaEventRecord(stop));
    CUDA(cudaEventSynchronize(stop));
    float milliseconds = -1;
    CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
    CHECK(milliseconds >= 0);
    CUDA(cudaEventDestroy(start));
    CUDA(cudaEventDestroy(stop));
    to_host(got, out, 64);
    CHECK(got[0] == 1 && got[63] == 64);

    int *managed = nullptr;
    CUDA(cudaMallocManaged(&managed, sizeof(int) * 64));
    bounded<<<1, 64, 256>>>(managed);
    CUDA(cudaDeviceSynchronize());
    CHECK(managed[5] == 6);
    CUDA(cudaFree(managed));
    CUDA(cudaFree(out));
    return 0;
}

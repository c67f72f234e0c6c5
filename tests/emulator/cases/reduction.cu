// A sum over blocks: shuffles in a warp, shared memory between warps, one atomic a block; the last warp is short.
#include <cuda_runtime.h>
#include "check.h"

__device__ __forceinline__ unsigned warp_sum(unsigned value)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1) {
        value += __shfl_down_sync(0xffffffffu, value, offset);
    }
    return value;
}

extern "C" __global__ void __launch_bounds__(256) sum(const unsigned *__restrict__ in, unsigned n,
                                                      unsigned long long *__restrict__ out)
{
    __shared__ unsigned partial[8];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned total = warp_sum(i < n ? __ldca(in + i) : 0u);
    if (threadIdx.x % warpSize == 0) {
        partial[threadIdx.x / 32] = total;
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        total = warp_sum(threadIdx.x < 8 ? partial[threadIdx.x] : 0u);
        if (threadIdx.x == 0) {
            atomicAdd(out, static_cast<unsigned long long>(total));
        }
    }
}

int main()
{
    const unsigned n = 5000;
    static unsigned host[n];
    unsigned long long expected = 0, got = 0;
    for (unsigned i = 0; i < n; ++i) {
        expected += host[i] = i * 2654435761u >> 16;
    }
    unsigned *in = device_zeros<unsigned>(n);
    unsigned long long *out = device_zeros<unsigned long long>(1);
    to_device(in, host, n);
    sum<<<(n + 255) / 256, 256>>>(in, n, out);
    CUDA(cudaGetLastError());
    CUDA(cudaDeviceSynchronize());
    to_host(&got, out, 1);
    CHECK(got == expected);
    CUDA(cudaFree(in));
    CUDA(cudaFree(out));
    return 0;
}

// expect: divergent barrier: __syncthreads() reached by 16 of 64 threads
#include <cuda_runtime.h>
#include "check.h"

__global__ void diverge(int *out)
{
    if (threadIdx.x < 16) {
        __syncthreads();
    }
    out[threadIdx.x] = 1;
}

int main()
{
    diverge<<<1, 64>>>(device_zeros<int>(64));
    return 0;
}

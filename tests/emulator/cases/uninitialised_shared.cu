// expect: result depends on thread order
#include <cuda_runtime.h>
#include "check.h"

__global__ void sum(int *out)
{
    __shared__ int total;
    atomicAdd(&total, 1);
    __syncthreads();
    out[threadIdx.x] = total;
}

int main()
{
    sum<<<1, 32>>>(device_zeros<int>(32));
    return 0;
}

// expect: out-of-bounds index 32 of 
#include <cuda_runtime.h>
#include "check.h"

__global__ void index(int *out)
{
    __shared__ int row[32];
    row[threadIdx.x + 1] = 1;
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x];
}

int main()
{
    index<<<1, 32>>>(device_zeros<int>(32));
    return 0;
}

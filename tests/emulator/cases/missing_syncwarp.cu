// expect: kernel neighbour: result depends on thread order
#include <cuda_runtime.h>
#include "check.h"

__global__ void neighbour(int *out)
{
    __shared__ int row[32];
    row[threadIdx.x] = 0;
    __syncwarp();
    row[threadIdx.x] += 1;
    int next = row[threadIdx.x ^ 1];
    __syncwarp();
    out[threadIdx.x] = next;
}

int main()
{
    neighbour<<<1, 32>>>(device_zeros<int>(32));
    return 0;
}

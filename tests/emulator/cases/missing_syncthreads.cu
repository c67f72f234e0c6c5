// expect: kernel rotate: result depends on thread order
#include <cuda_runtime.h>
#include "check.h"

__global__ void rotate(int *out)
{
    __shared__ int row[128];
    row[threadIdx.x] = static_cast<int>(threadIdx.x);
    out[threadIdx.x] = row[(threadIdx.x + 64) % 128];
}

int main()
{
    rotate<<<1, 128>>>(device_zeros<int>(128));
    return 0;
}

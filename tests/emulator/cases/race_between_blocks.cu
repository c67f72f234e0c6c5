// expect: kernel shift: result depends on thread order
#include <cuda_runtime.h>
#include "check.h"

__global__ void shift(int *cells, int n)
{
    int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    int left = i > 0 ? cells[i - 1] : 1;
    __syncthreads();
    if (i < n) {
        cells[i] = left + 1;
    }
}

int main()
{
    shift<<<4, 32>>>(device_zeros<int>(128), 128);
    return 0;
}

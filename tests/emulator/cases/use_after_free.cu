// expect: freed), offset 0
#include <cuda_runtime.h>
#include "check.h"

struct cells {
    int *data;
};

__global__ void fill(cells c)
{
    c.data[threadIdx.x] = 1;
}

int main()
{
    cells c = {device_zeros<int>(32)};
    CUDA(cudaFree(c.data));
    fill<<<1, 32>>>(c);
    return 0;
}

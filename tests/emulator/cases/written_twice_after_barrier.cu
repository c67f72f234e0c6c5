// expect: kernel mend, block (0,0,0), thread (0,0,0), order forward: written twice in a launch: by thread (1,0,0) of block (0,0,0) before
// A barrier of the block orders two stores, but hands nothing over: a cell has one owner.
#include <cuda_runtime.h>
#include "check.h"

__global__ void mend(int *cells)
{
    cells[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        cells[1] = 2;
    }
}

int main()
{
    mend<<<1, 64>>>(device_zeros<int>(64));
    return 0;
}

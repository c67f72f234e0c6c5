// expect: kernel fill, block (1,0,0), thread (0,0,0), order forward: written twice in a launch: by thread (31,0,0) of block (0,0,0) before
// Two blocks write the same value to one cell.
#include <cuda_runtime.h>
#include "check.h"

__global__ void fill(unsigned char *cells)
{
    cells[blockIdx.x * 31 + threadIdx.x] = 1;
}

int main()
{
    fill<<<2, 32>>>(device_zeros<unsigned char>(64));
    return 0;
}

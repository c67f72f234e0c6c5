// expect: kernel fill, block (0,0,0), thread (5,0,0), order forward: written twice in a launch: by thread (5,0,0) of block (0,0,0) before
// A thread that has no second cell writes its first one again.
#include <cuda_runtime.h>
#include "check.h"

__global__ void fill(unsigned char *cells)
{
    for (unsigned i = 0; i < 2; ++i) {
        const unsigned cell = 2 * threadIdx.x + i;
        cells[cell < 11 ? cell : 10] = 1;
    }
}

int main()
{
    fill<<<1, 6>>>(device_zeros<unsigned char>(64));
    return 0;
}

// expect: kernel fill, block (0,0,0), thread (16,0,0), order forward: written twice in a launch: by thread (3,0,0) of block (0,0,0) before
// A thread's store of 16 bytes meets another's of four.
#include <cuda_runtime.h>
#include "check.h"

__global__ void fill(unsigned *words)
{
    if (threadIdx.x < 16) {
        ((uint4 *)words)[threadIdx.x] = make_uint4(0, 0, 0, 0);
    } else {
        words[threadIdx.x - 2] = 0;
    }
}

int main()
{
    fill<<<1, 17>>>(device_zeros<unsigned>(64));
    return 0;
}

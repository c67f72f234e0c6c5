// expect: thread (0,0,0), order forward: out-of-bounds write
#include <cuda_runtime.h>
#include "check.h"

__global__ void spill(int *out)
{
    out[64] = 1;
}

int main()
{
    spill<<<1, 1>>>(device_zeros<int>(64));
    return 0;
}

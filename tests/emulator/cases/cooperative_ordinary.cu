// expect: another block need not run at the same time
#include <cuda_runtime.h>
#include "check.h"

__global__ void wait_for_other(volatile unsigned *flags)
{
    flags[blockIdx.x] = 1;
    while (flags[1 - blockIdx.x] == 0) {
        __nanosleep(20);
    }
}

int main()
{
    wait_for_other<<<2, 1>>>(device_zeros<unsigned>(2));
    return 0;
}

// The threads of a block may wait for each other in an ordinary launch.
#include <cuda_runtime.h>
#include "check.h"

__global__ void pass_on(volatile unsigned *steps)
{
    while (*steps != threadIdx.x) {
        __nanosleep(20);
    }
    atomicAdd(const_cast<unsigned *>(steps), 1u);
}

int main()
{
    unsigned *steps = device_zeros<unsigned>(1), found = 0;
    pass_on<<<1, 50>>>(steps);
    to_host(&found, steps, 1);
    CHECK(found == 50);
    return 0;
}

// expect: kernel spill: out-of-bounds write: buffer #1 (260 bytes), offset -4
#include <cuda_runtime.h>
#include "check.h"

__global__ void spill(int *out)
{
    out[-1] = 1;
}

int main()
{
    spill<<<1, 1>>>(device_zeros<int>(65));
    return 0;
}

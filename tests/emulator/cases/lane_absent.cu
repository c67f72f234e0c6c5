// expect: __shfl_down_sync with mask 0xffffffff: lane 30 reads lane 31, which takes no part in it
#include <cuda_runtime.h>
#include "check.h"

__global__ void exchange(unsigned *out)
{
    if (threadIdx.x == 31) {
        return;
    }
    out[threadIdx.x] = __shfl_down_sync(0xffffffffu, threadIdx.x, 1u);
}

int main()
{
    exchange<<<1, 32>>>(device_zeros<unsigned>(32));
    return 0;
}

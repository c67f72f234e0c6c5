// expect: __shfl_down_sync with mask 0xffffffff waits for lane 31, which does not come: thread (31,0,0) has exited
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

// expect: __ballot_sync with mask 0xffffffff waits for lane 16
#include <cuda_runtime.h>
#include "check.h"

__global__ void deadlock(unsigned *out)
{
    unsigned bits = 0;
    if (threadIdx.x < 16) {
        bits = __ballot_sync(0xffffffffu, 1);
    } else {
        __syncthreads();
    }
    out[threadIdx.x] = bits;
}

int main()
{
    deadlock<<<1, 32>>>(device_zeros<unsigned>(32));
    return 0;
}

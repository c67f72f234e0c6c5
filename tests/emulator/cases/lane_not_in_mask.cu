// expect: __shfl_xor_sync with mask 0x7fffffff is called by lane 31
#include <cuda_runtime.h>
#include "check.h"

__global__ void exchange(unsigned *out)
{
    out[threadIdx.x] = __shfl_xor_sync(0x7fffffffu, threadIdx.x, 1);
}

int main()
{
    exchange<<<1, 32>>>(device_zeros<unsigned>(32));
    return 0;
}

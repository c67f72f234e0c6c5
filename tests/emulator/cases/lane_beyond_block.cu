// expect: lane 4 reads lane 20, which takes no part in it
#include <cuda_runtime.h>
#include "check.h"

__global__ void reduce(unsigned *out)
{
    unsigned sum = threadIdx.x;
    for (int offset = 16; offset > 0; offset >>= 1) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    out[threadIdx.x] = sum;
}

int main()
{
    reduce<<<1, 20>>>(device_zeros<unsigned>(20));
    return 0;
}

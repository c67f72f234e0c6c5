// expect: result depends on thread order
#include <cuda_runtime.h>
#include "check.h"

// One word past 97: within the buffer's alignment, where no guard page is; the word's value changes with the order.
__global__ void copy(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    copy<<<1, 98>>>(device_zeros<int>(97), device_zeros<int>(98));
    return 0;
}

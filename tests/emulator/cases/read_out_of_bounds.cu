// expect: kernel copy, block (1,0,0), thread (32,0,0), order forward: out-of-bounds read
#include <cuda_runtime.h>
#include "check.h"

__global__ void copy(const int *in, int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

int main()
{
    int *in = device_zeros<int>(96), *out = device_zeros<int>(128);
    copy<<<2, 64>>>(in, out);
    return 0;
}

// expect: kernel fill, argument 2 is not a device pointer
#include <cuda_runtime.h>
#include "check.h"

__global__ void fill(int value, int *out)
{
    out[threadIdx.x] = value;
}

int main()
{
    int host[32] = {0};
    fill<<<1, 32>>>(1, host);
    return host[0];
}

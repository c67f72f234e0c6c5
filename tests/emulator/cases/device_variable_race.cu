// expect: __device__ variables
#include <cuda_runtime.h>
#include "check.h"

__device__ unsigned last;

__global__ void overwrite()
{
    last = threadIdx.x;
}

int main()
{
    overwrite<<<1, 2>>>();
    return 0;
}

// expect: stack overflow
#include <cuda_runtime.h>
#include "check.h"

__device__ __noinline__ unsigned descend(unsigned n, const volatile unsigned *end)
{
    volatile unsigned frame[64];
    frame[n % 64] = n;
    return n == *end ? 0 : descend(n + 1, end) + frame[n % 64];
}

__global__ void deep(unsigned *end)
{
    *end = descend(1, end);
}

int main()
{
    deep<<<1, 1>>>(device_zeros<unsigned>(1));
    return 0;
}

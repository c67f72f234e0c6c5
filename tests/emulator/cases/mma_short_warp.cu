// expect: mma.sync.m8n8k16 needs all 32 lanes of a warp
#include <cuda_runtime.h>
#include "check.h"

__global__ void product(unsigned *d)
{
    unsigned sums[2] = { 0, 0 };
    asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+r"(sums[0]), "+r"(sums[1]) : "r"(1), "r"(1));
    d[threadIdx.x] = sums[0] + sums[1];
}

int main()
{
    product<<<1, 16>>>(device_zeros<unsigned>(32));
    return 0;
}

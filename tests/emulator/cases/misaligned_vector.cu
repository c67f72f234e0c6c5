// expect: misaligned access
#include <cuda_runtime.h>
#include "check.h"

__global__ void wide(const unsigned *in, unsigned *out)
{
    uint4 four = *reinterpret_cast<const uint4 *>(in + 2);
    out[0] = four.x + four.w;
}

int main()
{
    wide<<<1, 1>>>(device_zeros<unsigned>(16), device_zeros<unsigned>(1));
    return 0;
}

// expect: buffer value 0xcdcdcdcd
#include <cuda_runtime.h>
#include "check.h"

__global__ void copy(const unsigned *in, unsigned *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    unsigned *in = nullptr, *out = device_zeros<unsigned>(32), got[32];
    CUDA(cudaMalloc(&in, sizeof got));
    copy<<<1, 32>>>(in, out);
    to_host(got, out, 32);
    std::fprintf(stderr, "buffer value 0x%08x\n", got[7]);
    return got[7] == 0 ? 0 : 99;
}

// A grid that is no multiple of the cluster is an error that the program sees.
#include <cuda_runtime.h>
#include "check.h"

__global__ void __cluster_dims__(4) number(unsigned *out)
{
    out[blockIdx.x] = blockIdx.x;
}

int main()
{
    unsigned *out = device_zeros<unsigned>(8), found[8];
    number<<<6, 1>>>(out);
    CHECK(cudaGetLastError() == cudaErrorInvalidClusterSize);
    number<<<8, 1>>>(out);
    CUDA(cudaGetLastError());
    to_host(found, out, 8);
    CHECK(found[7] == 7);
    return 0;
}

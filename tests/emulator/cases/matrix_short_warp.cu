// expect: wmma::store_matrix_sync needs all 32 lanes of a warp, with the same arguments: its lanes differ
#include <cuda_runtime.h>
#include <mma.h>
#include "check.h"

using namespace nvcuda;

__global__ void store(float *out)
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> zero;
    wmma::fill_fragment(zero, 0.0f);
    if (threadIdx.x >= 24) {
        return;
    }
    wmma::store_matrix_sync(out, zero, 16, wmma::mem_row_major);
}

int main()
{
    store<<<1, 32>>>(device_zeros<float>(256));
    return 0;
}

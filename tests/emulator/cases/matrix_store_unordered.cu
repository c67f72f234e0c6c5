// expect: kernel store: result depends on thread order
// store_matrix_sync orders no memory between lanes: a __syncwarp() is missing after it.
#include <cuda_runtime.h>
#include <mma.h>
#include "check.h"

using namespace nvcuda;

__global__ void store(float *out)
{
    __shared__ __align__(32) float values[256];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> ones;
    wmma::fill_fragment(ones, 1.0f);
    wmma::store_matrix_sync(values, ones, 16, wmma::mem_row_major);
    out[threadIdx.x] = values[threadIdx.x * 8];
}

int main()
{
    store<<<1, 32>>>(device_zeros<float>(32));
    return 0;
}

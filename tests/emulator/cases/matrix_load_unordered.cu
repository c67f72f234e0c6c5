// expect: kernel load: result depends on thread order
// load_matrix_sync orders no memory between lanes: a __syncwarp() is missing before it.
#include <cuda_runtime.h>
#include <mma.h>
#include "check.h"

using namespace nvcuda;

__global__ void load(float *out)
{
    __shared__ __align__(32) float values[256];
    for (unsigned i = threadIdx.x; i < 256; i += 32) {
        values[i] = static_cast<float>(i);
    }
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
    wmma::load_matrix_sync(sums, values, 16, wmma::mem_row_major);
    wmma::store_matrix_sync(out, sums, 16, wmma::mem_row_major);
}

int main()
{
    load<<<1, 32>>>(device_zeros<float>(256));
    return 0;
}

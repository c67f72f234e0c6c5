// expect: kernel store, block (0,0,0), thread (32,0,0), order forward: written twice in a launch
// Two warps store the same matrix.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <mma.h>
#include "check.h"

using namespace nvcuda;

__global__ void store(float *out)
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> ones;
    wmma::fill_fragment(ones, 1.0f);
    wmma::store_matrix_sync(out, ones, 16, wmma::mem_row_major);
}

int main()
{
    store<<<1, 64>>>(device_zeros<float>(256));
    return 0;
}

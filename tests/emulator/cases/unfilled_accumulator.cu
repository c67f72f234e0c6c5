// expect: used before it is filled or loaded: accumulator
#include <cuda_runtime.h>
#include <mma.h>
#include "check.h"

using namespace nvcuda;

__global__ void multiply(const half *a, float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, a, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(out, fc, 16, wmma::mem_row_major);
}

int main()
{
    multiply<<<1, 32>>>(device_zeros<half>(256), device_zeros<float>(256));
    return 0;
}

// expect: result depends on thread order
#include <cuda_runtime.h>
#include <mma.h>
#include "check.h"

using namespace nvcuda;

// 2^24 + 1 - 2^24 in float: what is left depends on the order of the sum, which CUDA does not fix.
__global__ void multiply(const half *a, const half *b, float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::fill_fragment(fc, 0.0f);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(out, fc, 16, wmma::mem_row_major);
}

int main()
{
    static half a[256], b[256];
    for (int i = 0; i < 16; ++i) {
        a[i] = __float2half(i < 2 ? 4096.0f : i < 14 ? 1.0f : -4096.0f);
        for (int j = 0; j < 16; ++j) {
            b[16 * i + j] = __float2half(i < 2 || i >= 14 ? 4096.0f : 1.0f);
        }
    }
    half *da = device_zeros<half>(256), *db = device_zeros<half>(256);
    to_device(da, a, 256);
    to_device(db, b, 256);
    multiply<<<1, 32>>>(da, db, device_zeros<float>(256));
    return 0;
}

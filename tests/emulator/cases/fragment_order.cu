// expect: kernel peek: result depends on thread order
#include <cuda_runtime.h>
#include <mma.h>
#include "check.h"

using namespace nvcuda;

__global__ void peek(const half *a, const half *b, float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::fill_fragment(fc, 0.0f);
    wmma::mma_sync(fc, fa, fb, fc);
    if (threadIdx.x == 0) {
        out[0] = fc.x[0];  // the public research code's way to read D[0][0]
    }
}

int main()
{
    static half a[256], b[256];
    for (int i = 0; i < 256; ++i) {
        a[i] = __float2half(i < 16 ? 1.0f : 2.0f);
        b[i] = __float2half(static_cast<float>(i % 16));
    }
    half *da = device_zeros<half>(256), *db = device_zeros<half>(256);
    to_device(da, a, 256);
    to_device(db, b, 256);
    peek<<<1, 32>>>(da, db, device_zeros<float>(1));
    return 0;
}

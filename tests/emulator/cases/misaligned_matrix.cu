// expect: wmma::load_matrix_sync: misaligned access
#include <cuda_runtime.h>
#include <mma.h>
#include "check.h"

using namespace nvcuda;

__global__ void load(const half *a, float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::load_matrix_sync(fa, a + 8, 16);
    out[threadIdx.x] = __half2float(fa.x[0]);
}

int main()
{
    load<<<1, 32>>>(device_zeros<half>(512), device_zeros<float>(32));
    return 0;
}

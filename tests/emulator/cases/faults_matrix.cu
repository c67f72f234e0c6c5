// Products of matrices: fragments whose order is not given, that lack lanes, order or values.
#include <cuda_runtime.h>
#include <mma.h>
#include "faults.h"

using namespace nvcuda;

typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left_matrix;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right_matrix;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums_matrix;

static __device__ void multiply(const half *a, const half *b, sums_matrix &sums)
{
    left_matrix left;
    right_matrix right;
    wmma::load_matrix_sync(left, a, 16);
    wmma::load_matrix_sync(right, b, 16);
    wmma::mma_sync(sums, left, right, sums);
}

// The public research code's way to read D[0][0].
__global__ void peek(const half *a, const half *b, float *out)
{
    sums_matrix sums;
    wmma::fill_fragment(sums, 0.0f);
    multiply(a, b, sums);
    if (threadIdx.x == 0) {
        out[0] = sums.x[0];
    }
}

FAULT(fragment_order, "kernel peek: result depends on thread order")
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
}

__global__ void product(const half *a, const half *b, float *out)
{
    sums_matrix sums;
    wmma::fill_fragment(sums, 0.0f);
    multiply(a, b, sums);
    wmma::store_matrix_sync(out, sums, 16, wmma::mem_row_major);
}

// 2^24 + 1 - 2^24 in float: what is left depends on the order of the sum, which CUDA does not fix.
FAULT(inexact_accumulator, "kernel product: result depends on thread order")
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
    product<<<1, 32>>>(da, db, device_zeros<float>(256));
}

__global__ void product_of_nothing(const half *a, float *out)
{
    sums_matrix sums;
    multiply(a, a, sums);
    wmma::store_matrix_sync(out, sums, 16, wmma::mem_row_major);
}

FAULT(unfilled_accumulator, "used before it is filled or loaded: accumulator")
{
    product_of_nothing<<<1, 32>>>(device_zeros<half>(256), device_zeros<float>(256));
}

// load_matrix_sync orders no memory between lanes: a __syncwarp() is missing before it.
__global__ void load(float *out)
{
    __shared__ __align__(32) float values[256];
    for (unsigned i = threadIdx.x; i < 256; i += 32) {
        values[i] = static_cast<float>(i);
    }
    sums_matrix sums;
    wmma::load_matrix_sync(sums, values, 16, wmma::mem_row_major);
    wmma::store_matrix_sync(out, sums, 16, wmma::mem_row_major);
}

FAULT(matrix_load_unordered, "kernel load: result depends on thread order")
{
    load<<<1, 32>>>(device_zeros<float>(256));
}

// Nor does store_matrix_sync: one is missing after it.
__global__ void store(float *out)
{
    __shared__ __align__(32) float values[256];
    sums_matrix ones;
    wmma::fill_fragment(ones, 1.0f);
    wmma::store_matrix_sync(values, ones, 16, wmma::mem_row_major);
    out[threadIdx.x] = values[threadIdx.x * 8];
}

FAULT(matrix_store_unordered, "kernel store: result depends on thread order")
{
    store<<<1, 32>>>(device_zeros<float>(32));
}

__global__ void store_by(unsigned lanes, float *out)
{
    sums_matrix ones;
    wmma::fill_fragment(ones, 1.0f);
    if (threadIdx.x < lanes) {
        wmma::store_matrix_sync(out, ones, 16, wmma::mem_row_major);
    }
}

FAULT(matrix_short_warp, "wmma::store_matrix_sync needs all 32 lanes of a warp, with the same arguments: its lanes differ")
{
    store_by<<<1, 32>>>(24, device_zeros<float>(256));
}

// Two warps store the same matrix.
FAULT(written_twice_by_matrix, "kernel store_by, block (0,0,0), thread (32,0,0), order forward: written twice in a launch")
{
    store_by<<<1, 64>>>(64, device_zeros<float>(256));
}

__global__ void load_at_8(const half *a, float *out)
{
    left_matrix left;
    wmma::load_matrix_sync(left, a + 8, 16);
    out[threadIdx.x] = __half2float(left.x[0]);
}

FAULT(misaligned_matrix, "wmma::load_matrix_sync: misaligned access")
{
    load_at_8<<<1, 32>>>(device_zeros<half>(512), device_zeros<float>(32));
}

__global__ void product_of_half_a_warp(unsigned *d)
{
    unsigned sums[2] = { 0, 0 };
    asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+r"(sums[0]), "+r"(sums[1]) : "r"(1), "r"(1));
    d[threadIdx.x] = sums[0] + sums[1];
}

FAULT(mma_short_warp, "mma.sync.m8n8k16 needs all 32 lanes of a warp")
{
    product_of_half_a_warp<<<1, 16>>>(device_zeros<unsigned>(32));
}

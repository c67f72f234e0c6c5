// D = A x B + C against integers, for the four layouts of the operands and both layouts of the result.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <mma.h>
#include "check.h"

using namespace nvcuda;

template <class LayoutA, class LayoutB>
__global__ void product(const half *a, const half *b, const float *c, float *d, wmma::layout_t result)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, LayoutA> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, LayoutB> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc, ones;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 24);
    wmma::load_matrix_sync(fc, c, 16, wmma::mem_row_major);
    wmma::fill_fragment(ones, 1.0f);
    wmma::mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; ++i) {
        fc.x[i] += ones.x[i];
    }
    wmma::store_matrix_sync(d, fc, 16, result);
}

static int entry_a(int row, int column) { return (row * 31 + column * 17) % 97 - 40; }
static int entry_b(int row, int column) { return (row * 13 + column * 29) % 89 - 50; }
static int entry_c(int row, int column) { return row * 100 + column; }

static int expected(int row, int column)
{
    int sum = entry_c(row, column) + 1;
    for (int k = 0; k < 16; ++k) {
        sum += entry_a(row, k) * entry_b(k, column);
    }
    return sum;
}

template <class LayoutA, class LayoutB> void check(bool a_rows, bool b_rows, wmma::layout_t result)
{
    static half a[256], b[24 * 16];
    static float c[256], d[256];
    for (int i = 0; i < 256; ++i) {
        int row = i / 16, column = i % 16;
        a[a_rows ? row * 16 + column : column * 16 + row] = __float2half(static_cast<float>(entry_a(row, column)));
        b[b_rows ? row * 24 + column : column * 24 + row] = __float2half(static_cast<float>(entry_b(row, column)));
        c[i] = static_cast<float>(entry_c(row, column));
    }
    half *da = device_zeros<half>(256), *db = device_zeros<half>(24 * 16);
    float *dc = device_zeros<float>(256), *dd = device_zeros<float>(256);
    to_device(da, a, 256);
    to_device(db, b, 24 * 16);
    to_device(dc, c, 256);
    product<LayoutA, LayoutB><<<1, 32>>>(da, db, dc, dd, result);
    CUDA(cudaGetLastError());
    to_host(d, dd, 256);
    for (int i = 0; i < 256; ++i) {
        int row = i / 16, column = i % 16;
        int at = result == wmma::mem_row_major ? i : column * 16 + row;
        CHECK(d[at] == static_cast<float>(expected(row, column)));
    }
}

int main()
{
    check<wmma::row_major, wmma::row_major>(true, true, wmma::mem_row_major);
    check<wmma::row_major, wmma::col_major>(true, false, wmma::mem_col_major);
    check<wmma::col_major, wmma::row_major>(false, true, wmma::mem_row_major);
    check<wmma::col_major, wmma::col_major>(false, false, wmma::mem_col_major);
    return 0;
}

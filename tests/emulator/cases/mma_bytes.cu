// mma.sync of bytes: D = A x B + D against integers, each element where PTX says it lies.
#include <cuda_runtime.h>
#include "check.h"

__global__ void product(const unsigned *a, const unsigned *b, unsigned *d)
{
    unsigned sums[2] = { d[2 * threadIdx.x], d[2 * threadIdx.x + 1] };
    asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+r"(sums[0]), "+r"(sums[1]) : "r"(a[threadIdx.x]), "r"(b[threadIdx.x]));
    d[2 * threadIdx.x] = sums[0];
    d[2 * threadIdx.x + 1] = sums[1];
}

static unsigned entry_a(unsigned row, unsigned column) { return (row * 61 + column * 17 + 3) % 256; }
static unsigned entry_b(unsigned row, unsigned column) { return row == 5 ? 255 : (row * 23 + column * 101) % 256; }

int main()
{
    static unsigned a[32], b[32], d[64];
    for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned byte = 0; byte < 4; ++byte) {
            a[lane] |= entry_a(lane / 4, lane % 4 * 4 + byte) << (8 * byte);
            b[lane] |= entry_b(lane % 4 * 4 + byte, lane / 4) << (8 * byte);
        }
    }
    for (unsigned i = 0; i < 64; ++i) {
        d[i] = 1000 * i;
    }
    unsigned *da = device_zeros<unsigned>(32), *db = device_zeros<unsigned>(32), *dd = device_zeros<unsigned>(64);
    to_device(da, a, 32);
    to_device(db, b, 32);
    to_device(dd, d, 64);
    product<<<1, 32>>>(da, db, dd);
    CUDA(cudaGetLastError());
    to_host(d, dd, 64);
    for (unsigned i = 0; i < 64; ++i) {
        unsigned row = i / 8, column = i % 8, expected = 1000 * i;
        for (unsigned k = 0; k < 16; ++k) {
            expected += entry_a(row, k) * entry_b(k, column);
        }
        CHECK(d[i] == expected);
    }
    return 0;
}

// expect: ok
// lop3.b32: the bits of the table are the values at a, b, c = 0xf0, 0xcc, 0xaa, as PTX defines it.
#include <cuda_runtime.h>
#include "check.h"

__global__ void tables(unsigned *d)
{
    unsigned a = 0xfffffff0, b = 0x000000cc, c = 0xaaaaaaaa;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d[0]) : "r"(a), "r"(b), "r"(c));
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(d[1]) : "r"(a), "r"(b), "r"(c));
    asm("lop3.b32 %0, %1, %2, %3, 0x1b;" : "=r"(d[2]) : "r"(a), "r"(b), "r"(c));
}

int main()
{
    unsigned d[3];
    unsigned *dd = device_zeros<unsigned>(3);
    tables<<<1, 1>>>(dd);
    CUDA(cudaGetLastError());
    to_host(d, dd, 3);
    CHECK(d[0] == 0x55555596);  // the sum of a full adder
    CHECK(d[1] == 0xaaaaaae8);  // its carry
    CHECK(d[2] == 0x5555551b);  // one that tells a, b and c apart
    return 0;
}

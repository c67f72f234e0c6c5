// lop3.b32: the bits of the table are the values at a, b, c = 0xf0, 0xcc, 0xaa, as PTX defines it. And several instructions in
// a statement, whose registers have names of variables.
#include <cuda_runtime.h>
#include "check.h"

__global__ void tables(unsigned *d)
{
    unsigned a = 0xfffffff0, b = 0x000000cc, c = 0xaaaaaaaa;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d[0]) : "r"(a), "r"(b), "r"(c));
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(d[1]) : "r"(a), "r"(b), "r"(c));
    asm("lop3.b32 %0, %1, %2, %3, 0x1b;" : "=r"(d[2]) : "r"(a), "r"(b), "r"(c));
    asm("{\n\t"
        ".reg .b32 a, both;\n\t"  // no variable
        "and.b32 both, %2, %3;\n\t"
        "or.b32 a, both, %1;\n\t"
        "not.b32 both, a;\n\t"
        "xor.b32 %0, both, %3;\n\t"
        "}" : "=r"(a) : "r"(a), "r"(b), "r"(c));
    d[3] = a;
    asm("mov.b32 %0, %1;" : "=r"(d[4]) : "r"(b));
    asm("{\n\t"
        "xor.b32 %0, %3, %4;\n\t"
        "and.b32 %1, %3, %4;\n\t"
        "or.b32 %2, %0, %1;\n\t"
        "}" : "=&r"(d[6]), "=&r"(d[7]), "=&r"(d[8]) : "r"(b), "r"(c));
    d[5] = __LINE__;
}

int main()
{
    unsigned d[9];
    unsigned *dd = device_zeros<unsigned>(9);
    tables<<<1, 1>>>(dd);
    CUDA(cudaGetLastError());
    to_host(d, dd, 9);
    CHECK(d[0] == 0x55555596);  // the sum of a full adder
    CHECK(d[1] == 0xaaaaaae8);  // its carry
    CHECK(d[2] == 0x5555551b);  // one that tells a, b and c apart
    CHECK(d[3] == (~(0xfffffff0u | (0x000000ccu & 0xaaaaaaaau)) ^ 0xaaaaaaaau));
    CHECK(d[4] == 0x000000cc);
    CHECK(d[5] == 26);
    CHECK(d[6] == (0x000000ccu ^ 0xaaaaaaaau) && d[7] == (0x000000ccu & 0xaaaaaaaau) && d[8] == (0x000000ccu | 0xaaaaaaaau));
    return 0;
}

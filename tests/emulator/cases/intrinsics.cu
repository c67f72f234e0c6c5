// Bit, byte and product intrinsics on the device, against values worked out by hand.
#include <cuda_runtime.h>
#include "check.h"

__global__ void compute(unsigned long long *out)
{
    int n = 0;
    out[n++] = __popc(0xf0f0u) == 8;
    out[n++] = __clz(1) == 31 && __clz(0) == 32 && __clzll(1) == 63 && __clzll(0) == 64;
    out[n++] = __ffs(0) == 0 && __ffs(8) == 4;
    out[n++] = __funnelshift_l(0x80000001u, 0x12345678u, 4) == 0x23456788u;
    out[n++] = __funnelshift_r(0x80000001u, 0x12345678u, 4) == 0x88000000u;
    out[n++] = __funnelshift_l(5u, 9u, 32) == 9u;
    out[n++] = __funnelshift_r(5u, 9u, 0) == 5u;
    out[n++] = __dp4a(0x01020304u, 0x05060708u, 100u) == 170u;
    out[n++] = __dp4a(static_cast<int>(0xff020304u), 0x05060708, 0) == -5 + 12 + 21 + 32;
    out[n++] = min(3, 5) == 3 && max(3u, 5u) == 5u && min(2.5f, 1.5f) == 1.5f && max(7ll, -7ll) == 7ll;
    out[n++] = __float_as_uint(1.0f) == 0x3f800000u && __uint_as_float(0x40000000u) == 2.0f;
    float inverse;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(out[0] != 0 ? 16.0f : 1.0f));
    out[n++] = inverse == 0.25f && __fmaf_rn(0x1.000002p0f, 0x1.000002p0f, -0x1.000004p0f) == 0x1p-46f;
    uint4 four = make_uint4(1, 2, 3, 4);
    ulonglong2 two = make_ulonglong2(5, 6);
    out[n++] = four.x + four.w == 5 && two.y == 6 && sizeof four == 16 && alignof(ulonglong2) == 16;
}

int main()
{
    const int count = 13;
    unsigned long long *out = device_zeros<unsigned long long>(count), got[count];
    compute<<<1, 1>>>(out);
    to_host(got, out, count);
    for (int i = 0; i < count; ++i) {
        std::printf("%d", static_cast<int>(got[i]));
    }
    for (int i = 0; i < count; ++i) {
        CHECK(got[i] == 1);
    }
    return 0;
}

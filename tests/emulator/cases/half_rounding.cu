// Half holds every integer to 2048; past that it rounds to nearest, ties to even, and past 65519 to infinity.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <math.h>
#include "check.h"

__global__ void convert(const int *in, float *out, int n)
{
    int i = static_cast<int>(threadIdx.x);
    if (i < n) {
        out[i] = __half2float(__int2half_rn(in[i]));
        out[n + i] = __half2float(__float2half(static_cast<float>(in[i])));
        out[2 * n + i] = __half2float(__uint2half_rn(static_cast<unsigned>(in[i])));
    }
}

int main()
{
    const int in[] = {0, 1, 2047, 2048, 2049, 2050, 2051, 2053, 4098, 4102, 16392, 65503, 65504, 65519, 65520, 65535};
    const float expected[] = {0,    1,    2047, 2048, 2048,  2050,  2052,  2052,
                              4096, 4104, 16384, 65504, 65504, 65504, INFINITY, INFINITY};
    const int n = sizeof in / sizeof *in;
    int *device = device_zeros<int>(n);
    float *out = device_zeros<float>(3 * n), got[3 * n];
    to_device(device, in, n);
    convert<<<1, 32>>>(device, out, n);
    to_host(got, out, 3 * n);
    for (int i = 0; i < 3 * n; ++i) {
        CHECK(got[i] == expected[i % n]);
    }
    CHECK(__half2float(__float2half(0x1p-24f)) == 0x1p-24f);        // the smallest subnormal
    CHECK(__half2float(__float2half(0x1p-25f)) == 0.0f);            // a tie with zero, which is even
    CHECK(__half2float(__float2half(0x1.8p-25f)) == 0x1p-24f);
    CHECK(__half2float(__float2half(0x1.ffep-15f)) == 0x1p-14f);    // a subnormal carries into the normals
    CHECK(__half2float(__float2half(-0.1f)) == -0.0999755859375f);
    CHECK(isnan(__half2float(__float2half(NAN))));
    return 0;
}

// HIP's collectives in a wave of 64 lanes and in half a one: segments, votes of a half whose other half is elsewhere.
#include "check.h"  // calls by names that the next header poisons
#include <hip/hip_runtime.h>

__global__ void collect(unsigned *out)
{
    const unsigned t = threadIdx.x, lane = t % 64;
    unsigned n = 0;
#define PUT(value) out[96 * n++ + t] = static_cast<unsigned>(value)
    PUT(__shfl_up(lane, 1, 32));
    PUT(__shfl(static_cast<unsigned long long>(t) << 40, 7, 32) >> 40);
    if (t < 64) {
        PUT(__shfl_xor(lane, 33));
    } else {
        PUT(__shfl_xor(lane, 1, 32));  // the last wave is half a one
    }
    if (lane < 32) {
        PUT(__ballot(lane % 2) & 0xffffffffu);
    } else {
        PUT(__ballot(lane == 40) >> 32);
    }
    __builtin_amdgcn_wave_barrier();
}

int main()
{
    const int rows = 4, threads = 96;
    unsigned *out = device_zeros<unsigned>(threads * rows);
    static unsigned got[rows][threads];
    collect<<<1, threads>>>(out);
    CHECK(hipGetLastError() == hipSuccess);
    to_host(&got[0][0], out, threads * rows);
    for (unsigned t = 0; t < threads; ++t) {
        CHECK(got[0][t] == (t % 32 == 0 ? t % 64 : t % 64 - 1));
        CHECK(got[1][t] == t / 32 * 32 + 7);
        CHECK(got[2][t] == (t < 64 ? t ^ 33u : t % 64 ^ 1u));
        CHECK(got[3][t] == (t % 64 < 32 ? 0xaaaaaaaau : 1u << 8));
    }
    return 0;
}

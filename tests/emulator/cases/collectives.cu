// Every warp collective against its definition, with segments, sub-masks and divergent halves.
#include <cuda_runtime.h>
#include "check.h"

__global__ void collect(unsigned *out)
{
    unsigned lane = threadIdx.x, full = 0xffffffffu, n = 0;
#define PUT(value) out[32 * n++ + lane] = static_cast<unsigned>(value)
    PUT(__shfl_sync(full, lane * 3, 5));
    PUT(__shfl_sync(full, static_cast<int>(lane), lane + 1, 8));
    PUT(__shfl_up_sync(full, lane, 2u, 16));
    PUT(__shfl_down_sync(full, 1.5f * lane, 3u));
    PUT(__shfl_xor_sync(full, static_cast<unsigned long long>(lane) << 40, 9) >> 40);
    PUT(__shfl_xor_sync(full, lane, 9));
    PUT(__ballot_sync(full, lane % 3 == 0));
    PUT(__any_sync(full, lane == 31) + 2 * __any_sync(full, lane == 32));
    PUT(__all_sync(full, lane < 32) + 2 * __all_sync(full, lane != 7));
    if (lane < 16) {
        PUT(__ballot_sync(0x0000ffffu, lane & 1));
    } else {
        PUT(__any_sync(0xffff0000u, lane == 20));
    }
    __syncwarp();
    if (lane >= 20) {
        return;  // a mask may name lanes that have exited
    }
    PUT(__ballot_sync(full, 1));
}

int main()
{
    const int rows = 11;
    unsigned *out = device_zeros<unsigned>(32 * rows);
    static unsigned got[rows][32];
    collect<<<1, 32>>>(out);
    CUDA(cudaGetLastError());
    to_host(&got[0][0], out, 32 * rows);
    unsigned threes = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
        threes |= (lane % 3 == 0 ? 1u : 0u) << lane;
    }
    for (unsigned lane = 0; lane < 32; ++lane) {
        CHECK(got[0][lane] == 15);
        CHECK(got[1][lane] == (lane & 24) + ((lane + 1) & 7));
        CHECK(got[2][lane] == ((lane & 15) < 2 ? lane : lane - 2));
        CHECK(got[3][lane] == static_cast<unsigned>(1.5f * (lane + 3 > 31 ? lane : lane + 3)));
        CHECK(got[4][lane] == (lane ^ 9));
        CHECK(got[5][lane] == (lane ^ 9));
        CHECK(got[6][lane] == threes);
        CHECK(got[7][lane] == 1);
        CHECK(got[8][lane] == 1);
        CHECK(got[9][lane] == (lane < 16 ? 0xaaaau : 1u));
        CHECK(got[10][lane] == (lane < 20 ? (1u << 20) - 1 : 0));
    }
    return 0;
}

// Warps share a few places in memory: who finds none free lets the others run.
#include <cuda_runtime.h>
#include "check.h"

enum { SLOTS = 2, WARPS = 7 };

__device__ unsigned is_taken[SLOTS], kept[SLOTS * 32];

__global__ void share_places(unsigned *out)
{
    unsigned slot = threadIdx.x / 32 % SLOTS;
    if (threadIdx.x % 32 == 0) {
        for (;;) {
            unsigned before;
            asm volatile("atom.acquire.gpu.global.exch.b32 %0, [%1], %2;" : "=r"(before) : "l"(&is_taken[slot]), "r"(1u) : "memory");
            if (before == 0) {
                break;
            }
            slot = (slot + 1) % SLOTS;
            __nanosleep(20);
        }
    }
    __syncwarp();
    slot = __shfl_sync(~0u, slot, 0);
    unsigned *const place = &kept[slot * 32 + threadIdx.x % 32];
    *place = threadIdx.x;
    __nanosleep(20);  // the others of the block run meanwhile
    out[threadIdx.x] = *place;
    *place = 0;  // of any order of warps the same in the end
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        asm volatile("st.release.gpu.global.u32 [%0], %1;" :: "l"(&is_taken[slot]), "r"(0u) : "memory");
    }
}

int main()
{
    unsigned *out = device_zeros<unsigned>(32 * WARPS), found[32 * WARPS];
    share_places<<<1, 32 * WARPS>>>(out);
    to_host(found, out, 32 * WARPS);
    for (unsigned i = 0; i < 32 * WARPS; ++i) {
        CHECK(found[i] == i);
    }
    return 0;
}

// expect: kernel take_turns, block (0,0,0), thread (32,0,0), order forward: written twice in a launch: by thread (0,0,0) of block (0,0,0) before, and not handed over since; the program's __device__ variables
// Warps take turns with one place, of which each is to have one of its own: they wait for different words.
#include <cuda_runtime.h>
#include "check.h"

__device__ unsigned is_taken[2], kept[32];

__global__ void take_turns(unsigned *out)
{
    const unsigned warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) {
        unsigned before;
        asm volatile("atom.acquire.gpu.global.exch.b32 %0, [%1], %2;" : "=r"(before) : "l"(&is_taken[warp]), "r"(1u) : "memory");
    }
    __syncwarp();
    kept[threadIdx.x % 32] = 1;
    out[threadIdx.x] = kept[threadIdx.x % 32];
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        asm volatile("st.release.gpu.global.u32 [%0], %1;" :: "l"(&is_taken[warp]), "r"(0u) : "memory");
    }
}

int main()
{
    take_turns<<<1, 64>>>(device_zeros<unsigned>(64));
    return 0;
}

// expect: result depends on thread order
#include <cuda_runtime.h>
#include "check.h"

enum { BLOCKS = 3, ROUNDS = 4 };

// Each round a block reads what another one wrote in the round before, but waits for the round before that.
__global__ void rounds(unsigned *in, unsigned *out, unsigned *arrived)
{
    for (unsigned round = 0; round < ROUNDS; ++round) {
        unsigned now;
        do {
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(arrived) : "memory");
        } while (now + BLOCKS < round * BLOCKS);
        out[blockIdx.x] = in[(blockIdx.x + 1) % BLOCKS] + 1;
        asm volatile("red.release.gpu.global.add.u32 [%0], %1;" :: "l"(arrived), "r"(1u) : "memory");
        unsigned *const swapped = in;
        in = out;
        out = swapped;
    }
}

int main()
{
    unsigned *state = device_zeros<unsigned>(BLOCKS), *other = device_zeros<unsigned>(BLOCKS);
    unsigned *arrived = device_zeros<unsigned>(1);
    void *arguments[] = {&state, &other, &arrived};
    CUDA(cudaLaunchCooperativeKernel(rounds, dim3(BLOCKS), dim3(1), arguments, 0, 0));
    return 0;
}

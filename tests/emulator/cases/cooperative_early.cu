// expect: result depends on thread order
#include <cuda_runtime.h>
#include "check.h"

enum { BLOCKS = 3, THREADS = 160 };

// Thread 0 says that its block has written, before the other warps have.
__global__ void shift(const unsigned *in, unsigned *between, unsigned *out, unsigned *arrived)
{
    const unsigned i = blockIdx.x * THREADS + threadIdx.x;
    between[i] = in[i] + 1;
    if (threadIdx.x == 0) {
        asm volatile("red.release.gpu.global.add.u32 [%0], %1;" :: "l"(arrived), "r"(1u) : "memory");
        unsigned now;
        do {
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(arrived) : "memory");
        } while (now < BLOCKS);
    }
    __syncthreads();
    out[i] = between[(i + THREADS) % (BLOCKS * THREADS)];
}

int main()
{
    unsigned *in = device_zeros<unsigned>(BLOCKS * THREADS), *out = device_zeros<unsigned>(BLOCKS * THREADS);
    unsigned *between = device_zeros<unsigned>(BLOCKS * THREADS), *arrived = device_zeros<unsigned>(1);
    void *arguments[] = {&in, &between, &out, &arrived};
    CUDA(cudaLaunchCooperativeKernel(shift, dim3(BLOCKS), dim3(THREADS), arguments, 0, 0));
    return 0;
}

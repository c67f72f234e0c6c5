// expect: kernel pass_on, block (2,0,0), thread (0,0,0), order forward: written twice in a launch: by thread (0,0,0) of block (1,0,0) before
// A block waits for the first one to arrive, and writes to what is the second's.
#include <cuda_runtime.h>
#include "check.h"

__global__ void pass_on(unsigned *out, unsigned *arrived)
{
    if (blockIdx.x == 2) {
        unsigned now;
        do {
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(arrived) : "memory");
        } while (now < 1);
        out[0] = 1;
        out[1] = 1;
    } else {
        out[blockIdx.x] = 1;
    }
    if (blockIdx.x == 0) {
        asm volatile("red.release.gpu.global.add.u32 [%0], %1;" :: "l"(arrived), "r"(1u) : "memory");
    }
}

int main()
{
    unsigned *out = device_zeros<unsigned>(3), *arrived = device_zeros<unsigned>(1);
    void *arguments[] = {&out, &arrived};
    CUDA(cudaLaunchCooperativeKernel(pass_on, dim3(3), dim3(1), arguments, 0, 0));
    return 0;
}

// Dynamic shared memory: how much a launch may ask for, and that each of the blocks that wait for each other keeps its own.
#include <cuda_runtime.h>
#include "check.h"

enum { BLOCKS = 3, THREADS = 64, ROUNDS = 5, USUAL = 49152, MOST = 232448 };

// In each round the block's words move on by one, and grow by one, while the other blocks run.
__global__ void __launch_bounds__(THREADS) rounds(unsigned *out, unsigned *arrived, unsigned words)
{
    extern __shared__ unsigned box[];
    __shared__ unsigned moved[THREADS];
    for (unsigned i = threadIdx.x; i < words; i += THREADS) {
        box[i] = blockIdx.x * words + i;
    }
    for (unsigned round = 1; round <= ROUNDS; ++round) {
        __syncthreads();
        moved[threadIdx.x] = box[0] + 1;
        if (threadIdx.x == 0) {
            unsigned now;
            asm volatile("red.release.gpu.global.add.u32 [%0], %1;" :: "l"(arrived), "r"(1u) : "memory");
            do {
                asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(arrived) : "memory");
            } while (now < round * gridDim.x);
        }
        __syncthreads();
        for (unsigned start = 0; start < words; start += THREADS) {
            const unsigned i = start + threadIdx.x, next = i + 1 < words ? box[i + 1] + 1 : moved[threadIdx.x];
            __syncthreads();
            box[i] = next;
        }
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < words; i += THREADS) {
        out[blockIdx.x * words + i] = box[i];
    }
}

static bool is_right(const unsigned *device, unsigned blocks, unsigned bytes)
{
    static unsigned found[BLOCKS * MOST / sizeof(unsigned)];
    const unsigned words = bytes / sizeof(unsigned);
    bool right = true;
    to_host(found, device, blocks * words);
    for (unsigned i = 0; i < blocks * words; ++i) {
        right = right && found[i] == i / words * words + (i % words + ROUNDS) % words + ROUNDS;
    }
    return right;
}

int main()
{
    unsigned *out = device_zeros<unsigned>(BLOCKS * MOST / sizeof(unsigned)), *arrived = device_zeros<unsigned>(1);
    rounds<<<1, THREADS, USUAL>>>(out, arrived, USUAL / sizeof(unsigned));
    CUDA(cudaGetLastError());
    CHECK(is_right(out, 1, USUAL));
    rounds<<<1, THREADS, USUAL + 1>>>(out, arrived, 0);  // needs cudaFuncSetAttribute first
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);

    CHECK(cudaFuncSetAttribute(rounds, cudaFuncAttributeMaxDynamicSharedMemorySize, MOST + 1) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    const unsigned most = MOST - 1024;  // what is static counts, too
    CUDA(cudaFuncSetAttribute(rounds, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    unsigned words = most / sizeof(unsigned);
    void *arguments[] = {&out, &arrived, &words};
    CUDA(cudaMemset(arrived, 0, sizeof(unsigned)));
    CUDA(cudaLaunchCooperativeKernel(rounds, dim3(BLOCKS), dim3(THREADS), arguments, most, 0));
    CHECK(is_right(out, BLOCKS, most));
    CHECK(cudaLaunchCooperativeKernel(rounds, dim3(BLOCKS), dim3(THREADS), arguments, most + 1, 0) ==
          cudaErrorInvalidValue);
    return 0;
}

// What may be written again in a launch: by atomics, by the same thread in a variable, and by any after a hand-over.
#include <cuda_runtime.h>
#include "check.h"

enum { BLOCKS = 4, THREADS = 70, ITEMS = BLOCKS * THREADS };

__device__ unsigned scratch[ITEMS];

__global__ void own(unsigned *out)
{
    const unsigned i = blockIdx.x * THREADS + threadIdx.x;
    for (unsigned round = 0; round < 3; ++round) {
        scratch[i] = round;
        __syncthreads();
    }
    out[i] = scratch[i];
    atomicAdd(&out[ITEMS], 1u);
}

// Each block writes what the next one wrote in the round before.
__global__ void pass_on(unsigned *out, unsigned *arrived)
{
    for (unsigned round = 0; round < BLOCKS; ++round) {
        if (threadIdx.x == 0) {
            unsigned now;
            do {
                asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(arrived) : "memory");
            } while (now < round * BLOCKS);
        }
        __syncthreads();
        out[((blockIdx.x + round) % BLOCKS) * THREADS + threadIdx.x] = 10 * blockIdx.x + round;
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("red.release.gpu.global.add.u32 [%0], %1;" :: "l"(arrived), "r"(1u) : "memory");
        }
    }
}

// A cluster's blocks write each other's places alternately.
__global__ void __cluster_dims__(2) exchange(unsigned *out)
{
    for (unsigned round = 0; round < 3; ++round) {
        out[(blockIdx.x ^ (round & 1)) * THREADS + threadIdx.x] = blockIdx.x;
        __cluster_barrier_arrive();
        __cluster_barrier_wait();
    }
}

int main()
{
    unsigned *out = device_zeros<unsigned>(ITEMS + 1), *arrived = device_zeros<unsigned>(1), found[ITEMS + 1];
    own<<<BLOCKS, THREADS>>>(out);
    to_host(found, out, ITEMS + 1);
    CHECK(found[0] == 2 && found[ITEMS] == ITEMS);
    own<<<BLOCKS, THREADS>>>(out);  // another launch

    void *arguments[] = {&out, &arrived};
    CUDA(cudaLaunchCooperativeKernel(pass_on, dim3(BLOCKS), dim3(THREADS), arguments, 0, 0));
    to_host(found, out, ITEMS);
    for (unsigned i = 0; i < ITEMS; ++i) {
        CHECK(found[i] == 10 * ((i / THREADS + 1) % BLOCKS) + BLOCKS - 1);
    }

    exchange<<<BLOCKS, THREADS>>>(out);
    to_host(found, out, ITEMS);
    for (unsigned i = 0; i < ITEMS; ++i) {
        CHECK(found[i] == i / THREADS);
    }
    return 0;
}

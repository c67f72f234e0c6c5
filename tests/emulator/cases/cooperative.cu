// Blocks of a cooperative launch wait for each other between rounds.
#include <cuda_runtime.h>
#include "check.h"

enum { BLOCKS = 5, THREADS = 70, ITEMS = BLOCKS * THREADS, ROUNDS = 7 };

static __device__ void arrive(unsigned *arrived)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("red.release.gpu.global.add.u32 [%0], %1;" :: "l"(arrived), "r"(1u) : "memory");
    }
}

static __device__ void wait(const unsigned *arrived, unsigned count)
{
    if (threadIdx.x == 0) {
        unsigned now;
        do {
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(arrived) : "memory");
        } while (now < count);
    }
    __syncthreads();
}

// In each round, place i becomes what place i + THREADS was, plus 1.
__global__ void __launch_bounds__(THREADS) rounds(unsigned *in, unsigned *out, unsigned *arrived)
{
    __shared__ unsigned kept[THREADS];
    const unsigned i = blockIdx.x * THREADS + threadIdx.x;
    kept[threadIdx.x] = i;
    for (unsigned round = 0; round < ROUNDS; ++round) {
        wait(arrived, round * gridDim.x);
        out[i] = in[(i + THREADS) % ITEMS] + kept[threadIdx.x] - i + 1;
        arrive(arrived);
        unsigned *const swapped = in;
        in = out;
        out = swapped;
    }
}

int main()
{
    unsigned *state = device_zeros<unsigned>(ITEMS), *other = device_zeros<unsigned>(ITEMS);
    unsigned *arrived = device_zeros<unsigned>(1), found[ITEMS];
    for (unsigned i = 0; i < ITEMS; ++i) {
        found[i] = 1000 * i;
    }
    to_device(state, found, ITEMS);
    void *arguments[] = {&state, &other, &arrived};
    CUDA(cudaLaunchCooperativeKernel(rounds, dim3(BLOCKS), dim3(THREADS), arguments, 0, 0));
    to_host(found, other, ITEMS);
    for (unsigned i = 0; i < ITEMS; ++i) {
        CHECK(found[i] == 1000 * ((i + ROUNDS * THREADS) % ITEMS) + ROUNDS);
    }
    CHECK(cudaLaunchCooperativeKernel(rounds, dim3(100000), dim3(THREADS), arguments, 0, 0) ==
          cudaErrorCooperativeLaunchTooLarge);
    return 0;
}

// expect: result depends on thread order
#include <cuda_runtime.h>
#include "check.h"

enum { BLOCKS = 4, THREADS = 40, ROUNDS = 3 };

// Each round reads what another block wrote in the round before, and only then waits for it.
__global__ void __cluster_dims__(BLOCKS) rounds(unsigned *out)
{
    __shared__ unsigned words[2][THREADS];
    const unsigned t = threadIdx.x;
    const unsigned *there = (const unsigned *)__cluster_map_shared_rank(&words[0][t], (blockIdx.x + 1) % BLOCKS);
    words[0][t] = blockIdx.x;
    __cluster_barrier_arrive();
    for (unsigned round = 0; round < ROUNDS; ++round) {
        const unsigned read = there[round % 2 * THREADS];
        __cluster_barrier_wait();
        words[(round + 1) % 2][t] = read + 1;
        __cluster_barrier_arrive();
    }
    __cluster_barrier_wait();
    out[blockIdx.x * THREADS + t] = words[ROUNDS % 2][t];
}

int main()
{
    rounds<<<BLOCKS, THREADS>>>(device_zeros<unsigned>(BLOCKS * THREADS));
    return 0;
}

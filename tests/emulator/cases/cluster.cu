// Blocks of a cluster read and write each other's shared memory between rounds.
#include <cuda_runtime.h>
#include "check.h"

enum { CLUSTER = 4, CLUSTERS = 3, BLOCKS = CLUSTER * CLUSTERS, THREADS = 70, ITEMS = CLUSTER * THREADS, ROUNDS = 7 };

// In each round, place i of the cluster's ITEMS becomes what place i + THREADS + 1 was, plus 1.
extern "C" __global__ void __cluster_dims__(CLUSTER) __launch_bounds__(THREADS, 1) rounds(unsigned *state)
{
    __shared__ unsigned words[2 * THREADS];
    const unsigned t = threadIdx.x, rank = __clusterRelativeBlockRank();
    const unsigned from = (rank * THREADS + t + THREADS + 1) % ITEMS;
    const unsigned *there = (const unsigned *)__cluster_map_shared_rank(words + from % THREADS, from / THREADS);
    if (__cluster_map_shared_rank(words, rank) != words || __clusterSizeInBlocks() != CLUSTER) {
        state[0] = ~0u;
    }
    words[t] = state[blockIdx.x * THREADS + t];
    __cluster_barrier_arrive();
    for (unsigned round = 0; round < ROUNDS; ++round) {
        __cluster_barrier_wait();
        words[(round + 1) % 2 * THREADS + t] = there[round % 2 * THREADS] + 1;
        __cluster_barrier_arrive();
    }
    __cluster_barrier_wait();
    state[blockIdx.x * THREADS + t] = words[ROUNDS % 2 * THREADS + t];
}

// Each block writes into the dynamic shared memory of the one before; threads that have exited are not waited for.
__global__ void __launch_bounds__(THREADS) __cluster_dims__(CLUSTER) writes(uint4 *out)
{
    extern __shared__ uint4 received[];
    if (threadIdx.x >= 40 + blockIdx.x) {
        return;
    }
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    if (threadIdx.x < 40) {
        const unsigned to = (__clusterRelativeBlockRank() + CLUSTER - 1) % CLUSTER;
        uint4 *there = (uint4 *)__cluster_map_shared_rank(received, to);
        there[threadIdx.x] = make_uint4(blockIdx.x, threadIdx.x, to, 1);
    }
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    if (threadIdx.x < 40) {
        out[blockIdx.x * 40 + threadIdx.x] = received[threadIdx.x];
    }
}

// Without dimensions a block is a cluster.
__global__ void alone(unsigned *out)
{
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    if (threadIdx.x == 0) {
        out[blockIdx.x] = __clusterSizeInBlocks() + __clusterRelativeBlockRank();
    }
}

int main()
{
    static unsigned found[BLOCKS * THREADS];
    unsigned *state = device_zeros<unsigned>(BLOCKS * THREADS);
    for (unsigned i = 0; i < BLOCKS * THREADS; ++i) {
        found[i] = 1000 * i;
    }
    to_device(state, found, BLOCKS * THREADS);
    rounds<<<BLOCKS, THREADS>>>(state);
    CUDA(cudaGetLastError());
    to_host(found, state, BLOCKS * THREADS);
    for (unsigned i = 0; i < BLOCKS * THREADS; ++i) {
        const unsigned from = i / ITEMS * ITEMS + (i % ITEMS + ROUNDS * (THREADS + 1)) % ITEMS;
        CHECK(found[i] == 1000 * from + ROUNDS);
    }

    static uint4 written[BLOCKS * 40];
    uint4 *out = device_zeros<uint4>(BLOCKS * 40);
    writes<<<BLOCKS, THREADS, 40 * sizeof(uint4)>>>(out);
    CUDA(cudaGetLastError());
    to_host(written, out, BLOCKS * 40);
    for (unsigned i = 0; i < BLOCKS * 40; ++i) {
        const unsigned block = i / 40, from = block / CLUSTER * CLUSTER + (block + 1) % CLUSTER;
        CHECK(written[i].x == from && written[i].y == i % 40 && written[i].z == block % CLUSTER && written[i].w == 1);
    }

    alone<<<3, 40>>>(state);
    CUDA(cudaGetLastError());
    to_host(found, state, 3);
    CHECK(found[0] == 1 && found[1] == 1 && found[2] == 1);
    return 0;
}

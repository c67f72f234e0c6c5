// Blocks of a cluster that do not meet where they must, or read and write each other's words too early or too late.
#include <cuda_runtime.h>
#include "faults.h"

enum { BLOCKS = 4, THREADS = 40, ROUNDS = 3 };

static __device__ void meet()
{
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}

// Where the next block of the cluster has such a word.
static __device__ const unsigned *at_next(unsigned *word)
{
    return (const unsigned *)__cluster_map_shared_rank(word, (blockIdx.x + 1) % BLOCKS);
}

__global__ void __cluster_dims__(BLOCKS) arrive_twice()
{
    __cluster_barrier_arrive();
    meet();
}

FAULT(cluster_arrive_twice, "__cluster_barrier_arrive() twice, without __cluster_barrier_wait() between them")
{
    arrive_twice<<<BLOCKS, 32>>>();
}

__global__ void __cluster_dims__(BLOCKS) wait_twice()
{
    meet();
    __cluster_barrier_wait();
}

FAULT(cluster_wait_alone, "__cluster_barrier_wait() without __cluster_barrier_arrive() before it")
{
    wait_twice<<<BLOCKS, 32>>>();
}

__global__ void __cluster_dims__(BLOCKS) one_elsewhere()
{
    if (blockIdx.x == 2 && threadIdx.x == 0) {
        __syncthreads();
    }
    meet();
}

FAULT(cluster_divergent, "__syncthreads() reached by 1 of 40 threads; thread (1,0,0) waits at __cluster_barrier_wait()")
{
    one_elsewhere<<<BLOCKS, THREADS>>>();
}

// Arrives before it writes what another block reads.
__global__ void __cluster_dims__(BLOCKS) shift_early(unsigned *out)
{
    __shared__ unsigned words[THREADS];
    const unsigned t = threadIdx.x;
    __cluster_barrier_arrive();
    words[t] = blockIdx.x;
    __cluster_barrier_wait();
    out[blockIdx.x * THREADS + t] = *at_next(words + t);
    meet();
}

FAULT(cluster_early_arrive, "kernel shift_early: result depends on thread order")
{
    shift_early<<<BLOCKS, THREADS>>>(device_zeros<unsigned>(BLOCKS * THREADS));
}

// Reads another block's words after it has said that they may be written again.
__global__ void __cluster_dims__(BLOCKS) shift_late(unsigned *out)
{
    __shared__ unsigned words[THREADS];
    const unsigned t = threadIdx.x;
    words[t] = blockIdx.x;
    meet();
    __cluster_barrier_arrive();
    out[blockIdx.x * THREADS + t] = *at_next(words + t);
    __cluster_barrier_wait();
    words[t] = 100;
    meet();
}

FAULT(cluster_late_read, "kernel shift_late: result depends on thread order")
{
    shift_late<<<BLOCKS, THREADS>>>(device_zeros<unsigned>(BLOCKS * THREADS));
}

// A block leaves while another may still read its shared memory.
__global__ void __cluster_dims__(BLOCKS) shift_and_leave(unsigned *out)
{
    __shared__ unsigned words[THREADS];
    words[threadIdx.x] = blockIdx.x;
    meet();
    out[blockIdx.x * THREADS + threadIdx.x] = *at_next(words + threadIdx.x);
}

FAULT(cluster_left, "shared memory of another block, which has exited")
{
    shift_and_leave<<<BLOCKS, THREADS>>>(device_zeros<unsigned>(BLOCKS * THREADS));
}

// Each round reads what another block wrote in the round before, and only then waits for it.
__global__ void __cluster_dims__(BLOCKS) rounds_without_wait(unsigned *out)
{
    __shared__ unsigned words[2][THREADS];
    const unsigned t = threadIdx.x;
    const unsigned *there = at_next(&words[0][t]);
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

FAULT(cluster_missing_wait, "kernel rounds_without_wait: result depends on thread order")
{
    rounds_without_wait<<<BLOCKS, THREADS>>>(device_zeros<unsigned>(BLOCKS * THREADS));
}

__global__ void __cluster_dims__(BLOCKS) map_global(unsigned *out)
{
    *(unsigned *)__cluster_map_shared_rank(out + 1, 0) = 1;
}

FAULT(cluster_not_shared, "not in the block's shared memory: buffer #1 (16 bytes), offset 4")
{
    map_global<<<BLOCKS, 1>>>(device_zeros<unsigned>(4));
}

__global__ void __cluster_dims__(BLOCKS) rank_past_cluster(unsigned *out)
{
    __shared__ unsigned word;
    word = blockIdx.x;
    meet();
    out[blockIdx.x] = *(const unsigned *)__cluster_map_shared_rank(&word, __clusterRelativeBlockRank() + 1);
    meet();
}

FAULT(cluster_rank, "for rank 4 of a cluster of 4 blocks")
{
    rank_past_cluster<<<BLOCKS, 1>>>(device_zeros<unsigned>(4));
}

// A block writes to what is another's before the cluster has met.
__global__ void __cluster_dims__(2) write_early(unsigned *out)
{
    out[blockIdx.x] = 1;
    __cluster_barrier_arrive();
    if (blockIdx.x == 1) {
        out[0] = 1;
    }
    __cluster_barrier_wait();
}

FAULT(written_before_cluster, "kernel write_early, block (1,0,0), thread (0,0,0), order forward: "
                              "written twice in a launch: by thread (0,0,0) of block (0,0,0) before")
{
    write_early<<<2, 1>>>(device_zeros<unsigned>(2));
}

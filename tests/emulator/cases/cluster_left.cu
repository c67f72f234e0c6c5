// expect: shared memory of another block, which has exited
#include <cuda_runtime.h>
#include "check.h"

enum { BLOCKS = 4, THREADS = 40 };

// A block leaves while another may still read its shared memory.
__global__ void __cluster_dims__(BLOCKS) shift(unsigned *out)
{
    __shared__ unsigned words[THREADS];
    const unsigned t = threadIdx.x;
    const unsigned *there = (const unsigned *)__cluster_map_shared_rank(words + t, (blockIdx.x + 1) % BLOCKS);
    words[t] = blockIdx.x;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    out[blockIdx.x * THREADS + t] = *there;
}

int main()
{
    shift<<<BLOCKS, THREADS>>>(device_zeros<unsigned>(BLOCKS * THREADS));
    return 0;
}

// expect: for rank 4 of a cluster of 4 blocks
#include <cuda_runtime.h>
#include "check.h"

__global__ void __cluster_dims__(4) rank_past_cluster(unsigned *out)
{
    __shared__ unsigned word;
    word = blockIdx.x;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    out[blockIdx.x] = *(const unsigned *)__cluster_map_shared_rank(&word, __clusterRelativeBlockRank() + 1);
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}

int main()
{
    rank_past_cluster<<<4, 1>>>(device_zeros<unsigned>(4));
    return 0;
}

// expect: __syncthreads() reached by 1 of 40 threads; thread (1,0,0) waits at __cluster_barrier_wait()
#include <cuda_runtime.h>
#include "check.h"

__global__ void __cluster_dims__(4) one_elsewhere()
{
    if (blockIdx.x == 2 && threadIdx.x == 0) {
        __syncthreads();
    }
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}

int main()
{
    one_elsewhere<<<4, 40>>>();
    return 0;
}

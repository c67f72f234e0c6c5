// expect: __cluster_barrier_wait() without __cluster_barrier_arrive() before it
#include <cuda_runtime.h>
#include "check.h"

__global__ void __cluster_dims__(4) wait_twice()
{
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    __cluster_barrier_wait();
}

int main()
{
    wait_twice<<<4, 32>>>();
    return 0;
}

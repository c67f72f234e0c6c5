// expect: __cluster_barrier_arrive() twice, without __cluster_barrier_wait() between them
#include <cuda_runtime.h>
#include "check.h"

__global__ void __cluster_dims__(4) arrive_twice()
{
    __cluster_barrier_arrive();
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}

int main()
{
    arrive_twice<<<4, 32>>>();
    return 0;
}

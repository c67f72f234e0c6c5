// expect: kernel early, block (1,0,0), thread (0,0,0), order forward: written twice in a launch: by thread (0,0,0) of block (0,0,0) before
// A block writes to what is another's before the cluster has met.
#include <cuda_runtime.h>
#include "check.h"

__global__ void __cluster_dims__(2) early(unsigned *out)
{
    out[blockIdx.x] = 1;
    __cluster_barrier_arrive();
    if (blockIdx.x == 1) {
        out[0] = 1;
    }
    __cluster_barrier_wait();
}

int main()
{
    early<<<2, 1>>>(device_zeros<unsigned>(2));
    return 0;
}

// expect: not in the block's shared memory: buffer #1 (16 bytes), offset 4
#include <cuda_runtime.h>
#include "check.h"

__global__ void __cluster_dims__(4) map_global(unsigned *out)
{
    *(unsigned *)__cluster_map_shared_rank(out + 1, 0) = 1;
}

int main()
{
    map_global<<<4, 1>>>(device_zeros<unsigned>(4));
    return 0;
}

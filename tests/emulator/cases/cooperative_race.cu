// expect: result depends on thread order
#include <cuda_runtime.h>
#include "check.h"

// Reads what another block writes, without waiting for it.
__global__ void shift(unsigned *state)
{
    state[blockIdx.x] = state[(blockIdx.x + 1) % gridDim.x] + 1;
}

int main()
{
    unsigned *state = device_zeros<unsigned>(3);
    void *arguments[] = {&state};
    CUDA(cudaLaunchCooperativeKernel(shift, dim3(3), dim3(1), arguments, 0, 0));
    return 0;
}

// expect: does each wait for another?
#include <cuda_runtime.h>
#include "check.h"

__global__ void wait_for_nobody(volatile unsigned *flag)
{
    while (*flag == 0) {
        __nanosleep(20);
    }
}

int main()
{
    unsigned *flag = device_zeros<unsigned>(1);
    void *arguments[] = {&flag};
    CUDA(cudaLaunchCooperativeKernel(wait_for_nobody, dim3(3), dim3(40), arguments, 0, 0));
    return 0;
}

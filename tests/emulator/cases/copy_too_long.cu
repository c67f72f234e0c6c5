// expect: cudaMemcpy, source: 132 bytes
#include <cuda_runtime.h>
#include "check.h"

int main()
{
    int host[33];
    int *device = device_zeros<int>(32);
    to_host(host, device, 33);
    return 0;
}

// expect: emulator: host code: read of device memory: buffer #1 (400 bytes), offset 12
#include <cuda_runtime.h>
#include "check.h"

int main()
{
    volatile int *cells = device_zeros<int>(100);
    return cells[3];
}

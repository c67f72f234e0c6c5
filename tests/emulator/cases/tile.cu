// A transposition through a shared tile, in two dimensions; tables in constant memory, and a variable of the device.
#include <cuda_runtime.h>
#include "check.h"

__constant__ int scale[2] = {3, 7};
__device__ unsigned visits;

__global__ void transpose(const int *in, int *out, unsigned *seen, int width)
{
    __shared__ int tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x] * scale[0];
    __syncthreads();
    int ox = blockIdx.y * 16 + threadIdx.x, oy = blockIdx.x * 16 + threadIdx.y;
    out[oy * width + ox] = tile[threadIdx.x][threadIdx.y] + scale[1];
    if (__syncthreads_or(threadIdx.x == 0) && threadIdx.x + threadIdx.y == 0) {
        atomicAdd(&visits, 1u);
        atomicAdd(seen, visits > 0);
    }
}

int main()
{
    const int width = 48, cells = width * width;
    static int host[cells], result[cells];
    for (int i = 0; i < cells; ++i) {
        host[i] = i;
    }
    int *in = device_zeros<int>(cells), *out = device_zeros<int>(cells);
    to_device(in, host, cells);
    unsigned *seen = device_zeros<unsigned>(1), count = 0;
    transpose<<<dim3(3, 3), dim3(16, 16)>>>(in, out, seen, width);
    CUDA(cudaGetLastError());
    to_host(result, out, cells);
    for (int i = 0; i < cells; ++i) {
        CHECK(result[i] == host[i % width * width + i / width] * 3 + 7);
    }
    to_host(&count, seen, 1);
    CHECK(count == 9);
    return 0;
}

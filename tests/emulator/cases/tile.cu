// A transposition through a static and a dynamic shared tile, in two dimensions, on a stream.
#include <cuda_runtime.h>
#include "check.h"

__constant__ int scale[2];
__device__ unsigned visits;

__global__ void transpose(const int *in, int *out, int width)
{
    __shared__ int tile[16][17];
    extern __shared__ int copy[];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x] * scale[0];
    copy[threadIdx.y * 16 + threadIdx.x] = scale[1];
    __syncthreads();
    int ox = blockIdx.y * 16 + threadIdx.x, oy = blockIdx.x * 16 + threadIdx.y;
    out[oy * width + ox] = tile[threadIdx.x][threadIdx.y] + copy[threadIdx.x * 16 + threadIdx.y];
    if (__syncthreads_count(threadIdx.x == 0) == 16 && threadIdx.x + threadIdx.y == 0) {
        atomicAdd(&visits, 1u);
    }
}

int main()
{
    const int width = 48, cells = width * width, factors[2] = {3, 7};
    static int host[cells], result[cells];
    for (int i = 0; i < cells; ++i) {
        host[i] = i;
    }
    int *in = device_zeros<int>(cells), *out = device_zeros<int>(cells);
    to_device(in, host, cells);
    CUDA(cudaMemcpyToSymbol(scale, factors, sizeof factors));
    cudaStream_t stream;
    CUDA(cudaStreamCreate(&stream));
    transpose<<<dim3(3, 3), dim3(16, 16), 256 * sizeof(int), stream>>>(in, out, width);
    CUDA(cudaGetLastError());
    CUDA(cudaStreamSynchronize(stream));
    CUDA(cudaStreamDestroy(stream));
    to_host(result, out, cells);
    for (int i = 0; i < cells; ++i) {
        CHECK(result[i] == host[i % width * width + i / width] * 3 + 7);
    }
    unsigned count = 0;
    CUDA(cudaMemcpyFromSymbol(&count, visits, sizeof count));
    CHECK(count == 9);
    return 0;
}

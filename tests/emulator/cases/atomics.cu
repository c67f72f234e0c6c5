#include <cuda_runtime.h>
#include "check.h"

struct totals {
    unsigned long long sum;
    unsigned count, bits, kept;
    float floats;
    double doubles;
    int difference;
};

__global__ void accumulate(totals *t)
{
    __shared__ unsigned inside;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        inside = 0;
    }
    __syncthreads();
    atomicAdd(&inside, 1u);
    atomicAdd(&t->sum, 1ull << 33);
    atomicOr(&t->bits, 1u << (i % 20));
    atomicAnd(&t->kept, ~(1u << (i % 20)));
    atomicAdd(&t->floats, 0.5f);
    atomicAdd(&t->doubles, 0.25);
    atomicAdd(&t->difference, -2);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&t->count, inside);
    }
}

int main()
{
    totals *device = device_zeros<totals>(1), got = {};
    got.kept = ~0u;
    to_device(device, &got, 1);
    accumulate<<<3, 100>>>(device);
    CUDA(cudaGetLastError());
    to_host(&got, device, 1);
    CHECK(got.sum == 300ull << 33 && got.count == 300 && got.bits == (1u << 20) - 1);
    CHECK(got.kept == ~0u << 20 && got.floats == 150.0f && got.doubles == 75 && got.difference == -600);
    return 0;
}

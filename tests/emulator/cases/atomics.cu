#include <cuda_runtime.h>
#include "check.h"

struct totals {
    unsigned long long sum;
    unsigned count, bits, least, most, parity, swaps, turns;
    float floats;
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
    atomicMin(&t->least, i + 5);
    atomicMax(&t->most, i);
    atomicXor(&t->parity, i);
    atomicAdd(&t->floats, 0.5f);
    atomicSub(&t->difference, 2);
    atomicCAS(&t->swaps, 0u, 9u);
    atomicInc(&t->turns, 6u);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&t->count, inside);
    }
}

int main()
{
    totals *device = device_zeros<totals>(1), got = {};
    got.least = 1000;
    to_device(device, &got, 1);
    accumulate<<<3, 100>>>(device);
    CUDA(cudaGetLastError());
    to_host(&got, device, 1);
    CHECK(got.sum == 300ull << 33 && got.count == 300 && got.bits == (1u << 20) - 1);
    CHECK(got.least == 5 && got.most == 299 && got.parity == 0);
    CHECK(got.floats == 150.0f && got.difference == -600 && got.swaps == 9 && got.turns == 300 % 7);
    return 0;
}

// Threads that do not meet where they must, and results that depend on the order in which threads or blocks run.
#include <cuda_runtime.h>
#include "faults.h"

// ---- A warp and a block.

__global__ void deadlock(unsigned *out)
{
    unsigned bits = 0;
    if (threadIdx.x < 16) {
        bits = __ballot_sync(0xffffffffu, 1);
    } else {
        __syncthreads();
    }
    out[threadIdx.x] = bits;
}

FAULT(barrier_against_collective, "__ballot_sync with mask 0xffffffff waits for lane 16")
{
    deadlock<<<1, 32>>>(device_zeros<unsigned>(32));
}

__global__ void diverge(int *out)
{
    if (threadIdx.x < 16) {
        __syncthreads();
    }
    out[threadIdx.x] = 1;
}

FAULT(divergent_barrier, "divergent barrier: __syncthreads() reached by 16 of 64 threads")
{
    diverge<<<1, 64>>>(device_zeros<int>(64));
}

__global__ void exchange(unsigned *out)
{
    if (threadIdx.x != 31) {
        out[threadIdx.x] = __shfl_down_sync(0xffffffffu, threadIdx.x, 1u);
    }
}

FAULT(lane_absent, "__shfl_down_sync with mask 0xffffffff: lane 30 reads lane 31, which takes no part in it")
{
    exchange<<<1, 32>>>(device_zeros<unsigned>(32));
}

__global__ void reduce(unsigned *out)
{
    unsigned sum = threadIdx.x;
    for (int offset = 16; offset > 0; offset >>= 1) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    out[threadIdx.x] = sum;
}

FAULT(lane_beyond_block, "lane 4 reads lane 20, which takes no part in it")
{
    reduce<<<1, 20>>>(device_zeros<unsigned>(20));
}

__global__ void exchange_too_few(unsigned *out)
{
    out[threadIdx.x] = __shfl_xor_sync(0x7fffffffu, threadIdx.x, 1);
}

FAULT(lane_not_in_mask, "__shfl_xor_sync with mask 0x7fffffff is called by lane 31")
{
    exchange_too_few<<<1, 32>>>(device_zeros<unsigned>(32));
}

__global__ void rotate(int *out)
{
    __shared__ int row[128];
    row[threadIdx.x] = static_cast<int>(threadIdx.x);
    out[threadIdx.x] = row[(threadIdx.x + 64) % 128];
}

FAULT(missing_syncthreads, "kernel rotate: result depends on thread order")
{
    rotate<<<1, 128>>>(device_zeros<int>(128));
}

__global__ void neighbour(int *out)
{
    __shared__ int row[32];
    row[threadIdx.x] = 0;
    __syncwarp();
    row[threadIdx.x] += 1;
    int next = row[threadIdx.x ^ 1];
    __syncwarp();
    out[threadIdx.x] = next;
}

FAULT(missing_syncwarp, "kernel neighbour: result depends on thread order")
{
    neighbour<<<1, 32>>>(device_zeros<int>(32));
}

__global__ void shift_in_place(int *cells)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const int left = i > 0 ? cells[i - 1] : 1;
    __syncthreads();
    cells[i] = left + 1;
}

FAULT(race_between_blocks, "kernel shift_in_place: result depends on thread order")
{
    shift_in_place<<<4, 32>>>(device_zeros<int>(128));
}

// ---- The blocks of a launch, which wait for each other by words in memory.

static __device__ void arrive(unsigned *arrived)
{
    asm volatile("red.release.gpu.global.add.u32 [%0], %1;" :: "l"(arrived), "r"(1u) : "memory");
}

static __device__ void wait_for(unsigned *arrived, int count)
{
    unsigned now;
    do {
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(arrived) : "memory");
    } while (static_cast<int>(now) < count);
}

// Each round a block reads what another one wrote in the round before, but waits for the round before that.
__global__ void rounds_ahead(unsigned *in, unsigned *out, unsigned *arrived)
{
    for (int round = 0; round < 4; ++round) {
        wait_for(arrived, (round - 1) * 3);
        out[blockIdx.x] = in[(blockIdx.x + 1) % 3] + 1;
        arrive(arrived);
        unsigned *const swapped = in;
        in = out;
        out = swapped;
    }
}

FAULT(cooperative_ahead, "kernel rounds_ahead: result depends on thread order")
{
    unsigned *state = device_zeros<unsigned>(3), *other = device_zeros<unsigned>(3), *arrived = device_zeros<unsigned>(1);
    void *arguments[] = {&state, &other, &arrived};
    CUDA(cudaLaunchCooperativeKernel(rounds_ahead, dim3(3), dim3(1), arguments, 0, 0));
}

// Thread 0 says that its block has written, before the other warps have.
__global__ void arrive_alone(const unsigned *in, unsigned *between, unsigned *out, unsigned *arrived)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    between[i] = in[i] + 1;
    if (threadIdx.x == 0) {
        arrive(arrived);
        wait_for(arrived, 3);
    }
    __syncthreads();
    out[i] = between[(i + blockDim.x) % (3 * blockDim.x)];
}

FAULT(cooperative_early, "kernel arrive_alone: result depends on thread order")
{
    unsigned *in = device_zeros<unsigned>(480), *out = device_zeros<unsigned>(480);
    unsigned *between = device_zeros<unsigned>(480), *arrived = device_zeros<unsigned>(1);
    void *arguments[] = {&in, &between, &out, &arrived};
    CUDA(cudaLaunchCooperativeKernel(arrive_alone, dim3(3), dim3(160), arguments, 0, 0));
}

__global__ void wait_for_other(volatile unsigned *flags)
{
    flags[blockIdx.x] = 1;
    while (flags[1 - blockIdx.x] == 0) {
        __nanosleep(20);
    }
}

FAULT(cooperative_ordinary, "another block need not run at the same time")
{
    wait_for_other<<<2, 1>>>(device_zeros<unsigned>(2));
}

__global__ void wait_for_nobody(volatile unsigned *flag)
{
    while (*flag == 0) {
        __nanosleep(20);
    }
}

FAULT(cooperative_stuck, "does each wait for another?")
{
    unsigned *flag = device_zeros<unsigned>(1);
    void *arguments[] = {&flag};
    CUDA(cudaLaunchCooperativeKernel(wait_for_nobody, dim3(3), dim3(40), arguments, 0, 0));
}

// Reads what another block writes, without waiting for it.
__global__ void read_of_other(unsigned *state)
{
    state[blockIdx.x] = state[(blockIdx.x + 1) % gridDim.x] + 1;
}

FAULT(cooperative_race, "kernel read_of_other: result depends on thread order")
{
    unsigned *state = device_zeros<unsigned>(3);
    void *arguments[] = {&state};
    CUDA(cudaLaunchCooperativeKernel(read_of_other, dim3(3), dim3(1), arguments, 0, 0));
}

// A block waits for the first one to arrive, and writes to what is the second's.
__global__ void pass_on(unsigned *out, unsigned *arrived)
{
    if (blockIdx.x == 2) {
        wait_for(arrived, 1);
        out[0] = 1;
        out[1] = 1;
    } else {
        out[blockIdx.x] = 1;
    }
    if (blockIdx.x == 0) {
        arrive(arrived);
    }
}

FAULT(written_before_grid, "kernel pass_on, block (2,0,0), thread (0,0,0), order forward: "
                           "written twice in a launch: by thread (0,0,0) of block (1,0,0) before")
{
    unsigned *out = device_zeros<unsigned>(3), *arrived = device_zeros<unsigned>(1);
    void *arguments[] = {&out, &arrived};
    CUDA(cudaLaunchCooperativeKernel(pass_on, dim3(3), dim3(1), arguments, 0, 0));
}

// Warps share one place, of which each is to have one of its own: they wait for different words.
__device__ unsigned is_taken[2], kept[32];

__global__ void share_places(unsigned *out)
{
    const unsigned warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) {
        unsigned before;
        asm volatile("atom.acquire.gpu.global.exch.b32 %0, [%1], %2;" : "=r"(before) : "l"(&is_taken[warp]), "r"(1u) : "memory");
    }
    __syncwarp();
    kept[threadIdx.x % 32] = 1;
    out[threadIdx.x] = kept[threadIdx.x % 32];
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        asm volatile("st.release.gpu.global.u32 [%0], %1;" :: "l"(&is_taken[warp]), "r"(0u) : "memory");
    }
}

FAULT(slot_of_another, "kernel share_places, block (0,0,0), thread (32,0,0), order forward: written twice in a launch: by thread (0,0,0) "
                       "of block (0,0,0) before, and not handed over since; the program's __device__ variables")
{
    share_places<<<1, 64>>>(device_zeros<unsigned>(64));
}

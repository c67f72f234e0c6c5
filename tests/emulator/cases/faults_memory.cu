// Places that a thread may not touch, that nothing was written to, or that two threads write to.
#include <cuda_runtime.h>
#include "faults.h"

__global__ void copy(const int *in, int *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

FAULT(read_out_of_bounds, "kernel copy, block (1,0,0), thread (32,0,0), order forward: out-of-bounds read")
{
    copy<<<2, 64>>>(device_zeros<int>(96), device_zeros<int>(128));
}

// One word past 97: within the buffer's alignment, where no guard page is; the word's value changes with the order.
FAULT(read_past_slack, "result depends on thread order")
{
    copy<<<1, 98>>>(device_zeros<int>(97), device_zeros<int>(98));
}

FAULT(uninitialised_device, "buffer value 0xcdcdcdcd")
{
    int *in = nullptr, *out = device_zeros<int>(32), got[32];
    CUDA(cudaMalloc(&in, sizeof got));
    copy<<<1, 32>>>(in, out);
    to_host(got, out, 32);
    std::fprintf(stderr, "buffer value 0x%08x\n", static_cast<unsigned>(got[7]));
    std::exit(got[7] == 0 ? 0 : 99);
}

__global__ void spill(int *out, int at)
{
    out[at] = 1;
}

FAULT(write_before, "kernel spill: out-of-bounds write: buffer #1 (260 bytes), offset -4")
{
    spill<<<1, 1>>>(device_zeros<int>(65), -1);
}

FAULT(write_out_of_bounds, "thread (0,0,0), order forward: out-of-bounds write")
{
    spill<<<1, 1>>>(device_zeros<int>(64), 64);
}

FAULT(write_past_slack, "kernel spill: out-of-bounds write: buffer #1 (260 bytes), offset 264")
{
    spill<<<1, 1>>>(device_zeros<int>(65), 66);
}

FAULT(host_pointer_argument, "kernel spill, argument 1 is not a device pointer")
{
    int host[32] = {0};
    spill<<<1, 1>>>(host, 0);
}

struct cells {
    int *data;
};

__global__ void use(cells c)
{
    c.data[threadIdx.x] = 1;
}

FAULT(use_after_free, "freed), offset 0")
{
    cells c = {device_zeros<int>(32)};
    CUDA(cudaFree(c.data));
    use<<<1, 32>>>(c);
}

FAULT(copy_too_long, "cudaMemcpy, source: 132 bytes")
{
    int host[33];
    to_host(host, device_zeros<int>(32), 33);
}

FAULT(host_dereference, "emulator: host code: read of device memory: buffer #1 (400 bytes), offset 12")
{
    volatile int *cells = device_zeros<int>(100);
    std::exit(cells[3]);
}

__global__ void wide(const unsigned *in, unsigned *out)
{
    uint4 four = *reinterpret_cast<const uint4 *>(in + 2);
    out[0] = four.x + four.w;
}

FAULT(misaligned_vector, "misaligned access")
{
    wide<<<1, 1>>>(device_zeros<unsigned>(16), device_zeros<unsigned>(1));
}

__global__ void index(int *out)
{
    __shared__ int row[32];
    row[threadIdx.x + 1] = 1;
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x];
}

FAULT(shared_index, "out-of-bounds index 32 of ")
{
    index<<<1, 32>>>(device_zeros<int>(32));
}

__global__ void sum(int *out)
{
    __shared__ int total;
    atomicAdd(&total, 1);
    __syncthreads();
    out[threadIdx.x] = total;
}

FAULT(uninitialised_shared, "result depends on thread order")
{
    sum<<<1, 32>>>(device_zeros<int>(32));
}

__global__ void boxed(unsigned *out, unsigned stored)
{
    extern __shared__ unsigned box[];
    if (threadIdx.x < stored) {
        box[threadIdx.x] = threadIdx.x;
    }
    __syncthreads();
    out[threadIdx.x] = box[threadIdx.x];
}

FAULT(dynamic_shared_end, "kernel boxed, block (0,0,0), thread (64,0,0), order forward: out-of-bounds write")
{
    boxed<<<1, 65, 64 * sizeof(unsigned)>>>(device_zeros<unsigned>(65), 65);
}

FAULT(dynamic_shared_not_asked_for, "kernel boxed, block (0,0,0), thread (0,0,0), order forward: out-of-bounds write")
{
    boxed<<<1, 1>>>(device_zeros<unsigned>(1), 1);
}

FAULT(uninitialised_dynamic_shared, "result depends on thread order")
{
    boxed<<<1, 64, 64 * sizeof(unsigned)>>>(device_zeros<unsigned>(64), 63);
}

__device__ __noinline__ unsigned descend(unsigned n, const volatile unsigned *end)
{
    volatile unsigned frame[64];
    frame[n % 64] = n;
    return n == *end ? 0 : descend(n + 1, end) + frame[n % 64];
}

__global__ void deep(unsigned *end)
{
    *end = descend(1, end);
}

FAULT(stack_overflow, "stack overflow")
{
    deep<<<1, 1>>>(device_zeros<unsigned>(1));
}

// Two blocks write the same value to one cell.
__global__ void fill(unsigned char *cells)
{
    cells[blockIdx.x * 31 + threadIdx.x] = 1;
}

FAULT(written_twice, "kernel fill, block (1,0,0), thread (0,0,0), order forward: "
                     "written twice in a launch: by thread (31,0,0) of block (0,0,0) before")
{
    fill<<<2, 32>>>(device_zeros<unsigned char>(64));
}

// A barrier of the block orders two stores, but hands nothing over: a cell has one owner.
__global__ void mend(int *cells)
{
    cells[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        cells[1] = 2;
    }
}

FAULT(written_twice_after_barrier, "kernel mend, block (0,0,0), thread (0,0,0), order forward: "
                                   "written twice in a launch: by thread (1,0,0) of block (0,0,0) before")
{
    mend<<<1, 64>>>(device_zeros<int>(64));
}

// A thread that has no second cell writes its first one again.
__global__ void fill_pairs(unsigned char *cells)
{
    for (unsigned i = 0; i < 2; ++i) {
        const unsigned cell = 2 * threadIdx.x + i;
        cells[cell < 11 ? cell : 10] = 1;
    }
}

FAULT(written_twice_by_one, "kernel fill_pairs, block (0,0,0), thread (5,0,0), order forward: "
                            "written twice in a launch: by thread (5,0,0) of block (0,0,0) before")
{
    fill_pairs<<<1, 6>>>(device_zeros<unsigned char>(64));
}

// A thread's store of 16 bytes meets another's of four.
__global__ void fill_words(unsigned *words)
{
    if (threadIdx.x < 16) {
        ((uint4 *)words)[threadIdx.x] = make_uint4(0, 0, 0, 0);
    } else {
        words[threadIdx.x - 2] = 0;
    }
}

FAULT(written_twice_in_part, "kernel fill_words, block (0,0,0), thread (16,0,0), order forward: "
                             "written twice in a launch: by thread (3,0,0) of block (0,0,0) before")
{
    fill_words<<<1, 17>>>(device_zeros<unsigned>(64));
}

__device__ unsigned last;

__global__ void overwrite()
{
    last = threadIdx.x;
}

FAULT(device_variable_race, "__device__ variables")
{
    overwrite<<<1, 2>>>();
}

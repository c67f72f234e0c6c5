// emulator.h - runs a standalone .cu file on the processor, with CUDA's real rules about threads and memory.
//
// What it is for. A generated kernel can be wrong in ways that an ordinary compilation for the processor hides: a
// barrier that is missing, a lane that is missing from a mask, a read past the end, a cell that is written twice,
// a matrix fragment whose element order is guessed. Here each of them ends the program with a message and exit
// code 99, without a GPU:
//
//     nvcc-emu x.cu -o x && ./x
//
// How it works. nvcc-emu rewrites the launch syntax, and g++ compiles the file as C++ with include/ first on its
// path; the program is linked with the engine, a shared library, so that the program's own data segment holds nothing
// but the program's variables (the __device__ and __constant__ ones among them).
//
//     include/   what the .cu file sees: the runtime API, vector types, intrinsics, half, WMMA
//     engine/    fiber.cpp    one stack per thread of a block, and the switch between them
//                block.cpp    threads and barriers of one block
//                warp.cpp     warp collectives
//                cluster.cpp  blocks that run at the same time: their slices, the barrier of a cluster
//                shared.cpp   shared memory
//                wmma.cpp     matrix fragments
//                mma.cpp      PTX's matrix instructions
//                launch.cpp   one launch, repeated in several orders
//                memory.cpp   device buffers: guards, poison, protection
//                writers.cpp  who stored to each byte of device memory
//                fault.cpp    messages, signals, the sanitiser's reports
//                runtime.cpp  the runtime API
//
// Threads. The threads of a block are fibers: each runs until it meets a barrier or a warp collective. Nothing is
// shared implicitly: lanes of a warp do not advance together.
//
//     block:  for each warp, in order:  run each ready lane, in order, until it blocks;
//                                       complete the collectives all of whose lanes arrived; again
//             when every thread of the block waits at the same barrier, release it; again
//
// Orders. Each launch is executed in NBB_EMU_ORDERS orders (3 unless given): forward, reverse, then shuffled ones,
// each from the same snapshot of device memory; blocks, warps and lanes are all reordered. Two threads that touch the
// same word without a barrier between them meet in both orders, so a race that matters changes the result, and any
// difference is reported. Whatever CUDA leaves unspecified varies with the order too: what shared memory holds when a
// block starts, the slack around a buffer, the element order of fragments, the order of the sums within mma_sync. A
// float atomicAdd or a compaction by atomics is truly order dependent, and then NBB_EMU_ORDER=forward, reverse or
// shuffle:SEED runs that order only. A kernel's printf shows once per order.
//
// Clusters of blocks, and the shared memory that a block may ask for, are of compute capability 9.0 (all else of
// 8.0). A kernel with __cluster_dims__(n), n up to 8, runs in clusters of n consecutive blocks: one cluster after
// another, the blocks of one slice by slice. A slice ends when all threads of the block wait; so in each phase of
// __cluster_barrier_arrive and _wait each block has one slice, in the order's order of the cluster's blocks. In
// shuffled orders a slice ends where the threads arrive, too, and the next one goes on through the wait if all others
// have arrived by then: a block is late with what it does between arriving and waiting, while others run ahead. What
// a block sees of another's shared memory is what that one's last slice left there, or an inaccessible page once it
// has exited. To arrive twice without a wait, or to wait without having arrived, is a fault; threads that have
// exited count as arrived.
//
// Memory. Each cudaMalloc is a mapping of its own that ends at an inaccessible page, filled with 0xCD; outside
// kernels and copies it is inaccessible as a whole, which catches host code that dereferences it. Freed ranges stay
// so for ever. What the guard pages miss (under 32 bytes behind a buffer, under a page before it) are guard words,
// checked after each run. NBB_EMU_MEMORY limits the device's memory (bytes; 4 GiB unless given). __shared__ variables
// are thread_local: blocks run one after another on one system thread, and the thread-local segment of the program is
// one range, poisoned when a block starts. So is dynamic shared memory, which ends, to 32 bytes, at an inaccessible
// page.
//
// Writers. A byte of a buffer is stored to once in a launch, even where the value is the same: tiles that overlap,
// or that are done twice, are a fault. It may be stored to again where the kernel says so: after it was handed
// over. st.release hands over what the thread's warp has stored, red.release what its block has; then a warp
// (atom.acquire) or a block (ld.acquire) that acquires the same word may store to it, and so may whoever handed it
// over. At the barrier of a cluster each warp hands over to all that come to the end of their wait.
// __syncthreads() hands nothing over. A __device__ variable is scratch memory: the thread that stored there may do
// so again. Atomics are not counted.
//
// Stricter than the hardware, on purpose:
//   - __syncthreads() must be reached by every thread of the block, those that have exited included. A mask may name
//     lanes that have exited, or lie beyond the end of a short warp (CUDA allows it), but no lane may read from one.
//   - load_matrix_sync and store_matrix_sync move a lane's own elements and order no memory between lanes.
//   - A byte of a buffer is stored to once, unless it is handed over (above).
//   - WMMA addresses are aligned to 32 bytes, strides to 16, as the programming guide asks.
//   - launch bounds hold at each launch; index, shift and signed overflows are caught (-fsanitize, our handlers).
// Not caught: a second store by memcpy or memset, or to a __device__ variable without an index; a barrier that is
// missing beside a shuffle, vote or matrix product, which hold the lanes together here while CUDA promises no order
// of memory; accesses out of bounds that land in another __shared__ variable, through a pointer; uninitialised
// registers (they hold 0xFE bytes where the compiler offers it). A spin on another thread's store never ends, unless
// it sleeps or loads by ld.acquire: then the threads of its block run on, and in a cooperative launch or a cluster
// the other blocks, by slices: one each in order forward, four in reverse; in shuffled orders a slice ends with the
// first warp of which a thread sleeps, whether the block's others have run or not.
#pragma once

#include "vector_types.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#ifndef EMU_WARP
#define EMU_WARP 32  // threads of a warp; 64 of HIP's
#endif

namespace emu {

using Lanes = std::conditional_t<EMU_WARP == 64, std::uint64_t, unsigned>;  // of a warp, a bit each
constexpr unsigned warp = EMU_WARP;
constexpr Lanes all_lanes = static_cast<Lanes>(~0ull);

// Everything that threads wait for together; the name is the one messages use.
#define EMU_OPERATIONS(X)                     \
    X(barrier, "__syncthreads")               \
    X(barrier_or, "__syncthreads_or")         \
    X(warp_barrier, "__syncwarp")             \
    X(shuffle, "__shfl_sync")                 \
    X(shuffle_up, "__shfl_up_sync")           \
    X(shuffle_down, "__shfl_down_sync")       \
    X(shuffle_xor, "__shfl_xor_sync")         \
    X(ballot, "__ballot_sync")                \
    X(any, "__any_sync")                      \
    X(all, "__all_sync")                      \
    X(matrix_load, "wmma::load_matrix_sync")  \
    X(matrix_store, "wmma::store_matrix_sync") \
    X(matrix_multiply, "wmma::mma_sync")       \
    X(byte_multiply, "mma.sync.m8n8k16")       \
    X(cluster_arrive, "__cluster_barrier_arrive") \
    X(cluster_wait, "__cluster_barrier_wait")

enum class Operation : unsigned char {
#define EMU_NAME(name, text) name,
    EMU_OPERATIONS(EMU_NAME)
#undef EMU_NAME
};

// Ends the program: the kernel, block and thread that run now, then the message; exit code 99.
[[noreturn]] void fault(const char *format, ...) __attribute__((format(printf, 1, 2)));

// The calling thread waits at a block barrier; returns the combined predicate where the operation has one.
int block_barrier(Operation operation, int predicate);

// The calling thread arrives at the barrier of its cluster, and waits until all others that have not exited have.
void cluster_arrive();
void cluster_wait();

// What is at `address` of the calling block's shared memory, in the block of this rank in its cluster.
void *shared_of(const void *address, unsigned rank);
unsigned cluster_rank();  // of the calling thread's block in its cluster
unsigned cluster_size();

// The calling lane waits for all lanes of `mask` to arrive at the same operation with the same mask. `value` is what
// it brings (integers extended to 64 bits by their own sign), `source` the lane a shuffle reads. Returns its result.
std::uint64_t warp_collective(Operation operation, Lanes mask, std::uint64_t value, unsigned source = 0);

// The calling lane moves its part of a matrix, which all lanes of its warp must do alike: `arguments` stands for what
// must agree. Does not wait: the lanes are compared at the next matrix product, or when they have exited.
void matrix_access(Operation operation, std::uint64_t arguments);

unsigned lane();         // from 0, of the calling thread
void *dynamic_shared();  // what `extern __shared__ type name[];` names
std::size_t shared_limit(const void *function);  // bytes of it that a launch of the kernel may ask for

// One lane's share of a matrix. Fragments of different roles scatter their elements differently.
enum class Role : unsigned char { a, b, accumulator };
struct MatrixPart {
    void *elements;  // rows * columns / 32 of them
    bool is_half;    // else float
    Role role;
    unsigned short rows, columns;
};
constexpr unsigned poison_half = 0x7e5a, poison_float = 0x7fc0dead;  // two NaNs nobody computes

void matrix_load(MatrixPart to, const void *memory, unsigned stride, bool by_rows);
void matrix_store(MatrixPart from, void *memory, unsigned stride, bool by_rows);
void matrix_multiply(MatrixPart d, MatrixPart a, MatrixPart b, MatrixPart c);

// The PTX instruction mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 with C = D: d += A x B, in all lanes of a warp.
// Lane 4 i + q holds bytes 4 q to 4 q + 3 of row i of A and of column i of B, elements 2 q and 2 q + 1 of row i of D.
void mma_m8n8k16_u8(unsigned &d0, unsigned &d1, unsigned a, unsigned b, bool b_is_signed);

// The PTX instruction lop3.b32: each bit of d is the table's bit 4 a + 2 b + c, of these bits of a, b and c.
unsigned lop3(unsigned table, unsigned a, unsigned b, unsigned c);

// The PTX instruction rsqrt.approx.ftz.f32, which may be off by some last digits: here the nearest number.
inline float rsqrt(float x) { return static_cast<float>(1 / __builtin_sqrt(static_cast<double>(x))); }

// __nanosleep: the calling thread lets all others run, so that a loop that polls comes to its end.
void sleep_once();

// The PTX instructions red.release.gpu.global.add.u32, ld.acquire.gpu.global.u32, atom.acquire.gpu.global.exch.b32,
// st.release.gpu.global.u32 and, which hand over nothing but their word, ld.relaxed.gpu.global.u64 and
// st.relaxed.gpu.global.u64. A load lets the others run first, as a sleep does.
void red_release_add(unsigned *address, unsigned value);
void ld_acquire(unsigned &value, const unsigned *address);
void atom_acquire_exch(unsigned &before, unsigned *address, unsigned value);
void st_release(unsigned *address, unsigned value);
void ld_relaxed(unsigned long long &value, const unsigned long long *address);
void st_relaxed(unsigned long long *address, unsigned long long value);

// %warpid: as if two blocks of a column of the grid shared a multiprocessor.
unsigned warp_slot();

// IEEE binary16, to nearest, ties to even; overflow gives infinity.
unsigned short half_from(double value);
float half_value(unsigned short bits);

struct Launch {
    const char *kernel;
    const void *function;
    unsigned bound;    // __launch_bounds__, or the 1024 of the hardware
    unsigned cluster;  // __cluster_dims__, or 1: so many blocks, consecutive in x
    dim3 grid, block;
    std::size_t shared;  // bytes, of dynamic shared memory
    bool cooperative;  // all blocks run at the same time, so that they may wait for each other
    void (*body)(const void *arguments);
    const void *arguments;
};
Launch launch_of(const char *kernel, const void *function, unsigned bound, unsigned cluster, dim3 grid, dim3 block,
                 std::size_t shared);

// Faults if an argument's address, of so many, is neither null nor one that the device may use.
void launch(const Launch &launch, const void *const *addresses, unsigned count);

// The program's variables, from its own linker symbols: part of every snapshot.
bool register_variables(void *begin, void *end);

// An argument, where it is an address.
template <class Value> const void *address_of(const Value &value)
{
    if constexpr (std::is_pointer_v<Value>) {
        return const_cast<const void *>(static_cast<const volatile void *>(value));
    }
    return nullptr;
}

// `k<<<grid, block, shared>>>(arguments)` is rewritten to `emu::kernel("k", k, bound, cluster, grid, block,
// shared)(arguments)`. Each program has one for each of its kernels, so it holds little.
template <class... Parameters> struct Kernel {
    Launch configuration;
    void (*function)(Parameters...);

    void operator()(Parameters... arguments)
    {
        const void *const addresses[] = {address_of(arguments)..., nullptr};
        auto call = [=, run = function] { run(arguments...); };
        configuration.body = [](const void *bound) { (*static_cast<const decltype(call) *>(bound))(); };
        configuration.arguments = &call;
        launch(configuration, addresses, sizeof...(arguments));
    }
};

template <class... Parameters>
Kernel<Parameters...> kernel(const char *name, void (*function)(Parameters...), unsigned bound, unsigned cluster,
                             dim3 grid, dim3 block, std::size_t shared = 0)
{
    return {launch_of(name, reinterpret_cast<const void *>(function), bound, cluster, grid, block, shared), function};
}

}  // namespace emu

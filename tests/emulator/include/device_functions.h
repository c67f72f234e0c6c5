// device_functions.h - what device code calls: barriers, warp collectives, atomics, loads. Overloads stand for
// exactly the types CUDA offers (no atomicAdd on uint64_t, say), so that what compiles here compiles there.
#pragma once

#include "emulator.h"

#include <cstring>

extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
extern const int warpSize;

// Barriers

inline void __syncthreads() { emu::block_barrier(emu::Operation::barrier, 0); }
inline int __syncthreads_or(int p) { return emu::block_barrier(emu::Operation::barrier_or, p); }
inline void __syncwarp(unsigned mask = 0xffffffffu) { emu::warp_collective(emu::Operation::warp_barrier, mask, 0); }
inline void __nanosleep(unsigned) { emu::sleep_once(); }

// Clusters of blocks, of compute capability 9.0

inline void __cluster_barrier_arrive() { emu::cluster_arrive(); }
inline void __cluster_barrier_wait() { emu::cluster_wait(); }
inline void *__cluster_map_shared_rank(const void *address, unsigned rank) { return emu::shared_of(address, rank); }
inline unsigned __clusterRelativeBlockRank() { return emu::cluster_rank(); }
inline unsigned __clusterSizeInBlocks() { return emu::cluster_size(); }

// Warp collectives

inline unsigned __ballot_sync(unsigned mask, int p)
{
    return static_cast<unsigned>(emu::warp_collective(emu::Operation::ballot, mask, p != 0));
}

inline int __any_sync(unsigned mask, int p)
{
    return static_cast<int>(emu::warp_collective(emu::Operation::any, mask, p != 0));
}

inline int __all_sync(unsigned mask, int p)
{
    return static_cast<int>(emu::warp_collective(emu::Operation::all, mask, p != 0));
}

namespace emu {

// The lane each shuffle reads within its segment of `width` lanes; the lane itself where the segment ends.
inline unsigned source_index(unsigned index, unsigned width)
{
    return (lane() & ~(width - 1)) | (index & (width - 1));
}

inline unsigned source_up(unsigned delta, unsigned width)
{
    return (lane() & (width - 1)) < delta ? lane() : lane() - delta;
}

inline unsigned source_down(unsigned delta, unsigned width)
{
    return (lane() & (width - 1)) + delta >= width ? lane() : lane() + delta;
}

inline unsigned source_xor(unsigned bits, unsigned width)
{
    return (lane() ^ bits) > (lane() | (width - 1)) ? lane() : lane() ^ bits;
}

template <class T> T exchange(Operation operation, Lanes mask, T value, unsigned source)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    bits = warp_collective(operation, mask, bits, source);
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace emu

#define EMU_SHUFFLES(type)                                                                                  \
    inline type __shfl_sync(unsigned mask, type value, int index, int width = 32)                           \
    {                                                                                                       \
        unsigned source = emu::source_index(static_cast<unsigned>(index), static_cast<unsigned>(width));    \
        return emu::exchange(emu::Operation::shuffle, mask, value, source);                                 \
    }                                                                                                       \
    inline type __shfl_up_sync(unsigned mask, type value, unsigned delta, int width = 32)                   \
    {                                                                                                       \
        unsigned source = emu::source_up(delta, static_cast<unsigned>(width));                              \
        return emu::exchange(emu::Operation::shuffle_up, mask, value, source);                              \
    }                                                                                                       \
    inline type __shfl_down_sync(unsigned mask, type value, unsigned delta, int width = 32)                 \
    {                                                                                                       \
        unsigned source = emu::source_down(delta, static_cast<unsigned>(width));                            \
        return emu::exchange(emu::Operation::shuffle_down, mask, value, source);                            \
    }                                                                                                       \
    inline type __shfl_xor_sync(unsigned mask, type value, int bits, int width = 32)                        \
    {                                                                                                       \
        unsigned source = emu::source_xor(static_cast<unsigned>(bits), static_cast<unsigned>(width));       \
        return emu::exchange(emu::Operation::shuffle_xor, mask, value, source);                             \
    }
EMU_SHUFFLES(int)
EMU_SHUFFLES(unsigned)
EMU_SHUFFLES(long)
EMU_SHUFFLES(unsigned long)
EMU_SHUFFLES(long long)
EMU_SHUFFLES(unsigned long long)
EMU_SHUFFLES(float)
EMU_SHUFFLES(double)
#undef EMU_SHUFFLES

// Atomics: fibers switch only at barriers, so plain arithmetic is atomic. Each returns the old value. Their stores
// do not count (engine/writers.cpp): any number of threads may make them.

#define EMU_ATOMIC_CODE __attribute__((no_sanitize_address))

#define EMU_ATOMIC(name, type, expression)                      \
    EMU_ATOMIC_CODE inline type name(type *address, type value) \
    {                                                           \
        type old = *address;                                    \
        *address = static_cast<type>(expression);               \
        return old;                                             \
    }
EMU_ATOMIC(atomicAnd, unsigned, old &value)
EMU_ATOMIC(atomicOr, unsigned, old | value)
EMU_ATOMIC(atomicOr, unsigned long long, old | value)
EMU_ATOMIC(atomicXor, unsigned, old ^ value)
EMU_ATOMIC(atomicAdd, int, static_cast<unsigned>(old) + static_cast<unsigned>(value))
EMU_ATOMIC(atomicAdd, unsigned, old + value)
EMU_ATOMIC(atomicAdd, unsigned long long, old + value)
EMU_ATOMIC(atomicAdd, float, old + value)
EMU_ATOMIC(atomicAdd, double, old + value)
#undef EMU_ATOMIC
#undef EMU_ATOMIC_CODE

#define EMU_CACHED_LOAD(name) \
    template <class T> T name(const T *address) { return *address; }
EMU_CACHED_LOAD(__ldca)
EMU_CACHED_LOAD(__ldcg)
EMU_CACHED_LOAD(__ldcs)
#undef EMU_CACHED_LOAD

template <class T> void __stcs(T *address, T value) { *address = value; }

#include "arithmetic.h"

// hip_runtime.h - what texts of HIP see, over CUDA's runtime: waves of 64 lanes (nvcc-emu sets EMU_WARP for *.hip),
// shuffles and votes without a mask.
//
// On a GPU these take the lanes that happen to be there. Here all that have not exited of the segment of `width`
// lanes, of a vote or a barrier the half of 32, must come, as the texts mean it. What a vote tells of the other half
// hangs on what that does: here it says 1.
#pragma once

#include "../cuda_runtime.h"

static_assert(EMU_WARP == 64, "the engine is that of CUDA: name the program *.hip");

#undef __CUDACC__
#define __HIPCC__ 1

using hipError_t = cudaError_t;
using hipEvent_t = cudaEvent_t;
constexpr hipError_t hipSuccess = cudaSuccess;
constexpr cudaMemcpyKind hipMemcpyDefault = cudaMemcpyDefault;

#define EMU_HIP(name) \
    template <class... T> auto hip##name(T... given) { return cuda##name(given...); }
EMU_HIP(Malloc)
EMU_HIP(Free)
EMU_HIP(Memcpy)
EMU_HIP(Memset)
EMU_HIP(GetErrorString)
EMU_HIP(GetLastError)
EMU_HIP(DeviceSynchronize)
EMU_HIP(EventCreate)
EMU_HIP(EventRecord)
EMU_HIP(EventSynchronize)
EMU_HIP(EventElapsedTime)
#undef EMU_HIP

namespace emu {

inline Lanes segment(unsigned width) { return all_lanes >> (warp - width) << (lane() & ~(width - 1)); }

}  // namespace emu

#define EMU_SHUFFLE(name, operation, source)                                                                 \
    template <class T> T name(T value, unsigned by, unsigned width = emu::warp)                              \
    {                                                                                                        \
        return emu::exchange(emu::Operation::operation, emu::segment(width), value, emu::source(by, width)); \
    }
EMU_SHUFFLE(__shfl, shuffle, source_index)
EMU_SHUFFLE(__shfl_up, shuffle_up, source_up)
EMU_SHUFFLE(__shfl_down, shuffle_down, source_down)
EMU_SHUFFLE(__shfl_xor, shuffle_xor, source_xor)
#undef EMU_SHUFFLE

inline unsigned long long __ballot(int p)
{
    const emu::Lanes half = emu::segment(32);
    return emu::warp_collective(emu::Operation::ballot, half, p != 0) | ~half;
}

inline void __builtin_amdgcn_fence(int, const char *) {}
inline void __builtin_amdgcn_wave_barrier()
{
    emu::warp_collective(emu::Operation::warp_barrier, emu::segment(32), 0);
}

// What HIP does not have.
#pragma GCC poison __shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync __ballot_sync __any_sync __all_sync \
    __syncwarp
#pragma GCC poison __ldca __ldcg __ldcs __stcs __dp4a __nanosleep __cluster_barrier_arrive cudaMalloc cudaMemcpy

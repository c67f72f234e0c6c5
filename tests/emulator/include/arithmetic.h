// arithmetic.h - integer, byte and bit intrinsics of one thread. They work on the host too; nvcc knows where they
// may not.
#pragma once

#include "vector_types.h"

#include <cstring>

#define EMU_MIN_MAX(result, left, right)                                                     \
    constexpr result min(left a, right b)                                                    \
    {                                                                                        \
        return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a) : static_cast<result>(b); \
    }                                                                                        \
    constexpr result max(left a, right b)                                                    \
    {                                                                                        \
        return static_cast<result>(a) > static_cast<result>(b) ? static_cast<result>(a) : static_cast<result>(b); \
    }
#define EMU_MIN_MAX_MIXED(with_sign, without_sign)        \
    EMU_MIN_MAX(with_sign, with_sign, with_sign)          \
    EMU_MIN_MAX(without_sign, without_sign, without_sign) \
    EMU_MIN_MAX(without_sign, with_sign, without_sign)    \
    EMU_MIN_MAX(without_sign, without_sign, with_sign)
EMU_MIN_MAX_MIXED(int, unsigned)
EMU_MIN_MAX_MIXED(long, unsigned long)
EMU_MIN_MAX_MIXED(long long, unsigned long long)
EMU_MIN_MAX(float, float, float)
EMU_MIN_MAX(double, double, double)
#undef EMU_MIN_MAX_MIXED
#undef EMU_MIN_MAX

// Counting and finding bits

constexpr int __popc(unsigned x) { return __builtin_popcount(x); }
constexpr int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
constexpr int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
constexpr int __ffs(int x) { return __builtin_ffs(x); }

// Moving bits

constexpr unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return static_cast<unsigned>(((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31)) >> 32);
}

constexpr unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}

// Four bytes of a word at a time

inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum)
{
    for (int shift = 0; shift < 32; shift += 8) {
        sum += (a >> shift & 0xff) * (b >> shift & 0xff);
    }
    return sum;
}

inline int __dp4a(int a, int b, int sum)
{
    unsigned wrapped = static_cast<unsigned>(sum);
    for (int shift = 0; shift < 32; shift += 8) {
        wrapped += static_cast<unsigned>(static_cast<signed char>(a >> shift) * static_cast<signed char>(b >> shift));
    }
    return static_cast<int>(wrapped);
}

// The same bits as another type

#define EMU_REINTERPRET(name, to, from)        \
    inline to name(from value)                 \
    {                                          \
        to result;                             \
        std::memcpy(&result, &value, sizeof result); \
        return result;                         \
    }
EMU_REINTERPRET(__float_as_uint, unsigned, float)
EMU_REINTERPRET(__uint_as_float, float, unsigned)
EMU_REINTERPRET(__double_as_longlong, long long, double)
EMU_REINTERPRET(__longlong_as_double, double, long long)
#undef EMU_REINTERPRET

// No compiler contracts what stands in calls: nvcc-emu -fused relies on it.
#define EMU_OPAQUE __attribute__((noinline))
EMU_OPAQUE inline float __fadd_rn(float x, float y) { return x + y; }
EMU_OPAQUE inline float __fsub_rn(float x, float y) { return x - y; }
EMU_OPAQUE inline float __fmul_rn(float x, float y) { return x * y; }
EMU_OPAQUE inline float __fdiv_rn(float x, float y) { return x / y; }
inline float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline float __fsqrt_rn(float x) { return __builtin_sqrtf(x); }
EMU_OPAQUE inline double __dadd_rn(double x, double y) { return x + y; }
EMU_OPAQUE inline double __dsub_rn(double x, double y) { return x - y; }
EMU_OPAQUE inline double __dmul_rn(double x, double y) { return x * y; }
EMU_OPAQUE inline double __ddiv_rn(double x, double y) { return x / y; }
#undef EMU_OPAQUE
inline double __fma_rn(double x, double y, double z) { return __builtin_fma(x, y, z); }
inline double __dsqrt_rn(double x) { return __builtin_sqrt(x); }

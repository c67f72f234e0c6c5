// cuda_fp16.h - half precision: stored as binary16, rounded once to nearest even, computed in float.
#pragma once

#include "emulator.h"
#include "device_functions.h"

struct __half {
    unsigned short __x;

    __half() = default;
#define EMU_FROM(type) \
    __half(type value) : __x(emu::half_from(static_cast<double>(value))) {}
    EMU_FROM(float)
    EMU_FROM(double)
    EMU_FROM(short)
    EMU_FROM(unsigned short)
    EMU_FROM(int)
    EMU_FROM(unsigned)
    EMU_FROM(long)
    EMU_FROM(unsigned long)
    EMU_FROM(long long)
    EMU_FROM(unsigned long long)
#undef EMU_FROM
    operator float() const { return emu::half_value(__x); }
};
typedef __half half;

struct alignas(4) __half2 {
    __half x, y;
};
typedef __half2 half2;

#define EMU_HALF_FROM(name, type) \
    inline __half name(type value) { return __half(value); }
EMU_HALF_FROM(__float2half, float)
EMU_HALF_FROM(__float2half_rn, float)
EMU_HALF_FROM(__double2half, double)
EMU_HALF_FROM(__short2half_rn, short)
EMU_HALF_FROM(__ushort2half_rn, unsigned short)
EMU_HALF_FROM(__int2half_rn, int)
EMU_HALF_FROM(__uint2half_rn, unsigned)
EMU_HALF_FROM(__ll2half_rn, long long)
EMU_HALF_FROM(__ull2half_rn, unsigned long long)
#undef EMU_HALF_FROM

#define EMU_HALF_TO(name, type, expression) \
    inline type name(__half h) { return static_cast<type>(expression); }
EMU_HALF_TO(__half2float, float, emu::half_value(h.__x))
EMU_HALF_TO(__half2int_rn, int, __builtin_nearbyintf(emu::half_value(h.__x)))
EMU_HALF_TO(__half2int_rz, int, emu::half_value(h.__x))
EMU_HALF_TO(__half2uint_rn, unsigned, __builtin_nearbyintf(emu::half_value(h.__x)))
EMU_HALF_TO(__half2uint_rz, unsigned, emu::half_value(h.__x))
EMU_HALF_TO(__half2ushort_rn, unsigned short, __builtin_nearbyintf(emu::half_value(h.__x)))
EMU_HALF_TO(__half_as_ushort, unsigned short, h.__x)
#undef EMU_HALF_TO

inline __half __ushort_as_half(unsigned short bits)
{
    __half h;
    h.__x = bits;
    return h;
}

// Sums and products of two halves are exact in double, so one rounding remains; a quotient rounds twice harmlessly.
#define EMU_HALF_ARITHMETIC(name, sign)                                                                  \
    inline __half operator sign(__half a, __half b)                                                      \
    {                                                                                                    \
        return __half(static_cast<double>(emu::half_value(a.__x)) sign emu::half_value(b.__x));          \
    }                                                                                                    \
    inline __half name(__half a, __half b) { return a sign b; }
EMU_HALF_ARITHMETIC(__hadd, +)
EMU_HALF_ARITHMETIC(__hsub, -)
EMU_HALF_ARITHMETIC(__hmul, *)
EMU_HALF_ARITHMETIC(__hdiv, /)
#undef EMU_HALF_ARITHMETIC

inline __half2 __halves2half2(__half low, __half high) { return {low, high}; }
inline __half2 __floats2half2_rn(float low, float high) { return {__half(low), __half(high)}; }
inline __half __low2half(__half2 pair) { return pair.x; }
inline __half __high2half(__half2 pair) { return pair.y; }

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

#define EMU_HALF_FROM(name, type) \
    inline __half name(type value) { return __half(value); }
EMU_HALF_FROM(__float2half, float)
EMU_HALF_FROM(__int2half_rn, int)
EMU_HALF_FROM(__uint2half_rn, unsigned)
#undef EMU_HALF_FROM

inline float __half2float(__half h) { return emu::half_value(h.__x); }
inline unsigned short __half_as_ushort(__half h) { return h.__x; }

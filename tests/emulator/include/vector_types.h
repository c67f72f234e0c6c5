// vector_types.h - CUDA's vector types with the alignment the device needs, and their make_ functions.
#pragma once

#define EMU_VECTOR(type, name, align2, align4)                                        \
    struct name##1 { type x; };                                                       \
    struct alignas(align2) name##2 { type x, y; };                                    \
    struct name##3 { type x, y, z; };                                                 \
    struct alignas(align4) name##4 { type x, y, z, w; };                              \
    inline name##1 make_##name##1(type x) { return {x}; }                             \
    inline name##2 make_##name##2(type x, type y) { return {x, y}; }                  \
    inline name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }       \
    inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

EMU_VECTOR(signed char, char, 2, 4)
EMU_VECTOR(unsigned char, uchar, 2, 4)
EMU_VECTOR(short, short, 4, 8)
EMU_VECTOR(unsigned short, ushort, 4, 8)
EMU_VECTOR(int, int, 8, 16)
EMU_VECTOR(unsigned int, uint, 8, 16)
EMU_VECTOR(long long int, longlong, 16, 16)
EMU_VECTOR(unsigned long long int, ulonglong, 16, 16)
EMU_VECTOR(float, float, 8, 16)
EMU_VECTOR(double, double, 16, 16)
#undef EMU_VECTOR

struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};

/* half.c - rounds to half precision and reads it. The template host/distance.in is the other copy of the rounding.

       half:   s eeeee ffffffffff               15 more than the exponent, 10 bits of fraction
       single: s eeeeeeee fffffffffffffffffffffff    127 more, 23 bits */
#include "gen/base/half.h"

#include <math.h>
#include <string.h>

enum { SIGN = 0x8000, INFINITE = 0x7c00, FRACTION = 0x3ff };

uint16_t nbb_half_nearest(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    uint32_t sign = bits >> 16 & SIGN, size = bits & 0x7fffffffu, exponent = size >> 23;
    uint32_t units = size - (112u << 23), drop = 13;  /* of halves from 2^-14 on */
    if (exponent > 142) {
        return (uint16_t)(sign | INFINITE);
    }
    if (exponent < 113) {                             /* below, the unit is 2^-24 */
        units = exponent < 102 ? 0 : (size & 0x7fffffu) | 0x800000u;
        drop = exponent < 102 ? 1 : 126 - exponent;
    }
    return (uint16_t)(sign | (units + (1u << (drop - 1)) - 1 + (units >> drop & 1)) >> drop);
}

double nbb_half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & FRACTION;
    double size = exponent == 31  ? (double)INFINITY
                  : exponent == 0 ? ldexp(fraction, -24)
                                  : ldexp(fraction + FRACTION + 1, exponent - 25);
    return (bits & SIGN) != 0 ? -size : size;
}

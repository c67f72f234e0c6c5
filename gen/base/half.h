/* half.h - numbers of half precision (IEEE 754 binary16), by their bits. */
#pragma once

#include <stdint.h>

/* The bits of the half nearest to a number that is no NaN: of two as near those of the even one, from 65520 on those
   of infinity. What a GPU's cvt.rn.f16.f32 does. */
uint16_t nbb_half_nearest(float number);

/* The number that the bits of a half which is no NaN stand for. */
double nbb_half_value(uint16_t bits);

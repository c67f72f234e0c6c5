/* mix.h - splitmix64, by which everything that is drawn is numbered. */
#pragma once

#include <stdint.h>

/* splitmix64's step and finaliser. */
uint64_t nbb_mix(uint64_t z);

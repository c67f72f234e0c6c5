/* radices.h - levels of an encoding, for tests. */
#ifndef NBB_TEST_RADICES_H
#define NBB_TEST_RADICES_H

#include "gen/domain/encoding.h"

/* Levels that are alike, with these bases and largest digits on x and y. Valid until the next call. */
static inline const nbb_radix *radices_of(const int64_t base[2], const int64_t largest[2])
{
    static nbb_radix radices[66];
    for (int level = 0; level < 66; ++level) {
        radices[level] = (nbb_radix){ { base[0], base[1] }, { largest[0], largest[1] } };
    }
    return radices;
}

/* The same with s by axis, and with digits of k replicas. */
static inline const nbb_radix *radices_of_sides(int64_t x, int64_t y)
{
    return radices_of((const int64_t[]){ x, y }, (const int64_t[]){ x - 1, y - 1 });
}

/* Levels of s = 3 x 2, 2 x 5, 4 x 1 and 7 x 3 cyclically. */
static inline const nbb_radix *radices_that_differ(void)
{
    static nbb_radix radices[16];
    static const int64_t s[4][2] = { { 3, 2 }, { 2, 5 }, { 4, 1 }, { 7, 3 } };
    for (int i = 0; i < 32; ++i) {
        radices[i / 2].base[i % 2] = s[i / 2 % 4][i % 2];
        radices[i / 2].largest[i % 2] = s[i / 2 % 4][i % 2] - 1;
    }
    return radices;
}

#endif

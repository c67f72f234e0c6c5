/* state.c - the one state that every map and target must agree on. */
#include "gen/domain/state.h"

enum { HASH_BITS = 24 };                              /* of the 64 that decide an initial cell */

uint64_t nbb_mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint32_t nbb_density_threshold(double density)
{
    return (uint32_t)(density * (double)(UINT32_C(1) << HASH_BITS));
}

/* Mixes the coordinates into z, x first. */
static uint64_t mix_cell(uint64_t z, int axes, nbb_vector cell)
{
    for (int axis = 0; axis < axes; axis++) {
        z = nbb_mix(z ^ (uint64_t)cell.at[axis]);
    }
    return z;
}

uint64_t nbb_state_hash(uint64_t seed, int axes, nbb_vector cell)
{
    return mix_cell(nbb_mix(seed), axes, cell);
}

int nbb_state_initial(uint64_t seed, uint32_t threshold, int axes, nbb_vector cell)
{
    return nbb_state_hash(seed, axes, cell) >> (64 - HASH_BITS) < threshold;
}

uint64_t nbb_state_digest(int axes, nbb_vector cell)
{
    return mix_cell(0, axes, cell);
}

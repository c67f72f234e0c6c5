/* state.h - the one state that every map and target must agree on: it depends on coordinates alone. */
#ifndef NBB_STATE_H
#define NBB_STATE_H

#include "gen/domain/domain.h"

#include <stdint.h>

/* splitmix64's step and finaliser. */
uint64_t nbb_mix(uint64_t z);

/* floor(density * 2^24): a cell is alive at first iff its hash's top 24 bits are below this. 0 <= density <= 1. */
uint32_t nbb_density_threshold(double density);

/* A cell's hash of the initial state, mix(mix(mix(seed) ^ x) ^ y), z last with three axes. */
uint64_t nbb_state_hash(uint64_t seed, int axes, nbb_vector cell);

/* Whether the cell is alive at first: nbb_state_hash >> 40 < threshold. */
int nbb_state_initial(uint64_t seed, uint32_t threshold, int axes, nbb_vector cell);

/* A live cell's share of the digest, mix(mix(x) ^ y), z last; the digest is the sum modulo 2^64. */
uint64_t nbb_state_digest(int axes, nbb_vector cell);

#endif

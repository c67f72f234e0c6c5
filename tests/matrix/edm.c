/* edm.c - distances as their definition has them, pair by pair. */
#include "edm.h"

#include "gen/domain/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* By its own loop, for the comparison to mean something: as runtime/run/points.h defines it. */
nbb_status draw_points(int64_t count, uint64_t seed, nbb_points *points)
{
    int64_t pitch = (count + 3) / 4 * 4;
    *points = (nbb_points){ .count = count,
                            .pitch = pitch,
                            .dimensions = EDM_DIMENSIONS,
                            .at = calloc((size_t)(pitch * EDM_DIMENSIONS), sizeof(float)) };
    if (points->at == NULL) {
        return nbb_fail_memory((uint64_t)(pitch * EDM_DIMENSIONS) * sizeof(float), "points");
    }
    for (int64_t i = 0; i < count; ++i) {
        for (int c = 0; c < EDM_DIMENSIONS; ++c) {
            uint64_t mixed = nbb_mix(nbb_mix(nbb_mix(seed) ^ (uint64_t)i) ^ (uint64_t)c);
            points->at[c * pitch + i] = (float)(mixed >> 40) / (float)(1 << 24);
        }
    }
    return NBB_OK;
}

float expected_distance(const nbb_domain *domain, const nbb_points *points, nbb_vector cell)
{
    if (!nbb_domain_member(domain, cell)) {
        return -1;
    }
    int64_t i = cell.at[0], j = domain->size - 1 - cell.at[1];
    float sum = 0;
    for (int c = 0; c < EDM_DIMENSIONS; ++c) {
        float difference = points->at[c * points->pitch + i] - points->at[c * points->pitch + j];
        sum += difference * difference;
    }
    return sqrtf(sum);
}

figures expected_distances(const nbb_domain *domain, const nbb_points *points)
{
    figures expected = { .digest = 0 };
    for (int64_t i = 0; i < nbb_domain_cells(domain); ++i) {
        nbb_vector cell = nbb_domain_cell(domain, i);
        float distance = expected_distance(domain, points, cell);
        uint32_t bits;
        memcpy(&bits, &distance, sizeof bits);
        uint64_t key = nbb_state_digest(nbb_domain_axes(domain), cell);
        expected.digest0 += nbb_mix(key);
        expected.digest += nbb_mix(key ^ bits);
        expected.population += distance != 0;
    }
    return expected;
}

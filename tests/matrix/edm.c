/* edm.c - distances as their definition has them, pair by pair. */
#include "edm.h"

#include "gen/domain/domain.h"

/* By its own loop, for the comparison to mean something: as runtime/run/given.h defines it. */
nbb_status draw_points(int64_t count, uint64_t seed, nbb_cell_kind kind, nbb_points *points)
{
    bool are_wide = kind == NBB_CELL_F64;
    int64_t pitch = (count + 7) / 8 * 8;
    *points = (nbb_points){ .count = count,
                            .pitch = pitch,
                            .dimensions = EDM_DIMENSIONS,
                            .are_wide = are_wide,
                            .at = calloc((size_t)(pitch * EDM_DIMENSIONS), sizeof(double)) };
    float *single = points->at;
    double *wide = points->at;
    if (points->at == NULL) {
        return nbb_fail_memory((uint64_t)(pitch * EDM_DIMENSIONS) * sizeof(double), "points");
    }
    for (int64_t i = 0; i < count; ++i) {
        for (int c = 0; c < EDM_DIMENSIONS; ++c) {
            uint64_t mixed = nbb_mix(nbb_mix(nbb_mix(seed) ^ (uint64_t)i) ^ (uint64_t)c);
            if (are_wide) {
                wide[c * pitch + i] = (double)(mixed >> 11) / (double)(INT64_C(1) << 53);
            } else {
                single[c * pitch + i] = (float)(mixed >> 40) / (float)(1 << 24);
            }
        }
    }
    return NBB_OK;
}

static uint64_t wide_bits(const nbb_points *points, int64_t i, int64_t j)
{
    const double *at = points->at;
    double sum = 0;
    for (int c = 0; c < EDM_DIMENSIONS; ++c) {
        double difference = at[c * points->pitch + i] - at[c * points->pitch + j];
        sum += difference * difference;
    }
    double distance = sqrt(sum);
    uint64_t bits;
    memcpy(&bits, &distance, sizeof bits);
    return bits;
}

static float single_distance(const nbb_points *points, int64_t i, int64_t j)
{
    const float *at = points->at;
    float sum = 0;
    for (int c = 0; c < EDM_DIMENSIONS; ++c) {
        float difference = at[c * points->pitch + i] - at[c * points->pitch + j];
        sum += difference * difference;
    }
    return sqrtf(sum);
}

/* A half by the unit that it is a multiple of; drawn points are no further apart than 2. */
static uint64_t half_bits(float number)
{
    int exponent = -13;
    if (number >= 0x1p-14f) {
        frexpf(number, &exponent);
    }
    return (uint64_t)(exponent + 13) * 1024 + (uint64_t)rint(ldexp((double)number, 11 - exponent));
}

uint64_t expected_distance(const nbb_domain *domain, const nbb_points *points, nbb_cell_kind kind, nbb_vector cell)
{
    static const uint64_t none[] = {
        [NBB_CELL_F16] = 0xbc00, [NBB_CELL_F32] = 0xbf800000, [NBB_CELL_F64] = UINT64_C(0xbff) << 52
    };
    int64_t i = cell.at[0], j = domain->size - 1 - cell.at[1];
    if (!nbb_domain_member(domain, cell)) {
        return none[kind];
    }
    if (kind == NBB_CELL_F64) {
        return wide_bits(points, i, j);
    }
    float distance = single_distance(points, i, j);
    uint32_t bits;
    memcpy(&bits, &distance, sizeof bits);
    return kind == NBB_CELL_F16 ? half_bits(distance) : bits;
}

figures expected_distances(const nbb_domain *domain, const nbb_points *points, nbb_cell_kind kind)
{
    figures expected = { .digest = 0 };
    for (int64_t i = 0; i < nbb_domain_cells(domain); ++i) {
        nbb_vector cell = nbb_domain_cell(domain, i);
        uint64_t bits = expected_distance(domain, points, kind, cell);
        uint64_t key = nbb_state_hash(0, nbb_domain_axes(domain), cell);
        expected.digest0 += nbb_mix(key);
        expected.digest += nbb_mix(key ^ bits);
        expected.population += bits != 0;
    }
    return expected;
}

/* fractal_draw.c - levels that have their layouts at random, or replicas of them. */
#include "gen/domain/fractal.h"

uint64_t nbb_mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static double draw(uint64_t seed, int64_t key)
{
    return (double)(nbb_mix(nbb_mix(seed) ^ (uint64_t)key) >> 40) / (1 << 24);
}

void nbb_fractal_draw_levels(nbb_fractal *fractal, uint64_t seed, const double *weights)
{
    double all = 0;
    fractal->drawn = true;
    fractal->seed = seed;
    for (int table = 0; table < fractal->table_count; table++) {
        fractal->weights[table] = weights[table];
        all += weights[table];
    }
    for (int mu = 1; mu <= NBB_LEVELS_MAX; mu++) {
        double drawn = draw(seed, mu), share = weights[0];
        int table = 0;
        while (table + 1 < fractal->table_count && share / all <= drawn) {
            share += weights[++table];
        }
        fractal->levels[mu - 1] = &fractal->tables[table];
    }
}

/* Level mu's table, of a defined one. */
static void keep(const nbb_replicas *defined, uint64_t seed, const double *chances, int mu, nbb_replicas *kept)
{
    enum { KEYS_OF_LEVELS = 64 }; /* more than there are levels, whose own keys these are */
    *kept = *defined;
    for (int64_t i = 0; i < nbb_layout_places(defined) && chances != NULL; i++) {
        if (draw(seed, mu + KEYS_OF_LEVELS * (i + 1)) >= chances[i]) {
            kept->id[i] = -1;
        }
    }
    nbb_replicas_number(kept);
    memset(kept->isometry + kept->k, 0, (size_t)(NBB_K_MAX - kept->k));
}

/* Adds the last level's table to those before it, unless one has the same layout; which one the level has. */
static const nbb_replicas *add_table(nbb_fractal *fractal)
{
    nbb_replicas *added = &fractal->tables[fractal->table_count], *same = fractal->tables;
    while (same < added
           && (memcmp(same->s.at, added->s.at, sizeof added->s.at) != 0
               || memcmp(same->isometry, added->isometry, sizeof added->isometry) != 0
               || memcmp(same->id, added->id, sizeof added->id) != 0)) {
        same++;
    }
    fractal->table_count += same == added;
    return same;
}

/* What the levels drawn say of the fractal: levels from `mu` on have no table. */
static nbb_status end_below(nbb_fractal *fractal, int mu)
{
    fractal->level_limit = mu - 1;
    for (; mu <= NBB_LEVELS_MAX; mu++) {
        fractal->levels[mu - 1] = fractal->tables;
    }
    memset(fractal->weights, 0, sizeof fractal->weights);
    for (int level = nbb_fractal_largest_level(fractal); level > 0; level--) {
        fractal->weights[fractal->levels[level - 1] - fractal->tables] += 1;
    }
    return fractal->level_limit > 0
               ? NBB_OK
               : nbb_fail(NBB_ERROR_DEFINITION, "leaves level 1 without a replica; expected higher"
                                                " chances, or another seed in 'draw'");
}

nbb_status nbb_fractal_draw_places(nbb_fractal *fractal, uint64_t seed, const double *const *chances)
{
    const nbb_replicas *defined = fractal->tables;
    int mu = 1;
    NBB_TRY(NBB_ARRAYS(&fractal->arena, NBB_ARRAY(fractal->tables, NBB_LEVELS_MAX)));
    fractal->table_count = 0;
    fractal->drawn = true;
    fractal->seed = seed;
    for (; mu <= NBB_LEVELS_MAX; mu++) {
        int64_t table = fractal->levels[mu - 1] - defined;
        keep(&defined[table], seed, chances[table], mu, &fractal->tables[fractal->table_count]);
        if (fractal->tables[fractal->table_count].k == 0) {
            break;
        }
        fractal->levels[mu - 1] = add_table(fractal);
    }
    return end_below(fractal, mu);
}

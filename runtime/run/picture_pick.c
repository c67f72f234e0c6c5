/* picture_pick.c - a cell for each pixel, by going down the levels into what lies in the pixel. */
#include "runtime/run/picture.h"

#include <stdlib.h>

typedef struct picking {
    const nbb_fractal *fractal;
    nbb_vector side[NBB_LEVELS_MAX + 1];              /* of level mu in cells */
    int64_t from[2], to[2];                           /* the pixel's cells, by axis x and y */
} picking;

/* Whether the box of level mu at `at` shares a place with the pixel. */
static bool touches(const picking *job, int mu, nbb_vector at)
{
    for (int axis = 0; axis < 2; ++axis) {
        if (at.at[axis] + job->side[mu].at[axis] <= job->from[axis] || at.at[axis] >= job->to[axis]) {
            return false;
        }
    }
    return true;
}

/* The first cell in digit order of the level-mu fractal at `at` that lies in the pixel. */
static bool pick(const picking *job, int mu, nbb_vector at, nbb_vector *cell)
{
    if (!touches(job, mu, at)) {
        return false;
    }
    if (mu == 0) {
        *cell = at;
        return true;
    }
    const nbb_replicas *replicas = job->fractal->levels[mu - 1];
    for (int beta = 0; beta < replicas->k; ++beta) {
        nbb_vector place = nbb_replica_place(replicas, beta), below = at;
        for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
            below.at[axis] += place.at[axis] * job->side[mu - 1].at[axis];
        }
        if (pick(job, mu - 1, below, cell)) {
            return true;
        }
    }
    return false;
}

static bool pick_in_fractal(const nbb_domain *domain, nbb_picture_size size, uint32_t x, uint32_t y, nbb_vector *cell)
{
    picking job = { .fractal = domain->fractal };
    int r = (int)domain->size;
    for (int mu = 0; mu <= r; ++mu) {
        job.side[mu] = nbb_fractal_side(domain->fractal, 0, mu);
    }
    job.from[0] = (int64_t)x * size.scale;
    job.from[1] = (int64_t)y * size.scale;
    job.to[0] = job.from[0] + size.scale;
    job.to[1] = job.from[1] + size.scale;
    return pick(&job, r, (nbb_vector){ { 0 } }, cell);
}

bool nbb_picture_pick(const nbb_domain *domain, nbb_picture_size size, uint32_t x, uint32_t y, nbb_vector *cell)
{
    *cell = (nbb_vector){ { (int64_t)x * size.scale, (int64_t)y * size.scale, 0 } };
    return domain->simplex != NULL ? nbb_domain_member(domain, *cell) : pick_in_fractal(domain, size, x, y, cell);
}

/* fractal_box.c - the cells of a fractal in a box: by going down the levels, leaving out replicas beside it. */
#include "gen/domain/isometry.h"

typedef struct walk {
    const nbb_fractal *fractal;
    nbb_fractal_box box;
    nbb_fractal_visit *visit;
    void *context;
    nbb_vector sides[NBB_LEVELS_MAX + 1]; /* of each level */
    int64_t cells[NBB_LEVELS_MAX + 1];
} walk;

static bool is_beside(const walk *job, int mu, int64_t number, nbb_vector corner)
{
    const nbb_fractal_box *box = &job->box;
    bool is = number >= box->end || number + job->cells[mu] <= box->first;
    for (int axis = 0; axis < nbb_fractal_axes(job->fractal) && !is; ++axis) {
        int64_t offset = corner.at[axis] - box->origin.at[axis];
        is = offset >= box->extent.at[axis] || offset + job->sides[mu].at[axis] <= 0;
    }
    return is;
}

/* The replica of level mu at `corner`, turned so, whose first cell has this number. */
static bool walk_level(const walk *job, int mu, int64_t number, nbb_vector corner, int isometry)
{
    if (is_beside(job, mu, number, corner)) {
        return false;
    }
    if (mu == 0) {
        return job->visit(job->context, number, corner);
    }
    const nbb_replicas *replicas = job->fractal->levels[mu - 1];
    for (int beta = 0; beta < replicas->k; ++beta) {
        nbb_vector replica = corner, place = nbb_turned_place(replicas, isometry, beta);
        for (int axis = 0; axis < replicas->axes; ++axis) {
            replica.at[axis] += place.at[axis] * job->sides[mu - 1].at[axis];
        }
        if (walk_level(job, mu - 1, number + beta * job->cells[mu - 1], replica,
                       nbb_isometry_after(isometry, replicas->isometry[beta]))) {
            return true;
        }
    }
    return false;
}

bool nbb_fractal_walk(const nbb_fractal *fractal, int r, nbb_fractal_box box, nbb_fractal_visit *visit, void *context)
{
    walk job = { .fractal = fractal, .box = box, .visit = visit, .context = context };
    for (int mu = 0; mu <= r; ++mu) {
        job.sides[mu] = nbb_fractal_side(fractal, 0, mu);
        job.cells[mu] = nbb_fractal_cells(fractal, 0, mu);
    }
    return walk_level(&job, r, 0, (nbb_vector){ { 0 } }, 0);
}

/* export.c - a run's last state as a picture or an array. */
#include "export.h"

#include "npy.h"

#include <stdlib.h>

nbb_status nbb_export_png(nbb_run *run, const char *path, nbb_picture_size *size)
{
    const nbb_plan *plan = run->request.plan;
    *size = nbb_picture_fit(plan->n);
    uint64_t *cells = NULL;
    uint32_t *live = calloc((size_t)size->width * size->height, sizeof *live);
    uint64_t bytes = (uint64_t)size->width * size->height * sizeof *live;
    nbb_status status = live == NULL ? nbb_fail_memory(bytes, "a picture")
                                     : nbb_picture_count(plan->fractal, plan->r, *size, &cells);
    if (status == NBB_OK) {
        status = nbb_run_image(run, size->scale, size->width, size->height, live);
    }
    if (status == NBB_OK) {
        status = nbb_picture_write(path, *size, cells, live);
    }
    free(cells);
    free(live);
    return status;
}

/* The array's shape and how an element's place becomes a cell. */
typedef struct array {
    nbb_run *run;
    bool is_box;
    nbb_vector extent;                                /* columns, rows */
} array;

/* lambda(omega) on cells: odd levels take their replica from omega_x, even ones from omega_y [M20]. */
static nbb_vector orthotope_cell(const nbb_plan *plan, nbb_vector omega)
{
    nbb_vector cell = { { 0, 0 } };
    for (int mu = 1; mu <= plan->r; ++mu) {
        const nbb_replicas *replicas = plan->fractal->levels[mu - 1];
        int64_t *digits = &omega.at[mu % 2 == 1 ? 0 : 1];
        nbb_vector side = nbb_fractal_side(plan->fractal, mu - 1);
        for (int axis = 0; axis < NBB_AXES; ++axis) {
            cell.at[axis] += replicas->tau[*digits % replicas->k][axis] * side.at[axis];
        }
        *digits /= replicas->k;
    }
    return cell;
}

static nbb_status fill_rows(void *context, int64_t first, int64_t count, uint8_t *into)
{
    array *given = context;
    size_t places = (size_t)(count * given->extent.at[0]);
    uint32_t *xy = calloc(places, 2 * sizeof *xy);
    if (xy == NULL) {
        return nbb_fail_memory(places * 2 * sizeof *xy, "rows of an array");
    }
    for (size_t i = 0; i < places; ++i) {
        nbb_vector at = { { (int64_t)i % given->extent.at[0], first + (int64_t)i / given->extent.at[0] } };
        nbb_vector cell = given->is_box ? at : orthotope_cell(given->run->request.plan, at);
        xy[2 * i] = (uint32_t)cell.at[0];
        xy[2 * i + 1] = (uint32_t)cell.at[1];
    }
    nbb_status status = nbb_run_probe(given->run, xy, places, into);
    for (size_t i = 0; i < places && status == NBB_OK; ++i) {
        into[i] = into[i] == 1;                       /* a hole counts as dead */
    }
    free(xy);
    return status;
}

nbb_status nbb_export_npy(nbb_run *run, const char *path, bool *is_box)
{
    const nbb_plan *plan = run->request.plan;
    *is_box = plan->n.at[0] <= NBB_NPY_BOX_MAX / plan->n.at[1];
    array given = { run, *is_box, plan->n };
    if (!*is_box) {
        given.extent.at[0] = nbb_fractal_cells(plan->fractal, (plan->r + 1) / 2);
        given.extent.at[1] = nbb_fractal_cells(plan->fractal, plan->r / 2);
    }
    return nbb_npy_write(path, given.extent.at[1], given.extent.at[0], fill_rows, &given);
}

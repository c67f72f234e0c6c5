/* export.c - a run's last state as a picture or an array. */
#include "runtime/run/export.h"

#include "runtime/run/npy.h"

#include <stdlib.h>

nbb_status nbb_export_png(nbb_run *run, const char *path, nbb_picture_size *size)
{
    const nbb_plan *plan = run->request.plan;
    *size = nbb_picture_fit(plan->n);
    uint64_t *cells = NULL;
    uint32_t *live = calloc((size_t)size->width * size->height, sizeof *live);
    uint64_t bytes = (uint64_t)size->width * size->height * sizeof *live;
    nbb_status status = live == NULL ? nbb_fail_memory(bytes, "a picture")
                                     : nbb_picture_count(&plan->domain, *size, &cells);
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

/* lambda(omega) on cells: odd levels take their replica from omega_x, even ones from omega_y [M20]. */
static nbb_vector orthotope_cell(const nbb_plan *plan, nbb_vector omega)
{
    nbb_vector cell = { { 0, 0 } };
    for (int mu = 1; mu <= plan->r; ++mu) {
        const nbb_replicas *replicas = plan->fractal->levels[mu - 1];
        int64_t *digits = &omega.at[mu % 2 == 1 ? 0 : 1];
        nbb_vector side = nbb_fractal_side(plan->fractal, 0, mu - 1);
        for (int axis = 0; axis < replicas->axes; ++axis) {
            cell.at[axis] += replicas->tau[*digits % replicas->k][axis] * side.at[axis];
        }
        *digits /= replicas->k;
    }
    return cell;
}

/* An array and how an element's place becomes a cell. */
typedef struct array {
    nbb_run *run;
    nbb_array_form form;
    nbb_npy_shape shape;
} array;

static int64_t columns_of(const array *given)
{
    return given->shape.axes > 1 ? given->shape.at[given->shape.axes - 1] : 1;
}

static nbb_vector array_cell(const void *context, int64_t i)
{
    const array *given = context;
    const nbb_plan *plan = given->run->request.plan;
    int64_t columns = columns_of(given), n = plan->domain.size;
    nbb_vector cell;
    switch (given->form) {
    case NBB_ARRAY_BOX:
        return nbb_box_place((nbb_vector){ { 0 } }, plan->n, i);
    case NBB_ARRAY_ORTHOTOPE:
        return orthotope_cell(plan, (nbb_vector){ { i % columns, i / columns } });
    case NBB_ARRAY_CELLS:
        return nbb_domain_cell(&plan->domain, i);
    case NBB_ARRAY_MATRIX:                            /* below the diagonal it lies off the triangle */
        return (nbb_vector){ { i / columns, n - 1 - i % columns } };
    default:                                          /* row i of the matrix has n - i columns, as the triangle */
        cell = nbb_domain_cell(&plan->domain, i);
        return (nbb_vector){ { cell.at[1], n - 1 - cell.at[1] - cell.at[0] } };
    }
}

/* What lies off the domain counts as dead, or as no distance. */
static nbb_status fill_rows(void *context, int64_t first, int64_t count, void *into)
{
    array *given = context;
    int64_t columns = columns_of(given);
    uint8_t *alive = into;
    float *distances = into;
    NBB_TRY(nbb_run_probe(given->run, array_cell, given, first * columns, count * columns, into));
    for (int64_t i = 0; i < count * columns; ++i) {
        if (given->shape.type == NBB_NPY_F32) {
            distances[i] = distances[i] < 0 ? 0 : distances[i];
        } else {
            alive[i] = alive[i] == 1;
        }
    }
    return NBB_OK;
}

/* The box where it is small enough; else the orthotope of a fractal, the cells of a simplex. */
static array shape_array(nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    int axes = nbb_domain_axes(&plan->domain);
    bool is_float = plan->work->cell->bytes == sizeof(float);
    nbb_npy_type type = is_float ? NBB_NPY_F32 : NBB_NPY_U8;
    array given = { run, is_float ? NBB_ARRAY_MATRIX : NBB_ARRAY_BOX, { axes, { 0 }, type } };
    if (nbb_domain_places(&plan->domain) <= NBB_NPY_BOX_MAX) {
        for (int axis = 0; axis < axes; ++axis) {
            given.shape.at[axis] = plan->n.at[axes - 1 - axis];
        }
    } else if (plan->fractal == NULL) {
        given.form = is_float ? NBB_ARRAY_PAIRS : NBB_ARRAY_CELLS;
        given.shape = (nbb_npy_shape){ 1, { plan->cells }, type };
    } else {
        given.form = NBB_ARRAY_ORTHOTOPE;
        nbb_vector orthotope = nbb_fractal_orthotope(plan->fractal, 0, plan->r);
        given.shape = (nbb_npy_shape){ 2, { orthotope.at[1], orthotope.at[0] }, type };
    }
    return given;
}

nbb_status nbb_export_npy(nbb_run *run, const char *path, nbb_array_form *form)
{
    array given = shape_array(run);
    *form = given.form;
    return nbb_npy_write(path, given.shape, fill_rows, &given);
}

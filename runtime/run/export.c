/* export.c - a run's last state as a picture or an array. */
#include "runtime/run/drawing.h"

nbb_status nbb_export_png(nbb_run *run, const char *path, nbb_picture_size *size)
{
    NBB_AT_END(nbb_drawing_close) nbb_drawing drawing;
    NBB_TRY(nbb_drawing_open(run->request.plan, &drawing));
    *size = drawing.size;
    NBB_TRY(nbb_drawing_take(&drawing, run));
    for (int i = 0; i < drawing.count; ++i) {
        nbb_indexed picture = nbb_drawing_picture(&drawing, i);
        NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
        NBB_TRY(nbb_field_path(drawing.fields, drawing.count, i, path, &name));
        NBB_TRY(nbb_png_write(nbb_text_string(&name), &picture));
    }
    return NBB_OK;
}

/* lambda(omega) on cells: the axes of omega alternate: each level's replica is a digit of one axis [M20]. */
static nbb_vector orthotope_cell(const nbb_plan *plan, nbb_vector omega)
{
    int64_t number = 0;
    for (int mu = 1; mu <= plan->asked.r; ++mu) {
        const nbb_replicas *replicas = plan->asked.fractal->levels[mu - 1];
        int64_t *digits = &omega.at[nbb_digit_axis(replicas->axes, mu - 1)];
        number += *digits % replicas->k * nbb_fractal_cells(plan->asked.fractal, 0, mu - 1);
        *digits /= replicas->k;
    }
    return nbb_fractal_cell(plan->asked.fractal, plan->asked.r, number);
}

static nbb_vector orthotope_of(const nbb_plan *plan)
{
    nbb_vector orthotope = nbb_fractal_orthotope(plan->asked.fractal, 0, plan->asked.r);
    orthotope.at[2] = nbb_fractal_axes(plan->asked.fractal) > 2 ? orthotope.at[2] : 1;
    return orthotope;
}

/* An array and how an element's place becomes a cell. */
typedef struct array {
    nbb_run *run;
    nbb_array_form form;
    nbb_npy_shape shape;
    int field; /* of a program */
} array;

static int64_t columns_of(const array *given)
{
    return given->shape.axes > 1 ? given->shape.at[given->shape.axes - 1] : 1;
}

static nbb_vector array_cell(const void *context, int64_t i)
{
    const array *given = context;
    const nbb_plan *plan = given->run->request.plan;
    int64_t columns = columns_of(given), n = plan->asked.domain.size;
    nbb_vector cell;
    switch (given->form) {
    case NBB_ARRAY_BOX:
        return nbb_box_place((nbb_vector){ { 0 } }, plan->asked.sides, i);
    case NBB_ARRAY_ORTHOTOPE:
        return orthotope_cell(plan, nbb_box_place((nbb_vector){ { 0 } }, orthotope_of(plan), i));
    case NBB_ARRAY_CELLS:
        return nbb_domain_cell(&plan->asked.domain, i);
    case NBB_ARRAY_MATRIX: /* below the diagonal it lies off the triangle */
        return (nbb_vector){ { i / columns, n - 1 - i % columns } };
    default: /* row i of the matrix has n - i columns, as the triangle */
        cell = nbb_domain_cell(&plan->asked.domain, i);
        return (nbb_vector){ { cell.at[1], n - 1 - cell.at[1] - cell.at[0] } };
    }
}

/* As nbb_npy_rows. */
static nbb_status fill(void *context, int64_t first, int64_t count, void *into)
{
    array *given = context;
    int64_t columns = columns_of(given);
    return nbb_run_read(given->run, given->field, array_cell, given, first * columns, count * columns, into);
}

/* The box where it is small enough; else the orthotope of a fractal, the cells of a simplex. */
static array shape_array(nbb_run *run, int field, nbb_npy_type type)
{
    const nbb_plan *plan = run->request.plan;
    int axes = nbb_domain_axes(&plan->asked.domain);
    bool is_matrix = plan->asked.work->start == NBB_START_POINTS;
    array given = { run, is_matrix ? NBB_ARRAY_MATRIX : NBB_ARRAY_BOX, { axes, { 0 }, type }, field };
    nbb_vector sides = plan->asked.sides;
    if (nbb_domain_places(&plan->asked.domain) > NBB_NPY_BOX_MAX) {
        if (plan->asked.fractal == NULL) {
            given.form = is_matrix ? NBB_ARRAY_PAIRS : NBB_ARRAY_CELLS;
            given.shape = (nbb_npy_shape){ 1, { plan->asked.cells }, type };
            return given;
        }
        given.form = NBB_ARRAY_ORTHOTOPE;
        sides = orthotope_of(plan);
    }
    NBB_FILL(axis, axes, given.shape.at[axis], sides.at[axes - 1 - axis]);
    return given;
}

nbb_status nbb_export_npy(nbb_run *run, bool is_image, const char *path, nbb_array_form *form)
{
    const nbb_traits *traits = &run->request.plan->asked.traits;
    bool has_fields = traits->cell->kind == NBB_CELL_FIELDS;
    for (int i = 0; i < traits->arrays; ++i) {
        array given = shape_array(run, i, nbb_array_npy_type(traits, i));
        NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
        *form = given.form;
        NBB_TRY(nbb_field_path(traits->fields, traits->arrays, i, path, &name));
        NBB_TRY(is_image ? nbb_vti_write(nbb_text_string(&name), has_fields ? traits->fields[i].name : "alive",
                                         given.shape, fill, &given)
                         : nbb_npy_write(nbb_text_string(&name), given.shape, fill, &given));
    }
    return NBB_OK;
}

nbb_status nbb_export_rle(nbb_run *run, const char *path)
{
    const nbb_plan *plan = run->request.plan;
    const nbb_field *fields = plan->asked.traits.fields;
    int count = plan->asked.traits.arrays;
    NBB_LOCAL_TEXT law = NBB_TEXT_EMPTY;
    if (plan->asked.work->law == NBB_LAW_RULE) {
        nbb_rule_print_on(plan->asked.rule, 2, &law);
    } else if (plan->asked.work->law == NBB_LAW_PROGRAM) {
        nbb_text_add(&law, "%s", plan->asked.program->name);
    }
    NBB_TRY(nbb_text_status(&law, "a pattern's rule"));
    for (int i = 0; i < count; ++i) {
        NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
        NBB_TRY(nbb_field_path(fields, count, i, path, &name));
        array given = shape_array(run, i, NBB_NPY_U8);
        nbb_rle_pattern pattern = { plan->asked.sides.at[0], plan->asked.sides.at[1], nbb_text_string(&law),
                                    fields[i].bits == 1, run->step };
        NBB_TRY(nbb_rle_write(nbb_text_string(&name), &pattern, fill, &given));
    }
    return NBB_OK;
}

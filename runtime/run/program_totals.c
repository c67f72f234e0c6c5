/* program_totals.c - adds up what cells and pairs of them hold. */
#include "runtime/run/program_area.h"

static bool is_real(const nbb_total *total)
{
    return total->value->type == NBB_TYPE_F64;
}

/* What a total is over nothing. */
static nbb_value_of nothing(const nbb_total *total)
{
    bool least = total->kind == NBB_TOTAL_MIN, most = total->kind == NBB_TOTAL_MAX;
    NBB_RETURN_IF(is_real(total), (nbb_value_of){ .real = least ? INFINITY : most ? -INFINITY : 0 });
    return (nbb_value_of){ .integer = least ? INT64_MAX : most ? INT64_MIN : 0 };
}

/* A cell as it is, to evaluate totals of; its values go where is said. */
static nbb_program_cell cell_at(const nbb_program_area *area, nbb_vector at, nbb_value_of *values)
{
    int64_t index = nbb_program_area_index(area, at);
    nbb_program_area_load(area, index, values);
    return (nbb_program_cell){ area, at, index, values, (uint32_t)area->step, false };
}

/* A total's value of a cell, or its coordinate. */
static nbb_value_of value_of(const nbb_program_area *area, nbb_vector at, const nbb_expression *value)
{
    nbb_value_of values[NBB_FIELDS_MAX];
    nbb_program_cell cell = cell_at(area, at, values);
    nbb_evaluation evaluation = nbb_program_cell_asked(&cell, NULL);
    return nbb_value_evaluate(&evaluation, value, -1);
}

/* The products of its value and those of the cells so far from it on each axis. */
static void add_along(const nbb_total *total, const nbb_program_area *area, nbb_vector at, nbb_value_of here,
                      nbb_value_of *sum)
{
    for (int axis = 0; axis < nbb_domain_axes(&area->run->domain); ++axis) {
        nbb_vector beside = at;
        beside.at[axis] += total->distance;
        if (nbb_domain_member(&area->run->domain, beside)) {
            nbb_value_of there = value_of(area, beside, total->value);
            *sum = nbb_total_join(total, *sum,
                                  is_real(total) ? (nbb_value_of){ .real = here.real * there.real }
                                                 : (nbb_value_of){ .integer = (int64_t)((uint64_t)here.integer
                                                                                        * (uint64_t)there.integer) });
        }
    }
}

static void add_all(const nbb_program_area *area, const nbb_total *total, nbb_value_of *sum)
{
    int64_t cells = nbb_domain_cells(&area->run->domain);
    for (int64_t j = 0; j < cells; ++j) {
        nbb_value_of values[NBB_FIELDS_MAX];
        nbb_program_cell cell = cell_at(area, nbb_domain_cell(&area->run->domain, j), values);
        nbb_evaluation evaluation = nbb_program_cell_asked(&cell, NULL);
        if (total->kind == NBB_TOTAL_PAIRS) {
            const nbb_neighbours *list = &evaluation.program->neighbours;
            for (int i = 0; i < nbb_program_near(evaluation.program); ++i) {
                /* A pair is counted by this offset and not by the opposite one, which stands later in the list. */
                nbb_vector there = list->offsets[i];
                int opposite = nbb_neighbours_at(list, (nbb_vector){ { -there.at[0], -there.at[1], -there.at[2] } });
                if ((opposite < 0 || i < opposite) && evaluation.exists(&evaluation, i)) {
                    *sum = nbb_total_join(total, *sum, nbb_value_evaluate(&evaluation, total->value, i));
                }
            }
        } else if (total->kind == NBB_TOTAL_ALONG) {
            add_along(total, area, cell.at, nbb_value_evaluate(&evaluation, total->value, -1), sum);
        } else {
            *sum = nbb_total_join(total, *sum, nbb_value_evaluate(&evaluation, total->value, -1));
        }
    }
}

/* The coordinates ask for what no cell has: the first cell may answer. */
static nbb_status total_at(const nbb_program_area *area, const nbb_total *total, nbb_value_of *value)
{
    nbb_vector at = { { 0 } };
    NBB_FILL(axis, NBB_AXES_MAX, at.at[axis],
             total->at[axis] != NULL ? value_of(area, area->first, total->at[axis]).integer : 0);
    NBB_STOP_IF(!nbb_domain_member(&area->run->domain, at), NBB_ERROR_RUN,
                "at(%" PRId64 ", %" PRId64 ", %" PRId64 "): there is no cell", at.at[0], at.at[1], at.at[2]);
    *value = value_of(area, at, total->value);
    return NBB_OK;
}

nbb_status nbb_program_totals(const nbb_program_area *area, nbb_value_of *totals)
{
    const nbb_program *program = area->run->program;
    for (int i = 0; i < program->total_count; ++i) {
        const nbb_total *total = &program->totals[i];
        totals[i] = nothing(total);
        if (total->kind == NBB_TOTAL_AT) {
            NBB_TRY(total_at(area, total, &totals[i]));
        } else {
            add_all(area, total, &totals[i]);
        }
    }
    return NBB_OK;
}

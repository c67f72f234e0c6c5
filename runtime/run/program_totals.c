/* program_totals.c - totals over all cells and pairs, cell after cell in the order of their numbers. */
#include "runtime/run/program_totals.h"

#include <inttypes.h>
#include <stdlib.h>

/* A total on its way: `any` once it has a first value. */
typedef struct running_total {
    const nbb_total *total;
    nbb_value_of value;
    bool any;
} running_total;

static bool is_real(const nbb_total *total)
{
    return total->value->type == NBB_TYPE_F64;
}

static void add_value(running_total *running, nbb_value_of value)
{
    bool real = is_real(running->total);
    bool less = real ? value.real < running->value.real : value.integer < running->value.integer;
    bool more = real ? running->value.real < value.real : running->value.integer < value.integer;
    if (running->total->kind == NBB_TOTAL_MIN || running->total->kind == NBB_TOTAL_MAX) {
        if (!running->any || (running->total->kind == NBB_TOTAL_MIN ? less : more)) {
            running->value = value;
        }
    } else if (real) {
        running->value.real += value.real;
    } else {
        running->value.integer = (int64_t)((uint64_t)running->value.integer + (uint64_t)value.integer);
    }
    running->any = true;
}

/* A cell as it is, to evaluate totals of. */
static nbb_program_cell cell_at(const nbb_program_area *area, nbb_vector at)
{
    int64_t index = nbb_program_area_index(area, at);
    return (nbb_program_cell){ area, at, index, area->now + index * area->fields, (uint32_t)area->run->steps, false };
}

/* Whether a pair is counted by this offset and not by the opposite one, which stands earlier in the list. */
static bool counts_pair(const nbb_neighbours *list, int number)
{
    nbb_vector back = list->offsets[number];
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        back.at[axis] = -back.at[axis];
    }
    int opposite = nbb_neighbours_at(list, back);
    return opposite < 0 || number < opposite;
}

static void add_pairs(running_total *running, const nbb_evaluation *evaluation)
{
    const nbb_neighbours *list = &evaluation->program->neighbours;
    for (int i = 0; i < list->count; ++i) {
        if (counts_pair(list, i) && evaluation->exists(evaluation, i)) {
            add_value(running, nbb_value_evaluate(evaluation, running->total->value, i));
        }
    }
}

static void add_all(const nbb_program_area *area, running_total *running)
{
    int64_t cells = nbb_domain_cells(&area->run->domain);
    for (int64_t j = 0; j < cells; ++j) {
        nbb_program_cell cell = cell_at(area, nbb_domain_cell(&area->run->domain, j));
        nbb_evaluation evaluation = nbb_program_cell_asked(&cell, NULL);
        if (running->total->kind == NBB_TOTAL_PAIRS) {
            add_pairs(running, &evaluation);
        } else {
            add_value(running, nbb_value_evaluate(&evaluation, running->total->value, -1));
        }
    }
}

/* --- observables of totals --- */

typedef struct observation {
    const nbb_program_area *area;
    const nbb_value_of *totals;
} observation;

static nbb_value_of answer(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of argument,
                           int there)
{
    (void)argument;
    (void)there;
    const observation *seen = evaluation->context;
    if (expression->kind == NBB_EXPRESSION_TOTAL) {
        return seen->totals[expression->number];
    }
    return (nbb_value_of){ .integer = nbb_program_area_builtin(seen->area, (nbb_builtin)expression->number,
                                                               seen->area->run->steps) };
}

static nbb_status total_at(const nbb_evaluation *evaluation, running_total *running)
{
    const observation *seen = evaluation->context;
    nbb_vector at = { { 0 } };
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        if (running->total->at[axis] != NULL) {
            at.at[axis] = nbb_value_evaluate(evaluation, running->total->at[axis], -1).integer;
        }
    }
    if (!nbb_domain_member(&seen->area->run->domain, at)) {
        return nbb_fail(NBB_ERROR_RUN, "at(%" PRId64 ", %" PRId64 ", %" PRId64 "): there is no cell", at.at[0],
                        at.at[1], at.at[2]);
    }
    nbb_program_cell cell = cell_at(seen->area, at);
    nbb_evaluation of_cell = nbb_program_cell_asked(&cell, NULL);
    running->value = nbb_value_evaluate(&of_cell, running->total->value, -1);
    return NBB_OK;
}

nbb_status nbb_program_observe(const nbb_program_area *area, nbb_value_of *observed)
{
    const nbb_program *program = area->run->program;
    nbb_value_of *totals = calloc((size_t)program->total_count + 1, sizeof *totals);
    observation seen = { area, totals };
    nbb_evaluation evaluation = { program, &seen, NULL, answer, NULL, NULL };
    nbb_status status = totals == NULL ? nbb_fail_memory((uint64_t)program->total_count * 8, "totals") : NBB_OK;
    for (int i = 0; i < program->total_count && status == NBB_OK; ++i) {
        running_total running = { .total = &program->totals[i] };
        if (running.total->kind == NBB_TOTAL_AT) {
            status = total_at(&evaluation, &running);
        } else {
            add_all(area, &running);
        }
        totals[i] = running.value;
    }
    for (int i = 0; i < program->observable_count && status == NBB_OK; ++i) {
        observed[i] = nbb_value_evaluate(&evaluation, program->observables[i].value, -1);
    }
    free(totals);
    return status;
}

/* plan_turned.c - finds what of a program hangs on where neighbours are. */
#include "gen/plan/plan_turned.h"

#include "gen/domain/isometry.h"
#include "gen/lanes/lanes_spans.h"
#include "gen/program/program_walk.h"

/* Whether a list has the same offsets, however it is turned. */
static bool is_symmetric(const nbb_fractal *fractal, const nbb_program *program, const nbb_program_list *list)
{
    const nbb_vector *offsets = program->neighbours.offsets;
    const nbb_vector side = { { 1, 1 } }; /* so that a place is mirrored about 0 */
    bool is = true;
    for (int i = 0; i < list->count * fractal->orientations; ++i) {
        int isometry = fractal->isometries[i % fractal->orientations], found = 0;
        nbb_vector to = nbb_isometry_place(isometry, side, offsets[list->numbers[i / fractal->orientations]]);
        for (int j = 0; j < list->count; ++j) {
            const nbb_vector *other = &offsets[list->numbers[j]];
            found += other->at[0] == to.at[0] && other->at[1] == to.at[1];
        }
        is = is && found == 1;
    }
    return is;
}

/* Stops at what tells one neighbour from another, or the cell's place; the context is the reason then. */
static nbb_status stop_at_direction(nbb_expression *expression, void *context)
{
    const char **why = context;
    bool builtin = expression->kind == NBB_EXPRESSION_BUILTIN;
    if (expression->kind == NBB_EXPRESSION_REDUCE) {
        bool adds = expression->number == NBB_REDUCTION_SUM
                    && (expression->type == NBB_TYPE_F32 || expression->type == NBB_TYPE_F64);
        *why = adds ? "it adds reals, in the order of its neighbours" : *why;
    } else if (expression->kind == NBB_EXPRESSION_OFFSET || expression->kind == NBB_EXPRESSION_EXISTS
               || expression->kind == NBB_EXPRESSION_BOND || expression->kind == NBB_EXPRESSION_WEIGHT
               || (builtin && expression->number >= NBB_BUILTIN_DX)) {
        *why = "it tells neighbours by where they are";
    } else if (builtin && (expression->number == NBB_BUILTIN_X || expression->number == NBB_BUILTIN_Y)) {
        *why = "it asks where cells are";
    } else if (builtin && expression->number == NBB_BUILTIN_DEGREE && expression->whose == NBB_THERE) {
        *why = "it asks how many neighbours its neighbours have";
    }
    return *why != NULL ? NBB_ERROR_RUN : NBB_OK;
}

const char *nbb_turned_refusal(const nbb_fractal *fractal, const nbb_program *program)
{
    const char *why = program->sublattices ? "the colours of its sublattices hang on where cells are" : NULL;
    if (fractal->orientations == 1) {
        return NULL;
    }
    why = nbb_spans_take(program) ? "its counts run along rows" : why;
    for (int i = 0; i < program->list_count && why == NULL; ++i) {
        why = is_symmetric(fractal, program, &program->lists[i]) ? NULL : "its neighbours are others when turned";
    }
    if (why == NULL) {
        nbb_walk_section(&program->update, stop_at_direction, (void *)&why);
    }
    return why;
}

bool nbb_values_by_cells(const nbb_fractal *fractal, const nbb_program *program)
{
    return fractal->orientations > 1 || !nbb_neighbours_fit_words(&program->neighbours);
}

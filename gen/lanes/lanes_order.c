/* lanes_order.c - sorts a launch's cells by row and step, and counts the words held. */
#include "gen/lanes/lanes_closure.h"

/* From when on and until when a word is held, as indices of evaluations. */
typedef struct span {
    int from, to;
} span;

/* The words of cells after their steps, of rows along an axis, from the first or the last. */
static void list_evaluations(const nbb_closure *closure, int planes, int reach, int way, nbb_order *order)
{
    int axes = closure->directions->axes;
    order->axis = axes - 1 - way % axes;
    order->sign = way < axes ? 1 : -1;
    order->count = 0;
    for (int i = 0; i < closure->count; ++i) {
        nbb_vector place = nbb_closure_place(closure, &closure->cells[i]);
        int64_t across = 0; /* in reading order of the other axes */
        for (int other = axes - 1; other >= 0; --other) {
            across = other == order->axis ? across : across * 3 * closure->side.at[other] + place.at[other];
        }
        int row = order->sign * (int)place.at[order->axis];
        for (int word = planes; word < (closure->steps + 1) * planes; ++word) {
            int step = word / planes;
            if (closure->cells[i].needed >> step & 1) {
                order->evaluations[order->count++] = (nbb_cell_step){ i,   word % planes, step,
                                                                      row, (int)across,   row + reach * step };
            }
        }
    }
}

static int compare_evaluations(const void *a, const void *b)
{
    const nbb_cell_step *left = a, *right = b;
    int by_row = left->when - right->when, by_step = left->step - right->step;
    int by_place = left->across - right->across, by_plane = left->plane - right->plane;
    return by_row != 0 ? by_row : by_step != 0 ? by_step : by_place != 0 ? by_place : by_plane;
}

/* Holds the word of a cell after a step, if there is one, until that evaluation at least. */
static void hold(const nbb_closure *closure, span *spans, int cell, int step, int evaluation)
{
    if (cell >= 0 && (closure->cells[cell].needed >> step & 1) != 0) {
        span *word = &spans[step * closure->count + cell];
        word->from = word->from < 0 ? evaluation : word->from;
        word->to = evaluation;
    }
}

/* spans[step * closure->count + cell]: of the cell's word after so many steps. Those of the last are stored. */
static void find_spans(const nbb_closure *closure, const nbb_order *order, span *spans)
{
    for (int i = 0; i < (closure->steps + 1) * closure->count; ++i) {
        bool is_own = i < closure->own;
        spans[i] = (span){ is_own ? 0 : -1, -1 };
    }
    for (int i = 0; i < order->count; ++i) {
        const nbb_cell_step *evaluation = &order->evaluations[i];
        const nbb_closure_cell *cell = &closure->cells[evaluation->cell];
        hold(closure, spans, evaluation->cell, evaluation->step - 1, i);
        for (int n = 0; n < cell->neighbour_count; ++n) {
            hold(closure, spans, cell->neighbours[n], evaluation->step - 1, i);
        }
        if (evaluation->step < closure->steps) {
            hold(closure, spans, evaluation->cell, evaluation->step, i);
        }
    }
}

/* Sets order->held; `changes`, by evaluation, is filled on the way. */
static void count_held(const nbb_closure *closure, nbb_order *order, span *spans, int *changes)
{
    find_spans(closure, order, spans);
    memset(changes, 0, ((size_t)order->count + 1) * sizeof *changes);
    for (int i = 0; i < (closure->steps + 1) * closure->count; ++i) {
        if (spans[i].to >= 0) {
            changes[spans[i].from] += 1;
            changes[spans[i].to + 1] -= 1;
        }
    }
    order->held = 0;
    for (int i = 0, held = 0; i < order->count; ++i) {
        held += changes[i];
        order->held = held > order->held ? held : order->held;
    }
}

nbb_status nbb_order_build(nbb_arena *arena, const nbb_closure *closure, int planes, int reach, nbb_order *order)
{
    size_t computed = (size_t)nbb_closure_computed(closure) * (size_t)planes;
    size_t words = ((size_t)closure->steps + 1) * (size_t)closure->count;
    NBB_LOCAL_ARENA local = { 0 };
    span *spans;
    int *changes, best = 0, least = 0;
    *order = (nbb_order){ .count = 0 };
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(order->evaluations, computed)));
    NBB_TRY(NBB_ARRAYS(&local, NBB_ARRAY(spans, words), NBB_ARRAY(changes, computed + 1)));
    /* Along each axis, the last one first, from the first row or the last; and once more the best of them. */
    for (int i = 0, ways = 2 * closure->directions->axes; i <= ways; ++i) {
        int way = i < ways ? i : best;
        list_evaluations(closure, planes, reach, way, order);
        qsort(order->evaluations, (size_t)order->count, sizeof *order->evaluations, compare_evaluations);
        count_held(closure, order, spans, changes);
        order->held *= planes;
        best = i == 0 || order->held < least ? way : best;
        least = best == way ? order->held : least;
    }
    return NBB_OK;
}

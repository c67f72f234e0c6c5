/* lanes_closure.c - finds the cells that some steps of a tile depend on, from the last step back. */
#include "gen/lanes/lanes_closure.h"

#include "gen/lanes/lanes.h"

#include <stdlib.h>
#include <string.h>

/* While the closure is sought: by direction and position, when a cell is needed, and then its index. */
typedef struct search {
    const nbb_replicas *replicas;
    const nbb_directions *directions;
    int t, positions;
    nbb_rule rule;
    uint32_t *needed;                                 /* [directions * positions] */
    int *index;                                       /* the same; -1 where never needed */
} search;

int nbb_closure_most_steps(const nbb_fractal *fractal, int t)
{
    nbb_vector rho = nbb_fractal_side(fractal, 0, t);
    int64_t most = NBB_CLOSURE_STEPS_MAX;
    for (int axis = 0; axis < fractal->levels[0]->axes; ++axis) {
        if (fractal->levels[0]->s.at[axis] > 1 && rho.at[axis] < most) {
            most = rho.at[axis];
        }
    }
    return (int)most;
}

/* Whether direction d stays within the fractal's box on an axis where it has a single cell. */
static bool is_possible(const nbb_replicas *replicas, int d)
{
    nbb_vector step = nbb_directions_of(replicas->axes)->steps[d];
    bool stays = true;
    for (int axis = 0; axis < replicas->axes; ++axis) {
        stays = stays && (replicas->s.at[axis] > 1 || step.at[axis] == 0);
    }
    return stays;
}

/* The neighbours of a cell, as direction * positions + position; the number of them. */
static int find_neighbours(const search *find, int cell, int neighbours[NBB_DIRECTIONS_MAX - 1])
{
    int count = 0, direction = cell / find->positions;
    for (int d = 0; d < find->directions->count; ++d) {
        int carry = d;
        if (d == find->directions->centre || !is_possible(find->replicas, d)) {
            continue;
        }
        int64_t position = nbb_lanes_walk(find->replicas, find->t, cell % find->positions, &carry);
        if (position >= 0) {
            int beside = nbb_direction_sum(find->directions, direction, carry);
            neighbours[count++] = beside * find->positions + (int)position;
        }
    }
    return count;
}

/* Marks what the cell's state after `step` steps needs of the step before. */
static void mark_inputs(const search *find, int cell, int step)
{
    int neighbours[NBB_DIRECTIONS_MAX - 1];
    int count = find_neighbours(find, cell, neighbours);
    uint32_t before = UINT32_C(1) << (step - 1);
    if (nbb_rule_heeds_cell(find->rule, count)) {
        find->needed[cell] |= before;
    }
    for (int i = 0; i < count && nbb_rule_heeds_neighbours(find->rule, count); ++i) {
        find->needed[neighbours[i]] |= before;
    }
}

static void mark_all(const search *find, int steps)
{
    for (int position = 0; position < find->positions; ++position) {
        find->needed[find->directions->centre * find->positions + position] = UINT32_C(1) << steps;
    }
    for (int step = steps; step > 0; --step) {
        for (int cell = 0; cell < find->directions->count * find->positions; ++cell) {
            if (find->needed[cell] >> step & 1) {
                mark_inputs(find, cell, step);
            }
        }
    }
}

/* Numbers the needed cells: the tile's own, then those of each direction. */
static int number_cells(const search *find)
{
    int count = find->positions;
    for (int cell = 0; cell < find->directions->count * find->positions; ++cell) {
        bool own = cell / find->positions == find->directions->centre;
        find->index[cell] = own ? cell % find->positions : find->needed[cell] != 0 ? count++ : -1;
    }
    return count;
}

static void fill_cell(const search *find, int cell, nbb_closure_cell *filled)
{
    *filled = (nbb_closure_cell){ cell / find->positions, cell % find->positions, find->needed[cell], 0, { 0 } };
    if (find->needed[cell] > 1) {
        filled->neighbour_count = find_neighbours(find, cell, filled->neighbours);
    }
    for (int i = 0; i < filled->neighbour_count; ++i) {
        filled->neighbours[i] = find->index[filled->neighbours[i]];
    }
}

static nbb_status build(const search *find, int steps, nbb_closure *closure)
{
    mark_all(find, steps);
    int count = number_cells(find);
    closure->cells = calloc((size_t)count, sizeof *closure->cells);
    if (closure->cells == NULL) {
        return nbb_fail_memory((size_t)count * sizeof *closure->cells, "the cells of a launch");
    }
    closure->directions = find->directions;
    closure->steps = steps;
    closure->count = count;
    closure->own = find->positions;
    for (int cell = 0; cell < find->directions->count * find->positions; ++cell) {
        if (find->index[cell] >= 0) {
            fill_cell(find, cell, &closure->cells[find->index[cell]]);
        }
    }
    return NBB_OK;
}

nbb_status nbb_closure_build(const nbb_fractal *fractal, int t, nbb_rule rule, int steps, nbb_closure *closure)
{
    const nbb_directions *directions = nbb_directions_of(fractal->levels[0]->axes);
    int positions = (int)nbb_fractal_cells(fractal, 0, t);
    size_t places = (size_t)directions->count * (size_t)positions;
    search find = { fractal->levels[0],
                    directions,
                    t,
                    positions,
                    rule,
                    calloc(places, sizeof *find.needed),
                    calloc(places, sizeof *find.index) };
    memset(closure, 0, sizeof *closure);
    nbb_status status = find.needed != NULL && find.index != NULL
                            ? build(&find, steps, closure)
                      : nbb_fail_memory(places * sizeof *find.needed, "the cells of a launch");
    free(find.needed);
    free(find.index);
    return status;
}

int nbb_closure_loaded(const nbb_closure *closure, int direction)
{
    int loaded = 0;
    for (int i = closure->own; i < closure->count; ++i) {
        loaded += closure->cells[i].direction == direction && (closure->cells[i].needed & 1) != 0;
    }
    return loaded;
}

int nbb_closure_loaded_beside(const nbb_closure *closure)
{
    int loaded = 0;
    for (int d = 0; d < closure->directions->count; ++d) {
        loaded += nbb_closure_loaded(closure, d);
    }
    return loaded;
}

int nbb_closure_computed(const nbb_closure *closure)
{
    int computed = 0;
    for (int i = 0; i < closure->count; ++i) {
        computed += __builtin_popcount(closure->cells[i].needed >> 1);
    }
    return computed;
}

void nbb_closure_free(nbb_closure *closure)
{
    free(closure->cells);
    memset(closure, 0, sizeof *closure);
}

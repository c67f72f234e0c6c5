/* lanes_closure.c - finds the cells that some steps of a tile depend on, from the last step back; sorts them by row
   and step, and counts the words held. */
#include "gen/lanes/lanes.h"

/* While the closure is sought: by direction and position, when a cell is needed, and then its index. */
typedef struct search {
    int positions; /* numbers of cells in a direction */
    const nbb_lanes_law *law;
    nbb_closure *made;
    uint32_t *needed; /* [directions * positions] */
    int *index;       /* the same; -1 where never needed */
    /* The same, where `needed`: its neighbours, as direction * positions + position. */
    nbb_closure_cell *found;
} search;

int nbb_closure_most_steps(const nbb_fractal *fractal, int t, const nbb_lanes_law *law)
{
    int reach = law->neighbours.reach;
    nbb_vector rho = nbb_fractal_side(fractal, 0, t);
    int64_t side = (NBB_CLOSURE_STEPS_MAX + 1) * reach; /* a tile's shorter one, if that is less */
    for (int axis = 0; axis < nbb_fractal_axes(fractal); ++axis) {
        side = nbb_fractal_extends(fractal, axis) && rho.at[axis] < side ? rho.at[axis] : side;
    }
    int64_t most = (side - (law->far ? reach : 0)) / reach;
    return (int)(most < NBB_CLOSURE_STEPS_MAX ? most : NBB_CLOSURE_STEPS_MAX);
}

/* Whether cells of the tile in a direction are told by their places. */
static bool by_place(const nbb_closure *closure, int direction)
{
    return closure->fractal->orientations > 1 && direction != closure->directions->centre;
}

/* The place of a cell in the tile that holds it. */
static nbb_vector place_in_tile(const nbb_closure *closure, int direction, int position)
{
    int64_t width = closure->side.at[0];
    return by_place(closure, direction) ? (nbb_vector){ { position % width, position / width } }
                                        : nbb_fractal_cell(closure->fractal, closure->t, position);
}

int nbb_closure_position(const nbb_closure *closure, const nbb_closure_cell *cell, int orientation)
{
    const nbb_fractal *fractal = closure->fractal;
    NBB_RETURN_IF(!by_place(closure, cell->direction), cell->position);
    NBB_RETURN_IF((fractal->beside[cell->direction] >> orientation & 1) == 0, -1);
    int inverse = nbb_isometry_inverse(fractal->isometries[orientation]);
    nbb_vector place = place_in_tile(closure, cell->direction, cell->position);
    return (int)nbb_fractal_index(fractal, closure->t, nbb_isometry_place(inverse, closure->side, place));
}

/* The number of a place as a cell of the tile in a direction, or -1 where no cell can be. */
static int position_at(const nbb_closure *closure, int direction, nbb_vector place)
{
    NBB_RETURN_IF(!by_place(closure, direction), (int)nbb_fractal_index(closure->fractal, closure->t, place));
    int64_t number = place.at[1] * closure->side.at[0] + place.at[0];
    nbb_closure_cell cell = { .direction = direction, .position = (int)number };
    return NBB_ANY(i, closure->fractal->orientations, nbb_closure_position(closure, &cell, i) >= 0) ? cell.position
                                                                                                    : -1;
}

/* The cell at an offset from another, seen from the tile itself: its direction, and *position in that tile; -1 where
   no cell can be. */
static int cell_at(const nbb_closure *closure, int direction, nbb_vector offset, int *position)
{
    const nbb_directions *directions = closure->directions;
    nbb_vector side = closure->side, box = { { 0 } };
    nbb_vector place = place_in_tile(closure, direction, *position);
    bool stays = true; /* within the fractal's box, on axes where it has a single cell */
    for (int axis = 0; axis < directions->axes; ++axis) {
        int64_t at = place.at[axis] + offset.at[axis];
        int64_t tiles = at >= 0 ? at / side.at[axis] : -((side.at[axis] - 1 - at) / side.at[axis]);
        place.at[axis] = at - tiles * side.at[axis];
        box.at[axis] = directions->steps[direction].at[axis] + tiles;
        stays = stays && (box.at[axis] == 0 || nbb_fractal_extends(closure->fractal, axis));
    }
    int found = nbb_direction_at(directions, box);
    *position = found < 0 ? -1 : position_at(closure, found, place);
    return found >= 0 && *position >= 0 && stays ? found : -1;
}

int nbb_closure_tile_at(const nbb_closure *closure, const nbb_closure_cell *cell, nbb_vector offset)
{
    int position = cell->position;
    return cell_at(closure, cell->direction, offset, &position);
}

/* The place of a cell of the closure, as seen from the tile itself. */
static nbb_vector place_of(const nbb_closure *closure, const nbb_closure_cell *cell)
{
    nbb_vector place = place_in_tile(closure, cell->direction, cell->position);
    NBB_FILL(axis, closure->directions->axes, place.at[axis],
             place.at[axis] + closure->directions->steps[cell->direction].at[axis] * closure->side.at[axis]);
    return place;
}

/* A cell with its neighbours, which are looked for once. */
static const nbb_closure_cell *find_neighbours(const search *find, int cell)
{
    nbb_closure_cell *found = &find->found[cell];
    for (int i = 0; i < find->law->neighbours.count && found->needed == 0; ++i) {
        int position = cell % find->positions;
        int beside = cell_at(find->made, cell / find->positions, find->law->neighbours.offsets[i], &position);
        if (beside >= 0) {
            found->numbers[found->neighbour_count] = i;
            found->neighbours[found->neighbour_count++] = beside * find->positions + position;
        }
    }
    found->needed = 1;
    return found;
}

static void mark_all(const search *find)
{
    int steps = find->made->steps;
    uint32_t *own = &find->needed[find->made->directions->centre * find->positions];
    NBB_FILL(position, find->made->own, own[position], UINT32_C(1) << steps);
    for (int step = steps; step > 0; --step) {
        for (int cell = 0; cell < find->made->directions->count * find->positions; ++cell) {
            if (find->needed[cell] >> step & 1) {
                /* Marks what the cell's state after `step` steps needs of the step before. */
                const nbb_closure_cell *found = find_neighbours(find, cell);
                int count = found->neighbour_count;
                uint32_t before = UINT32_C(1) << (step - 1);
                bool reads_cell = !find->law->counts || nbb_rule_reads_cell(find->law->rule, count);
                find->needed[cell] |= reads_cell ? before : 0;
                bool reads = !find->law->counts || nbb_rule_reads_neighbours(find->law->rule, count);
                for (int i = 0; i < count && reads; ++i) {
                    find->needed[found->neighbours[i]] |= before;
                }
            }
        }
    }
}

nbb_status nbb_closure_build(nbb_arena *arena, const nbb_fractal *fractal, int t, const nbb_lanes_law *law, int steps,
                             nbb_closure *closure)
{
    *closure = (nbb_closure){ .fractal = fractal,
                              .t = t,
                              .side = nbb_fractal_side(fractal, 0, t),
                              .directions = nbb_directions_of(nbb_fractal_axes(fractal)),
                              .steps = steps,
                              .colours = law->colouring.q,
                              .own = (int)nbb_fractal_cells(fractal, 0, t) };
    /* Where tiles lie so far apart that a cell's place in its tile tells its colour. */
    closure->colours_known = NBB_ALL(i, closure->directions->axes,
                                     !nbb_fractal_extends(fractal, i)
                                         || closure->side.at[i] * law->colouring.factors[i] % law->colouring.q == 0);
    int turned = (int)(closure->side.at[0] * closure->side.at[1]);
    search find = { .law = law, .made = closure, .positions = fractal->orientations > 1 ? turned : closure->own };
    int places = closure->directions->count * find.positions;
    NBB_LOCAL_ARENA local = { 0 };
    NBB_TRY(NBB_ARRAYS(&local, NBB_ARRAY(find.needed, places), NBB_ARRAY(find.index, places),
                       NBB_ARRAY(find.found, places)));
    mark_all(&find);
    /* Numbers the needed cells: the tile's own, then those of each direction. */
    closure->count = closure->own;
    for (int cell = 0; cell < places; ++cell) {
        int position = cell % find.positions;
        bool own = cell / find.positions == closure->directions->centre && position < closure->own;
        find.index[cell] = own ? position : find.needed[cell] != 0 ? closure->count++ : -1;
    }
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(closure->cells, closure->count)));
    for (int cell = 0; cell < places; ++cell) {
        if (find.index[cell] < 0) {
            continue;
        }
        nbb_closure_cell *filled = &closure->cells[find.index[cell]];
        *filled = find.needed[cell] > 1 ? *find_neighbours(&find, cell) : (nbb_closure_cell){ 0 };
        filled->direction = cell / find.positions;
        filled->position = cell % find.positions;
        filled->needed = find.needed[cell];
        nbb_vector place = place_of(closure, filled);
        filled->residue = nbb_colour_of(&law->colouring, place);
        filled->odd = (unsigned)NBB_SUM(axis, NBB_AXES_MAX, (place.at[axis] & 1) << axis);
        NBB_FILL(i, filled->neighbour_count, filled->neighbours[i], find.index[filled->neighbours[i]]);
    }
    return NBB_OK;
}

int nbb_closure_loaded(const nbb_closure *closure)
{
    const nbb_closure_cell *beside = &closure->cells[closure->own];
    return NBB_SUM(i, closure->count - closure->own, (int)(beside[i].needed & 1));
}

int nbb_closure_computed(const nbb_closure *closure)
{
    return NBB_SUM(i, closure->count, __builtin_popcount(closure->cells[i].needed >> 1));
}

void nbb_boundary_add(const nbb_closure *closure, nbb_boundary *boundary)
{
    for (int i = closure->own; i < closure->count; ++i) {
        const nbb_closure_cell *cell = &closure->cells[i];
        for (int o = 0; o < closure->fractal->orientations && (cell->needed & 1) != 0; ++o) {
            int position = nbb_closure_position(closure, cell, o);
            if (position >= 0 && !boundary->holds[position]) {
                boundary->holds[position] = true;
                boundary->count += 1;
            }
        }
    }
}

uint64_t nbb_boundary_bytes(const nbb_boundary *boundary, const nbb_lanes *lanes)
{
    return lanes->words / lanes->positions * (uint64_t)boundary->count * sizeof(uint32_t);
}

/* ---- sorts by row and step ---- */

/* From when on and until when a word is held, as indices of evaluations. */
typedef struct span {
    int from, to;
} span;

/* The words of cells after their steps, of rows along an axis, from the first or the last. */
static void list_evaluations(const nbb_closure *closure, int planes, int reach, int strip, int way, nbb_order *order)
{
    int axes = closure->directions->axes;
    order->axis = axes - 1 - way % axes;
    order->sign = way < axes ? 1 : -1;
    order->count = 0;
    for (int i = 0; i < closure->count; ++i) {
        nbb_vector place = place_of(closure, &closure->cells[i]);
        int64_t across = 0; /* in reading order of the other axes */
        for (int other = axes - 1; other >= 0; --other) {
            across = other == order->axis ? across : across * 3 * closure->side.at[other] + place.at[other];
        }
        int row = order->sign * (int)place.at[order->axis];
        int first = strip > 0 ? (int)across / strip * 3 * (int)closure->side.at[order->axis] : 0; /* of its strip */
        for (int word = planes; word < (closure->steps + 1) * planes; ++word) {
            int step = word / planes;
            if (closure->cells[i].needed >> step & 1) {
                order->evaluations[order->count++] = (nbb_cell_step){
                    i, word % planes, step, row, (int)across, first + row + reach * step
                };
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

/* Sets order->held. Filled on the way: spans[step * closure->count + cell], of the cell's word after so many steps,
   of which those of the last are stored; and `changes`, by evaluation. */
static void count_held(const nbb_closure *closure, nbb_order *order, span *spans, int *changes)
{
    NBB_FILL(i, (closure->steps + 1) * closure->count, spans[i], (span){ i < closure->own ? 0 : -1, -1 });
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

nbb_status nbb_order_build(nbb_arena *arena, const nbb_closure *closure, int planes, int reach, int strip,
                           nbb_order *order)
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
        list_evaluations(closure, planes, reach, strip, way, order);
        qsort(order->evaluations, (size_t)order->count, sizeof *order->evaluations, compare_evaluations);
        count_held(closure, order, spans, changes);
        order->held *= planes;
        best = i == 0 || order->held < least ? way : best;
        least = best == way ? order->held : least;
    }
    return NBB_OK;
}

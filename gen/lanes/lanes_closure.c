/* lanes_closure.c - finds the cells that some steps of a tile depend on, from the last step back. */
#include "gen/lanes/lanes_closure.h"

#include "gen/domain/isometry.h"

/* While the closure is sought: by direction and position, when a cell is needed, and then its index. */
typedef struct search {
    int positions; /* numbers of cells in a direction */
    const nbb_lanes_law *law;
    nbb_closure *made;
    uint32_t *needed; /* [directions * positions] */
    int *index;       /* the same; -1 where never needed */
} search;

/* The cells of a tile's shorter side, among the axes on which the fractal grows; at most `most`. */
static int64_t shortest_side(const nbb_fractal *fractal, int t, int64_t most)
{
    nbb_vector rho = nbb_fractal_side(fractal, 0, t);
    for (int axis = 0; axis < nbb_fractal_axes(fractal); ++axis) {
        if (nbb_fractal_extends(fractal, axis) && rho.at[axis] < most) {
            most = rho.at[axis];
        }
    }
    return most;
}

int nbb_closure_most_steps(const nbb_fractal *fractal, int t, const nbb_lanes_law *law)
{
    int reach = law->neighbours.reach;
    int64_t side = shortest_side(fractal, t, (NBB_CLOSURE_STEPS_MAX + 1) * reach);
    int64_t most = (side - (law->far ? reach : 0)) / reach;
    return (int)(most < NBB_CLOSURE_STEPS_MAX ? most : NBB_CLOSURE_STEPS_MAX);
}

/* Whether a tile in direction d is within the fractal's box on an axis where it has a single cell. */
static bool is_possible(const nbb_closure *closure, int d)
{
    bool stays = true;
    for (int axis = 0; axis < closure->directions->axes; ++axis) {
        int64_t step = closure->directions->steps[d].at[axis];
        stays = stays && (nbb_fractal_extends(closure->fractal, axis) || step == 0);
    }
    return stays;
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
    if (!by_place(closure, cell->direction)) {
        return cell->position;
    }
    if ((fractal->beside[cell->direction] >> orientation & 1) == 0) {
        return -1;
    }
    int inverse = nbb_isometry_inverse(fractal->isometries[orientation]);
    nbb_vector place = place_in_tile(closure, cell->direction, cell->position);
    return (int)nbb_fractal_index(fractal, closure->t, nbb_isometry_place(inverse, closure->side, place));
}

/* The number of a place as a cell of the tile in a direction, or -1 where no cell can be. */
static int position_at(const nbb_closure *closure, int direction, nbb_vector place)
{
    if (!by_place(closure, direction)) {
        return (int)nbb_fractal_index(closure->fractal, closure->t, place);
    }
    int64_t number = place.at[1] * closure->side.at[0] + place.at[0];
    nbb_closure_cell cell = { .direction = direction, .position = (int)number };
    int orientation = 0, count = closure->fractal->orientations;
    while (orientation < count && nbb_closure_position(closure, &cell, orientation) < 0) {
        ++orientation;
    }
    return orientation < count ? cell.position : -1;
}

/* The cell at an offset from another, seen from the tile itself: its direction, and *position in that tile; -1 where
   no cell can be. */
static int cell_at(const nbb_closure *closure, int direction, nbb_vector offset, int *position)
{
    const nbb_directions *directions = closure->directions;
    nbb_vector side = closure->side, box = { { 0 } };
    nbb_vector place = place_in_tile(closure, direction, *position);
    for (int axis = 0; axis < directions->axes; ++axis) {
        int64_t at = place.at[axis] + offset.at[axis];
        int64_t tiles = at >= 0 ? at / side.at[axis] : -((side.at[axis] - 1 - at) / side.at[axis]);
        place.at[axis] = at - tiles * side.at[axis];
        box.at[axis] = directions->steps[direction].at[axis] + tiles;
    }
    int found = nbb_direction_at(directions, box);
    *position = found < 0 ? -1 : position_at(closure, found, place);
    return found >= 0 && *position >= 0 && is_possible(closure, found) ? found : -1;
}

int nbb_closure_tile_at(const nbb_closure *closure, const nbb_closure_cell *cell, nbb_vector offset)
{
    int position = cell->position;
    return cell_at(closure, cell->direction, offset, &position);
}

nbb_vector nbb_closure_place(const nbb_closure *closure, const nbb_closure_cell *cell)
{
    nbb_vector place = place_in_tile(closure, cell->direction, cell->position);
    for (int axis = 0; axis < closure->directions->axes; ++axis) {
        place.at[axis] += closure->directions->steps[cell->direction].at[axis] * closure->side.at[axis];
    }
    return place;
}

/* The neighbours of a cell, as direction * positions + position, and their numbers in the list; how many. */
static int find_neighbours(const search *find, int cell, int neighbours[NBB_NEIGHBOURS_WORDS_MAX],
                           int numbers[NBB_NEIGHBOURS_WORDS_MAX])
{
    int count = 0;
    for (int i = 0; i < find->law->neighbours.count; ++i) {
        int position = cell % find->positions;
        int beside = cell_at(find->made, cell / find->positions, find->law->neighbours.offsets[i], &position);
        if (beside >= 0) {
            numbers[count] = i;
            neighbours[count++] = beside * find->positions + position;
        }
    }
    return count;
}

static void mark_all(const search *find)
{
    int steps = find->made->steps;
    for (int position = 0; position < find->made->own; ++position) {
        find->needed[find->made->directions->centre * find->positions + position] = UINT32_C(1) << steps;
    }
    for (int step = steps; step > 0; --step) {
        for (int cell = 0; cell < find->made->directions->count * find->positions; ++cell) {
            if (find->needed[cell] >> step & 1) {
                /* Marks what the cell's state after `step` steps needs of the step before. */
                int neighbours[NBB_NEIGHBOURS_WORDS_MAX], numbers[NBB_NEIGHBOURS_WORDS_MAX];
                int count = find_neighbours(find, cell, neighbours, numbers);
                uint32_t before = UINT32_C(1) << (step - 1);
                if (!find->law->counts || nbb_rule_reads_cell(find->law->rule, count)) {
                    find->needed[cell] |= before;
                }
                bool reads = !find->law->counts || nbb_rule_reads_neighbours(find->law->rule, count);
                for (int i = 0; i < count && reads; ++i) {
                    find->needed[neighbours[i]] |= before;
                }
            }
        }
    }
}

/* Numbers the needed cells: the tile's own, then those of each direction. */
static int number_cells(const search *find)
{
    int count = find->made->own;
    for (int cell = 0; cell < find->made->directions->count * find->positions; ++cell) {
        bool own = cell / find->positions == find->made->directions->centre;
        own = own && cell % find->positions < find->made->own;
        find->index[cell] = own ? cell % find->positions : find->needed[cell] != 0 ? count++ : -1;
    }
    return count;
}

static void fill_cell(const search *find, int cell, nbb_closure_cell *filled)
{
    *filled = (nbb_closure_cell){ .direction = cell / find->positions,
                                  .position = cell % find->positions,
                                  .needed = find->needed[cell] };
    filled->residue = nbb_colour_of(&find->law->colouring, nbb_closure_place(find->made, filled));
    if (find->needed[cell] > 1) {
        filled->neighbour_count = find_neighbours(find, cell, filled->neighbours, filled->numbers);
    }
    for (int i = 0; i < filled->neighbour_count; ++i) {
        filled->neighbours[i] = find->index[filled->neighbours[i]];
    }
}

/* Whether tiles lie so far apart that a cell's place in its tile tells its colour. */
static bool knows_colours(const nbb_closure *closure, const nbb_colouring *colouring)
{
    bool known = true;
    for (int axis = 0; axis < closure->directions->axes; ++axis) {
        bool grows = nbb_fractal_extends(closure->fractal, axis);
        known = known && (!grows || closure->side.at[axis] * colouring->factors[axis] % colouring->q == 0);
    }
    return known;
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
    closure->colours_known = knows_colours(closure, &law->colouring);
    search find = { .law = law, .made = closure, .positions = closure->own };
    if (fractal->orientations > 1) {
        find.positions = (int)(closure->side.at[0] * closure->side.at[1]);
    }
    int places = closure->directions->count * find.positions;
    NBB_LOCAL_ARENA local = { 0 };
    NBB_TRY(NBB_ARRAYS(&local, NBB_ARRAY(find.needed, places), NBB_ARRAY(find.index, places)));
    mark_all(&find);
    int count = number_cells(&find);
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(closure->cells, count)));
    closure->count = count;
    for (int cell = 0; cell < places; ++cell) {
        if (find.index[cell] >= 0) {
            fill_cell(&find, cell, &closure->cells[find.index[cell]]);
        }
    }
    return NBB_OK;
}

int nbb_closure_loaded(const nbb_closure *closure, uint32_t *directions)
{
    int loaded = 0;
    *directions = 0;
    for (int i = closure->own; i < closure->count; ++i) {
        uint32_t is_loaded = closure->cells[i].needed & 1;
        *directions |= is_loaded << closure->cells[i].direction;
        loaded += (int)is_loaded;
    }
    return loaded;
}

int nbb_closure_loaded_beside(const nbb_closure *closure)
{
    uint32_t directions;
    return nbb_closure_loaded(closure, &directions);
}

int nbb_closure_computed(const nbb_closure *closure)
{
    int computed = 0;
    for (int i = 0; i < closure->count; ++i) {
        computed += __builtin_popcount(closure->cells[i].needed >> 1);
    }
    return computed;
}

double nbb_closure_neighbours(const nbb_closure *closure)
{
    double neighbours = 0;
    for (int i = 0; i < closure->count; ++i) {
        neighbours += __builtin_popcount(closure->cells[i].needed >> 1) * closure->cells[i].neighbour_count;
    }
    return neighbours / nbb_closure_computed(closure);
}

/* ---- gathers the positions of a border ---- */

void nbb_border_add(const nbb_closure *closure, nbb_border *border)
{
    for (int i = closure->own; i < closure->count; ++i) {
        const nbb_closure_cell *cell = &closure->cells[i];
        for (int o = 0; o < closure->fractal->orientations && (cell->needed & 1) != 0; ++o) {
            int position = nbb_closure_position(closure, cell, o);
            if (position >= 0 && !border->holds[position]) {
                border->holds[position] = true;
                border->count += 1;
            }
        }
    }
}

uint64_t nbb_border_bytes(const nbb_border *border, const nbb_lanes *lanes)
{
    return lanes->words / lanes->positions * (uint64_t)border->count * sizeof(uint32_t);
}

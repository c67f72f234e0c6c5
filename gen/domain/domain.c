/* domain.c - the cells of a run: a fractal at a level, or a simplex of some side. */
#include "gen/domain/domain.h"

#include "gen/base/text.h"

#include <stdlib.h>
#include <string.h>

const char *nbb_domain_name(const nbb_domain *domain)
{
    return domain->simplex != NULL ? domain->simplex->name : domain->fractal->name;
}

const char *nbb_domain_size_name(const nbb_domain *domain)
{
    return domain->simplex != NULL ? "n" : "r";
}

int nbb_domain_axes(const nbb_domain *domain)
{
    return domain->simplex != NULL ? domain->simplex->m : nbb_fractal_axes(domain->fractal);
}

nbb_status nbb_domain_check_size(const nbb_domain *domain)
{
    return domain->simplex != NULL ? nbb_simplex_check_side(domain->simplex, domain->size)
                                   : nbb_fractal_check_level(domain->fractal, (int)domain->size);
}

nbb_vector nbb_domain_side(const nbb_domain *domain)
{
    nbb_vector side = { { domain->size, domain->size, domain->size } };
    if (domain->fractal != NULL) {
        side = nbb_fractal_side(domain->fractal, 0, (int)domain->size);
    }
    for (int axis = nbb_domain_axes(domain); axis < NBB_AXES_MAX; ++axis) {
        side.at[axis] = 1;
    }
    return side;
}

int64_t nbb_domain_places(const nbb_domain *domain)
{
    nbb_vector side = nbb_domain_side(domain);
    int64_t places = side.at[0];
    for (int axis = 1; axis < NBB_AXES_MAX; ++axis) {
        if (__builtin_mul_overflow(places, side.at[axis], &places)) {
            return INT64_MAX;
        }
    }
    return places;
}

void nbb_domain_print(const nbb_domain *domain, nbb_vector vector, const char *between, nbb_text *text)
{
    for (int axis = 0; axis < nbb_domain_axes(domain); ++axis) {
        nbb_text_add(text, "%s%lld", axis == 0 ? "" : between, (long long)vector.at[axis]);
    }
}

nbb_vector nbb_box_place(nbb_vector origin, nbb_vector extent, int64_t i)
{
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        origin.at[axis] += i % extent.at[axis];
        i /= extent.at[axis];
    }
    return origin;
}

int64_t nbb_domain_cells(const nbb_domain *domain)
{
    return domain->simplex != NULL ? nbb_simplex_cells(domain->simplex->m, domain->size)
                                   : nbb_fractal_cells(domain->fractal, 0, (int)domain->size);
}

bool nbb_domain_member(const nbb_domain *domain, nbb_vector cell)
{
    return domain->simplex != NULL ? nbb_simplex_member(domain->simplex->m, domain->size, cell)
                                   : nbb_fractal_member(domain->fractal, (int)domain->size, cell);
}

int64_t nbb_domain_index(const nbb_domain *domain, nbb_vector cell)
{
    return domain->simplex != NULL ? nbb_simplex_index(domain->simplex->m, domain->size, cell)
                                   : nbb_fractal_index(domain->fractal, (int)domain->size, cell);
}

nbb_vector nbb_domain_cell(const nbb_domain *domain, int64_t index)
{
    return domain->simplex != NULL ? nbb_simplex_cell(domain->simplex->m, domain->size, index)
                                   : nbb_fractal_cell(domain->fractal, (int)domain->size, index);
}

/* ---- the lists of directions, and arithmetic on their numbers ---- */

#define ROW(y, z)                      \
    { { -1, y, z } }, { { 0, y, z } }, \
    {                                  \
        {                              \
            1, y, z                    \
        }                              \
    }
#define LAYER(z) ROW(-1, z), ROW(0, z), ROW(1, z)

static const nbb_directions plane = { 2, 9, 4, { LAYER(0) } };
static const nbb_directions space = { 3, 27, 13, { LAYER(-1), LAYER(0), LAYER(1) } };

const nbb_directions *nbb_directions_of(int axes)
{
    return axes == 2 ? &plane : &space;
}

int nbb_direction_at(const nbb_directions *list, nbb_vector step)
{
    int number = 0;
    for (int axis = NBB_AXES_MAX - 1; axis >= 0; --axis) {
        int most = axis < list->axes ? 1 : 0;
        if (step.at[axis] < -most || step.at[axis] > most) {
            return -1;
        }
        number = (2 * most + 1) * number + (int)step.at[axis] + most;
    }
    return number;
}

int nbb_direction_opposite(const nbb_directions *list, int direction)
{
    return list->count - 1 - direction;
}

nbb_vector nbb_direction_from(const nbb_directions *list, int direction, nbb_vector place)
{
    for (int axis = 0; axis < list->axes; ++axis) {
        place.at[axis] += list->steps[direction].at[axis];
    }
    return place;
}

int nbb_direction_wrap(const nbb_directions *list, nbb_vector side, nbb_vector *place)
{
    nbb_vector box = { { 0 } };
    for (int axis = 0; axis < list->axes; ++axis) {
        box.at[axis] = (place->at[axis] >= side.at[axis]) - (place->at[axis] < 0);
        place->at[axis] -= box.at[axis] * side.at[axis];
    }
    return nbb_direction_at(list, box);
}

/* ---- the one state that every map and target must agree on ---- */

uint64_t nbb_mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Mixes the coordinates into z, x first. */
static uint64_t mix_cell(uint64_t z, int axes, nbb_vector cell)
{
    for (int axis = 0; axis < axes; axis++) {
        z = nbb_mix(z ^ (uint64_t)cell.at[axis]);
    }
    return z;
}

uint64_t nbb_state_hash(uint64_t seed, int axes, nbb_vector cell)
{
    return mix_cell(nbb_mix(seed), axes, cell);
}

uint64_t nbb_state_digest(int axes, nbb_vector cell)
{
    return mix_cell(0, axes, cell);
}

/* ---- makes neighbour lists, and finds colours for them ---- */

static const char *const names[] = { "vonneumann", "moore", "triangular" };
enum { NAMES = sizeof names / sizeof *names };

static void add_offset(nbb_neighbours *list, int64_t x, int64_t y, int64_t z)
{
    list->offsets[list->count++] = (nbb_vector){ { x, y, z } };
}

static void add_vonneumann(nbb_neighbours *list)
{
    for (int axis = 0; axis < list->axes; ++axis) {
        for (int64_t step = -1; step <= 1; step += 2) {
            add_offset(list, axis == 0 ? step : 0, axis == 1 ? step : 0, axis == 2 ? step : 0);
        }
    }
}

static void add_moore(nbb_neighbours *list)
{
    int64_t depth = list->axes == 3;
    for (int64_t z = -depth; z <= depth; ++z) {
        for (int64_t y = -1; y <= 1; ++y) {
            for (int64_t x = -1; x <= 1; ++x) {
                if (x != 0 || y != 0 || z != 0) {
                    add_offset(list, x, y, z);
                }
            }
        }
    }
}

static void add_triangular(nbb_neighbours *list)
{
    for (int64_t step = 1; step >= -1; step -= 2) {
        add_offset(list, step, 0, 0);
    }
    for (int64_t step = 1; step >= -1; step -= 2) {
        add_offset(list, 0, step, 0);
    }
    for (int64_t step = 1; step >= -1; step -= 2) {
        add_offset(list, step, step, 0);
    }
}

static nbb_status fail_unknown(const char *name)
{
    NBB_LOCAL_TEXT near = NBB_TEXT_EMPTY;
    nbb_add_near(&near, name, names, NAMES);
    nbb_fail(NBB_ERROR_USAGE,
             "no neighbour list is called '%s': vonneumann, moore, triangular or a list of offsets is "
             "expected%s",
             name, nbb_text_string(&near));
    return NBB_ERROR_USAGE;
}

nbb_status nbb_neighbours_named(const char *name, int axes, nbb_neighbours *list)
{
    void (*const add[])(nbb_neighbours *) = { add_vonneumann, add_moore, add_triangular };
    *list = (nbb_neighbours){ .axes = axes, .reach = 1 };
    for (int i = 0; i < NAMES; ++i) {
        if (strcmp(name, names[i]) != 0) {
            continue;
        }
        if (add[i] == add_triangular && axes != 2) {
            return nbb_fail(NBB_ERROR_USAGE,
                            "the neighbour list triangular is for two axes, and this domain has %d: "
                            "vonneumann and moore are for any",
                            axes);
        }
        list->name = names[i];
        add[i](list);
        return NBB_OK;
    }
    return fail_unknown(name);
}

static bool is_zero(nbb_vector offset)
{
    return offset.at[0] == 0 && offset.at[1] == 0 && offset.at[2] == 0;
}

/* The largest coordinate of an offset, without its sign. */
static int64_t reach_of(nbb_vector offset)
{
    int64_t reach = 0;
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        int64_t length = offset.at[axis] < 0 ? -offset.at[axis] : offset.at[axis];
        reach = length > reach ? length : reach;
    }
    return reach;
}

static nbb_status check_offset(const nbb_neighbours *list, nbb_vector offset)
{
    if (is_zero(offset)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "neighbour %d of the list is the cell itself: an offset that is not 0 is "
                        "expected",
                        list->count + 1);
    }
    if (nbb_neighbours_at(list, offset) >= 0) {
        return nbb_fail(NBB_ERROR_USAGE, "neighbour %d of the list is there twice", list->count + 1);
    }
    if (reach_of(offset) > NBB_NEIGHBOUR_REACH_MAX) {
        return nbb_fail(NBB_ERROR_USAGE, "neighbour %d of the list is further than %d cells away", list->count + 1,
                        NBB_NEIGHBOUR_REACH_MAX);
    }
    return NBB_OK;
}

nbb_status nbb_neighbours_listed(const nbb_vector *offsets, int count, int axes, nbb_neighbours *list)
{
    *list = (nbb_neighbours){ .axes = axes };
    if (count < 1 || count > NBB_NEIGHBOURS_LIST_MAX) {
        return nbb_fail(NBB_ERROR_USAGE, "a neighbour list of %d offsets: 1 to %d are expected", count,
                        NBB_NEIGHBOURS_LIST_MAX);
    }
    for (int i = 0; i < count; ++i) {
        NBB_TRY(check_offset(list, offsets[i]));
        add_offset(list, offsets[i].at[0], offsets[i].at[1], offsets[i].at[2]);
        int reach = (int)reach_of(offsets[i]);
        list->reach = reach > list->reach ? reach : list->reach;
    }
    return NBB_OK;
}

int nbb_neighbours_at(const nbb_neighbours *list, nbb_vector offset)
{
    for (int i = 0; i < list->count; ++i) {
        if (memcmp(list->offsets[i].at, offset.at, sizeof offset.at) == 0) {
            return i;
        }
    }
    return -1;
}

bool nbb_neighbours_counts_pair(const nbb_neighbours *list, int number)
{
    const int64_t *at = list->offsets[number].at;
    int opposite = nbb_neighbours_at(list, (nbb_vector){ { -at[0], -at[1], -at[2] } });
    return opposite < 0 || number < opposite;
}

int nbb_colour_of(const nbb_colouring *colouring, nbb_vector cell)
{
    int64_t sum = 0;
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        sum += colouring->factors[axis] * cell.at[axis];
    }
    int64_t rest = sum % colouring->q;
    return (int)(rest < 0 ? rest + colouring->q : rest);
}

/* Whether a cell and its neighbours never share a colour. */
static bool separates(const nbb_colouring *colouring, const nbb_neighbours *list)
{
    for (int i = 0; i < list->count; ++i) {
        if (nbb_colour_of(colouring, list->offsets[i]) == 0) {
            return false;
        }
    }
    return true;
}

/* The next factors below q on the list's axes, the last axis fastest; false past the last ones. */
static bool next_factors(nbb_colouring *colouring, int axes)
{
    for (int axis = axes - 1; axis >= 0; --axis) {
        if (++colouring->factors[axis] < colouring->q) {
            return true;
        }
        colouring->factors[axis] = 0;
    }
    return false;
}

nbb_colouring nbb_neighbours_colour(const nbb_neighbours *list)
{
    nbb_colouring colouring = { .q = 1 };
    while (
        !separates(&colouring, list)) { /* ends: q past the reach of all, with powers of it as factors, separates */
        if (!next_factors(&colouring, list->axes)) {
            colouring = (nbb_colouring){ .q = colouring.q + 1 };
        }
    }
    return colouring;
}

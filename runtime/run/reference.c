/* reference.c - the brute force: every cell of a window and its margin, step by step. */
#include "runtime/run/reference.h"

#include "gen/domain/directions.h"
#include "gen/domain/state.h"
#include "runtime/device/interrupt.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* More cells than this are a mistake, not a check: three bytes each are held. */
#define AREA_CELLS (INT64_C(1) << 28)

/* The cells that are computed: a window and its margin, clipped to the box. The planes hold a byte a cell and around
   them a border of zeros, so that a neighbour can always be read. */
typedef struct work_area {
    nbb_vector origin, extent;          /* in the box, without the border */
    int64_t border_z;                   /* 1, or 0 where the domain has no third axis */
    int axes;                           /* of the domain */
    int64_t beside[NBB_DIRECTIONS_MAX]; /* the neighbours of a cell: bytes from it, without itself */
    int neighbours;
    int64_t pitch, layer; /* bytes a row and a layer, with the border */
    uint8_t *member, *now, *next;
} work_area;

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t greatest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t index_of(const work_area *area, nbb_vector cell)
{
    return (cell.at[2] - area->origin.at[2] + area->border_z) * area->layer
           + (cell.at[1] - area->origin.at[1] + 1) * area->pitch + cell.at[0] - area->origin.at[0] + 1;
}

/* --- the area of a window --- */

static nbb_status check_window(const nbb_reference_case *run, nbb_vector origin, nbb_vector extent)
{
    NBB_TRY(nbb_domain_check_size(&run->domain));
    if (run->steps < 0) {
        return nbb_fail(NBB_ERROR_RUN, "reference: %" PRId64 " steps, expected 0 or more", run->steps);
    }
    for (int axis = 0; axis < NBB_AXES_MAX; axis++) {
        if (extent.at[axis] < 1 || extent.at[axis] > NBB_N_MAX || origin.at[axis] < -NBB_N_MAX
            || origin.at[axis] > NBB_N_MAX) {
            nbb_text sides = NBB_TEXT_EMPTY, at = NBB_TEXT_EMPTY;
            nbb_domain_print(&run->domain, extent, " x ", &sides);
            nbb_domain_print(&run->domain, origin, ", ", &at);
            nbb_status status = nbb_fail(NBB_ERROR_RUN,
                                         "reference: a window of %s cells at (%s), expected 1 to 2^31"
                                         " cells a side, at most 2^31 from the origin",
                                         nbb_text_string(&sides), nbb_text_string(&at));
            nbb_text_free(&sides);
            nbb_text_free(&at);
            return status;
        }
    }
    return NBB_OK;
}

/* As bytes from a cell, which the border makes the same everywhere. */
static void list_neighbours(work_area *area)
{
    const nbb_directions *list = nbb_directions_of(area->axes);
    area->neighbours = 0;
    for (int d = 0; d < list->count; ++d) {
        const int64_t *step = list->steps[d].at;
        if (d != list->centre) {
            area->beside[area->neighbours++] = step[2] * area->layer + step[1] * area->pitch + step[0];
        }
    }
}

static void clip_area(const nbb_reference_case *run, nbb_vector origin, nbb_vector extent, work_area *area)
{
    nbb_vector n = nbb_domain_side(&run->domain);
    int64_t margin = least(run->steps, NBB_N_MAX);
    for (int axis = 0; axis < NBB_AXES_MAX; axis++) {
        int64_t first = greatest(origin.at[axis] - margin, 0);
        int64_t end = least(origin.at[axis] + extent.at[axis] + margin, n.at[axis]);
        area->origin.at[axis] = first;
        area->extent.at[axis] = greatest(end - first, 0);
    }
    area->axes = nbb_domain_axes(&run->domain);
    area->border_z = area->axes > 2;
    area->pitch = area->extent.at[0] + 2;
    area->layer = area->pitch * (area->extent.at[1] + 2);
    list_neighbours(area);
}

/* The product of the sides, which are at most 2^31: AREA_CELLS + 1 stands for anything past that. */
static int64_t volume(nbb_vector extent)
{
    int64_t layer = least(extent.at[0] * extent.at[1], AREA_CELLS + 1);
    return least(layer * least(extent.at[2], AREA_CELLS + 1), AREA_CELLS + 1);
}

static nbb_status fail_large(const nbb_reference_case *run, nbb_vector extent, const work_area *area)
{
    nbb_text window = NBB_TEXT_EMPTY, needed = NBB_TEXT_EMPTY;
    nbb_domain_print(&run->domain, extent, " x ", &window);
    nbb_domain_print(&run->domain, area->extent, " x ", &needed);
    nbb_status status = nbb_fail(NBB_ERROR_RUN,
                                 "reference: a window of %s cells needs %s cells for %" PRId64
                                 " steps, at most %" PRId64 " are allowed: take a smaller window or fewer"
                                 " steps",
                                 nbb_text_string(&window), nbb_text_string(&needed), run->steps, AREA_CELLS);
    nbb_text_free(&window);
    nbb_text_free(&needed);
    return status;
}

static nbb_status allocate_area(const nbb_reference_case *run, nbb_vector extent, work_area *area)
{
    if (greatest(volume(extent), volume(area->extent)) > AREA_CELLS) {
        return fail_large(run, extent, area);
    }
    size_t plane = (size_t)(area->layer * (area->extent.at[2] + 2 * area->border_z));
    area->member = calloc(plane, 1);
    area->now = calloc(plane, 1);
    area->next = calloc(plane, 1);
    if (area->member == NULL || area->now == NULL || area->next == NULL) {
        return nbb_fail_memory(3 * plane, "the reference's cells");
    }
    return NBB_OK;
}

static void free_area(work_area *area)
{
    free(area->member);
    free(area->now);
    free(area->next);
}

/* --- membership: the definition itself, replicas of replicas, leaving out those beside the area --- */

typedef struct member_marking {
    const nbb_fractal *fractal;
    const work_area *area;
    nbb_vector side[NBB_LEVELS_MAX + 1]; /* of each level */
} member_marking;

static bool meets_area(const work_area *area, nbb_vector corner, nbb_vector side)
{
    for (int axis = 0; axis < area->axes; axis++) {
        int64_t offset = corner.at[axis] - area->origin.at[axis];
        if (offset >= area->extent.at[axis] || offset + side.at[axis] <= 0) {
            return false;
        }
    }
    return true;
}

/* Marks the cells of the level-mu fractal whose box begins at `corner`. */
static void mark_level(const member_marking *marking, int mu, nbb_vector corner)
{
    if (!meets_area(marking->area, corner, marking->side[mu])) {
        return;
    }
    if (mu == 0) {
        marking->area->member[index_of(marking->area, corner)] = 1;
        return;
    }
    const nbb_replicas *replicas = marking->fractal->levels[mu - 1];
    for (int beta = 0; beta < replicas->k; beta++) {
        nbb_vector replica = corner;
        for (int axis = 0; axis < replicas->axes; axis++) {
            replica.at[axis] += replicas->tau[beta][axis] * marking->side[mu - 1].at[axis];
        }
        mark_level(marking, mu - 1, replica);
    }
}

static void mark_fractal(const nbb_reference_case *run, const work_area *area)
{
    int r = (int)run->domain.size;
    member_marking marking = { .fractal = run->domain.fractal, .area = area };
    for (int mu = 0; mu <= r; mu++) {
        marking.side[mu] = nbb_fractal_side(run->domain.fractal, 0, mu);
    }
    mark_level(&marking, r, (nbb_vector){ { 0, 0 } });
}

/* Row number `row` of the area: all its places have the same y and z. */
static nbb_vector row_origin(const work_area *area, int64_t row)
{
    return (nbb_vector){ { area->origin.at[0], area->origin.at[1] + row % area->extent.at[1],
                           area->origin.at[2] + row / area->extent.at[1] } };
}

static int64_t row_count(const work_area *area)
{
    return area->extent.at[1] * area->extent.at[2];
}

/* The cells of a simplex: the places whose coordinates add up to less than n. */
static void mark_simplex(const nbb_reference_case *run, const work_area *area)
{
    for (int64_t row = 0; row < row_count(area); row++) {
        nbb_vector cell = row_origin(area, row);
        int64_t index = index_of(area, cell);
        for (int64_t x = 0; x < area->extent.at[0]; x++) {
            area->member[index + x] = cell.at[0] + x + cell.at[1] + cell.at[2] < run->domain.size;
        }
    }
}

/* --- state --- */

static bool lives_at_first(const nbb_reference_case *run, int axes, nbb_vector cell)
{
    return run->initial != NULL ? run->initial(run->context, cell)
                                : nbb_state_initial(run->seed, run->threshold, axes, cell) != 0;
}

static void set_initial_state(const nbb_reference_case *run, const work_area *area)
{
#pragma omp parallel for
    for (int64_t row = 0; row < row_count(area); row++) {
        nbb_vector cell = row_origin(area, row);
        for (int64_t x = 0; x < area->extent.at[0]; x++, cell.at[0]++) {
            int64_t index = index_of(area, cell);
            if (area->member[index]) {
                area->now[index] = lives_at_first(run, area->axes, cell);
            }
        }
    }
}

/* The next state of a row's places; it holds the counts of live neighbours on the way. */
static void step_row(const work_area *area, nbb_rule rule, int64_t first)
{
    const int64_t width = area->extent.at[0];
    const uint8_t *now = area->now + first, *member = area->member + first;
    uint8_t *restrict next = area->next + first;
    memset(next, 0, (size_t)width);
    for (int i = 0; i < area->neighbours; i++) {
        const uint8_t *beside = now + area->beside[i];
#pragma omp simd
        for (int64_t x = 0; x < width; x++) {
            next[x] = (uint8_t)(next[x] + beside[x]);
        }
    }
    for (int64_t x = 0; x < width; x++) {
        next[x] = member[x] ? (uint8_t)nbb_rule_next(rule, now[x], next[x]) : 0;
    }
}

static void step(work_area *area, nbb_rule rule)
{
#pragma omp parallel for
    for (int64_t row = 0; row < row_count(area); row++) {
        step_row(area, rule, index_of(area, row_origin(area, row)));
    }
    uint8_t *next = area->next;
    area->next = area->now;
    area->now = next;
}

static nbb_status compute(const nbb_reference_case *run, work_area *area)
{
    if (run->domain.simplex != NULL) {
        mark_simplex(run, area);
    } else {
        mark_fractal(run, area);
    }
    set_initial_state(run, area);
    for (int64_t i = 0; i < run->steps; i++) {
        NBB_TRY(nbb_interrupt_check());
        step(area, run->rule);
    }
    return NBB_OK;
}

/* Copies the window out of the area; what lies outside the box stays 0. */
static void copy_window(const work_area *area, nbb_vector origin, nbb_vector extent, uint8_t *state)
{
    nbb_vector first, end;
    for (int axis = 0; axis < NBB_AXES_MAX; axis++) {
        first.at[axis] = greatest(origin.at[axis], area->origin.at[axis]);
        end.at[axis] = least(origin.at[axis] + extent.at[axis], area->origin.at[axis] + area->extent.at[axis]);
    }
    for (int64_t z = first.at[2]; z < end.at[2]; z++) {
        for (int64_t y = first.at[1]; y < end.at[1] && first.at[0] < end.at[0]; y++) {
            const uint8_t *from = area->now + index_of(area, (nbb_vector){ { first.at[0], y, z } });
            int64_t row = (z - origin.at[2]) * extent.at[1] + y - origin.at[1];
            memcpy(state + row * extent.at[0] + first.at[0] - origin.at[0], from, (size_t)(end.at[0] - first.at[0]));
        }
    }
}

nbb_status nbb_reference_window(const nbb_reference_case *run, nbb_vector origin, nbb_vector extent, uint8_t **state)
{
    *state = NULL;
    for (int axis = nbb_domain_axes(&run->domain); axis < NBB_AXES_MAX; axis++) {
        origin.at[axis] = 0; /* a window may leave out the axes that the domain has not */
        extent.at[axis] = 1;
    }
    NBB_TRY(check_window(run, origin, extent));
    work_area area = { .member = NULL };
    clip_area(run, origin, extent, &area);
    nbb_status status = allocate_area(run, extent, &area);
    if (status == NBB_OK) {
        status = compute(run, &area);
    }
    if (status == NBB_OK) {
        size_t bytes = (size_t)volume(extent);
        *state = calloc(bytes, 1);
        status = *state != NULL ? NBB_OK : nbb_fail_memory(bytes, "a reference window");
    }
    if (status == NBB_OK) {
        copy_window(&area, origin, extent, *state);
    }
    free_area(&area);
    return status;
}

nbb_status nbb_reference_whole(const nbb_reference_case *run, uint64_t *population, uint64_t *digest)
{
    NBB_TRY(nbb_domain_check_size(&run->domain));
    nbb_vector n = nbb_domain_side(&run->domain), origin = { { 0 } };
    int64_t places = nbb_domain_places(&run->domain);
    if (places > NBB_REFERENCE_BOX) {
        return nbb_fail(NBB_ERROR_RUN,
                        "reference: %s of size %" PRId64 " has a box of more cells than the %" PRId64
                        " that are computed whole: check it in windows",
                        nbb_domain_name(&run->domain), run->domain.size, NBB_REFERENCE_BOX);
    }
    uint8_t *state;
    NBB_TRY(nbb_reference_window(run, origin, n, &state));
    *population = *digest = 0;
    for (int64_t i = 0; i < places; i++) {
        if (state[i]) {
            *population += 1;
            *digest += nbb_state_digest(nbb_domain_axes(&run->domain), nbb_box_place(origin, n, i));
        }
    }
    free(state);
    return NBB_OK;
}

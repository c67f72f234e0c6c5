/* reference.c - the brute force: every cell of a window and its margin, step by step. */
#include "reference.h"

#include "../gen/state.h"
#include "interrupt.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* More cells than this are a mistake, not a check: three bytes each are held. */
#define AREA_CELLS (INT64_C(1) << 28)

/* The cells that are computed: a window and its margin, clipped to the box. The planes hold a byte a cell and around
   them a border of zeros, so that a neighbour can always be read. */
typedef struct work_area {
    nbb_vector origin, extent;                        /* in the box, without the border */
    int64_t pitch;                                    /* bytes a row, with the border */
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
    return (cell.at[1] - area->origin.at[1] + 1) * area->pitch + cell.at[0] - area->origin.at[0] + 1;
}

/* --- the area of a window --- */

static nbb_status check_window(const nbb_reference_case *run, nbb_vector origin, nbb_vector extent)
{
    NBB_TRY(nbb_fractal_check_level(run->fractal, run->r));
    if (run->steps < 0) {
        return nbb_fail(NBB_ERROR_RUN, "reference: %" PRId64 " steps, expected 0 or more", run->steps);
    }
    for (int axis = 0; axis < NBB_AXES; axis++) {
        if (extent.at[axis] < 1 || extent.at[axis] > NBB_N_MAX || origin.at[axis] < -NBB_N_MAX ||
            origin.at[axis] > NBB_N_MAX) {
            return nbb_fail(NBB_ERROR_RUN, "reference: a window of %" PRId64 " x %" PRId64 " cells at (%" PRId64 ", %"
                            PRId64 "), expected 1 to 2^31 cells a side, at most 2^31 from the origin",
                            extent.at[0], extent.at[1], origin.at[0], origin.at[1]);
        }
    }
    return NBB_OK;
}

static void clip_area(const nbb_reference_case *run, nbb_vector origin, nbb_vector extent, work_area *area)
{
    nbb_vector n = nbb_fractal_side(run->fractal, run->r);
    int64_t margin = least(run->steps, NBB_N_MAX);
    for (int axis = 0; axis < NBB_AXES; axis++) {
        int64_t first = greatest(origin.at[axis] - margin, 0);
        int64_t end = least(origin.at[axis] + extent.at[axis] + margin, n.at[axis]);
        area->origin.at[axis] = first;
        area->extent.at[axis] = greatest(end - first, 0);
    }
    area->pitch = area->extent.at[0] + 2;
}

static nbb_status allocate_area(const nbb_reference_case *run, nbb_vector extent, work_area *area)
{
    int64_t window = extent.at[0] * extent.at[1];     /* sides are at most 2^31: no overflow */
    int64_t cells = area->extent.at[0] * area->extent.at[1];
    if (greatest(window, cells) > AREA_CELLS) {
        return nbb_fail(NBB_ERROR_RUN, "reference: a window of %" PRId64 " x %" PRId64 " cells needs %" PRId64 " x %"
                        PRId64 " cells for %" PRId64 " steps, at most %" PRId64 " are allowed: take a smaller window "
                        "or fewer steps", extent.at[0], extent.at[1], area->extent.at[0], area->extent.at[1],
                        run->steps, AREA_CELLS);
    }
    size_t plane = (size_t)(area->pitch * (area->extent.at[1] + 2));
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
    nbb_vector side[NBB_LEVELS_MAX + 1];              /* of each level */
} member_marking;

static bool meets_area(const work_area *area, nbb_vector corner, nbb_vector side)
{
    for (int axis = 0; axis < NBB_AXES; axis++) {
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
        for (int axis = 0; axis < NBB_AXES; axis++) {
            replica.at[axis] += replicas->tau[beta][axis] * marking->side[mu - 1].at[axis];
        }
        mark_level(marking, mu - 1, replica);
    }
}

static void mark_members(const nbb_reference_case *run, const work_area *area)
{
    member_marking marking = { .fractal = run->fractal, .area = area };
    for (int mu = 0; mu <= run->r; mu++) {
        marking.side[mu] = nbb_fractal_side(run->fractal, mu);
    }
    mark_level(&marking, run->r, (nbb_vector){ { 0, 0 } });
}

/* --- state --- */

static void set_initial_state(const nbb_reference_case *run, const work_area *area)
{
    int64_t end_x = area->origin.at[0] + area->extent.at[0], end_y = area->origin.at[1] + area->extent.at[1];
#pragma omp parallel for
    for (int64_t y = area->origin.at[1]; y < end_y; y++) {
        for (int64_t x = area->origin.at[0]; x < end_x; x++) {
            nbb_vector cell = { { x, y } };
            int64_t index = index_of(area, cell);
            if (area->member[index]) {
                area->now[index] = (uint8_t)nbb_state_initial(run->seed, run->threshold, cell);
            }
        }
    }
}

static int live_neighbours(const uint8_t *cell, int64_t pitch)
{
    const uint8_t *above = cell - pitch, *below = cell + pitch;
    return above[-1] + above[0] + above[1] + cell[-1] + cell[1] + below[-1] + below[0] + below[1];
}

/* Cells off the fractal are never written: both states hold 0 there from the start. */
static void step(work_area *area, nbb_rule rule)
{
#pragma omp parallel for
    for (int64_t row = 1; row <= area->extent.at[1]; row++) {
        int64_t first = row * area->pitch + 1;
        for (int64_t i = first; i < first + area->extent.at[0]; i++) {
            if (area->member[i]) {
                int neighbours = live_neighbours(area->now + i, area->pitch);
                area->next[i] = (uint8_t)nbb_rule_next(rule, area->now[i], neighbours);
            }
        }
    }
    uint8_t *next = area->next;
    area->next = area->now;
    area->now = next;
}

static nbb_status compute(const nbb_reference_case *run, work_area *area)
{
    mark_members(run, area);
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
    for (int axis = 0; axis < NBB_AXES; axis++) {
        first.at[axis] = greatest(origin.at[axis], area->origin.at[axis]);
        end.at[axis] = least(origin.at[axis] + extent.at[axis], area->origin.at[axis] + area->extent.at[axis]);
    }
    for (int64_t y = first.at[1]; y < end.at[1] && first.at[0] < end.at[0]; y++) {
        const uint8_t *from = area->now + index_of(area, (nbb_vector){ { first.at[0], y } });
        uint8_t *to = state + (y - origin.at[1]) * extent.at[0] + first.at[0] - origin.at[0];
        memcpy(to, from, (size_t)(end.at[0] - first.at[0]));
    }
}

nbb_status nbb_reference_window(const nbb_reference_case *run, nbb_vector origin, nbb_vector extent, uint8_t **state)
{
    *state = NULL;
    NBB_TRY(check_window(run, origin, extent));
    work_area area = { .member = NULL };
    clip_area(run, origin, extent, &area);
    nbb_status status = allocate_area(run, extent, &area);
    if (status == NBB_OK) {
        status = compute(run, &area);
    }
    if (status == NBB_OK) {
        size_t bytes = (size_t)(extent.at[0] * extent.at[1]);
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
    NBB_TRY(nbb_fractal_check_level(run->fractal, run->r));
    nbb_vector n = nbb_fractal_side(run->fractal, run->r);
    if (n.at[0] * n.at[1] > NBB_REFERENCE_BOX) {
        return nbb_fail(NBB_ERROR_RUN, "reference: a whole box of %" PRId64 " x %" PRId64 " cells, at most %" PRId64
                        " are computed whole: check it in windows", n.at[0], n.at[1], NBB_REFERENCE_BOX);
    }
    uint8_t *state;
    NBB_TRY(nbb_reference_window(run, (nbb_vector){ { 0, 0 } }, n, &state));
    *population = *digest = 0;
    for (int64_t i = 0; i < n.at[0] * n.at[1]; i++) {
        if (state[i]) {
            *population += 1;
            *digest += nbb_state_digest((nbb_vector){ { i % n.at[0], i / n.at[0] } });
        }
    }
    free(state);
    return NBB_OK;
}

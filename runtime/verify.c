/* verify.c - compares a finished run with the brute force, in windows. */
#include "verify.h"

#include "../gen/state.h"
#include "interrupt.h"
#include "reference.h"

#include <inttypes.h>
#include <stdlib.h>

enum { WINDOW = 64, WINDOWS_MAX = 64 };
static const int64_t WHOLE_CELLS = INT64_C(1) << 22;  /* a box up to this is compared whole, if the work allows */
static const double WORK = 4e9;                       /* cells times steps that take some seconds */
static const double WORK_MAX = 1e11;                  /* and that take too long for a single window */

/* The steps after which the state is compared: sw and rd leave their state as it was. */
static int64_t reference_steps(const nbb_plan *plan, int64_t steps)
{
    return plan->workload == NBB_WORKLOAD_CA ? steps : 0;
}

/* Cells times steps of a window of these sides with its margin, cut off at the box. */
static double window_work(const nbb_plan *plan, nbb_vector extent, int64_t steps)
{
    double cells = 1;
    for (int axis = 0; axis < NBB_AXES; ++axis) {
        double side = (double)extent.at[axis] + 2 * (double)steps;
        cells *= side < (double)plan->n.at[axis] ? side : (double)plan->n.at[axis];
    }
    return cells * (double)(steps + 1);
}

static nbb_vector window_extent(const nbb_plan *plan)
{
    nbb_vector extent = { { WINDOW, WINDOW } };
    for (int axis = 0; axis < NBB_AXES; ++axis) {
        extent.at[axis] = plan->n.at[axis] < WINDOW ? plan->n.at[axis] : WINDOW;
    }
    return extent;
}

nbb_status nbb_verify_possible(const nbb_plan *plan, int64_t steps)
{
    double work = window_work(plan, window_extent(plan), reference_steps(plan, steps));
    if (work > WORK_MAX) {
        return nbb_fail(NBB_ERROR_USAGE, "--verify: after %" PRId64 " steps even one window of %d x %d cells takes"
                        " %.1e cell updates of brute force, at most %.1e are done; ask for fewer --steps", steps,
                        WINDOW, WINDOW,
                        work, WORK_MAX);
    }
    return NBB_OK;
}

/* Fails on the first place where the state differs from the expected one. */
static nbb_status compare(const nbb_plan *plan, const uint32_t *xy, const uint8_t *alive, const uint8_t *expected,
                          int64_t count)
{
    for (int64_t i = 0; i < count; ++i) {
        nbb_vector cell = { { xy[2 * i], xy[2 * i + 1] } };
        bool member = nbb_fractal_member(plan->fractal, plan->r, cell);
        int wanted = !member ? 2 : plan->workload == NBB_WORKLOAD_SW ? 1 : expected[i];
        if (alive[i] != wanted) {
            static const char *const words[] = { "dead", "alive", "off the fractal" };
            return nbb_fail(NBB_ERROR_VERIFY, "%s: cell (%" PRIu32 ", %" PRIu32 ") is %s, the brute force says %s",
                            plan->name, xy[2 * i], xy[2 * i + 1], alive[i] <= 2 ? words[alive[i]] : "no state",
                            words[wanted]);
        }
    }
    return NBB_OK;
}

/* Compares one window. */
static nbb_status verify_window(nbb_run *run, nbb_vector origin, nbb_vector extent)
{
    const nbb_run_request *request = &run->request;
    nbb_reference_case reference = { request->plan->fractal, request->plan->r, request->plan->rule, request->seed,
                                     request->threshold, reference_steps(request->plan, request->steps) };
    size_t count = (size_t)(extent.at[0] * extent.at[1]);
    uint8_t *expected = NULL;
    NBB_TRY(nbb_reference_window(&reference, origin, extent, &expected));
    uint32_t *xy = malloc(count * 2 * sizeof *xy);
    uint8_t *alive = malloc(count);
    nbb_status status = xy == NULL || alive == NULL ? nbb_fail_memory(count * 9, "a window to verify") : NBB_OK;
    for (size_t i = 0; i < count && status == NBB_OK; ++i) {
        xy[2 * i] = (uint32_t)(origin.at[0] + (int64_t)i % extent.at[0]);
        xy[2 * i + 1] = (uint32_t)(origin.at[1] + (int64_t)i / extent.at[0]);
    }
    if (status == NBB_OK) {
        status = nbb_run_probe(run, xy, count, alive);
    }
    if (status == NBB_OK) {
        status = compare(request->plan, xy, alive, expected, (int64_t)count);
    }
    free(expected);
    free(xy);
    free(alive);
    return status;
}

/* A window inside the box, about a cell drawn at random. */
static nbb_vector draw_origin(const nbb_plan *plan, nbb_vector extent, uint64_t draw)
{
    nbb_vector cell = nbb_fractal_cell(plan->fractal, plan->r, (int64_t)(nbb_mix(draw) % (uint64_t)plan->cells));
    for (int axis = 0; axis < NBB_AXES; ++axis) {
        int64_t origin = cell.at[axis] - extent.at[axis] / 2;
        int64_t last = plan->n.at[axis] - extent.at[axis];
        cell.at[axis] = origin < 0 ? 0 : origin > last ? last : origin;
    }
    return cell;
}

/* The totals that a workload must give, whatever the cells hold. */
static nbb_status verify_totals(const nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    if (plan->workload == NBB_WORKLOAD_SW && run->population != (uint64_t)plan->cells) {
        return nbb_fail(NBB_ERROR_VERIFY, "%s: %" PRIu64 " cells were written, the fractal has %" PRId64, plan->name,
                        run->population, plan->cells);
    }
    if (plan->workload == NBB_WORKLOAD_RD && run->sum != run->population0) {
        return nbb_fail(NBB_ERROR_VERIFY, "%s: the sum is %" PRIu64 ", %" PRIu64 " cells live", plan->name, run->sum,
                        run->population0);
    }
    return NBB_OK;
}

nbb_status nbb_verify(nbb_run *run, nbb_verified *verified)
{
    const nbb_plan *plan = run->request.plan;
    int64_t steps = reference_steps(plan, run->request.steps);
    NBB_TRY(verify_totals(run));
    verified->whole = plan->n.at[0] <= WHOLE_CELLS / plan->n.at[1] && window_work(plan, plan->n, steps) <= WORK;
    nbb_vector extent = verified->whole ? plan->n : window_extent(plan);
    double windows = WORK / window_work(plan, extent, steps);
    verified->windows = verified->whole || windows < 1 ? 1 : windows > WINDOWS_MAX ? WINDOWS_MAX : (int)windows;
    verified->cells = extent.at[0] * extent.at[1] * verified->windows;
    for (int i = 0; i < verified->windows; ++i) {
        NBB_TRY(nbb_interrupt_check());
        nbb_vector origin = verified->whole ? (nbb_vector){ { 0, 0 } } : draw_origin(plan, extent, (uint64_t)i);
        NBB_TRY(verify_window(run, origin, extent));
    }
    return NBB_OK;
}

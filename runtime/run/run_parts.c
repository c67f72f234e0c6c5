/* run_parts.c - passes over a state that lies in memory of the host. */
#include "runtime/run/run_parts.h"

#include "gen/plan/plan_kernels.h"
#include "runtime/run/run_answers.h"
#include "runtime/run/run_shards.h"
#include "runtime/run/run_start.h"

static const nbb_state_parts *parts_of(const nbb_run *run)
{
    return run->request.parts;
}

/* A launch on a part and on so many groups of its rings. */
static nbb_status launch(nbb_run *run, nbb_entry entry, int number, int64_t groups, void **arguments)
{
    const nbb_state_parts *parts = parts_of(run);
    nbb_address listed = run->parting.groups;
    for (int i = 0; i < number; ++i) {
        listed += (uint64_t)parts->rows[i].rings[parts->rings] * sizeof(uint32_t);
    }
    NBB_TRY(nbb_run_launch_items(run, entry, parts->rows[number].items, arguments));
    return groups > 0 ? nbb_run_launch_groups(run, entry, 0, listed, groups, arguments) : NBB_OK;
}

/* The launches of a step, or of several, which leave the next state in `state`; `later`
   steps follow them. */
static nbb_status advance_once(nbb_run *run, nbb_entry entry, int number, nbb_address *state, nbb_address *next,
                               int64_t later)
{
    const nbb_plan *plan = run->request.plan;
    const nbb_state_part *part = &parts_of(run)->rows[number];
    uint32_t step = (uint32_t)run->step, turn = 0;
    void *arguments[] = { state, next, &step, &turn, nbb_run_arguments(run) };
    NBB_TRY(nbb_run_fill_step(run));
    for (; turn < (uint32_t)plan->launch.turns; ++turn) {
        int64_t turns = (later + 1) * plan->launch.turns - 1 - turn;
        NBB_TRY(launch(run, entry, number, part->rings[nbb_state_parts_rings(plan, turns)], arguments));
        if (plan->launch.buffers == 2) {
            nbb_address before = *state;
            *state = *next;
            *next = before;
        }
    }
    return NBB_OK;
}

/* So many steps of a part from a buffer that it came to. A plan with two states goes between that one and the next;
   *state and *next become the buffers that it ended in. */
static nbb_status advance_part(nbb_run *run, int number, int64_t steps, nbb_address *state, nbb_address *next)
{
    const nbb_plan *plan = run->request.plan;
    const nbb_state_part *part = &parts_of(run)->rows[number];
    nbb_areas areas = nbb_state_areas(plan);
    bool two = plan->launch.buffers == 2;
    nbb_address from = nbb_part_begin(*state, plan->space.state_bytes, areas, part), before = from;
    nbb_address to = two ? nbb_part_begin(*next, plan->space.state_bytes, areas, part)
                         : nbb_part_begin(run->parting.beside, plan->launch.once_bytes, nbb_beside_areas(plan), part);
    int64_t first = run->step, left = steps;
    nbb_status status = NBB_OK;
    while (left > 0 && status == NBB_OK) {
        bool rest = left < plan->code.steps_a_launch;
        left -= rest ? 1 : plan->code.steps_a_launch;
        status = advance_once(run, rest ? NBB_ENTRY_REST : NBB_ENTRY_STEP, number, &from, &to, left);
        run->step = first + steps - left;
    }
    run->step = first;
    if (two && from != before) {
        nbb_address buffer = *state;
        *state = *next;
        *next = buffer;
    }
    return status;
}

/* In the first order: the part before one goes, and the one behind it comes. */
static nbb_status exchange_beside(nbb_run *run, int number, nbb_address transit)
{
    nbb_device *device = run->request.device;
    int behind = number + 1 < parts_of(run)->count ? number + 1 : -1;
    device->operations->aside(device, false);
    NBB_TRY(nbb_parts_exchange(run, number - 1, behind, transit));
    device->operations->aside(device, true);
    return NBB_OK;
}

/* While a part is advanced, between fork and join. The processor waits for copies of memory that is not pinned, as
   that of files: there launches are first. Else copies are, for many launches would keep it waiting. */
static nbb_status advance_beside(nbb_run *run, int number, int64_t steps, nbb_address buffers[NBB_PART_BUFFERS])
{
    bool copies_first = nbb_run_parts_apart(run) == 0;
    nbb_address transit = buffers[nbb_state_parts_buffers(run->request.plan) - 1];
    NBB_TRY(copies_first ? exchange_beside(run, number, transit) : NBB_OK);
    NBB_TRY(advance_part(run, number, steps, &buffers[0], &buffers[1]));
    return copies_first ? NBB_OK : exchange_beside(run, number, transit);
}

/* buffers[0] has the part that is advanced, the last one that which comes or goes. */
static nbb_status advance_parts(nbb_run *run, int64_t steps, nbb_address buffers[NBB_PART_BUFFERS])
{
    nbb_device *device = run->request.device;
    const nbb_state_parts *parts = parts_of(run);
    int last = nbb_state_parts_buffers(run->request.plan) - 1;
    NBB_TRY(nbb_parts_save_rings(run));
    NBB_TRY(nbb_parts_exchange(run, -1, 0, buffers[0]));
    for (int i = 0; i < parts->count; ++i) {
        NBB_TRY(device->operations->fork(device));
        nbb_status status = advance_beside(run, i, steps, buffers);
        nbb_status joined = device->operations->join(device);
        NBB_TRY(status != NBB_OK ? status : joined);
        nbb_address done = buffers[0];
        buffers[0] = buffers[last];
        buffers[last] = done;
    }
    return nbb_parts_exchange(run, parts->count - 1, -1, buffers[last]);
}

nbb_status nbb_run_parts_advance(nbb_run *run, int64_t left, int64_t *done)
{
    int64_t most = parts_of(run)->steps, unit = run->request.plan->code.steps_a_launch;
    int64_t passes = (left + most - 1) / most, each = (left + passes - 1) / passes; /* of which none is a short one */
    each = (each + unit - 1) / unit * unit;
    *done = each < left && each <= most ? each : left < most ? left : most;
    run->is_amid = true; /* a signal waits for the whole pass */
    nbb_address next = nbb_parts_next_state(run);
    nbb_status status = advance_parts(run, *done, run->parting.buffers);
    run->is_amid = false;
    run->state = status == NBB_OK ? next : run->state;
    return status;
}

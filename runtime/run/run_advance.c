/* run_advance.c - the launches of a run: one, a persistent one, or a recorded sequence of them; or of one whose state
   lies in memory of the host, a pass that brings one part after the other (parts.h) to the device, advances it some
   steps, and brings it back, while its neighbours come and go:

       first order of launches:   0 comes | 1 comes     | 0 goes, 2 comes | 1 goes, 3 comes | ...
       second:                            | 0's steps   | 1's steps       | 2's steps       | ...

   The groups of rings are put aside before the pass: their parts may go back before others come that read them. All
   but steps, a census or a picture, takes the state where it lies. */
#include "runtime/run/run_inside.h"

/* Kernels that are done sooner than a processor starts the next one are recorded in sequences of this many launches,
   in runs long enough for some of them. An even number, so that a sequence ends in the buffer that it began with. */
enum { SEQUENCE = 32, SEQUENCES_MIN = 8, SHORT_BYTES = 64 << 20 };

/* A persistent launch lasts for at most NBB_ROUNDS_MAX rounds, less than a millisecond or of programs that draw
   some, and in short runs for fewer, so that there are SPANS_AIM times to take the median of. */
enum { SPANS_AIM = 16 };

static void swap(nbb_address *one, nbb_address *other)
{
    nbb_address first = *one;
    *one = *other;
    *other = first;
}

static nbb_status launch_part(nbb_run *run, nbb_entry entry, int number, int rings, void **arguments)
{
    const nbb_state_part *part = &run->request.parts->rows[number];
    nbb_address listed = run->parting.groups + (uint64_t)part->before * sizeof(uint32_t);
    return nbb_run_launch_items(run, entry, part->items, listed, part->rings[rings], arguments);
}

/* The states that steps go between, and what they advance: a rank's items, or a part with what `later` steps read. */
typedef struct stepping {
    nbb_address *state, *next;
    int part; /* or -1 */
    int64_t later;
} stepping;

/* A launch of a plan's steps, or of one step where `entry` is REST, or one for each stage and each colour whose turn
   it is; in place the boundaries are copied before it. A kernel takes as many arguments as its signature has. */
static nbb_status advance_steps(nbb_run *run, nbb_entry entry, stepping on)
{
    const nbb_plan *plan = run->request.plan;
    int64_t turns = plan->launch.turns;
    bool was_amid = run->is_amid;
    uint32_t step = (uint32_t)run->step, turn = 0;
    NBB_TRY(nbb_run_fill_step(run));
    void *arguments[] = { on.state, on.next, &step, &turn, nbb_run_arguments(run) };
    NBB_TRY_IF(run->kernels[NBB_ENTRY_BOUNDARY] != NULL, nbb_run_launch(run, NBB_ENTRY_BOUNDARY, 0, arguments));
    nbb_status status = NBB_OK;
    for (; turn < (uint32_t)turns && status == NBB_OK; ++turn) {
        int64_t left = (on.later + 1) * turns - 1 - turn;
        status = on.part < 0
                     ? nbb_run_launch_shard(run, entry, nbb_plan_in_place(plan) ? *on.next : *on.state, arguments)
                     : launch_part(run, entry, on.part, nbb_state_parts_rings(plan, left), arguments);
        run->is_amid = true;
        if (plan->launch.buffers == 2 && status == NBB_OK) {
            swap(on.state, on.next);
        }
    }
    run->is_amid = was_amid;
    return status;
}

nbb_status nbb_run_record(nbb_run *run, int64_t steps)
{
    const nbb_plan *plan = run->request.plan;
    bool many = steps / plan->code.steps_a_launch >= SEQUENCE * SEQUENCES_MIN;
    bool possible = run->request.device->operations->record != NULL && !nbb_plan_is_sharded(plan)
                    && run->kernels[NBB_ENTRY_STEP] != NULL && run->sequence == NULL
                    && nbb_plan_launches(plan, NBB_ENTRY_STEP) == 1 && plan->asked.traits.repeats
                    && !(plan->asked.copies && plan->asked.program->stop != NULL); /* fewer copies, other launches */
    NBB_DONE_IF(!possible || !many || plan->space.state_bytes > SHORT_BYTES);
    nbb_kernel *boundary = run->kernels[NBB_ENTRY_BOUNDARY], *step = run->kernels[NBB_ENTRY_STEP];
    uint32_t step0 = 0, turn = 0;
    void *there[] = { &run->state, &run->other, &step0, &turn, nbb_run_arguments(run) };
    void *back[] = { &run->other, &run->state, &step0, &turn, nbb_run_arguments(run) };
    nbb_grid grid = nbb_plan_grid(plan, NBB_ENTRY_STEP, 0, 0); /* BOUNDARY's too */
    uint32_t copies = plan->asked.copies ? (uint32_t)run->copies : 0;
    nbb_launch shape = { grid.blocks, grid.threads, copies, false, nbb_plan_shared(plan, NBB_ENTRY_STEP) };
    const nbb_alternate alternates[2] = { { boundary != NULL ? boundary : step, shape, there },
                                          { step, shape, plan->launch.buffers == 2 ? back : there } };
    run->recorded = run->state;
    return NBB_ON(run, record, alternates, boundary != NULL ? 2 * SEQUENCE : SEQUENCE, &run->sequence);
}

/* So many steps of a part from a buffer that it came to. A plan with two states goes between that one and the next;
   *state and *next become the buffers that it ended in. */
static nbb_status advance_part(nbb_run *run, int number, int64_t steps, nbb_address *state, nbb_address *next)
{
    const nbb_plan *plan = run->request.plan;
    bool two = plan->launch.buffers == 2;
    nbb_address from = nbb_part_begin(run, *state, number), before = from;
    nbb_address to = nbb_part_begin(run, two ? *next : run->parting.beside, number);
    int64_t first = run->step, left = steps;
    nbb_status status = NBB_OK;
    while (left > 0 && status == NBB_OK) {
        bool rest = left < plan->code.steps_a_launch;
        left -= rest ? 1 : plan->code.steps_a_launch;
        status = advance_steps(run, rest ? NBB_ENTRY_REST : NBB_ENTRY_STEP, (stepping){ &from, &to, number, left });
        run->step = first + steps - left;
    }
    run->step = first;
    if (two && from != before) {
        swap(state, next);
    }
    return status;
}

/* Between two passes the last part stays in the last buffer. What others read of it goes home, where that is few
   copies; or all of it, before anybody looks at the state. */
static bool have_short_edge(const nbb_run *run)
{
    enum { EDGE_MAX = 512 }; /* copies, which would take longer than what they hide */
    return run->parting.edge_count <= EDGE_MAX;
}

static nbb_status edge_goes(nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    nbb_areas areas = nbb_state_areas(plan);
    nbb_address there = nbb_part_begin(run, run->parting.buffers[nbb_state_parts_buffers(plan) - 1],
                                       run->request.parts->count - 1);
    for (int a = 0; a < areas.count; ++a) {
        uint64_t bytes = NBB_GROUP * areas.rows[a].item_bytes;
        for (int64_t i = 0; i < run->parting.edge_count; ++i) {
            uint64_t place = areas.rows[a].offset + (uint64_t)run->parting.edge[i] * bytes;
            NBB_TRY(NBB_ON(run, go, run->state + place, there + place, bytes));
        }
    }
    return NBB_OK;
}

/* While a part is advanced, between fork and join, in the first order the part before it goes and the one behind it
   comes. Launches are first, for a ring's copies may be thousands: but more of them than a device takes at once would
   keep copies waiting. The processor waits for copies of memory that is not pinned, as that of files. Where another
   pass follows, the first part comes beside the last one, which goes beside the next pass's first one. */
static nbb_status advance_beside(nbb_run *run, int number, int64_t steps, bool follows,
                                 nbb_address buffers[NBB_PART_BUFFERS])
{
    enum { AT_ONCE = 512 };
    const nbb_plan *plan = run->request.plan;
    bool copies_first = nbb_run_parts_apart(run) == 0
                        && steps * plan->launch.turns > (int64_t)AT_ONCE * plan->code.steps_a_launch;
    nbb_address transit = buffers[nbb_state_parts_buffers(plan) - 1];
    int count = run->request.parts->count, behind = number + 1 < count ? number + 1 : follows ? 0 : -1;
    int before = number > 0 ? number - 1 : run->parting.keeps_last && have_short_edge(run) ? count - 1 : -1;
    NBB_TRY_IF(!copies_first, advance_part(run, number, steps, &buffers[0], &buffers[1]));
    NBB_TRY_IF(nbb_run_parts_apart(run) > 0, nbb_parts_count(run, number, buffers[0]));
    NBB_ON(run, aside, false);
    NBB_TRY(nbb_parts_exchange(run, before, behind, transit));
    NBB_TRY_IF(behind > 0, nbb_parts_rings_come(run, behind, transit));
    NBB_ON(run, aside, true);
    return copies_first ? advance_part(run, number, steps, &buffers[0], &buffers[1]) : NBB_OK;
}

/* buffers[0] has the part that is advanced, the last one that which comes or goes. */
static nbb_status advance_parts(nbb_run *run, int64_t steps, bool follows, nbb_address buffers[NBB_PART_BUFFERS])
{
    int count = run->request.parts->count, last = nbb_state_parts_buffers(run->request.plan) - 1;
    NBB_TRY_IF(nbb_run_parts_apart(run) > 0, /* to be counted on the way */
               NBB_ON(run, fill, run->counts, 0, (uint64_t)run->copies * NBB_COUNTS * sizeof(uint64_t)));
    NBB_TRY_IF(run->parting.keeps_last, /* what others read of the last part goes home before the first one comes */
               have_short_edge(run) ? edge_goes(run) : nbb_parts_exchange(run, count - 1, -1, buffers[last]));
    NBB_TRY(nbb_parts_save_rings(run));
    NBB_TRY_IF(!run->parting.keeps_last, nbb_parts_exchange(run, -1, 0, buffers[0]));
    NBB_TRY(nbb_parts_rings_come(run, 0, buffers[0]));
    for (int i = 0; i < count; ++i) {
        NBB_TRY(NBB_DO(run, fork));
        nbb_status status = advance_beside(run, i, steps, follows, buffers);
        nbb_status joined = NBB_DO(run, join);
        NBB_TRY(status != NBB_OK ? status : joined);
        swap(&buffers[0], &buffers[last]);
    }
    return follows ? NBB_OK : nbb_parts_exchange(run, count - 1, -1, buffers[last]);
}

int64_t nbb_run_steps_unseen(const nbb_run *run, int64_t step, int64_t to)
{
    int64_t unseen = to - step;
    for (int i = 0; i < NBB_RUN_WATCHES; ++i) {
        const nbb_run_watch *watch = &run->watches[i];
        int64_t next = watch->see != NULL ? nbb_every_next(watch->every, step) - step : unseen;
        unseen = next < unseen ? next : unseen;
    }
    return unseen;
}

/* One pass of at most `left` steps; *done becomes their number. A signal waits for the whole pass. Where nobody looks
   at the state before the next pass, that one begins while this one ends. */
static nbb_status advance_pass(nbb_run *run, int64_t left, int64_t *done)
{
    int64_t most = run->request.parts->steps, unit = run->request.plan->code.steps_a_launch;
    int64_t passes = (left + most - 1) / most, each = (left + passes - 1) / passes; /* of which none is a short one */
    each = (each + unit - 1) / unit * unit;
    *done = each < left && each <= most ? each : left < most ? left : most;
    bool follows = run->request.parts->count > 1 && run->request.files == NULL
                   && !run->request.plan->asked.program->has_globals
                   && *done < nbb_run_steps_unseen(run, run->step, run->request.steps);
    NBB_TRY_OR(nbb_interrupt_check(), nbb_parts_settle(run));
    NBB_TRY(nbb_run_fill_step(run)); /* globals, which are of the whole state */
    run->is_amid = true;
    nbb_address next = nbb_parts_next_state(run);
    nbb_status status = advance_parts(run, *done, follows, run->parting.buffers);
    run->is_amid = false;
    run->parting.keeps_last = follows && status == NBB_OK;
    run->parting.is_counted = nbb_run_parts_apart(run) > 0 && status == NBB_OK;
    run->state = status == NBB_OK ? next : run->state;
    return status;
}

static nbb_status launch_some(nbb_run *run, int64_t left, int64_t *done)
{
    int64_t several = run->request.plan->code.steps_a_launch;
    if (run->sequence != NULL && left >= SEQUENCE * several && run->state == run->recorded) {
        *done = SEQUENCE * several;
        NBB_TRY(nbb_interrupt_check());
        return NBB_ON(run, play, run->sequence);
    }
    NBB_RETURN_IF(run->request.parts != NULL, advance_pass(run, left, done));
    if (run->kernels[NBB_ENTRY_PERSISTENT] != NULL && left >= several) {
        NBB_TRY(nbb_run_fill_step(run));
        int64_t rounds = left / several < NBB_ROUNDS_MAX ? left / several : NBB_ROUNDS_MAX;
        *done = rounds * several;
        NBB_TRY(nbb_run_launch_rounds(run, (uint32_t)rounds, left));
        if (run->request.plan->launch.buffers == 2 && rounds % 2 == 1) {
            swap(&run->state, &run->other);
        }
        return NBB_OK;
    }
    if (run->request.plan->asked.work->evolves) {
        bool rest = left < several;
        *done = rest ? 1 : several;
        return advance_steps(run, rest ? NBB_ENTRY_REST : NBB_ENTRY_STEP,
                             (stepping){ &run->state, &run->other, -1, 0 });
    }
    nbb_entry pass = run->request.plan->asked.work->pass;
    nbb_address sum = run->counts + 2 * sizeof(uint64_t);
    void *arguments[] = { &run->state, pass == NBB_ENTRY_SUM ? &sum : &run->points };
    *done = 1;
    return nbb_run_launch(run, pass, 0, arguments);
}

nbb_status nbb_run_advance(nbb_run *run, int64_t left, int64_t *done)
{
    NBB_TRY(launch_some(run, left, done));
    run->step += *done;
    return NBB_OK;
}

int64_t nbb_run_unit_steps(const nbb_run *run)
{
    int64_t several = run->request.plan->code.steps_a_launch, rounds = 1;
    NBB_RETURN_IF(run->request.parts != NULL, run->request.parts->steps);
    if (run->kernels[NBB_ENTRY_PERSISTENT] != NULL) {
        rounds = (run->request.steps - run->first) / several / SPANS_AIM;
        rounds = rounds < 1 ? 1 : rounds > NBB_ROUNDS_MAX ? NBB_ROUNDS_MAX : rounds;
        const nbb_run_watch *exchange = &run->watches[NBB_RUN_EXCHANGE];
        int64_t apart = exchange->see != NULL && several == 1 ? exchange->every : 1;
        if (apart <= NBB_ROUNDS_MAX) { /* launches end with an exchange */
            rounds = rounds < apart ? apart : rounds - rounds % apart;
        }
    }
    return several * (run->sequence != NULL ? SEQUENCE : rounds);
}

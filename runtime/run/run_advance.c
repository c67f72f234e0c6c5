/* run_advance.c - the launches of a run: one, a persistent one, or a recorded sequence of them. */
#include "runtime/run/run_advance.h"

#include "runtime/device/interrupt.h"
#include "runtime/run/run_looks.h"
#include "runtime/run/run_parts.h"
#include "runtime/run/run_shards.h"
#include "runtime/run/run_answers.h"
#include "runtime/run/run_start.h"

/* Kernels that are done sooner than a processor starts the next one are recorded in sequences of this many launches,
   in runs long enough for some of them. An even number, so that a sequence ends in the buffer that it began with. */
enum { SEQUENCE = 32, SEQUENCES_MIN = 8, SHORT_BYTES = 64 << 20 };

/* A persistent launch lasts for at most NBB_ROUNDS_MAX rounds, less than a millisecond or of programs that draw
   some, and in short runs for fewer, so that there are SPANS_AIM times to take the median of. */
enum { SPANS_AIM = 16 };

static void swap_states(nbb_run *run)
{
    nbb_address out = run->other;
    run->other = run->state;
    run->state = out;
}

/* A launch of a plan's steps, or of one step where `entry` is REST, or one for each stage and each colour whose turn
   it is; in place the borders are copied before it. A kernel takes as many arguments as its signature has. */
static nbb_status advance_steps(nbb_run *run, nbb_entry entry)
{
    const nbb_plan *plan = run->request.plan;
    uint32_t step = (uint32_t)run->step, turn = 0;
    void *arguments[] = { &run->state, &run->other, &step, &turn, nbb_run_arguments(run) };
    if (run->kernels[NBB_ENTRY_BORDER] != NULL) {
        NBB_TRY(nbb_run_launch(run, NBB_ENTRY_BORDER, 0, arguments));
    }
    nbb_status status = NBB_OK;
    for (; turn < (uint32_t)plan->launch.turns && status == NBB_OK; ++turn) {
        status = nbb_run_launch_shard(run, entry, nbb_plan_in_place(plan) ? run->other : run->state, arguments);
        run->is_amid = true;
        if (plan->launch.buffers == 2 && status == NBB_OK) {
            swap_states(run);
        }
    }
    run->is_amid = false;
    return status;
}

/* A plan's steps that many times, in one launch. */
static nbb_status advance_persistent(nbb_run *run, uint32_t rounds, int64_t left)
{
    NBB_TRY(nbb_run_launch_rounds(run, rounds, left, run->request.plan->code.steps_a_launch));
    if (run->request.plan->launch.buffers == 2 && rounds % 2 == 1) {
        swap_states(run);
    }
    return NBB_OK;
}

/* Records a sequence for so many steps, if launches are short and many and there is none yet. Launches of a program
   are alike where it does not read the number of the step. */
nbb_status nbb_run_record(nbb_run *run, int64_t steps)
{
    const nbb_plan *plan = run->request.plan;
    nbb_device *device = run->request.device;
    bool many = steps / plan->code.steps_a_launch >= SEQUENCE * SEQUENCES_MIN;
    bool possible = device->operations->record != NULL && !nbb_plan_is_sharded(plan)
                    && run->kernels[NBB_ENTRY_STEP] != NULL && run->sequence == NULL
                    && nbb_plan_launches(plan, NBB_ENTRY_STEP) == 1 && plan->asked.traits.repeats
                    && !(plan->asked.copies && plan->asked.program->stop != NULL); /* fewer copies, other launches */
    if (!possible || !many || plan->space.state_bytes > SHORT_BYTES) {
        return NBB_OK;
    }
    nbb_kernel *border = run->kernels[NBB_ENTRY_BORDER], *step = run->kernels[NBB_ENTRY_STEP];
    uint32_t step0 = 0, turn = 0;
    void *there[] = { &run->state, &run->other, &step0, &turn, nbb_run_arguments(run) };
    void *back[] = { &run->other, &run->state, &step0, &turn, nbb_run_arguments(run) };
    nbb_grid grid = nbb_plan_grid(plan, NBB_ENTRY_STEP, 0, 0); /* BORDER's too */
    nbb_launch shape = { .blocks = grid.blocks,
                         .threads = grid.threads,
                         .copies = plan->asked.copies ? (uint32_t)run->copies : 0 };
    const nbb_alternate alternates[2] = { { border != NULL ? border : step, shape, there },
                                { step, shape, plan->launch.buffers == 2 ? back : there } };
    run->recorded = run->state;
    return device->operations->record(device, alternates, border != NULL ? 2 * SEQUENCE : SEQUENCE, &run->sequence);
}

/* One launch, or one sequence of them, with at most `left` steps or passes; *done becomes their number. */
static nbb_status launch_some(nbb_run *run, int64_t left, int64_t *done)
{
    nbb_device *device = run->request.device;
    int64_t several = run->request.plan->code.steps_a_launch;
    if (run->sequence != NULL && left >= SEQUENCE * several && run->state == run->recorded) {
        *done = SEQUENCE * several;
        NBB_TRY(nbb_interrupt_check());
        return device->operations->play(device, run->sequence);
    }
    if (run->request.parts != NULL) {
        return nbb_run_parts_advance(run, left, done);
    }
    NBB_TRY(nbb_run_fill_step(run));
    if (run->kernels[NBB_ENTRY_ROUNDS] != NULL && left >= several) {
        int64_t rounds = left / several < NBB_ROUNDS_MAX ? left / several : NBB_ROUNDS_MAX;
        *done = rounds * several;
        return advance_persistent(run, (uint32_t)rounds, left);
    }
    if (run->request.plan->asked.work->evolves) {
        bool rest = left < several;
        *done = rest ? 1 : several;
        return advance_steps(run, rest ? NBB_ENTRY_REST : NBB_ENTRY_STEP);
    }
    *done = 1;
    if (run->kernels[NBB_ENTRY_WRITE] != NULL) {
        void *arguments[] = { &run->state };
        return nbb_run_launch(run, NBB_ENTRY_WRITE, 0, arguments);
    }
    if (run->kernels[NBB_ENTRY_DISTANCES] != NULL) {
        void *arguments[] = { &run->state, &run->points };
        return nbb_run_launch(run, NBB_ENTRY_DISTANCES, 0, arguments);
    }
    nbb_address sum = run->counts + 2 * sizeof(uint64_t);
    void *arguments[] = { &run->state, &sum };
    return nbb_run_launch(run, NBB_ENTRY_SUM, 0, arguments);
}

/* The same, counted. */
nbb_status nbb_run_advance(nbb_run *run, int64_t left, int64_t *done)
{
    NBB_TRY(launch_some(run, left, done));
    run->step += *done;
    return NBB_OK;
}

/* The steps that are not taken apart: those of a launch, or of a sequence. */
int64_t nbb_run_unit_steps(const nbb_run *run)
{
    int64_t several = run->request.plan->code.steps_a_launch, rounds = 1;
    if (run->request.parts != NULL) {
        return run->request.parts->steps;
    }
    if (run->kernels[NBB_ENTRY_ROUNDS] != NULL) {
        rounds = (run->request.steps - run->first) / several / SPANS_AIM;
        rounds = rounds < 1 ? 1 : rounds > NBB_ROUNDS_MAX ? NBB_ROUNDS_MAX : rounds;
        int64_t apart = run->exchange.see != NULL && several == 1 ? run->exchange.every : 1;
        if (apart <= NBB_ROUNDS_MAX) { /* launches end with an exchange */
            rounds = rounds < apart ? apart : rounds - rounds % apart;
        }
    }
    return several * (run->sequence != NULL ? SEQUENCE : rounds);
}

/* run.c - runs a plan's module on a device. */
#include "run.h"

#include "interrupt.h"
#include "machine.h"
#include "progress.h"

#include <stdlib.h>
#include <string.h>

enum {
    SPANS_MAX = (NBB_MARKS - 1) / 2,
    ARGUMENTS_MAX = 5                                 /* of the longest signature, and the level */
};

/* Launches are waited for in batches of about BATCH_MS, so that Ctrl-C and the progress bar lag no more behind, and
   a fast kernel still finds its queue full. */
#define BATCH_MS 100.0
typedef struct batch {
    int64_t launches, launched;                       /* its length and the part of it that was launched */
    double begin;
} batch;

/* Kernels that are done sooner than a processor starts the next one are recorded in sequences of this many launches,
   in runs long enough for some of them. An even number, so that a sequence ends in the buffer that it began with. */
enum { SEQUENCE = 32, SEQUENCES_MIN = 8, SHORT_BYTES = 64 << 20 };

/* A resident kernel stays for at most ROUNDS_MAX rounds, less than a millisecond, and in short runs for fewer, so that
   there are SPANS_AIM times to take the median of. */
enum { ROUNDS_MAX = 256, SPANS_AIM = 16 };

/* Starts a kernel, or all its levels one after the other. Every launch heeds Ctrl-C, so that it waits for one kernel
   at most on the host, for one batch on a GPU. */
static nbb_status launch(nbb_run *run, nbb_entry entry, uint64_t probes, void **arguments)
{
    const nbb_plan *plan = run->request.plan;
    nbb_device *device = run->request.device;
    uint32_t level = 0, launches = (uint32_t)nbb_plan_launches(plan, entry);
    size_t count = strlen(nbb_entry_signatures[entry]);
    void *with_level[ARGUMENTS_MAX];                  /* a kernel without levels does not read the last one */
    memcpy(with_level, arguments, count * sizeof *arguments);
    with_level[count] = &level;
    for (; level < launches; ++level) {
        NBB_TRY(nbb_interrupt_check());
        nbb_grid grid = nbb_plan_grid(plan, entry, (int)level, probes);
        nbb_launch shape = { .blocks = grid.blocks, .threads = grid.threads, .at_once = entry == NBB_ENTRY_ROUNDS };
        NBB_TRY(device->operations->launch(device, run->kernels[entry], shape, with_level));
    }
    return NBB_OK;
}

static nbb_status find_kernels(nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    nbb_device *device = run->request.device;
    for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        if (!nbb_plan_has(plan, (nbb_entry)entry)) {
            continue;
        }
        nbb_text name = NBB_TEXT_EMPTY;
        nbb_text_add(&name, "%s_%s", plan->name, nbb_entry_suffixes[entry]);
        nbb_status status = nbb_text_status(&name, "a kernel's name");
        if (status == NBB_OK) {
            status = device->operations->find(device, run->module, name.data,
                                              nbb_plan_signature(plan, (nbb_entry)entry), &run->kernels[entry]);
        }
        nbb_text_free(&name);
        NBB_TRY(status);
    }
    return NBB_OK;
}

static nbb_status allocate_cleared(nbb_run *run, uint64_t bytes, nbb_address *address)
{
    nbb_device *device = run->request.device;
    NBB_TRY(nbb_interrupt_check());
    NBB_TRY(device->operations->allocate(device, bytes, address));
    return device->operations->fill(device, *address, 0, bytes);
}

/* Population and digest of the state as it is. */
static nbb_status take_census(nbb_run *run, uint64_t *population, uint64_t *digest)
{
    nbb_device *device = run->request.device;
    uint64_t counts[2];
    void *arguments[] = { &run->state, &run->counts };
    NBB_TRY(device->operations->fill(device, run->counts, 0, sizeof counts));
    NBB_TRY(launch(run, NBB_ENTRY_CENSUS, 0, arguments));
    NBB_TRY(device->operations->download(device, counts, run->counts, sizeof counts));
    *population = counts[0];
    *digest = counts[1];
    return NBB_OK;
}

static nbb_status start(nbb_run *run)
{
    const nbb_run_request *request = &run->request;
    nbb_device *device = request->device;
    nbb_module_request module = { request->source, request->plan->name, request->use_cache };
    NBB_TRY(device->operations->load(device, &module, &run->module, &run->facts));
    NBB_TRY(find_kernels(run));
    NBB_TRY(allocate_cleared(run, 4 * sizeof(uint64_t), &run->counts));
    NBB_TRY(allocate_cleared(run, request->plan->state_bytes, &run->state));
    uint64_t beside = request->plan->buffers == 2 ? request->plan->state_bytes : request->plan->border_bytes;
    if (beside > 0) {
        NBB_TRY(allocate_cleared(run, beside, &run->other));
    }
    if (request->plan->workload == NBB_WORKLOAD_EDM) {
        uint64_t bytes = nbb_points_bytes(request->points);
        NBB_TRY(device->operations->allocate(device, bytes, &run->points));
        NBB_TRY(device->operations->upload(device, run->points, request->points->at, bytes));
    }
    if (run->kernels[NBB_ENTRY_INIT] != NULL) {
        void *arguments[] = { &run->state, &run->request.seed, &run->request.threshold };
        NBB_TRY(launch(run, NBB_ENTRY_INIT, 0, arguments));
    }
    return take_census(run, &run->population0, &run->digest0);
}

nbb_status nbb_run_start(const nbb_run_request *request, nbb_run *run)
{
    *run = (nbb_run){ .request = *request };
    nbb_status status = start(run);
    if (status != NBB_OK) {
        nbb_run_end(run);
    }
    return status;
}

static void swap_states(nbb_run *run)
{
    nbb_address out = run->other;
    run->other = run->state;
    run->state = out;
}

/* One launch of a plan's steps, or of one step where `entry` is REST; in place the borders are copied before it. */
static nbb_status advance_automaton(nbb_run *run, nbb_entry entry)
{
    void *arguments[] = { &run->state, &run->other };
    if (run->kernels[NBB_ENTRY_BORDER] != NULL) {
        NBB_TRY(launch(run, NBB_ENTRY_BORDER, 0, arguments));
    }
    NBB_TRY(launch(run, entry, 0, arguments));
    if (run->request.plan->buffers == 2) {
        swap_states(run);
    }
    return NBB_OK;
}

/* A plan's steps that many times, in one launch. */
static nbb_status advance_resident(nbb_run *run, uint32_t rounds)
{
    nbb_device *device = run->request.device;
    nbb_address arrived = run->counts + 3 * sizeof(uint64_t);
    void *arguments[] = { &run->state, &run->other, &arrived, &rounds };
    NBB_TRY(device->operations->fill(device, arrived, 0, sizeof(uint32_t)));
    NBB_TRY(launch(run, NBB_ENTRY_ROUNDS, 0, arguments));
    if (rounds % 2 == 1) {
        swap_states(run);
    }
    return NBB_OK;
}

/* Records a sequence for so many steps, if launches are short and many and there is none yet. */
static nbb_status record_sequence(nbb_run *run, int64_t steps)
{
    const nbb_plan *plan = run->request.plan;
    nbb_device *device = run->request.device;
    bool many = steps / plan->steps_a_launch >= SEQUENCE * SEQUENCES_MIN;
    bool possible = device->operations->record != NULL && run->kernels[NBB_ENTRY_STEP] != NULL
                    && run->sequence == NULL && nbb_plan_launches(plan, NBB_ENTRY_STEP) == 1;
    if (!possible || !many || plan->state_bytes > SHORT_BYTES) {
        return NBB_OK;
    }
    nbb_kernel *border = run->kernels[NBB_ENTRY_BORDER], *step = run->kernels[NBB_ENTRY_STEP];
    void *there[] = { &run->state, &run->other }, *back[] = { &run->other, &run->state };
    nbb_grid grid = nbb_plan_grid(plan, NBB_ENTRY_STEP, 0, 0);  /* BORDER's too */
    nbb_launch shape = { .blocks = grid.blocks, .threads = grid.threads };
    const nbb_turn turns[2] = { { border != NULL ? border : step, shape, there },
                                { step, shape, plan->buffers == 2 ? back : there } };
    run->recorded = run->state;
    return device->operations->record(device, turns, border != NULL ? 2 * SEQUENCE : SEQUENCE, &run->sequence);
}

/* One launch, or one sequence of them, with at most `left` steps or passes; *done becomes their number. */
static nbb_status advance(nbb_run *run, int64_t left, int64_t *done)
{
    nbb_device *device = run->request.device;
    int64_t several = run->request.plan->steps_a_launch;
    if (run->sequence != NULL && left >= SEQUENCE * several && run->state == run->recorded) {
        *done = SEQUENCE * several;
        NBB_TRY(nbb_interrupt_check());
        return device->operations->play(device, run->sequence);
    }
    if (run->kernels[NBB_ENTRY_ROUNDS] != NULL && left >= several) {
        int64_t rounds = left / several < ROUNDS_MAX ? left / several : ROUNDS_MAX;
        *done = rounds * several;
        return advance_resident(run, (uint32_t)rounds);
    }
    if (run->request.plan->workload == NBB_WORKLOAD_CA) {
        bool rest = left < several;
        *done = rest ? 1 : several;
        return advance_automaton(run, rest ? NBB_ENTRY_REST : NBB_ENTRY_STEP);
    }
    *done = 1;
    if (run->kernels[NBB_ENTRY_WRITE] != NULL) {
        void *arguments[] = { &run->state };
        return launch(run, NBB_ENTRY_WRITE, 0, arguments);
    }
    if (run->kernels[NBB_ENTRY_DISTANCES] != NULL) {
        void *arguments[] = { &run->state, &run->points };
        return launch(run, NBB_ENTRY_DISTANCES, 0, arguments);
    }
    nbb_address sum = run->counts + 2 * sizeof(uint64_t);
    void *arguments[] = { &run->state, &sum };
    NBB_TRY(device->operations->fill(device, sum, 0, sizeof(uint64_t)));
    return launch(run, NBB_ENTRY_SUM, 0, arguments);
}

/* The steps that are not taken apart: those of a launch, or of a sequence. */
static int64_t unit_steps(const nbb_run *run)
{
    int64_t several = run->request.plan->steps_a_launch, rounds = 1;
    if (run->kernels[NBB_ENTRY_ROUNDS] != NULL) {
        rounds = run->request.steps / several / SPANS_AIM;
        rounds = rounds < 1 ? 1 : rounds > ROUNDS_MAX ? ROUNDS_MAX : rounds;
    }
    return several * (run->sequence != NULL ? SEQUENCE : rounds);
}

/* The number of spans that are timed: each has a unit at least, unless all steps are fewer. */
static int count_spans(const nbb_run *run)
{
    int64_t units = run->request.steps / unit_steps(run);
    return units > SPANS_MAX ? SPANS_MAX : units > 0 ? (int)units : 1;
}

/* The first step of span number i of n. Spans are made of whole units; the steps that fill none go with the last. */
static int64_t span_begin(const nbb_run *run, int spans, int i)
{
    int64_t unit = unit_steps(run), units = run->request.steps / unit;
    return i == spans ? run->request.steps : (units / spans * i + units % spans * i / spans) * unit;
}

/* Before step number `step`: waits when a batch is full, and fits the next one's length to the time it took. */
static nbb_status keep_pace(nbb_run *run, batch *now, int64_t step)
{
    nbb_device *device = run->request.device;
    if (now->launched++ < now->launches) {
        return NBB_OK;
    }
    NBB_TRY(device->operations->wait(device));
    double end = nbb_milliseconds(), spent = end - now->begin;
    int64_t same = now->launches;
    int64_t launches = spent < BATCH_MS / 2 ? same * 2 : spent > BATCH_MS * 2 ? (same + 1) / 2 : same;
    *now = (batch){ launches, 1, end };
    nbb_progress_step(step);
    return NBB_OK;
}

/* Advances from step `from` to `to` between marks 2 span and 2 span + 1. */
static nbb_status advance_span(nbb_run *run, batch *now, int span, int64_t from, int64_t to)
{
    nbb_device *device = run->request.device;
    int64_t done = 0;
    NBB_TRY(keep_pace(run, now, from));
    NBB_TRY(device->operations->mark(device, 2 * span));
    NBB_TRY(advance(run, to - from, &done));
    for (int64_t step = from + done; step < to; step += done) {
        NBB_TRY(keep_pace(run, now, step));
        NBB_TRY(advance(run, to - step, &done));
    }
    return device->operations->mark(device, 2 * span + 1);
}

static nbb_status advance_all(nbb_run *run, int spans)
{
    nbb_device *device = run->request.device;
    batch now = { 4, 0, nbb_milliseconds() };
    for (int span = 0; span < spans; ++span) {
        NBB_TRY(advance_span(run, &now, span, span_begin(run, spans, span), span_begin(run, spans, span + 1)));
    }
    return device->operations->wait(device);
}

/* Milliseconds a step of each span, as median, minimum and maximum. */
static nbb_status read_times(nbb_run *run, int spans)
{
    double samples[SPANS_MAX];
    nbb_device *device = run->request.device;
    for (int span = 0; span < spans; ++span) {
        int64_t steps = span_begin(run, spans, span + 1) - span_begin(run, spans, span);
        NBB_TRY(device->operations->elapsed(device, 2 * span, 2 * span + 1, &samples[span]));
        samples[span] /= (double)steps;
    }
    run->times = nbb_times_of(samples, spans);
    return NBB_OK;
}

nbb_status nbb_run_work(nbb_run *run)
{
    NBB_TRY(record_sequence(run, run->request.steps));
    int spans = count_spans(run);
    nbb_progress_start(run->request.plan->name, run->request.steps);
    nbb_status status = advance_all(run, spans);
    nbb_progress_end();
    NBB_TRY(status);
    NBB_TRY(read_times(run, spans));
    if (run->kernels[NBB_ENTRY_SUM] != NULL) {
        nbb_device *device = run->request.device;
        NBB_TRY(device->operations->download(device, &run->sum, run->counts + 2 * sizeof(uint64_t), sizeof run->sum));
    }
    return take_census(run, &run->population, &run->digest);
}

nbb_status nbb_run_sample(nbb_run *run, int64_t steps, double *milliseconds)
{
    nbb_device *device = run->request.device;
    int64_t done = 0;
    NBB_TRY(record_sequence(run, steps));
    NBB_TRY(device->operations->mark(device, 0));
    for (int64_t step = 0; step < steps; step += done) {
        NBB_TRY(advance(run, steps - step, &done));
    }
    NBB_TRY(device->operations->mark(device, 1));
    NBB_TRY(device->operations->wait(device));
    NBB_TRY(device->operations->elapsed(device, 0, 1, milliseconds));
    *milliseconds /= (double)steps;
    return NBB_OK;
}

static nbb_status probe_cells(nbb_run *run, const uint32_t *cells, uint64_t bytes, uint64_t count, void *states)
{
    uint64_t state_bytes = count * run->request.plan->cell_bytes;
    nbb_device *device = run->request.device;
    const nbb_device_operations *operations = device->operations;
    nbb_address asked = 0, found = 0;
    nbb_status status = operations->allocate(device, bytes, &asked);
    if (status == NBB_OK) {
        status = operations->allocate(device, state_bytes, &found);
    }
    if (status == NBB_OK) {
        status = operations->upload(device, asked, cells, bytes);
    }
    if (status == NBB_OK) {
        void *arguments[] = { &run->state, &asked, &count, &found };
        status = launch(run, NBB_ENTRY_PROBE, count, arguments);
    }
    if (status == NBB_OK) {
        status = operations->download(device, states, found, state_bytes);
    }
    operations->release(device, asked);
    operations->release(device, found);
    return status;
}

nbb_status nbb_run_probe(nbb_run *run, nbb_cell_of *cell_of, const void *context, int64_t first, int64_t count,
                         void *states)
{
    int axes = nbb_domain_axes(&run->request.plan->domain);
    uint64_t bytes = (uint64_t)count * (uint64_t)axes * sizeof(uint32_t);
    uint32_t *cells = malloc(bytes);
    if (cells == NULL) {
        return nbb_fail_memory(bytes, "cells to ask for");
    }
    for (int64_t i = 0; i < count; ++i) {
        nbb_vector cell = cell_of(context, first + i);
        for (int axis = 0; axis < axes; ++axis) {
            cells[i * axes + axis] = (uint32_t)cell.at[axis];
        }
    }
    nbb_status status = probe_cells(run, cells, bytes, (uint64_t)count, states);
    free(cells);
    return status;
}

nbb_status nbb_run_image(nbb_run *run, uint32_t scale, uint32_t width, uint32_t height, uint32_t *live)
{
    nbb_device *device = run->request.device;
    uint64_t bytes = (uint64_t)width * height * sizeof *live;
    nbb_address pixels = 0;
    nbb_status status = allocate_cleared(run, bytes, &pixels);
    if (status == NBB_OK) {
        void *arguments[] = { &run->state, &scale, &width, &pixels };
        status = launch(run, NBB_ENTRY_IMAGE, 0, arguments);
    }
    if (status == NBB_OK) {
        status = device->operations->download(device, live, pixels, bytes);
    }
    device->operations->release(device, pixels);
    return status;
}

void nbb_run_end(nbb_run *run)
{
    nbb_device *device = run->request.device;
    if (run->sequence != NULL) {
        device->operations->forget(device, run->sequence);
    }
    device->operations->release(device, run->counts);
    device->operations->release(device, run->state);
    device->operations->release(device, run->other);
    device->operations->release(device, run->points);
    device->operations->unload(device, run->module);
}

/* run.c - runs a plan's module on a device. */
#include "runtime/run/run_inside.h"

enum { SPANS_MAX = (NBB_MARKS - 1) / 2 };

/* Launches are waited for in batches of about BATCH_MS, so that Ctrl-C and the progress bar lag no more behind, and
   a fast kernel still finds its queue full. */
#define BATCH_MS 100.0
typedef struct batch {
    int64_t launches, launched; /* its length and the part of it that was launched */
    double begin;
} batch;

nbb_status nbb_run_census(nbb_run *run, bool is_first)
{
    uint64_t count = (uint64_t)(run->copies - 1) * NBB_COUNTS + 2, bytes = count * sizeof(uint64_t);
    void *arguments[] = { &run->state, &run->counts };
    NBB_TRY(nbb_run_settle(run));
    NBB_LOCAL_MAKE(uint64_t, counts, count, "counts of cells");
    NBB_TRY_IF(!run->parting.is_counted, NBB_ON(run, fill, run->counts, 0, bytes));
    NBB_TRY_IF(!run->parting.is_counted, nbb_run_launch_each(run, NBB_ENTRY_CENSUS, false, arguments));
    run->parting.is_counted = false;
    NBB_TRY(NBB_ON(run, download, counts, run->counts, bytes));
    NBB_TRY(nbb_run_add(run, counts, 2, sizeof(uint64_t))); /* ranks share one copy */
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        nbb_run_copy *counted = &run->each[copy];
        const uint64_t *found = counts + counted->place * NBB_COUNTS;
        *(is_first ? &counted->population0 : &counted->population) = found[0];
        *(is_first ? &counted->digest0 : &counted->digest) = found[1];
    }
    nbb_run_look_at(run, 0);
    return NBB_OK;
}

static nbb_status load(nbb_run *run)
{
    const nbb_run_request *request = &run->request;
    const nbb_plan *plan = request->plan;
    const char *sources[NBB_UNITS_MAX];
    NBB_FILL(i, request->units->count, sources[i], nbb_text_string(&request->units->texts[i]));
    nbb_module_request modules = { sources, request->units->count, plan->name, request->use_cache };
    bool waits = request->ranks != NULL && request->ranks->here > 0; /* then the first one's is in the cache */
    NBB_TRY_IF(waits, nbb_ranks_meet(request->ranks));
    NBB_TRY(NBB_ON(run, load, &modules, run->modules, &run->facts));
    NBB_TRY_IF(!waits && request->ranks != NULL, nbb_ranks_meet(request->ranks));
    for (nbb_entry entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        int unit = NBB_UNITS_MAX - 1; /* the translation unit that has it */
        while (unit > 0 && (nbb_plan_unit(plan, unit) >> entry & 1) == 0) {
            --unit;
        }
        NBB_TRY_IF(nbb_plan_has(plan, entry),
                   nbb_run_find(run, run->modules[unit], nbb_entry_suffixes[entry],
                                nbb_interface_of(plan, entry).signature, &run->kernels[entry]));
    }
    return NBB_OK;
}

nbb_status nbb_run_resume(nbb_run *run, int64_t step)
{
    run->first = run->step = step;
    run->parting.is_counted = false; /* where a pass was the last thing before a restart */
    return nbb_run_census(run, true);
}

nbb_status nbb_run_load(const nbb_run_request *request, nbb_run *run)
{
    *run = (nbb_run){ .request = *request, .arena = { .purpose = "a run" }, .copies = 1 };
    run->request.copies = request->copies > 0 ? request->copies : 1;
    NBB_TRY(NBB_ARRAYS(&run->arena, NBB_ARRAY(run->each, run->request.copies)));
    NBB_TRY_OR(load(run), nbb_run_end(run));
    return NBB_OK;
}

nbb_status nbb_run_begin(nbb_run *run)
{
    uint64_t bytes = (uint64_t)run->request.copies * NBB_COUNTS * sizeof(uint64_t);
    bool in_parts = run->request.parts != NULL;
    NBB_TRY_OR(nbb_run_allocate(run, bytes, &run->counts), nbb_run_end(run));
    NBB_TRY_OR(nbb_run_shards_begin(run), nbb_run_end(run));
    NBB_TRY_OR(in_parts ? nbb_run_parts_begin(run) : nbb_run_shards_allocate(run), nbb_run_end(run));
    NBB_TRY_OR(nbb_run_make_initial(run), nbb_run_end(run));
    NBB_TRY_OR(nbb_run_resume(run, 0), nbb_run_end(run));
    return NBB_OK;
}

/* One of a program has the arguments of before. */
static void forget_sequence(nbb_run *run)
{
    if (run->sequence != NULL) {
        NBB_ON(run, forget, run->sequence);
        run->sequence = NULL;
    }
}

nbb_status nbb_run_restart(nbb_run *run)
{
    forget_sequence(run);
    NBB_TRY(nbb_run_make_initial(run));
    return nbb_run_resume(run, 0);
}

nbb_status nbb_run_change(nbb_run *run)
{
    forget_sequence(run);
    run->origin.altered = run->step;
    return nbb_run_fill(run);
}

nbb_status nbb_run_start(const nbb_run_request *request, nbb_run *run)
{
    NBB_TRY(nbb_run_load(request, run));
    return nbb_run_begin(run);
}

static int64_t steps_left(const nbb_run *run)
{
    return run->request.steps - run->first;
}

/* The first step of span number i of n. Spans are made of whole units; the steps that fill none go with the last. */
static int64_t span_begin(const nbb_run *run, int spans, int i)
{
    int64_t unit = nbb_run_unit_steps(run), units = steps_left(run) / unit;
    return i == spans ? run->request.steps : run->first + (units / spans * i + units % spans * i / spans) * unit;
}

/* All ranks take the shortest of their times, and stop where a signal came to one: so they do the same steps. */
static nbb_status agree(nbb_run *run, double *spent)
{
    uint64_t least = nbb_interrupt_came() ? 0 : 1 + (uint64_t)(*spent * 1000);
    NBB_DONE_IF(run->request.ranks == NULL); /* launches have looked for signals */
    NBB_TRY(nbb_ranks_least(run->request.ranks, &least));
    *spent = (double)least / 1000;
    run->request.ranks->are_stopped = least == 0;
    NBB_STOP_IF(least == 0 && nbb_interrupt_check() == NBB_OK, NBB_ERROR_RUN, "interrupted");
    return least == 0 ? NBB_ERROR_RUN : NBB_OK;
}

/* Before step number `step`: waits when a batch is full, and fits the next one's length to the time it took. */
static nbb_status keep_pace(nbb_run *run, batch *now, int64_t step)
{
    NBB_DONE_IF(now->launched++ < now->launches);
    NBB_TRY(NBB_DO(run, wait));
    double end = nbb_milliseconds(), spent = end - now->begin;
    NBB_TRY(agree(run, &spent));
    int64_t same = now->launches;
    *now = (batch){ spent < BATCH_MS / 2 ? same * 2 : spent > BATCH_MS * 2 ? (same + 1) / 2 : same, 1, end };
    nbb_hooks_count(run->steps_before + step, run->steps_before + run->request.steps + run->steps_behind);
    for (int i = 0; i < NBB_RUN_WATCHES; ++i) {
        const nbb_run_watch *watch = &run->watches[i];
        NBB_TRY_IF(watch->pause != NULL, nbb_parts_settle(run));
        NBB_TRY_IF(watch->pause != NULL, watch->pause(watch->context, run, step));
    }
    return NBB_OK;
}

/* Lets those who watch see the state after `step` steps, if it is one to be seen. */
static nbb_status show(nbb_run *run, int64_t step)
{
    for (int i = 0; i < NBB_RUN_WATCHES; ++i) {
        const nbb_run_watch *watch = &run->watches[i];
        bool is_seen = watch->see != NULL
                       && (nbb_every_has(watch->every, step) || step == run->request.steps || run->is_over);
        NBB_TRY_IF(is_seen, watch->see(watch->context, run, step));
    }
    return NBB_OK;
}

/* Advances from step `from` to `to`, or to the run's end if that is nearer, between marks 2 span and 2 span + 1. */
static nbb_status advance_span(nbb_run *run, batch *now, int span, int64_t from, int64_t to)
{
    const nbb_run_files *files = run->request.files;
    int64_t done = 0;
    NBB_TRY(keep_pace(run, now, from));
    NBB_TRY(NBB_ON(run, mark, 2 * span));
    for (int64_t step = from; step < to && !run->is_over; step += done) {
        NBB_TRY_IF(step > from, keep_pace(run, now, step));
        int64_t apart = 0, looks = nbb_run_looks_within(run, step, to, &apart);
        NBB_TRY(nbb_run_advance(run, looks > 0 ? looks * apart : nbb_run_steps_unseen(run, step, to), &done));
        for (int64_t seen = step + (looks > 0 ? apart : done); seen <= step + done;
             seen += looks > 0 ? apart : done) {
            NBB_TRY(show(run, seen));
        }
        NBB_TRY_IF(files != NULL, files->keep(files->context, run, step + done));
    }
    return NBB_ON(run, mark, 2 * span + 1);
}

/* *begun: the spans that it came to. */
static nbb_status advance_all(nbb_run *run, int spans, int *begun)
{
    batch now = { 4, 0, nbb_milliseconds() };
    run->over = run->request.plan->asked.copies ? run->over : 0; /* a run alone may go on behind its stop */
    run->is_over = run->over == run->copies;
    NBB_TRY(show(run, run->first));
    for (*begun = 0; *begun < spans && (!run->is_over || *begun == 0); ++*begun) {
        NBB_TRY(advance_span(run, &now, *begun, span_begin(run, spans, *begun), span_begin(run, spans, *begun + 1)));
    }
    return NBB_DO(run, wait);
}

/* Milliseconds a step of each span that was begun, as median, minimum and maximum. */
static nbb_status read_times(nbb_run *run, int spans, int begun)
{
    double samples[SPANS_MAX];
    for (int span = 0; span < begun; ++span) {
        int64_t end = span_begin(run, spans, span + 1);
        int64_t steps = (end < run->step ? end : run->step) - span_begin(run, spans, span);
        NBB_TRY(NBB_ON(run, elapsed, 2 * span, 2 * span + 1, &samples[span]));
        samples[span] = steps > 0 ? samples[span] / (double)steps : 0; /* 0: it was resumed at its end */
    }
    run->times = nbb_times_of(samples, begun);
    return NBB_OK;
}

/* At most so many spans are timed: each has a unit at least, unless all steps are fewer. */
static nbb_status work(nbb_run *run, int most)
{
    int begun = 0;
    int64_t most_steps = INT32_MAX - run->request.plan->code.lowering.beside_step;
    NBB_REFUSE_IF(run->request.steps > most_steps,
                  "%" PRId64 " steps: program %s adds coordinates to the step's number, which is an int for %" PRId64
                  " steps",
                  run->request.steps, run->request.plan->asked.program->name, most_steps);
    NBB_TRY(nbb_run_record(run, steps_left(run))); /* units are sequences then */
    int64_t units = steps_left(run) / nbb_run_unit_steps(run);
    int spans = units > most ? most : units > 0 ? (int)units : 1;
    NBB_TRY_IF(run->kernels[NBB_ENTRY_SUM] != NULL,
               NBB_ON(run, fill, run->counts + 2 * sizeof(uint64_t), 0, sizeof(uint64_t)));
    nbb_hooks_count(run->steps_before, run->steps_before + run->request.steps + run->steps_behind);
    nbb_status status = advance_all(run, spans, &begun);
    nbb_hooks_count(0, 0);
    NBB_TRY(status);
    NBB_TRY(read_times(run, spans, begun));
    NBB_DONE_IF(run->kernels[NBB_ENTRY_SUM] == NULL);
    /* The sum of one pass; all have added theirs to the same place. */
    uint64_t passes = (uint64_t)run->request.steps, sum = 0;
    NBB_TRY(NBB_ON(run, download, &sum, run->counts + 2 * sizeof sum, sizeof sum));
    run->sum = sum / passes;
    NBB_TRY(nbb_run_add(run, &run->sum, 1, sizeof(uint64_t)));
    NBB_STOP_IF(sum % passes != 0, NBB_ERROR_VERIFY,
                "%s: %" PRIu64 " passes over the same cells come to %" PRIu64 ": they differ",
                run->request.plan->name, passes, sum);
    return NBB_OK;
}

nbb_status nbb_run_do(nbb_run *run)
{
    return work(run, 1);
}

nbb_status nbb_run_work(nbb_run *run)
{
    NBB_TRY(work(run, SPANS_MAX));
    return nbb_run_census(run, false);
}

nbb_status nbb_run_sample(nbb_run *run, int64_t steps, double *milliseconds)
{
    int64_t done = 0;
    NBB_TRY(nbb_run_record(run, steps));
    NBB_TRY(NBB_ON(run, mark, 0));
    for (int64_t step = 0; step < steps; step += done) {
        NBB_TRY(nbb_run_advance(run, steps - step, &done));
    }
    NBB_TRY(nbb_parts_settle(run));
    NBB_TRY(NBB_ON(run, mark, 1));
    NBB_TRY(NBB_DO(run, wait));
    NBB_TRY(NBB_ON(run, elapsed, 0, 1, milliseconds));
    *milliseconds /= (double)steps;
    return NBB_OK;
}

void nbb_run_end(nbb_run *run)
{
    forget_sequence(run);
    for (int i = 0; i < run->memory_count; ++i) {
        NBB_ON(run, release, run->memory[i]);
    }
    if (run->request.parts != NULL) {
        NBB_ON(run, release_host, run->request.files == NULL ? run->state : 0);
        NBB_ON(run, release_host, run->parting.saved);
        NBB_ON(run, release_host, run->parting.comes);
        NBB_ON(run, release_host, run->parting.goes);
    }
    nbb_arena_free(&run->arena);
    nbb_arguments_free(&run->rows);
    for (int i = 0; i < NBB_UNITS_MAX; ++i) {
        NBB_ON(run, unload, run->modules[i]);
    }
}

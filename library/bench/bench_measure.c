/* bench_measure.c - rounds of samples; batches and their warm-up. */
#include "library/bench/bench_measure.h"

#include "gen/base/commit.h"
#include "runtime/device/interrupt.h"
#include "runtime/device/machine.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROW_MS 1500.0 /* what the samples of a row may take beyond the fewest */

int nbb_bench_rounds_of(int wanted, double milliseconds)
{
    int fewest = wanted < NBB_BENCH_ROUNDS_MIN ? wanted : NBB_BENCH_ROUNDS_MIN;
    double fit = fmin(ceil(ROW_MS / milliseconds), wanted);
    return fit > fewest ? (int)fit : fewest;
}

int nbb_bench_rounds_most(const nbb_bench_rounds *rounds)
{
    int most = 0;
    for (int i = 0; i < rounds->rows; ++i) {
        most = rounds->counts[i] > most ? rounds->counts[i] : most;
    }
    return most;
}

static void sleep_until(double time)
{
    double left = time - nbb_milliseconds();
    if (left > 0) {
        struct timespec span = { .tv_sec = (time_t)(left / 1e3), .tv_nsec = (long)(fmod(left, 1e3) * 1e6) };
        nanosleep(&span, NULL); /* a signal ends it early, and is asked for by the caller */
    }
}

nbb_status nbb_bench_rounds_take(const nbb_bench_rounds *rounds, double *samples)
{
    int most = nbb_bench_rounds_most(rounds);
    for (int round = 0; round < most; ++round) {
        double begin = nbb_milliseconds();
        NBB_TRY(nbb_interrupt_check());
        for (int i = 0; i < rounds->rows; ++i) {
            int taken = round * rounds->counts[i] / most, due = (round + 1) * rounds->counts[i] / most;
            if (due > taken) {
                NBB_TRY(rounds->sample(rounds->context, i, &samples[i * most + taken]));
            }
        }
        if (round + 1 < most) {
            sleep_until(begin + rounds->apart);
        }
    }
    return NBB_OK;
}

/* --- batches --- */

#define SAMPLE_MS 10.0    /* the least length of a sample, for the clocks' sake */
#define ROUND_MS 20.0     /* of a round: fifteen see a third of a second */
#define MEMORY_SHARE 0.95 /* of what is free, for a batch's states */
enum { SAMPLE_STEPS_MAX = 10000, GROWTH = 8 };

/* Takes a batch off the front: as many entries as fit the memory, one at least. */
static nbb_status size_batch(const nbb_bench_settings *settings, const nbb_bench_entry *entries, int count, int *size)
{
    uint64_t available = 0, needed = 0;
    NBB_TRY(settings->device->operations->available(settings->device, &available));
    NBB_TRY(nbb_ranks_least(settings->ranks, &available));
    for (*size = 0; *size < count; ++*size) {
        const nbb_plan *plan = &entries[*size].plan;
        needed += plan->launch.memory_bytes / (uint64_t)(plan->asked.ranks > 1 ? plan->asked.ranks : 1);
        if (*size > 0 && (double)needed > MEMORY_SHARE * (double)available) {
            break;
        }
    }
    return NBB_OK;
}

static nbb_status start(const nbb_bench_settings *settings, nbb_bench_entry *entry)
{
    nbb_run_request request = { .plan = &entry->plan,
                                .device = settings->device,
                                .units = &entry->units,
                                .use_cache = settings->use_cache,
                                .steps = NBB_BENCH_WARM_UP,
                                .seed = settings->seed,
                                .points = settings->points,
                                .ranks = entry->ranks };
    return entry->is_away ? NBB_OK : nbb_run_start(&request, &entry->run);
}

char *nbb_bench_now(void)
{
    char text[32];
    time_t seconds = time(NULL);
    struct tm parts;
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
    return strdup(text);
}

/* Ranks take the least of their times, so that all do the same steps. */
static nbb_status agree(const nbb_run *run, double *milliseconds)
{
    uint64_t nanoseconds = (uint64_t)(*milliseconds * 1e6);
    NBB_TRY(nbb_ranks_least(run->request.ranks, &nanoseconds));
    *milliseconds = run->request.ranks != NULL ? (double)nanoseconds * 1e-6 : *milliseconds;
    return NBB_OK;
}

/* The steps that a sample needs, of whole launches, and the milliseconds of one. They grow little by little: one
   lucky step would promise too much of the others. Where the warm-up's steps were long, a launch will do. */
static nbb_status size_sample(nbb_run *run, int64_t *steps, double *milliseconds)
{
    double launch = run->request.plan->code.steps_a_launch;
    *milliseconds = run->times.median;
    NBB_TRY(agree(run, milliseconds));
    for (*steps = (int64_t)launch; *milliseconds < SAMPLE_MS;) {
        NBB_TRY(nbb_run_sample(run, *steps, milliseconds));
        NBB_TRY(agree(run, milliseconds));
        double wanted = ceil(SAMPLE_MS / fmax(*milliseconds, SAMPLE_MS / SAMPLE_STEPS_MAX));
        if (wanted <= (double)*steps) {
            break;
        }
        *steps = (int64_t)(ceil(fmin(wanted, (double)*steps * GROWTH) / launch) * launch);
    }
    return NBB_OK;
}

/* The warm-up, whose digest the row keeps, and the steps of a sample and their milliseconds. */
static nbb_status warm_up(nbb_bench_entry *entry, double *milliseconds)
{
    nbb_bench_row *row = &entry->row;
    char digest[32];
    NBB_TRY(nbb_run_work(&entry->run));
    NBB_TRY(size_sample(&entry->run, &row->steps_a_sample, milliseconds));
    *milliseconds *= (double)row->steps_a_sample;
    snprintf(digest, sizeof digest, "0x%016" PRIx64, entry->run.digest);
    row->digest = strdup(digest);
    row->measured = nbb_bench_now();
    row->commit = strdup(nbb_commit);
    row->compile_ms = entry->run.facts.compile_ms;
    return row->digest != NULL && row->measured != NULL && row->commit != NULL
               ? NBB_OK
               : nbb_fail_memory(sizeof digest, "a row's texts");
}

/* Whatever the map, the state is the same. */
static nbb_status compare(const nbb_bench_row *a, const nbb_bench_row *b)
{
    if (strcmp(a->digest, b->digest) == 0) {
        return NBB_OK;
    }
    NBB_LOCAL_TEXT size = NBB_TEXT_EMPTY;
    nbb_bench_print_size(a, &size);
    return nbb_fail(NBB_ERROR_VERIFY,
                    "%s %s %s: after %d steps the digest is %s with %s%s%s, and %s"
                    " with %s%s%s",
                    a->fractal, nbb_text_string(&size), a->workload, NBB_BENCH_WARM_UP, a->digest, a->map,
                    *a->choice != '\0' ? " " : "", a->choice, b->digest, b->map, *b->choice != '\0' ? " " : "",
                    b->choice);
}

static nbb_status take_sample(void *context, int row, double *milliseconds)
{
    nbb_bench_entry *entry = (nbb_bench_entry *)context + row;
    return entry->is_away ? NBB_OK : nbb_run_sample(&entry->run, entry->row.steps_a_sample, milliseconds);
}

/* The row's figures from its samples, which are in the order they were taken in, and from the state behind them. */
static nbb_status evaluate(nbb_bench_entry *entry, double *samples, int count)
{
    nbb_bench_row *row = &entry->row;
    NBB_TRY(nbb_times_drift(samples, count, &row->ms_drift));
    nbb_times times = nbb_times_of(samples, count);
    row->ms_median = times.median;
    row->ms_min = times.min;
    row->ms_max = times.max;
    row->ms_spread = times.spread;
    NBB_TRY(nbb_run_census(&entry->run));
    row->alive = (double)entry->run.population / (double)row->cells;
    row->samples = count;
    return NBB_OK;
}

/* `counts` is for the number of samples of each entry. */
static nbb_status take_samples(nbb_bench_entry *entries, int size, const int *counts)
{
    nbb_bench_rounds rounds = { size, counts, ROUND_MS, take_sample, entries };
    int most = nbb_bench_rounds_most(&rounds);
    NBB_LOCAL_HEAP double *samples = NULL;
    NBB_TRY(NBB_MAKE(samples, (size_t)size * (size_t)most, "the samples of a bench"));
    NBB_TRY(nbb_bench_rounds_take(&rounds, samples));
    for (int i = 0; i < size; ++i) {
        NBB_TRY(entries[i].is_away ? NBB_OK : evaluate(&entries[i], &samples[i * most], counts[i]));
    }
    return NBB_OK;
}

static nbb_status measure_started(const nbb_bench_settings *settings, nbb_bench_entry *entries, int size)
{
    NBB_LOCAL_HEAP int *counts = NULL;
    NBB_TRY(NBB_MAKE(counts, size, "a bench"));
    for (int i = 0; i < size; ++i) {
        double milliseconds = 0;
        if (entries[i].is_away) {
            continue;
        }
        NBB_TRY(warm_up(&entries[i], &milliseconds));
        if (nbb_ranks_is_first(settings->ranks)) {
            NBB_TRY(compare(settings->known != NULL ? settings->known : &entries[0].row, &entries[i].row));
        }
        counts[i] = nbb_bench_rounds_of(settings->samples, milliseconds);
    }
    return take_samples(entries, size, counts);
}

static nbb_status measure_batch(const nbb_bench_settings *settings, nbb_bench_entry *entries, int size)
{
    nbb_status status = NBB_OK;
    int started = 0;
    for (; started < size && status == NBB_OK; started += status == NBB_OK) {
        status = start(settings, &entries[started]);
    }
    if (status == NBB_OK) {
        status = measure_started(settings, entries, size);
    }
    while (started > 0) {
        nbb_bench_entry *entry = &entries[--started];
        if (!entry->is_away) {
            nbb_run_end(&entry->run);
        }
    }
    return status;
}

nbb_status nbb_bench_measure(const nbb_bench_settings *settings, nbb_bench_entry *entries, int count)
{
    nbb_bench_settings now = *settings;
    for (int first = 0, size = 0; first < count; first += size) {
        NBB_TRY(size_batch(&now, &entries[first], count - first, &size));
        NBB_TRY(measure_batch(&now, &entries[first], size));
        now.known = now.known != NULL ? now.known : &entries[0].row;
    }
    return NBB_OK;
}

/* bench_measure.c - rounds of samples; batches and their warm-up; the kernels and the ranks of a bench. */
#include "library/bench/bench.h"

#include "runtime/device/machine.h"

#include <time.h>

#define ROW_MS 1500.0 /* what the samples of a row may take beyond the fewest */

nbb_status nbb_bench_rounds_take(const nbb_bench_rounds *rounds, double *samples)
{
    int most = rounds->most;
    for (int round = 0; round < most; ++round) {
        double begin = nbb_milliseconds();
        NBB_TRY(nbb_interrupt_check());
        for (int i = 0; i < rounds->rows; ++i) {
            int taken = round * rounds->counts[i] / most, due = (round + 1) * rounds->counts[i] / most;
            NBB_TRY_IF(due > taken, rounds->sample(rounds->context, i, &samples[i * most + taken]));
        }
        double left = begin + rounds->apart - nbb_milliseconds();
        if (round + 1 < most && left > 0) {
            struct timespec span = { .tv_sec = (time_t)(left / 1e3), .tv_nsec = (long)(fmod(left, 1e3) * 1e6) };
            nanosleep(&span, NULL); /* a signal ends it early, and is asked for by the caller */
        }
    }
    return NBB_OK;
}

#define SAMPLE_MS 10.0    /* the least length of a sample, for the clocks' sake */
#define ROUND_MS 20.0     /* of a round: fifteen see a third of a second */
#define MEMORY_SHARE 0.95 /* of what is free, for a batch's states */
enum { SAMPLE_STEPS_MAX = 10000, GROWTH = 8 };

/* Takes a batch off the front: as many entries as fit the memory, one at least. */
static nbb_status size_batch(const nbb_bench_group *group, const nbb_bench_entry *entries, int count, int *size)
{
    uint64_t available = 0, needed = 0;
    NBB_TRY(group->device->operations->available(group->device, &available));
    NBB_TRY(nbb_ranks_least(group->ranks, &available));
    for (*size = 0; *size < count; ++*size) {
        const nbb_plan *plan = &entries[*size].plan;
        needed += plan->launch.memory_bytes / (uint64_t)plan->asked.ranks;
        if (*size > 0 && (double)needed > MEMORY_SHARE * (double)available) {
            break;
        }
    }
    return NBB_OK;
}

const char *nbb_bench_now(char now[NBB_BENCH_NOW])
{
    time_t seconds = time(NULL);
    struct tm parts;
    strftime(now, NBB_BENCH_NOW, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
    return now;
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
    char now[NBB_BENCH_NOW];
    NBB_TRY(nbb_run_work(&entry->run));
    NBB_TRY(size_sample(&entry->run, &entry->steps, milliseconds));
    *milliseconds *= (double)entry->steps;
    nbb_json_put(entry->row, "{s:I, s:o, s:o, s:s, s:s}", "steps_a_sample", (json_int_t)entry->steps, "digest",
                 json_sprintf("0x%016" PRIx64, entry->run.counted.digest), "compile_ms",
                 nbb_json_real(entry->run.facts.compile_ms), "commit", nbb_commit, "measured", nbb_bench_now(now));
    return NBB_OK;
}

/* Whatever the map, the state is the same. */
static nbb_status compare(const json_t *a, const json_t *b)
{
    NBB_DONE_IF(nbb_bench_agree(a, b, "digest"));
    const char *choice_a = nbb_bench_text(a, "choice"), *choice_b = nbb_bench_text(b, "choice");
    return nbb_fail(NBB_ERROR_VERIFY,
                    "%s %s = %" PRId64 " %s: after %d steps the digest is %s with %s%s%s, and %s with %s%s%s",
                    nbb_bench_text(a, "fractal"), nbb_bench_integer(a, "n") > 0 ? "n" : "r", nbb_bench_size(a),
                    nbb_bench_text(a, "workload"), NBB_BENCH_WARM_UP, nbb_bench_text(a, "digest"),
                    nbb_bench_text(a, "map"), *choice_a != '\0' ? " " : "", choice_a, nbb_bench_text(b, "digest"),
                    nbb_bench_text(b, "map"), *choice_b != '\0' ? " " : "", choice_b);
}

static nbb_status take_sample(void *context, int row, double *milliseconds)
{
    nbb_bench_entry *entry = (nbb_bench_entry *)context + row;
    return entry->is_away ? NBB_OK : nbb_run_sample(&entry->run, entry->steps, milliseconds);
}

/* The row's figures from its samples, which are in the order they were taken in, and from the state behind them. */
static nbb_status evaluate(nbb_bench_entry *entry, double *samples, int count)
{
    double drift;
    NBB_TRY(nbb_times_drift(samples, count, &drift));
    nbb_times times = nbb_times_of(samples, count);
    NBB_TRY(nbb_run_census(&entry->run, false));
    double alive = (double)entry->run.counted.population / nbb_bench_number(entry->row, "cells");
    nbb_json_put(entry->row, "{s:o, s:o, s:o, s:o, s:o, s:o, s:i}", "ms_median", nbb_json_real(times.median),
                 "ms_min", nbb_json_real(times.min), "ms_max", nbb_json_real(times.max), "ms_spread",
                 nbb_json_real(times.spread), "ms_drift", nbb_json_real(drift), "alive", nbb_json_real(alive),
                 "samples", count);
    return NBB_OK;
}

static nbb_status measure_started(const nbb_bench_group *group, const json_t *known, nbb_bench_entry *entries,
                                  int size)
{
    NBB_LOCAL_MAKE(int, counts, size, "a bench");
    double wanted = group->options->samples;
    int most = 0;
    for (int i = 0; i < size; ++i) {
        double milliseconds = 0;
        if (entries[i].is_away) {
            continue;
        }
        NBB_TRY(warm_up(&entries[i], &milliseconds));
        NBB_TRY_IF(nbb_ranks_is_first(group->ranks), compare(known, entries[i].row));
        /* Fewer samples where they would take seconds, but no fewer than tell a spread, if as many are wanted. */
        double fewest = fmin(wanted, NBB_BENCH_ROUNDS_MIN);
        counts[i] = (int)fmax(fmin(ceil(ROW_MS / milliseconds), wanted), fewest);
        most = counts[i] > most ? counts[i] : most;
    }
    nbb_bench_rounds rounds = { size, counts, most, ROUND_MS, take_sample, entries };
    NBB_LOCAL_MAKE(double, samples, (size_t)size *(size_t)most, "the samples of a bench");
    NBB_TRY(nbb_bench_rounds_take(&rounds, samples));
    return NBB_EACH(i, size, entries[i].is_away ? NBB_OK : evaluate(&entries[i], &samples[i * most], counts[i]));
}

static nbb_status measure_batch(const nbb_bench_group *group, const json_t *known, const nbb_points *points,
                                nbb_bench_entry *entries, int size)
{
    nbb_status status = NBB_OK;
    int started = 0;
    for (; started < size && status == NBB_OK; started += status == NBB_OK) {
        nbb_run_request request = { .plan = &entries[started].plan,
                                    .device = group->device,
                                    .units = &entries[started].units,
                                    .use_cache = !group->options->no_cache,
                                    .steps = NBB_BENCH_WARM_UP,
                                    .seed = group->options->seed,
                                    .points = points,
                                    .ranks = entries[started].ranks };
        status = entries[started].is_away ? NBB_OK : nbb_run_start(&request, &entries[started].run);
    }
    status = status == NBB_OK ? measure_started(group, known, entries, size) : status;
    while (started-- > 0) {
        if (!entries[started].is_away) {
            nbb_run_end(&entries[started].run);
        }
    }
    return status;
}

nbb_status nbb_bench_measure(const nbb_bench_group *group, const json_t *known, nbb_bench_entry *entries, int count)
{
    const nbb_plan *plan = &entries[0].plan;
    NBB_AT_END(nbb_points_free) nbb_points points = { .at = NULL };
    known = known != NULL ? known : entries[0].row;
    NBB_TRY_IF(plan->asked.work->start == NBB_START_POINTS, nbb_points_draw(plan, group->options->seed, &points));
    /* Who runs each entry: the first so many ranks as its plan is for, or NULL: one alone. */
    nbb_ranks *all = group->ranks, **parts = group->parts;
    for (nbb_bench_entry *entry = entries; entry < entries + count; ++entry) {
        int some = entry->plan.asked.ranks;
        entry->is_away = all != NULL && all->rank >= some;
        if (!entry->is_away && some > 1 && some < all->count && parts[some] == NULL) {
            NBB_TRY(all->take(all, some, &parts[some]));
            NBB_TRY_IF(group->device->is_cuda, nbb_nccl_join(parts[some], group->device));
        }
        entry->ranks = entry->is_away || some == 1 ? NULL : some == all->count ? all : parts[some];
    }
    for (int first = 0, size = 0; first < count; first += size) {
        NBB_TRY(size_batch(group, &entries[first], count - first, &size));
        NBB_TRY(measure_batch(group, known, &points, &entries[first], size));
    }
    return NBB_OK;
}

typedef const char *texts_of_units[NBB_UNITS_MAX];

nbb_status nbb_bench_compile(const nbb_bench_entries *entries, nbb_device *device)
{
    NBB_LOCAL_MAKE(nbb_module_request, requests, entries->count + 1, "the kernels of a bench");
    NBB_LOCAL_MAKE(texts_of_units, texts, entries->count + 1, "the kernels of a bench");
    for (int i = 0; i < entries->count; ++i) {
        const nbb_units *units = &entries->items[i].units;
        NBB_FILL(unit, units->count, texts[i][unit], nbb_text_string(&units->texts[unit]));
        requests[i] = (nbb_module_request){ texts[i], units->count, entries->items[i].plan.name, true };
    }
    device->operations->prepare(device, requests, entries->count);
    return NBB_OK;
}

void nbb_bench_entries_free(nbb_bench_entries *entries)
{
    for (int i = 0; i < entries->count; ++i) {
        nbb_plan_free(&entries->items[i].plan);
        nbb_units_free(&entries->items[i].units);
        json_decref(entries->items[i].row);
    }
    free(entries->items);
    *entries = (nbb_bench_entries){ .count = 0 };
}

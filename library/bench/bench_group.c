/* bench_group.c - from a group's combinations to rows: plan, skip, measure. */
#include "library/bench/bench.h"

#include "library/job.h"

#include <xxhash.h>

static bool is_skipped(const json_t *row)
{
    return json_object_get(row, "skipped") != NULL;
}

/* What is known before measuring. */
static void describe(const nbb_bench_group *group, const nbb_plan *plan, json_t *row)
{
    const double rates[] = { [NBB_LIMIT_COPY] = group->rates.copy,
                             [NBB_LIMIT_WRITE] = group->rates.write,
                             [NBB_LIMIT_READ] = group->rates.read };
    nbb_vector side = nbb_domain_side(&plan->asked.domain), tile = { { 0 } };
    tile = plan->space.map == NBB_MAP_BB ? tile : plan->space.rho;
    nbb_json_put(row, "{s:I, s:I, s:I, s:I, s:i, s:I, s:I, s:I, s:i}", "n_x", (json_int_t)side.at[0], "n_y",
                 (json_int_t)side.at[1], "n_z", (json_int_t)side.at[2], "cells", (json_int_t)plan->asked.cells,
                 "ranks", plan->asked.ranks, "tile_x", (json_int_t)tile.at[0], "tile_y", (json_int_t)tile.at[1],
                 "tile_z", (json_int_t)tile.at[2], "again", 0);
    nbb_json_put(row, "{s:I, s:I, s:I, s:o, s:o, s:s, s:s}", "bytes_per_step", (json_int_t)plan->launch.step_bytes,
                 "memory_bytes", (json_int_t)plan->launch.memory_bytes, "operations_per_step",
                 (json_int_t)plan->launch.step_operations, "limit",
                 nbb_json_real(rates[plan->asked.work->limit] * plan->asked.ranks), "logic",
                 nbb_json_real(group->rates.logic * plan->asked.ranks), "map", nbb_map_names.names[plan->space.map],
                 "version", NBB_VERSION);
    nbb_set_shown(row, "driver", group->driver);
}

static nbb_status print_source(const nbb_options *options, nbb_bench_entry *entry)
{
    NBB_LOCAL_TEXT command = NBB_TEXT_EMPTY;
    nbb_emit_command(options, &entry->plan, false, &command);
    nbb_source_request request = { .plan = &entry->plan,
                                   .command = nbb_text_string(&command),
                                   .templates = options->templates,
                                   .steps = 1,
                                   .seed = options->seed };
    NBB_TRY(nbb_source_print_units(&request, &entry->units));
    unsigned long long sum = 0;
    for (int i = 0; i < entry->units.count; ++i) {
        sum = XXH3_64bits_withSeed(nbb_text_string(&entry->units.texts[i]), entry->units.texts[i].length, sum);
    }
    nbb_json_set(entry->row, "source", json_sprintf("%016llx", sum));
    nbb_set_shown(entry->row, "command", nbb_text_string(&command));
    return NBB_OK;
}

/* Plans what `options` say for the device by a card, for so many ranks as --ranks says or all; or says why not. */
static nbb_status plan_entry(const nbb_bench_group *group, const nbb_options *options, int card, nbb_plan *plan)
{
    nbb_request request;
    int all = group->ranks != NULL ? group->ranks->count : 1;
    NBB_TRY(nbb_options_request(options, group->domain, &request));
    int ranks = options->ranks > 0 ? options->ranks : all;
    NBB_REFUSE_IF(ranks > all, "--ranks %d: %d run%s it; more do by --device cuda:all or under mpirun", ranks, all,
                  all == 1 ? "s" : "");
    NBB_TRY(nbb_job_free_memory(group->ranks, group->device, ranks, &request.available));
    nbb_job_ask_device(group->device, ranks, &request);
    request.card = group->card != NULL ? &group->card[card] : NULL;
    return nbb_plan_choose(&request, plan);
}

/* The entry of the sweep's current combination by one of the cards. What cannot be had has a row that says why. */
static nbb_status add_combination(const nbb_bench_group *group, const nbb_sweep *sweep, int card,
                                  nbb_bench_entries *list)
{
    nbb_options options = *group->options; /* then with the group's and the sweep's current values */
    NBB_LOCAL_TEXT choice = NBB_TEXT_EMPTY;
    nbb_options_clear_axes(&options);
    NBB_TRY(nbb_options_set(&options, nbb_domain_size_name(&group->domain), group->size));
    NBB_TRY(nbb_options_set(&options, "workload", nbb_workload_names.names[options.workload]));
    NBB_TRY(nbb_sweep_choose(sweep, &options, &choice));
    NBB_DONE_IF(group->pass == NBB_BENCH_CHECK);
    NBB_TRY(NBB_EXTEND(list->items, list->count, "the plans of a bench"));
    nbb_bench_entry *entry = memset(&list->items[list->count++], 0, sizeof *list->items);
    entry->row = json_object();
    nbb_bench_identify(group->device->name, &group->domain, &options, entry->row);
    nbb_set_shown(entry->row, "choice", nbb_text_string(&choice));
    NBB_JSON_SET_IF(group->card_count > 0, entry->row, "card", json_integer(card)); /* the bench has no file */
    nbb_status status = plan_entry(group, &options, card, &entry->plan);
    if (status == NBB_ERROR_USAGE || status == NBB_ERROR_DEVICE) {
        nbb_set_shown(entry->row, "skipped", nbb_message()); /* which may hold text of others */
        return NBB_OK;
    }
    NBB_TRY(status);
    describe(group, &entry->plan, entry->row);
    bool is_plans = options.map == NBB_MAP_AUTO || options.map == entry->plan.space.map;
    if (!is_plans && options.storage == NBB_STORAGE_AUTO) { /* the map's name says the storage, the row's does not */
        NBB_LOCAL_TEXT whole = nbb_text_of("--storage %s%s%s", nbb_storage_names.names[entry->plan.space.storage],
                                           choice.length > 0 ? " " : "", nbb_text_string(&choice));
        nbb_set_shown(entry->row, "choice", nbb_text_string(&whole));
    }
    return print_source(&options, entry);
}

/* Whether the kernels of entry number `at` are those of an earlier one, which then measures both. */
static void skip_duplicate(nbb_bench_entries *list, int at)
{
    json_t *row = list->items[at].row;
    for (int i = 0; i < at && !is_skipped(row); ++i) {
        const json_t *other = list->items[i].row;
        if (!is_skipped(other) && nbb_bench_agree(other, row, "source")) {
            const char *choice = nbb_bench_text(other, "choice");
            NBB_LOCAL_TEXT reason = nbb_text_of("the same kernels as %s%s%s", nbb_bench_text(other, "map"),
                                                *choice != '\0' ? " " : "", choice);
            nbb_set_shown(row, "skipped", nbb_text_string(&reason));
        }
    }
}

/* Gives the rows of what was skipped to the bench; the entries that the pass is about come first then. */
static nbb_status sort_out(const nbb_bench_group *group, nbb_bench_entries *list, json_t *bench)
{
    bool reports = !group->only_possible && group->pass == NBB_BENCH_MEASURE;
    for (int i = 0; i < list->count; ++i) {
        skip_duplicate(list, i);
        nbb_bench_entry entry = list->items[i];
        bool due = false;
        if (!is_skipped(entry.row)) {
            const json_t *known = nbb_bench_find(bench, "rows", entry.row, NBB_BENCH_SAME);
            due = group->pass == NBB_BENCH_AGAIN ? known != NULL && nbb_bench_is_to_repeat(bench, known)
                                                 : known == NULL;
            NBB_TRY(nbb_ranks_ask_first(group->ranks, &due));
        } else if (reports) {
            nbb_json_add(json_object_get(bench, "rows"), json_incref(entry.row));
        }
        if (due) {
            list->items[i] = list->items[list->due];
            list->items[list->due++] = entry;
        }
    }
    return NBB_OK;
}

/* Takes the entry with its kernels, unless these are there by their row's source; of the plan the name is left. */
static nbb_status keep_kernels(nbb_bench_entries *kernels, nbb_bench_entry *entry)
{
    NBB_DONE_IF(NBB_ANY(i, kernels->count, nbb_bench_agree(kernels->items[i].row, entry->row, "source")));
    nbb_plan_free(&entry->plan);
    NBB_TRY(NBB_APPEND(kernels->items, kernels->count, "the kernels of a bench", *entry));
    *entry = (nbb_bench_entry){ .row = NULL };
    return NBB_OK;
}

/* Keeps the kernels, or measures and gives the rows to the bench, also of those before one that fails. */
static nbb_status do_pass(const nbb_bench_group *group, nbb_bench_entries *list, json_t *bench)
{
    NBB_RETURN_IF(group->pass == NBB_BENCH_PREPARE,
                  NBB_EACH(i, list->due, keep_kernels(group->kernels, &list->items[i])));
    nbb_status status = NBB_OK;
    if (list->due > 0) {
        const json_t *known = nbb_bench_find(bench, "rows", list->items[0].row, NBB_BENCH_BESIDE);
        status = nbb_bench_measure(group, known, list->items, list->due);
    }
    for (int i = 0; i < list->due; ++i) {
        json_t *row = list->items[i].row;
        bool is_measured = json_object_get(row, "samples") != NULL;
        if (is_measured && group->pass == NBB_BENCH_AGAIN) {
            /* The figures of the faster one stay, for what disturbs only slows; and that they were taken again. */
            json_t *old = nbb_bench_find(bench, "rows", row, NBB_BENCH_SAME);
            int64_t again = nbb_bench_integer(old, "again") + 1;
            if (nbb_bench_number(row, "ms_median") < nbb_bench_number(old, "ms_median")) {
                json_object_update(old, row);
            }
            nbb_json_set(old, "again", json_integer(again));
        } else if (is_measured) {
            nbb_json_add(json_object_get(bench, "rows"), json_incref(row));
        }
    }
    return status;
}

nbb_status nbb_bench_do_group(const nbb_bench_group *group, json_t *bench)
{
    NBB_AT_END(nbb_bench_entries_free) nbb_bench_entries list = { .count = 0 };
    NBB_AT_END(nbb_sweep_close) nbb_sweep sweep;
    NBB_TRY(nbb_sweep_open(group->options, &group->domain, &sweep));
    do {
        for (int card = 0; card == 0 || card < group->card_count; ++card) {
            NBB_TRY(add_combination(group, &sweep, card, &list));
        }
    } while (nbb_sweep_next(&sweep));
    NBB_TRY(sort_out(group, &list, bench));
    return do_pass(group, &list, bench);
}

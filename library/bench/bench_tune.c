/* bench_tune.c - tries values of a card's constants by the bench's own means, takes the fastest and keeps them; and
   searches choices along one option at a time: the product of all would be hundreds of kernels. */
#include "library/bench/bench.h"

#include "runtime/device/machine.h"

#define LEAST_NS 1.0 /* of a wait: it is never free */

/* What a wait adds to the work of a round cannot be measured by itself: some of it passes while words are loaded. So
   it is the default one and what the round takes longer, or less, than where the default was fitted. */
static nbb_status tune_wait(const nbb_card_meter *meter, const nbb_card_row *row, nbb_card *card, nbb_text *report)
{
    double ms = 0;
    NBB_TRY(meter->measure(meter->context, row, NULL, card, 1, &ms));
    if (ms > 0) {
        double round_ns = ms * 1e6 * row->values[1];
        nbb_card_set(card, row, fmax(LEAST_NS, nbb_card_get(card, row) + round_ns - row->values[0]));
        nbb_text_add(report, "a round %.6g ns, there %g", round_ns, row->values[0]);
    }
    return NBB_OK;
}

/* The card's value first, which stays unless another one is faster. */
static nbb_status tune_knob(const nbb_card_meter *meter, const nbb_card_row *row, nbb_card *card, nbb_text *report)
{
    nbb_card cards[NBB_CARD_VALUES + 1] = { *card };
    double ms[NBB_CARD_VALUES + 1] = { 0 };
    int count = 1, best = 0;
    for (int i = 0; i < NBB_CARD_VALUES && row->values[i] > 0; ++i) {
        if (row->values[i] != nbb_card_get(card, row)) {
            cards[count] = *card;
            nbb_card_set(&cards[count++], row, row->values[i]);
        }
    }
    NBB_TRY(meter->measure(meter->context, row, NULL, cards, count, ms));
    for (int i = 0; i < count && ms[0] > 0; ++i) {
        best = ms[i] > 0 && ms[i] < ms[best] ? i : best;
        NBB_TEXT_ADD_IF(ms[i] > 0, report, "%s%.6g %.4g ms", report->length > 0 ? ", " : "",
                        nbb_card_get(&cards[i], row), ms[i]);
    }
    if (ms[best] < (1 - NBB_CARD_NOISE) * ms[0]) {
        nbb_card_set(card, row, nbb_card_get(&cards[best], row));
    }
    return NBB_OK;
}

/* Measures at each size the ways of a plan with the largest value and with the least: `last` is where the former was
   the faster one last, `first` where behind it the latter was first, 0: at none, in the unit of a side. The side goes
   between both, in the middle of their ratio; one that stands there stays. Past the sizes nothing is known: where one
   of the ways never was the faster one, the side stays if it is as far, else it becomes so. */
static nbb_status tune_side(const nbb_card_meter *meter, const nbb_card_row *row, nbb_card *card, nbb_text *report)
{
    NBB_LOCAL_LIST sizes = { NULL, 0 };
    nbb_card cards[2] = { *card, *card };
    double last = 0, first = 0, now = nbb_card_get(card, row);
    NBB_TRY(nbb_list_parse(row->varied, row->sizes, &sizes));
    nbb_card_set(&cards[0], row, 0x1p63);
    nbb_card_set(&cards[1], row, 1);
    for (size_t i = 0; i < sizes.count; ++i) {
        double ms[2] = { 0 }, at = row->values[0] > 0 ? row->values[i] : strtod(sizes.items[i], NULL);
        NBB_TRY(meter->measure(meter->context, row, sizes.items[i], cards, 2, ms));
        bool are = ms[0] > 0 && ms[1] > 0;
        NBB_TEXT_ADD_IF(are, report, "%sat %.6g %.4g ms and %.4g", report->length > 0 ? ", " : "", at, ms[0], ms[1]);
        if (are && ms[0] < (1 - NBB_CARD_NOISE) * ms[1]) {
            last = at;
            first = 0;
        } else if (are && ms[1] < (1 - NBB_CARD_NOISE) * ms[0] && first == 0) {
            first = at;
        }
    }
    first = first > 0 ? first : INFINITY;
    if (now <= last || now > first) {
        last = last > 0 ? last : first / 2;
        nbb_card_set(card, row, fmax(1, round(sqrt(last * (isfinite(first) ? first : 2 * last)))));
    }
    return NBB_OK;
}

nbb_status nbb_card_tune_row(const nbb_card_meter *meter, const nbb_card_row *row, nbb_card *card, nbb_text *report)
{
    static nbb_status (*const ways[])(const nbb_card_meter *, const nbb_card_row *, nbb_card *, nbb_text *) = {
        [NBB_CARD_WAIT] = tune_wait, [NBB_CARD_KNOB] = tune_knob, [NBB_CARD_SIDE] = tune_side
    };
    return ways[row->probe](meter, row, card, report);
}

/* What is measured with, and whether now: else its kernels are kept, to be compiled side by side. */
typedef struct measuring {
    const nbb_bench_group *device; /* a group of it */
    nbb_bench_sweep *sweep;
    nbb_bench_pass pass;
    nbb_bench_entries kernels;
    nbb_text refused;  /* why the last work could not be had */
    nbb_failed failed; /* the first of the device, or of a wrong state */
} measuring;

static nbb_status measure(void *context, const nbb_card_row *row, const char *size, const nbb_card cards[], int count,
                          double ms[])
{
    measuring *job = context;
    json_auto_t *found = nbb_bench_new("", "");
    NBB_LOCAL_LIST words = { NULL, 0 };
    nbb_options options = nbb_options_defaults(NBB_COMMAND_BENCH);
    nbb_bench_group group = *job->device;
    options.templates = group.options->templates;
    options.samples = group.options->samples;
    options.no_cache = group.options->no_cache;
    options.quiet = true;
    NBB_TRY(nbb_list_split(row->work, &words));
    NBB_TRY(nbb_sweep_take(&words, &options));
    NBB_TRY_IF(size != NULL, nbb_options_take(&options, row->varied, size));
    group.options = &options;
    group.pass = job->pass;
    group.card = cards;
    group.card_count = count;
    group.kernels = &job->kernels;
    NBB_TRY(job->sweep(&group, found));
    nbb_text_free(&job->refused);
    NBB_JSON_ELEMENTS (json_object_get(found, "rows"), i, made) {
        int64_t card = nbb_bench_integer(made, "card");
        ms[card] = nbb_bench_number(made, "ms_median");
        NBB_TEXT_ADD_IF(card == 0, &job->refused, "%s", nbb_bench_text(made, "skipped"));
    }
    return nbb_text_status(&job->refused, "a reason");
}

/* Measures a row; *value is its constant, or 0 where it could not be measured. */
static nbb_status tune_row(measuring *job, const nbb_card_row *row, nbb_card *card, double *value)
{
    const nbb_card_meter meter = { measure, job };
    const nbb_options *options = job->device->options;
    const char *name = job->device->device->name;
    NBB_LOCAL_TEXT report = NBB_TEXT_EMPTY;
    double before = nbb_card_get(card, row);
    NBB_TRY(nbb_card_tune_row(&meter, row, card, &report));
    NBB_DONE_IF(job->pass != NBB_BENCH_MEASURE);
    double now = nbb_card_get(card, row);
    *value = report.length > 0 ? now : 0;
    if (report.length == 0) {
        nbb_remark(options, "%s: %s stays %.6g %s: %s", name, row->name, before, row->unit,
                   job->refused.length > 0 ? nbb_text_string(&job->refused) : "all values plan the same");
    } else if (now == before) {
        nbb_remark(options, "%s: %s stays %.6g %s (%s: %s)", name, row->name, before, row->unit, row->work,
                   nbb_text_string(&report));
    } else {
        nbb_remark(options, "%s: %s becomes %.6g %s, from %.6g (%s: %s)", name, row->name, now, row->unit, before,
                   row->work, nbb_text_string(&report));
    }
    return NBB_OK;
}

/* All rows of the device that are measured this way, which take the others' constants as they are so far. A work that
   fails on the device, or comes to another state, fails the bench once all else is measured and kept. */
static nbb_status tune_rows(measuring *job, nbb_card_probe probe, nbb_card *card, double values[])
{
    const nbb_device *device = job->device->device;
    for (int i = 0; i < NBB_CARD_ROWS; ++i) {
        const nbb_card_row *row = &nbb_card_rows[i];
        if (row->probe != probe || row->is_host == device->is_cuda) {
            continue;
        }
        NBB_TRY(nbb_interrupt_check());
        nbb_status status = tune_row(job, row, card, &values[i]);
        if (status == NBB_ERROR_DEVICE || status == NBB_ERROR_VERIFY) {
            nbb_remark(job->device->options, "%s: %s stays: %s", device->name, row->name, nbb_message());
            job->failed = job->failed.status == NBB_OK ? nbb_failure_take() : job->failed;
            status = NBB_OK;
        }
        NBB_TRY(status);
    }
    return NBB_OK;
}

/* Compiles what will be measured. */
static nbb_status prepare(measuring *job, nbb_card_probe probe, nbb_card *card, double values[])
{
    nbb_device *device = job->device->device;
    NBB_DONE_IF(device->operations->prepare == NULL || job->device->options->no_cache);
    job->pass = NBB_BENCH_PREPARE;
    nbb_status status = tune_rows(job, probe, card, values);
    status = status == NBB_OK ? nbb_bench_compile(&job->kernels, device) : status;
    nbb_bench_entries_free(&job->kernels);
    return status;
}

/* Keeps the constants in the file and in the bench; 0: not measured. */
static nbb_status keep(const nbb_bench_group *group, const double values[], json_t *bench)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY, report = NBB_TEXT_EMPTY;
    char now[NBB_BENCH_NOW];
    json_auto_t *card = json_object();
    nbb_set_shown(card, "device", group->device->name);
    nbb_set_shown(card, "driver", group->driver);
    nbb_set_shown(card, "version", NBB_VERSION);
    nbb_set_shown(card, "commit", nbb_commit);
    nbb_set_shown(card, "measured", nbb_bench_now(now));
    for (int i = 0; i < NBB_CARD_ROWS; ++i) {
        NBB_JSON_SET_IF(values[i] > 0, card, nbb_card_rows[i].name, nbb_json_real(values[i]));
    }
    NBB_TRY(nbb_tuned_remember("cards", card, &path));
    nbb_bench_print_card(card, &report);
    nbb_remark(group->options, "%s: %s remembered", nbb_text_string(&path), nbb_text_string(&report));
    nbb_bench_replace(bench, "cards", "device", card);
    return NBB_OK;
}

nbb_status nbb_bench_tune_card(const nbb_bench_group *group, nbb_bench_sweep *sweep, json_t *bench)
{
    measuring job = { .device = group, .sweep = sweep };
    nbb_card card = nbb_card_default;
    double values[NBB_CARD_ROWS] = { 0 };
    nbb_status status = NBB_OK;
    for (nbb_card_probe probe = NBB_CARD_WAIT; probe <= NBB_CARD_SIDE && status == NBB_OK; ++probe) {
        status = prepare(&job, probe, &card, values);
        job.pass = NBB_BENCH_MEASURE;
        status = status == NBB_OK ? tune_rows(&job, probe, &card, values) : status;
    }
    nbb_text_free(&job.refused);
    status = status == NBB_OK ? keep(group, values, bench) : status;
    return job.failed.status != NBB_OK ? nbb_failure_give(&job.failed) : status;
}

enum { ROUNDS = 3 };
#define WORTH 0.98 /* of the best time: what a round must reach for another one */

/* The search for one map. */
typedef struct search {
    nbb_bench_group group;
    nbb_options options;      /* with the lists of what is tried */
    const nbb_options *asked; /* with those that were given */
    const char *map;          /* as it was named */
    json_t *wanted;           /* what its rows have: the map as the plan names it */
    nbb_list best;            /* the words of the best row's choice */
} search;

/* Whether the search has values of the axis to choose from. */
static bool is_free(const char *axis)
{
    return !nbb_options_is_work(axis) && strcmp(axis, "map") != 0 && strcmp(axis, "ranks") != 0;
}

static double time_of(const json_t *row)
{
    return nbb_bench_number(row, "ms_median");
}

/* The search's fastest row so far, or NULL. */
static json_t *find_best(const search *job, const json_t *bench)
{
    json_t *best = NULL;
    NBB_JSON_ELEMENTS (json_object_get(bench, "rows"), i, row) {
        bool is_of_search = json_object_get(row, "skipped") == NULL
                            && nbb_bench_agree(row, job->wanted, NBB_BENCH_WORK "r n map");
        best = is_of_search && (best == NULL || time_of(row) < time_of(best)) ? row : best;
    }
    return best;
}

/* Measures the values that were listed for `axis` (NULL: none), or all of them, beside the best of the other axes. */
static nbb_status try_axis(search *job, const char *axis, json_t *bench)
{
    const char *listed = axis != NULL ? nbb_options_text(job->asked, axis) : NULL;
    nbb_options_give(&job->options, "map", job->map);
    for (const char *name = NULL; (name = nbb_options_axis(name)) != NULL;) {
        if (is_free(name)) {
            nbb_options_give(&job->options, name, nbb_options_word(&job->best, name));
        }
    }
    if (axis != NULL) {
        nbb_options_give(&job->options, axis, listed != NULL ? listed : "all");
    }
    job->group.only_possible = axis != NULL;
    NBB_TRY(nbb_bench_do_group(&job->group, bench));
    const json_t *best = find_best(job, bench);
    nbb_list_free(&job->best);
    return best != NULL ? nbb_list_split(nbb_bench_text(best, "choice"), &job->best) : NBB_OK;
}

/* The search's next map. One that the domain has not keeps its name, for its row to say why. */
static nbb_status name_map(search *job, const char *map)
{
    nbb_options named = job->options;
    NBB_TRY(nbb_options_set(&named, nbb_domain_size_name(&job->group.domain), job->group.size));
    NBB_TRY(nbb_options_set(&named, "map", map));
    nbb_bench_identify(job->group.device->name, &job->group.domain, &named, job->wanted);
    nbb_request request = { .fractal = job->group.domain.fractal,
                            .simplex = job->group.domain.simplex,
                            .map = named.map };
    nbb_map planned;
    nbb_storage storage;
    job->map = map;
    bool has_plan = nbb_storage_settle(&request, &planned, &storage) == NBB_OK;
    nbb_json_set(job->wanted, "map", json_string(has_plan ? nbb_map_names.names[planned] : map));
    return NBB_OK;
}

static nbb_status tune_map(search *job, const char *map, json_t *bench)
{
    bool better = true;
    nbb_list_free(&job->best);
    NBB_TRY(name_map(job, map));
    NBB_TRY(try_axis(job, NULL, bench));
    NBB_DONE_IF(find_best(job, bench) == NULL); /* the plan refuses the map; the row says why */
    for (int round = 0; round < ROUNDS && better; ++round) {
        double before = time_of(find_best(job, bench));
        for (const char *name = NULL; (name = nbb_options_axis(name)) != NULL;) {
            /* Not where nothing was listed and the map says it, as a fractal's does the storage. */
            bool is_said = strcmp(name, "storage") == 0 && job->group.domain.fractal != NULL
                           && nbb_options_text(job->asked, name) == NULL;
            NBB_TRY_IF(is_free(name) && !is_said, try_axis(job, name, bench));
        }
        better = time_of(find_best(job, bench)) < WORTH * before;
    }
    json_t *best = find_best(job, bench);
    const char *choice = nbb_bench_text(best, "choice");
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_tuned_remember("rows", best, &path));
    nbb_remark(job->asked, "%s: %s %s remembered, %.4g ms a step", nbb_text_string(&path),
               nbb_bench_text(best, "map"), *choice != '\0' ? choice : "by the plan's own choice", time_of(best));
    return NBB_OK;
}

nbb_status nbb_bench_tune_group(const nbb_bench_group *group, json_t *bench)
{
    NBB_LOCAL_LIST maps = { NULL, 0 };
    json_auto_t *wanted = json_object();
    search job = { .group = *group, .options = *group->options, .asked = group->options, .wanted = wanted };
    nbb_options_clear_axes(&job.options);
    job.group.options = &job.options;
    NBB_TRY(nbb_options_values(group->options, "map", &maps));
    nbb_status status = NBB_EACH(i, maps.count, tune_map(&job, maps.items[i], bench));
    nbb_list_free(&job.best);
    return status;
}

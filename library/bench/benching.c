/* benching.c - sweeps: each device, domain, workload and size a group whose choices are compared; files and forms. */
#include "library/bench/bench.h"

#include "library/option_row.h"
#include "runtime/base/search.h"
#include "runtime/device/machine.h"

#include <unistd.h>

/* --- its files, and its forms --- */

/* The forms of a bench, and the options that name a file for each but the last. */
static const struct {
    const char *name, *option;
    const nbb_page_script *script; /* NULL: JSON */
} forms[] = {
    { "csv", "csv", &nbb_bench_pages },           { "json", "json", NULL },
    { "markdown", "markdown", &nbb_bench_pages }, { "svg", "plot", &nbb_plot_pages },
    { "text", NULL, &nbb_bench_pages },
};
enum { FORMS = NBB_COUNT(forms), FILES = FORMS - 1 };

/* Finds out before a long bench, not after it, that an output cannot be had. Fails (usage) on options that contradict
   each other, or name what a bench cannot be written to, (run) on a file that cannot be created. */
static nbb_status check_outputs(const nbb_options *options)
{
    const nbb_spellings beside_show = NBB_SPELLINGS("show", "csv", "json", "markdown", "plot", "quiet");
    const char *standard = NULL;
    NBB_REFUSE_IF(options->show != NULL && options->subject_count > 0,
                  "bench %s --show %s: a file that is shown is measured already; name no fractal",
                  options->subjects[0], options->show);
    for (int i = 0; i < nbb_option_row_count && options->show != NULL; ++i) {
        NBB_REFUSE_IF(options->given[i] && nbb_spelling_index(&beside_show, nbb_option_rows[i].name) < 0,
                      "--%s with --show %s: a file that is shown is measured already; only"
                      " --csv, --json, --markdown, --plot and --quiet go with it",
                      nbb_option_rows[i].name, options->show);
    }
    NBB_REFUSE_IF(options->tune && options->set >= 0,
                  "--tune searches, --set repeats a paper's measurements: give one of them");
    NBB_TRY_IF(options->plot != NULL, nbb_plot_check(options->plot));
    NBB_REFUSE_IF(options->resume != NULL && !nbb_is_file(options->resume),
                  "--resume -: a file is expected, which is read and written again");
    for (int i = 0; i < FILES; ++i) {
        const char *path = nbb_options_text(options, forms[i].option);
        if (path != NULL && !nbb_is_file(path)) {
            NBB_REFUSE_IF(standard != NULL, "--%s - and --%s -: there is one standard output; name a file for one",
                          standard, forms[i].option);
            standard = forms[i].option;
        }
    }
    return nbb_outputs_check(options);
}

nbb_status nbb_bench_print_as(const char *form, const json_t *bench, nbb_text *text)
{
    int i = NBB_FIND(at, FORMS, strcmp(forms[at].name, form) == 0);
    NBB_REFUSE_IF(i == FORMS, "a bench as '%s': expected text, json, csv, markdown or svg", form);
    NBB_RETURN_IF(forms[i].script == NULL, nbb_bench_print_json(bench, text));
    NBB_RETURN_IF(forms[i].script == &nbb_bench_pages, nbb_bench_print_page(bench, &nbb_bench_pages, form, text));
    NBB_LOCAL_TEXT script = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_bench_print_page(bench, &nbb_plot_pages, "bench", &script));
    return nbb_plot_draw(&script, nbb_bench_text(bench, "command"), text);
}

/* To a file, whole or not at all. */
static nbb_status write_form(const char *form, const char *path, const json_t *bench)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_bench_print_as(form, bench, &text));
    return nbb_file_put(path, &text);
}

/* Writes the files that were asked for; not what is for standard output, "-". */
static nbb_status write_outputs(const nbb_options *options, const json_t *bench)
{
    for (int i = 0; i < FILES; ++i) {
        const char *path = nbb_options_text(options, forms[i].option);
        NBB_TRY_IF(nbb_is_file(path), write_form(forms[i].name, path, bench));
    }
    return NBB_OK;
}

/* --- its groups, measured one after the other --- */

typedef struct benching {
    const nbb_options *options;
    nbb_bench_hear *hear;
    void *context;
    json_t *bench, **made; /* the latter once there is something to report */
    size_t resumed;        /* its rows that were read */
    nbb_bench_group group; /* what is being measured */
    nbb_card card;         /* the device's, where it is searched */
} benching;

/* Whether the options ask for a device's constants: --tune with nothing to search. */
static bool is_of_card(const nbb_options *options)
{
    bool searches = options->subject_count > 0 || options->set >= 0;
    for (const char *axis = NULL; (axis = nbb_options_axis(axis)) != NULL;) {
        searches = searches || (strcmp(axis, "device") != 0 && nbb_options_given(options, axis));
    }
    return options->tune && !searches;
}

/* Whether a row is of the group's device, domain, size and workload, and to be measured again. */
static bool is_doubted(const json_t *row, const nbb_bench_group *group, const json_t *bench)
{
    return strcmp(nbb_bench_text(row, "device"), group->device->name) == 0
           && strcmp(nbb_bench_text(row, "workload"), nbb_workload_names.names[group->options->workload]) == 0
           && strcmp(nbb_bench_text(row, "fractal"), nbb_domain_name(&group->domain)) == 0
           && nbb_bench_size(row) == atoll(group->size) && nbb_bench_is_to_repeat(bench, row);
}

/* One group; what is done so far is then safe in the file of --resume. */
static nbb_status do_group(benching *job, const char *size)
{
    const nbb_bench_group *group = &job->group;
    job->group.size = size;
    const json_t *rows = json_object_get(job->bench, "rows");
    NBB_TRY(nbb_interrupt_check());
    NBB_RETURN_IF(group->pass == NBB_BENCH_CHECK || group->pass == NBB_BENCH_PREPARE,
                  nbb_bench_do_group(group, job->bench));
    bool is_again = group->pass == NBB_BENCH_AGAIN, is_due = true;
    if (is_again) { /* of several ranks the first one's rows say so */
        is_due = NBB_ANY(i, json_array_size(rows), is_doubted(json_array_get(rows, (size_t)i), group, job->bench));
        NBB_TRY(nbb_ranks_ask_first(group->ranks, &is_due));
    }
    NBB_DONE_IF(!is_due);
    nbb_remark(job->options, "%s %s = %s %s%s", nbb_domain_name(&group->domain), nbb_domain_size_name(&group->domain),
               group->size, nbb_workload_names.names[group->options->workload],
               is_again ? " again: rows are doubtful" : "");
    size_t known = json_array_size(rows);
    nbb_status status = job->options->tune ? nbb_bench_tune_group(group, job->bench)
                                           : nbb_bench_do_group(group, job->bench);
    bool hears = job->hear != NULL && nbb_ranks_is_first(job->group.ranks); /* of several ranks the first one */
    nbb_status heard = NBB_EACH(i, hears ? json_array_size(rows) - known : 0,
                               job->hear(job->context, job->bench, json_array_get(rows, known + (size_t)i)));
    NBB_TRY(status);
    NBB_TRY(heard);
    const char *path = job->options->resume;
    return path == NULL ? NBB_OK : write_form("json", path, job->bench);
}

/* The groups of a workload, with its program. A rule that the domain does not take leaves none: their rows say so. */
static nbb_status do_workload(benching *job, const nbb_options *given, const char *workload, const nbb_list *sizes)
{
    nbb_options options = *given;
    NBB_AT_END(nbb_program_free) nbb_program program;
    options.workload = (nbb_workload)nbb_spelling_index(&nbb_workload_names, workload);
    nbb_status status = nbb_options_program(&options, nbb_domain_axes(&job->group.domain), &program);
    bool is_reported = status == NBB_ERROR_USAGE && options.program_name == NULL;
    NBB_FAIL_IF(status != NBB_OK && !is_reported, status);
    job->group.options = &options;
    return NBB_EACH(i, sizes->count, do_group(job, sizes->items[i]));
}

/* The sizes of the group's domain, unless it has its own: none where no subject was named, but another kind's. */
static nbb_status choose_sizes(const benching *job, nbb_list *sizes)
{
    const nbb_options *options = job->options;
    const nbb_domain *domain = &job->group.domain;
    bool is_fractal = domain->fractal != NULL;
    const char *axis = nbb_domain_size_name(domain), *like = is_fractal ? "12..16" : "1024,4096";
    NBB_DONE_IF(sizes->count > 0);
    NBB_RETURN_IF(nbb_options_given(options, axis), nbb_options_values(options, axis, sizes));
    NBB_REFUSE_IF(options->subject_count > 0 || !nbb_options_given(options, is_fractal ? "n" : "r"),
                  "nbbgen bench: which %s? --%s %s for all %s, or %s@%s for this one",
                  is_fractal ? "levels" : "sides", axis, like, is_fractal ? "fractals" : "simplices",
                  job->group.options->subject, like);
    NBB_REMARK_IF(job->group.pass == NBB_BENCH_MEASURE, options, "%s is left out: --%s is not given", /* once */
                  nbb_domain_name(domain), axis);
    return NBB_OK;
}

static nbb_status do_subject(benching *job, const char *subject)
{
    const nbb_options *given = job->group.options;
    nbb_options options = *given;
    NBB_AT_END(nbb_definition_free) nbb_definition definition = { 0 };
    NBB_AT_END(nbb_sweep_subject_free) nbb_sweep_words words;
    NBB_TRY(nbb_sweep_subject(subject, &words));
    bool is_of_set = job->options->subject_count == 0 && job->options->set >= 0;
    if (words.rule != NULL && !(is_of_set && nbb_options_given(job->options, "rule"))) {
        /* unlike --rule, other workloads do not mind it */
        NBB_TRY(nbb_option_store(nbb_option_named("rule", 4, BENCH), words.rule, &options));
    }
    options.subject = words.name;
    job->group.options = &options;
    NBB_TRY(nbb_options_definition(&options, &definition));
    job->group.domain = nbb_definition_domain(&definition, 0);
    NBB_TRY(choose_sizes(job, &words.sizes));
    NBB_LOCAL_LIST workloads = { NULL, 0 };
    NBB_TRY(options.program_name != NULL ? nbb_list_split(nbb_workload_names.names[NBB_WORKLOAD_PROGRAM], &workloads)
                                         : nbb_options_values(&options, "workload", &workloads));
    NBB_TRY(NBB_EACH(i, workloads.count, do_workload(job, &options, workloads.items[i], &words.sizes)));
    job->group.options = given;
    return NBB_OK;
}

/* The fractals and simplices that were named, or all that are known. */
static nbb_status do_sweep(benching *job)
{
    const nbb_options *options = job->group.options;
    NBB_LOCAL_LIST known = { NULL, 0 };
    NBB_TRY(NBB_EACH(i, options->subject_count, do_subject(job, options->subjects[i])));
    NBB_TRY_IF(options->subject_count == 0, nbb_search_list(&nbb_definition_search, &known));
    return NBB_EACH(i, known.count, do_subject(job, known.items[i]));
}

/* As nbb_bench_sweep. */
static nbb_status sweep_group(const nbb_bench_group *group, json_t *bench)
{
    benching job = { .options = group->options, .bench = bench, .group = *group };
    return do_sweep(&job);
}

static nbb_status walk(benching *job, nbb_bench_pass pass)
{
    job->group.pass = pass;
    NBB_RETURN_IF(job->options->set < 0, do_sweep(job));
    const char *const *lines = nbb_bench_sets[job->options->set];
    for (int i = 0; i < NBB_BENCH_SET_MAX && lines[i] != NULL; ++i) {
        NBB_LOCAL_LIST words = { NULL, 0 };
        nbb_options options = *job->options;
        NBB_TRY(nbb_list_split(lines[i], &words));
        NBB_TRY(nbb_sweep_take(&words, &options));
        job->group.options = &options;
        NBB_TRY(do_sweep(job));
        job->group.options = job->options;
    }
    return NBB_OK;
}

/* Compiles what will be measured. A search does not know it yet, and without a cache it could not be kept. */
static nbb_status prepare(benching *job)
{
    NBB_AT_END(nbb_bench_entries_free) nbb_bench_entries kernels = { .count = 0 };
    nbb_device *device = job->group.device;
    NBB_LOCAL_TEXT folder = NBB_TEXT_EMPTY;
    bool has_cache = nbb_cache_folder(&folder) && !job->options->no_cache;
    NBB_DONE_IF(device->operations->prepare == NULL || job->options->tune || !has_cache);
    job->group.kernels = &kernels;
    NBB_TRY(walk(job, NBB_BENCH_PREPARE));
    NBB_DONE_IF(job->group.ranks != NULL && job->group.ranks->here > 0);
    nbb_remark(job->options, "%d kernels are compiled", kernels.count);
    return nbb_bench_compile(&kernels, device);
}

static nbb_status measure_device(benching *job, const char *name)
{
    job->group.card = NULL;
    /* Rows distinguish devices by their names alone. */
    NBB_JSON_ELEMENTS (json_object_get(job->bench, "devices"), i, known) {
        NBB_REFUSE_IF(strcmp(nbb_bench_text(known, "name"), job->group.device->name) == 0,
                      "--device %s: it is %s, as one before it in the list; one of them at a time", name,
                      job->group.device->name);
    }
    nbb_device *device = job->group.device;
    NBB_TRY_IF(job->group.ranks != NULL, NBB_MAKE(job->group.parts, job->group.ranks->count + 1, "the ranks"));
    job->group.rates = (nbb_rates){ 0 };
    if (!job->options->no_rates) {
        nbb_remark(job->options, "the rates of %s", device->name);
        NBB_TRY(nbb_rates_measure(device, !job->options->no_cache, &job->group.rates));
    }
    nbb_bench_add_device(job->bench, device->name, job->group.driver, job->group.rates);
    NBB_RETURN_IF(is_of_card(job->options), nbb_bench_tune_card(&job->group, sweep_group, job->bench));
    NBB_LOCAL_TEXT constants = NBB_TEXT_EMPTY;
    NBB_TRY_IF(job->options->tune, nbb_tuned_recall_card(device->name, &job->card, &job->group.card, &constants));
    if (job->group.card != NULL) {
        nbb_remark(job->options, "plans go by %s", nbb_text_string(&constants));
    } else if (job->options->tune && device->is_cuda) {
        nbb_remark(job->options,
                   "plans use the constants of an H200: nbbgen bench --tune measures the constants of %s",
                   device->name);
    }
    NBB_TRY(prepare(job));
    NBB_TRY(walk(job, NBB_BENCH_MEASURE));
    /* A search takes the fastest of what it tries, which cannot have been slowed: nothing is tried again. */
    return job->options->tune ? NBB_OK : NBB_EACH(again, NBB_BENCH_AGAIN_MAX, walk(job, NBB_BENCH_AGAIN));
}

static nbb_status do_devices(benching *job)
{
    NBB_LOCAL_LIST devices = { NULL, 0 };
    NBB_TRY(nbb_options_values(job->options, "device", &devices));
    for (size_t i = 0; i < devices.count; ++i) {
        nbb_options options = *job->options;
        NBB_LOCAL_TEXT driver = NBB_TEXT_EMPTY;
        options.device = devices.items[i];
        NBB_TRY(nbb_options_device(&options, job->group.ranks, &job->group.device));
        if (job->group.device->is_cuda) {
            nbb_cuda_version("", &driver);
        }
        job->group.driver = nbb_text_string(&driver);
        nbb_status status = measure_device(job, devices.items[i]);
        for (int count = 2; job->group.parts != NULL && count < job->group.ranks->count; ++count) {
            nbb_ranks_close(job->group.parts[count]);
        }
        free(job->group.parts);
        job->group.parts = NULL;
        job->group.device->operations->close(job->group.device);
        NBB_TRY(status);
    }
    return NBB_OK;
}

static nbb_status finish(benching *job, nbb_status status)
{
    const char *reason = "";
    const json_t *rows = json_object_get(job->bench, "rows");
    NBB_RETURN_IF(!nbb_ranks_is_first(job->group.ranks), status);
    size_t measured = 0;
    for (size_t i = json_array_size(rows); i-- > 0;) {
        const char *skipped = json_string_value(json_object_get(json_array_get(rows, i), "skipped"));
        measured += skipped == NULL;
        reason = skipped != NULL ? skipped : reason;
    }
    if (!is_of_card(job->options) && (measured == 0 || (status != NBB_OK && measured == job->resumed))) {
        NBB_FAIL_IF(status != NBB_OK, status);
        return NBB_REFUSE("nothing is left to measure, all %zu combinations are skipped; the first: %s",
                          json_array_size(rows), reason);
    }
    *job->made = json_incref(job->bench);
    NBB_RETURN_IF(status == NBB_OK, write_outputs(job->options, job->bench));
    /* Writes what was measured before a failure, too: it may have taken hours. */
    nbb_failed failure = nbb_failure_take(); /* the newest one wins, and this one is to be reported */
    nbb_json_set(job->bench, "error", nbb_describe_failure(&failure));
    write_outputs(job->options, job->bench);
    if (job->options->resume != NULL) {
        write_form("json", job->options->resume, job->bench);
    }
    return nbb_failure_give(&failure);
}

nbb_status nbb_bench_make(const nbb_options *options, nbb_ranks *ranks, nbb_bench_hear *hear, void *context,
                          json_t **bench)
{
    char now[NBB_BENCH_NOW];
    NBB_LOCAL_TEXT command = NBB_TEXT_EMPTY;
    nbb_options_command(options, &command);
    json_auto_t *made = nbb_bench_new(nbb_text_string(&command), nbb_bench_now(now));
    nbb_json_set(made, "files", nbb_outputs_describe(options, NULL));
    *bench = NULL;
    benching job = {
        .options = options, .hear = hear, .context = context, .bench = made, .made = bench, .group.ranks = ranks
    };
    job.group.options = options;
    NBB_TRY(check_outputs(options));
    if (options->show != NULL) {
        NBB_TRY(nbb_bench_read_json(options->show, true, job.bench));
        return finish(&job, NBB_OK);
    }
    bool resumes = options->resume != NULL && access(options->resume, F_OK) == 0;
    NBB_TRY_IF(resumes, nbb_bench_read_json(options->resume, false, job.bench));
    job.resumed = json_array_size(json_object_get(made, "rows"));
    NBB_TRY_IF(!is_of_card(options), walk(&job, NBB_BENCH_CHECK)); /* a mistake in the last subject comes first */
    return finish(&job, do_devices(&job));
}

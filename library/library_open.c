/* library_open.c - opens and closes jobs; sets their callbacks and options; returns their reports. */
#include "library/library_job.h"

#include "library/option_row.h"
#include "runtime/device/machine.h"

const char *nbbgen_version(void)
{
    return NBB_VERSION;
}

int nbbgen_version_number(void)
{
    return NBBGEN_VERSION;
}

bool nbb_library_is_bench(const nbbgen_job *job)
{
    return job->options.command == NBB_COMMAND_BENCH;
}

nbb_status nbb_library_check_single(const nbbgen_job *job)
{
    return nbb_library_is_bench(job) ? NBB_REFUSE("the job is a bench, for nbbgen_bench alone: "
                                                  "nbbgen_open makes one of a single choice")
                                     : NBB_OK;
}

/* As nbb_hooks has them. A run counts from its start, a call from its own; a bench is as long as nobody knows. */
static bool stops(void *context, int64_t done, int64_t total)
{
    const nbbgen_job *job = context;
    bool counts = total > 0 && !nbb_library_is_bench(job);
    int64_t first = counts && !job->is_whole ? job->run.first : 0;
    return job->watch != NULL
           && job->watch(job->watch_context, counts && done > first ? done - first : 0, counts ? total - first : 0)
                  != 0;
}

static void say(void *context, const char *message)
{
    const nbbgen_job *job = context;
    if (job->hear != NULL) {
        job->hear(job->hear_context, message);
    }
}

nbbgen_job *nbb_options_open(const nbb_options *options, nbb_ranks *ranks)
{
    nbbgen_job *job = calloc(1, sizeof *job);
    if (job != NULL) {
        job->holders = 1;
        job->options = *options;
        job->ranks = ranks;
        job->saving = (nbb_run_saving){ NBB_RUN_SAVING_NONE };
        job->ensemble.rows.file = job->ensemble.kept.series.file = -1;
        job->hooks = (nbb_hooks){ .say = say, .stops = stops, .context = job };
    }
    return job;
}

nbbgen_job *nbbgen_open(void)
{
    nbb_options options = nbb_options_defaults(NBB_COMMAND_RUN);
    return nbb_options_open(&options, NULL);
}

nbbgen_job *nbbgen_open_bench(void)
{
    nbb_options options = nbb_options_defaults(NBB_COMMAND_BENCH);
    return nbb_options_open(&options, NULL);
}

void nbb_library_stop(nbbgen_job *job)
{
    nbb_run_saving_close(&job->saving);
    nbb_text_free(&job->saving.resumed_path);
    nbb_window_free(&job->window_cells);
    if (job->stage == NBB_STAGE_STARTED) {
        nbb_run_end(&job->run);
    }
    nbb_ensemble_free(&job->ensemble);
    nbb_job_close(&job->job);
    job->chosen = -1;
    job->stage = NBB_STAGE_DESCRIBED;
}

static void forget_failure(nbbgen_job *job)
{
    free(job->failure.message);
    free(job->failure.file);
    job->failure = (nbb_failed){ .status = NBB_OK };
}

void nbb_library_forget(nbbgen_job *job)
{
    json_decref(job->made);
    job->made = NULL;
}

void nbb_library_drop(nbbgen_job *job)
{
    NBB_LEAVE_IF(atomic_fetch_sub(&job->holders, 1) > 1);
    nbb_library_enter(job);
    if (job->stage == NBB_STAGE_STARTED) {
        job->job.device->operations->wait(job->job.device); /* what is freed is the device's own */
    }
    nbb_library_stop(job);
    nbb_library_leave(job, NBB_OK);
    nbb_list_free(&job->texts);
    nbb_list_free(&job->subjects);
    nbb_library_forget(job);
    nbb_text_free(&job->answer);
    forget_failure(job);
    free(job);
}

void nbbgen_close(nbbgen_job *job)
{
    NBB_LEAVE_IF(job == NULL);
    nbb_library_enter(job);
    nbb_checkpoints_close(&job->saving.checkpoints); /* others may go on from there, whoever still sees the state */
    nbb_library_leave(job, NBB_OK);
    job->watch = NULL;
    job->hear = NULL;
    job->rows = NULL;
    nbb_library_drop(job);
}

void nbb_library_enter(nbbgen_job *job)
{
    job->hooks.is_stopped = false;
    job->hooks_before = nbb_hooks_use(&job->hooks);
    job->was_lost = nbb_lost_use(false);
    job->threads_before = nbb_machine_use_threads((uint32_t)job->options.threads);
}

nbbgen_status nbb_library_leave(nbbgen_job *job, nbb_status status)
{
    if (job->job.device != NULL) {
        job->job.device->operations->rest(job->job.device);
    }
    status = status == NBB_OK ? nbb_text_whole("a text") : status;
    if (status != NBB_OK) {
        forget_failure(job);
        job->failure = nbb_failure_take();
    }
    nbb_message_free();
    nbb_hooks_use(job->hooks_before);
    nbb_lost_use(job->was_lost);
    nbb_machine_use_threads(job->threads_before);
    return status != NBB_OK && job->hooks.is_stopped ? NBBGEN_INTERRUPTED : (nbbgen_status)status;
}

const char *nbbgen_message(const nbbgen_job *job)
{
    const nbb_failed *failure = &job->failure;
    return failure->message != NULL    ? failure->message
           : failure->status != NBB_OK ? "no memory is left, not even to say for what"
                                       : "";
}

const char *nbbgen_place(const nbbgen_job *job, int *line)
{
    *line = job->failure.line;
    return job->failure.file;
}

/* Defines the function that sets a callback. */
#define SETS(callback)                                                                      \
    void nbbgen_set_##callback(nbbgen_job *job, nbbgen_##callback *callback, void *context) \
    {                                                                                       \
        job->callback = callback;                                                           \
        job->callback##_context = context;                                                  \
    }
SETS(watch)
SETS(hear)
SETS(rows)

nbb_status nbb_library_require(const nbbgen_job *job, nbb_stage stage)
{
    static const char *const due[] = { "", "nbbgen_plan or nbbgen_start", "nbbgen_start" };
    return job->stage >= stage ? NBB_OK : NBB_REFUSE("%s is due before this", due[stage]);
}

nbb_status nbb_library_require_steps(const nbbgen_job *job, const char *lack)
{
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    const nbb_workload_row *work = job->job.plan.asked.work;
    return work->evolves ? NBB_OK : NBB_REFUSE("workload %s has no steps: %s", work->name, lack);
}

nbb_status nbb_library_check_text(const char *text, const char *what)
{
    return text != NULL ? NBB_OK : NBB_REFUSE("%s expected, NULL is given", what);
}

nbb_status nbb_library_keep(nbbgen_job *job, const char *text, const char **kept)
{
    NBB_TRY(nbb_library_check_text(text, "a text"));
    NBB_REFUSE_IF(job->stage != NBB_STAGE_DESCRIBED, "the job is planned already: describe it before");
    NBB_TRY(nbb_list_add(&job->texts, text, strlen(text)));
    *kept = job->texts.items[job->texts.count - 1];
    return NBB_OK;
}

/* A name and what stands for its file where `has_text`. */
static nbb_status set_program(nbbgen_job *job, const char *name, bool has_text, const char *text)
{
    job->options.program_text = NULL;
    NBB_TRY(nbb_library_keep(job, name, &job->options.program_name));
    return has_text ? nbb_library_keep(job, text, &job->options.program_text) : NBB_OK;
}

/* The same; a bench is of as many names as are given. */
static nbb_status set_fractal(nbbgen_job *job, const char *name, bool has_text, const char *text)
{
    NBB_TRY_IF(has_text, nbb_library_check_single(job));
    if (!nbb_library_is_bench(job)) {
        job->options.definition_text = NULL;
        NBB_TRY(nbb_library_keep(job, name, &job->options.subject));
        return has_text ? nbb_library_keep(job, text, &job->options.definition_text) : NBB_OK;
    }
    NBB_TRY(nbb_library_check_text(name, "a text"));
    NBB_TRY(nbb_list_add(&job->subjects, name, strlen(name)));
    job->options.subjects = job->subjects.items;
    job->options.subject_count = (int)job->subjects.count;
    return NBB_OK;
}

NBB_LIBRARY_DOES(nbbgen_fractal, (nbbgen_job *const job, const char *name), set_fractal(job, name, false, NULL))
NBB_LIBRARY_DOES(nbbgen_fractal_text, (nbbgen_job *const job, const char *name, const char *text),
                 set_fractal(job, name, true, text))
NBB_LIBRARY_DOES(nbbgen_program, (nbbgen_job *const job, const char *name), set_program(job, name, false, NULL))
NBB_LIBRARY_DOES(nbbgen_program_text, (nbbgen_job *const job, const char *name, const char *text),
                 set_program(job, name, true, text))
NBB_LIBRARY_DOES(nbbgen_set_origin, (nbbgen_job *const job, const char *origin),
                 nbb_library_keep(job, origin, &job->options.origin))

const char *nbbgen_option_name(int i)
{
    const char *names[NBB_OPTION_ROWS_MAX];
    return i >= 0 && i < nbb_option_names(NBB_OPTION_TAKEN | BENCH, names) ? names[i] : NULL;
}

NBB_LIBRARY_FUNCTION(nbbgen_option, (nbbgen_job *const job, const char *name, const char *value), (job, name, value))
{
    const char *kept = NULL;
    NBB_TRY(nbb_library_check_text(name, "an option's name"));
    NBB_TRY(nbb_library_keep(job, value != NULL ? value : "", &kept));
    return nbb_options_take(&job->options, name, value != NULL ? kept : NULL);
}

nbb_status nbb_library_report_row(nbbgen_job *job, json_t *row, const nbb_text *words)
{
    NBB_LOCAL_TEXT json = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_json_print(row, 0, "a row", &json));
    job->rows(job->rows_context, nbb_text_string(&json), nbb_text_string(words));
    return NBB_OK;
}

/* Of several ranks, the first one's; the others' is empty. */
static nbb_status report(nbbgen_job *job, const char *form)
{
    bool is_bench = nbb_library_is_bench(job);
    NBB_TRY(nbb_library_check_text(form, "a form"));
    NBB_DONE_IF(!nbb_ranks_is_first(job->ranks));
    NBB_REFUSE_IF(job->made == NULL, "there is nothing to report: nbbgen_%s is due before this",
                  is_bench ? "bench" : "run");
    NBB_RETURN_IF(is_bench, nbb_bench_print_as(form, job->made, &job->answer));
    NBB_RETURN_IF(strcmp(form, "text") == 0,
                  nbb_page_print(&nbb_report_pages, "text", json_incref(job->made), &job->answer));
    NBB_REFUSE_IF(strcmp(form, "json") != 0, "a run as '%s': expected text or json", form);
    json_t *shown = json_copy(job->made);
    json_object_del(shown, "more"); /* which words alone say */
    return nbb_json_print(shown, 2, "a JSON value", &job->answer);
}

NBB_LIBRARY_GIVES(nbbgen_report, (nbbgen_job *const job, const char *form, const char **bytes, size_t *length),
                  report(job, form))

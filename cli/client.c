/* client.c - describes a handle by what was on the command line, and takes its failures over. */
#include "cli/client.h"

#include "cli/print_json.h"
#include "cli/progress.h"
#include "gen/base/say.h"
#include "library/option_command.h"
#include "library/option_row.h"
#include "runtime/device/interrupt.h"

#include <string.h>

/* What the program does while a job works. */
static struct {
    nbbgen_job *job;
    bool has_bar, saves; /* it shows the progress; a state would be lost by an end at once while steps are counted */
} client;

/* As nbbgen_hear. The thread has the handle's hooks, without which it prints. */
static void hear(void *context, const char *remark)
{
    (void)context;
    nbb_hooks *of_job = nbb_hooks_use(NULL);
    nbb_progress_wipe();
    nbb_say("%s", remark);
    nbb_hooks_use(of_job);
}

/* As nbbgen_watch: a signal stops it. */
static int watch(void *context, int64_t done, int64_t total)
{
    (void)context;
    if (client.has_bar) {
        nbb_progress_show(total > 0 ? nbbgen_name(client.job) : "", done, total);
    }
    nbb_interrupt_await(client.saves && total > 0);
    nbb_hooks *of_job = nbb_hooks_use(NULL);
    bool came = nbb_interrupt_check() != NBB_OK;
    nbb_hooks_use(of_job);
    return came;
}

/* One option, as often as it was given. */
static nbbgen_status give(const nbb_options *options, int i, nbbgen_job *job)
{
    const nbb_option_row *row = &nbb_option_rows[i];
    const nbb_option_texts *texts = row->kind == SET     ? &options->assignments
                                    : row->kind == TEXTS ? (const void *)((const char *)options + row->offset)
                                                         : NULL;
    nbbgen_status status = NBBGEN_OK;
    for (int text = 0; texts != NULL && text < texts->count && status == NBBGEN_OK; ++text) {
        status = nbbgen_option(job, row->name, texts->items[text]);
    }
    if (row->kind == SET && options->set >= 0 && status == NBBGEN_OK) {
        return nbbgen_option(job, row->name, row->choices->names[options->set]);
    }
    return texts != NULL ? status : nbbgen_option(job, row->name, options->texts[i]);
}

static nbb_status begin(nbbgen_job *opened, nbbgen_job **job)
{
    *job = opened;
    if (*job == NULL) {
        return nbb_fail_memory(0, "a job");
    }
    nbbgen_set_watch(*job, watch, NULL);
    nbbgen_set_hear(*job, hear, NULL);
    client.job = *job;
    return NBB_OK;
}

nbb_status nbb_client_begin(nbbgen_job **job)
{
    return begin(nbbgen_open(), job);
}

/* Whether the option is for the handle: those of files and reports are for what does the work of a command. */
static bool is_handles(const nbb_options *options, int i)
{
    int takes = options->command == NBB_COMMAND_BENCH ? 1 << NBB_COMMAND_BENCH
                : options->command == NBB_COMMAND_RUN ? NBB_OPTION_TAKEN
                                                      : NBB_OPTION_LIBRARY;
    return options->given[i] && (nbb_option_rows[i].commands & takes) != 0;
}

/* One fractal, or all of a bench. */
static nbbgen_status give_subjects(const nbb_options *options, nbbgen_job *job)
{
    bool is_bench = options->command == NBB_COMMAND_BENCH;
    nbbgen_status status = is_bench || options->subject == NULL ? NBBGEN_OK : nbbgen_fractal(job, options->subject);
    for (int i = 0; is_bench && i < options->subject_count && status == NBBGEN_OK; ++i) {
        status = nbbgen_fractal(job, options->subjects[i]);
    }
    return status;
}

static nbb_status name_origin(const nbb_options *options, nbbgen_job *job)
{
    nbb_text command = NBB_TEXT_EMPTY;
    nbb_options_command(options, &command);
    nbb_status status = nbb_text_status(&command, "a command");
    if (status == NBB_OK) {
        status = nbb_client_status(job, nbbgen_set_origin(job, nbb_text_string(&command)));
    }
    nbb_text_free(&command);
    return status;
}

nbb_status nbb_client_open(const nbb_options *options, nbbgen_job **job)
{
    NBB_TRY(begin(options->command == NBB_COMMAND_BENCH ? nbbgen_open_bench() : nbbgen_open(), job));
    nbbgen_status status = give_subjects(options, *job);
    for (int i = 0; i < nbb_option_row_count && status == NBBGEN_OK; ++i) {
        status = is_handles(options, i) ? give(options, i, *job) : NBBGEN_OK;
    }
    client.has_bar = options->command == NBB_COMMAND_RUN && !options->quiet;
    client.saves = options->command == NBB_COMMAND_RUN && options->checkpoint != NULL;
    NBB_TRY(nbb_client_status(*job, status));
    return name_origin(options, *job);
}

nbb_status nbb_client_status(const nbbgen_job *job, nbbgen_status returned)
{
    if (returned == NBBGEN_OK) {
        return NBB_OK;
    }
    nbb_failed failure = { .status = returned == NBBGEN_INTERRUPTED ? NBB_ERROR_RUN : (nbb_status)returned,
                           .message = strdup(nbbgen_message(job)) };
    const char *file = nbbgen_place(job, &failure.line);
    failure.file = file != NULL ? strdup(file) : NULL;
    return nbb_failure_give(&failure);
}

nbb_status nbb_client_value(const nbbgen_job *job, nbbgen_status returned, const char *json, json_t **value)
{
    *value = NULL;
    NBB_TRY(nbb_client_status(job, returned));
    *value = json_loads(json, 0, NULL);
    return *value != NULL ? NBB_OK : nbb_fail_memory(0, "a JSON value");
}

nbb_status nbb_client_done(const nbbgen_job *job, nbbgen_status returned)
{
    nbb_interrupt_await(false);
    nbb_progress_wipe();
    return nbb_client_status(job, returned);
}

/* Prints it, if there is one. */
static nbb_status report(nbbgen_job *job, const char *form)
{
    const char *bytes;
    size_t length;
    NBB_TRY(nbb_client_status(job, nbbgen_report(job, form, &bytes, &length)));
    if (length > 0) {
        nbb_print_report(bytes, length);
    }
    return NBB_OK;
}

nbb_status nbb_client_report(nbbgen_job *job, const char *form, nbb_status status)
{
    if (status == NBB_OK) {
        return report(job, form);
    }
    nbb_failed failure = nbb_failure_take();
    report(job, form);
    return nbb_failure_give(&failure);
}

nbb_status nbb_client_close(nbbgen_job *job, nbb_status status)
{
    nbb_failed failure = nbb_failure_take(); /* which closing would free */
    nbbgen_close(job);
    nbb_failure_give(&failure);
    return status;
}

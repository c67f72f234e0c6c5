/* client.c - describes a handle by what was on the command line, and takes its failures over. */
#include "cli/client.h"

#include "gen/base/hooks.h"
#include "gen/base/say.h"
#include "library/option_row.h"
#include "runtime/device/interrupt.h"

#include <string.h>

/* As nbbgen_hear. The thread has the handle's hooks, without which it prints. */
static void hear(void *context, const char *remark)
{
    (void)context;
    nbb_hooks *of_job = nbb_hooks_use(NULL);
    nbb_say("%s", remark);
    nbb_hooks_use(of_job);
}

/* As nbbgen_watch: a signal stops it. */
static int watch(void *context, int64_t done, int64_t total)
{
    (void)context, (void)done, (void)total;
    nbb_hooks *of_job = nbb_hooks_use(NULL);
    bool came = nbb_interrupt_check() != NBB_OK;
    nbb_hooks_use(of_job);
    return came;
}

/* One option, as often as it was given. */
static nbbgen_status give(const nbb_options *options, int i, nbbgen_job *job)
{
    const nbb_option_row *row = &nbb_option_rows[i];
    if (row->kind != TEXTS) {
        return nbbgen_option(job, row->name, options->texts[i]);
    }
    const nbb_option_texts *texts = (const void *)((const char *)options + row->offset);
    nbbgen_status status = NBBGEN_OK;
    for (int text = 0; text < texts->count && status == NBBGEN_OK; ++text) {
        status = nbbgen_option(job, row->name, texts->items[text]);
    }
    return status;
}

nbb_status nbb_client_begin(nbbgen_job **job)
{
    *job = nbbgen_open();
    if (*job == NULL) {
        return nbb_fail_memory(0, "a job");
    }
    nbbgen_set_watch(*job, watch, NULL);
    nbbgen_set_hear(*job, hear, NULL);
    return NBB_OK;
}

nbb_status nbb_client_open(const nbb_options *options, nbbgen_job **job)
{
    NBB_TRY(nbb_client_begin(job));
    nbbgen_status status = nbbgen_fractal(*job, options->subject);
    for (int i = 0; i < nbb_option_row_count && status == NBBGEN_OK; ++i) {
        bool is_librarys = (nbb_option_rows[i].commands & NBB_OPTION_LIBRARY) != 0;
        status = options->given[i] && is_librarys ? give(options, i, *job) : NBBGEN_OK;
    }
    return nbb_client_status(*job, status);
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

nbb_status nbb_client_close(nbbgen_job *job, nbb_status status)
{
    nbb_failed failure = nbb_failure_take(); /* which closing would free */
    nbbgen_close(job);
    nbb_failure_give(&failure);
    return status;
}

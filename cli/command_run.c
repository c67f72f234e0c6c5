/* command_run.c - the main job: a whole run by nbbgen.h, and what it came to. */
#include "cli/client.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/run_ranks.h"

#include <stdio.h>

/* As nbbgen_rows: a sweep's values are printed as they come. */
static void print_row(void *context, const char *json, const char *words)
{
    (void)context, (void)json;
    nbb_progress_wipe();
    fputs(words, stdout);
    fflush(stdout);
}

static nbb_status run(const nbb_options *options, nbbgen_job *job)
{
    if (!options->json && !options->quiet) {
        nbbgen_set_rows(job, print_row, NULL);
    }
    nbb_status status = nbb_client_done(job, nbbgen_run(job));
    return nbb_client_report(job, options->json ? "json" : "text", status);
}

static nbb_status run_by(const nbb_options *options, nbb_ranks *ranks)
{
    nbbgen_job *job = NULL;
    nbb_status status = nbb_client_open(options, &job);
    nbb_run_ranks_share(ranks, job);
    status = status == NBB_OK ? run(options, job) : status;
    return nbb_client_close(job, status);
}

nbb_status nbb_command_run(const nbb_options *options)
{
    nbb_options own = *options;
    nbb_ranks *ranks = NULL;
    nbb_status status = nbb_run_ranks_begin(&own, &ranks);
    status = status == NBB_OK ? run_by(&own, ranks) : status;
    return nbb_run_ranks_end(&own, ranks, status);
}

/* command_run.c - the commands run and bench, and their reports. */
#include "cli/commands.h"

/* As nbbgen_rows: a sweep's values are printed as they come. */
static void print_row(void *context, const char *json, const char *words)
{
    (void)context, (void)json;
    nbb_progress_wipe();
    fputs(words, stdout);
    fflush(stdout);
}

nbb_status nbb_command_run(const nbb_options *options, nbbgen_job *job)
{
    if (!options->json && !options->quiet) {
        nbbgen_set_rows(job, print_row, NULL);
    }
    nbb_status status = nbb_client_done(job, nbbgen_run(job));
    return nbb_client_report(job, options->json ? "json" : "text", status);
}

/* Files are the library's; one may be standard output, "-", else that is the table's. */
static const char *find_form(const nbb_options *options)
{
    const struct {
        const char *path, *form;
    } outputs[] = { { options->csv, "csv" },
                    { options->json_file, "json" },
                    { options->markdown, "markdown" },
                    { options->plot, "svg" } };
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; ++i) {
        if (outputs[i].path != NULL && strcmp(outputs[i].path, "-") == 0) {
            return outputs[i].form;
        }
    }
    return "text";
}

nbb_status nbb_command_bench(const nbb_options *options, nbbgen_job *job)
{
    nbb_status status = nbb_client_done(job, nbbgen_bench(job));
    return nbb_client_report(job, find_form(options), status);
}

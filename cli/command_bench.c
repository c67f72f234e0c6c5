/* command_bench.c - choices compared by nbbgen.h, and the form that standard output gets. */
#include "cli/bench_counts.h"
#include "cli/client.h"
#include "cli/commands.h"
#include "cli/run_ranks.h"

#include <string.h>

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

static nbb_status bench_by(const nbb_options *options, nbb_ranks *ranks)
{
    nbbgen_job *job = NULL;
    nbb_status status = nbb_client_open(options, &job);
    nbb_run_ranks_share(ranks, job);
    if (status == NBB_OK) {
        status = nbb_client_done(job, nbbgen_bench(job));
        status = nbb_client_report(job, find_form(options), status);
    }
    return nbb_client_close(job, status);
}

nbb_status nbb_command_bench(const nbb_options *options)
{
    nbb_options own = *options;
    nbb_bench_counts counts;
    nbb_ranks *ranks = NULL;
    nbb_status status = nbb_bench_counts_begin(&own, &counts, &ranks);
    status = status == NBB_OK ? bench_by(&own, ranks) : status;
    status = nbb_run_ranks_end(&own, ranks, status);
    nbb_bench_counts_free(&counts);
    return status;
}

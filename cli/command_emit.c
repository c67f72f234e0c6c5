/* command_emit.c - prints a plan's kernels as source, PTX, a cubin or a fat binary. */
#include "cli/commands.h"

#include "cli/emit_json.h"
#include "library/job_emit.h"
#include "gen/base/file.h"

#include <stdio.h>
#include <string.h>

static nbb_status check_output(const nbb_options *options)
{
    return options->json && options->output != NULL && strcmp(options->output, "-") == 0
               ? nbb_fail(NBB_ERROR_USAGE, "--json and --output -: standard output has room for one of them; name a"
                                           " file")
               : NBB_OK;
}

static nbb_status write_output(const nbb_options *options, const nbb_text *output)
{
    if (options->output != NULL && strcmp(options->output, "-") != 0) {
        return nbb_file_put(options->output, output);
    }
    return fwrite(output->data, 1, output->length, stdout) == output->length
               ? NBB_OK
               : nbb_fail(NBB_ERROR_RUN, "standard output cannot be written");
}

static nbb_status write_form(const nbb_options *options, const nbb_plan *plan)
{
    nbb_text made = NBB_TEXT_EMPTY;
    nbb_status status = nbb_emit_make(options, plan, &made);
    if (status == NBB_OK) {
        status = write_output(options, &made);
    }
    nbb_text_free(&made);
    return status;
}

/* With --json standard output is the object's, and kernels are written to the file that is named, if one is. */
static nbb_status emit(const nbb_options *options, const nbb_plan *plan)
{
    NBB_TRY(!options->json || options->output != NULL ? write_form(options, plan) : NBB_OK);
    return options->json ? nbb_emit_json(options, plan) : NBB_OK;
}

nbb_status nbb_command_emit(const nbb_options *options)
{
    nbb_job job = { .device = NULL };
    nbb_status status = check_output(options);
    status = status == NBB_OK ? nbb_emit_open(options, &job) : status;
    status = status == NBB_OK ? emit(&job.options, &job.plan) : status;
    nbb_job_close(&job);
    return status;
}

/* command_emit.c - prints a plan's kernels as source, PTX, a cubin or a fat binary. */
#include "cli/commands.h"

#include "cli/emit_json.h"
#include "cli/job_emit.h"
#include "gen/base/file.h"

#include <stdio.h>
#include <string.h>

static nbb_status check_options(const nbb_options *options)
{
    NBB_TRY(nbb_emit_check(options));
    if (options->json && options->output != NULL && strcmp(options->output, "-") == 0) {
        return nbb_fail(NBB_ERROR_USAGE, "--json and --output -: standard output has room for one of them; name a"
                                         " file");
    }
    return NBB_OK;
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

static nbb_status write_form(const nbb_options *options, const nbb_plan *plan, const char *command)
{
    nbb_text made = NBB_TEXT_EMPTY;
    nbb_status status = nbb_emit_make(options, plan, command, &made);
    if (status == NBB_OK) {
        status = write_output(options, &made);
    }
    nbb_text_free(&made);
    return status;
}

/* With --json standard output is the object's, and kernels are written to the file that is named, if one is. */
static nbb_status emit(const nbb_options *options, const nbb_plan *plan)
{
    nbb_text command = NBB_TEXT_EMPTY;
    nbb_emit_command(options, plan, nbb_emit_is_standalone(options), &command);
    nbb_status status = nbb_text_status(&command, "a command");
    if (status == NBB_OK && (!options->json || options->output != NULL)) {
        status = write_form(options, plan, command.data);
    }
    if (status == NBB_OK && options->json) {
        status = nbb_emit_json(options, plan, command.data);
    }
    nbb_text_free(&command);
    return status;
}

static nbb_status prepare(const nbb_options *options, nbb_job *job)
{
    NBB_TRY(check_options(options));
    NBB_TRY(nbb_job_read(options, job));
    NBB_TRY(nbb_job_request(job));
    return nbb_emit_plan(job);
}

nbb_status nbb_command_emit(const nbb_options *options)
{
    nbb_job job = { .device = NULL };
    nbb_status status = prepare(options, &job);
    if (status == NBB_OK) {
        status = emit(&job.options, &job.plan);
    }
    nbb_job_close(&job);
    return status;
}

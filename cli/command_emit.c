/* command_emit.c - prints a plan's kernels as source, PTX or a cubin. */
#include "cli/commands.h"

#include "cli/emit_json.h"
#include "runtime/device/device.h"
#include "runtime/device/nvrtc.h"
#include "gen/base/file.h"
#include "gen/source/source.h"
#include "gen/domain/state.h"

#include <stdio.h>
#include <string.h>

/* Fails on options that contradict each other or have no effect on what is emitted. */
static nbb_status check_options(const nbb_options *options)
{
    static const char *const of_main[] = { "steps", "seed", "density" };
    const char *image = options->image == NBB_EMIT_PTX ? "ptx" : "cubin";
    bool compiled = options->image != NBB_EMIT_SOURCE;
    if (nbb_options_given(options, "ptx") && nbb_options_given(options, "cubin")) {
        return nbb_fail(NBB_ERROR_USAGE, "--ptx and --cubin: one of them at a time");
    }
    if (compiled && options->target != NBB_TARGET_CUDA) {
        return nbb_fail(NBB_ERROR_USAGE, "--%s needs --target cuda", image);
    }
    if (compiled && options->kernel_only) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--kernel-only has no effect with --%s, which holds kernels alone; give one"
                        " of the two",
                        image);
    }
    if (nbb_options_given(options, "arch") && !compiled) {
        return nbb_fail(NBB_ERROR_USAGE, "--arch has no effect on source text; use it with --ptx or --cubin");
    }
    if (options->points != NULL && !compiled && !options->kernel_only) {
        return nbb_fail(NBB_ERROR_USAGE, "--points has no effect on a program of its own, which draws its points;"
                        " give --n and --dimensions, or add --kernel-only");
    }
    if (options->steps == 0) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--steps 0: an emitted program checks and times steps, of which it needs one;"
                                         " 'nbbgen run' shows the initial state");
    }
    if (options->json && options->output != NULL && strcmp(options->output, "-") == 0) {
        return nbb_fail(NBB_ERROR_USAGE, "--json and --output -: standard output has room for one of them; name a"
                                         " file");
    }
    for (int i = 0; i < 3 && (compiled || options->kernel_only); ++i) {
        if (nbb_options_given(options, of_main[i])) {
            return nbb_fail(NBB_ERROR_USAGE,
                            "--%s has no effect on kernels without a main, as --kernel-only, --ptx"
                            " and --cubin give them",
                            of_main[i]);
        }
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

/* With a main of its own. */
static bool is_standalone(const nbb_options *options)
{
    return !options->kernel_only && options->image == NBB_EMIT_SOURCE;
}

static nbb_status print_source(const nbb_options *options, const nbb_plan *plan, const char *command,
                               nbb_text *source)
{
    nbb_source_request request = { .plan = plan,
                                   .command = command,
                                   .templates = options->templates,
                                   .standalone = is_standalone(options),
                                   .described = options->kernel_only,
                                   .steps = options->steps,
                                   .seed = options->seed,
                                   .threshold = nbb_density_threshold(options->density) };
    return nbb_source_print(&request, source);
}

/* Writes the source, or what is compiled from it. */
static nbb_status write_form(const nbb_options *options, const nbb_plan *plan, const char *command)
{
    nbb_text source = NBB_TEXT_EMPTY, image = NBB_TEXT_EMPTY;
    nbb_status status = print_source(options, plan, command, &source);
    if (status == NBB_OK && options->image != NBB_EMIT_SOURCE) {
        nbb_nvrtc_request request = { nbb_text_string(&source), plan->name, options->architecture,
                                      options->image == NBB_EMIT_PTX ? NBB_IMAGE_PTX : NBB_IMAGE_CUBIN };
        status = nbb_nvrtc_compile(&request, &image);
    }
    if (status == NBB_OK) {
        status = write_output(options, options->image == NBB_EMIT_SOURCE ? &source : &image);
    }
    nbb_text_free(&source);
    nbb_text_free(&image);
    return status;
}

/* With --json standard output is the object's, and kernels are written to the file that is named, if one is. */
static nbb_status emit(const nbb_options *options, const nbb_plan *plan)
{
    nbb_text command = NBB_TEXT_EMPTY;
    nbb_emit_command(options, plan, is_standalone(options), &command);
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

/* What an image for an architecture may not have that its source text may: clusters, before compute capability 9.0.
   */
static nbb_status heed_architecture(const nbb_options *options, nbb_request *request)
{
    int capability = 0;
    if (options->image != NBB_EMIT_SOURCE) {
        NBB_TRY(nbb_nvrtc_capability(options->architecture, &capability));
        request->cluster_blocks = nbb_cuda_cluster_blocks(capability) == 1 ? 1 : 0;
    }
    return NBB_OK;
}

nbb_status nbb_command_emit(const nbb_options *options)
{
    nbb_definition definition = { 0 };
    nbb_plan plan = { 0 };
    nbb_points points = { .at = NULL };
    nbb_program program = { .name = NULL };
    nbb_options sized;
    nbb_request request;
    NBB_TRY(check_options(options));
    nbb_status status = nbb_options_definition(options, &definition);
    if (status == NBB_OK) {
        status = nbb_options_points(options, definition.kind, &sized, &points);
    }
    if (status == NBB_OK) {
        nbb_domain domain = nbb_definition_domain(&definition, 0);
        status = nbb_options_program(&sized, nbb_domain_axes(&domain), &program);
    }
    if (status == NBB_OK) {
        status = nbb_options_request(&sized, nbb_definition_domain(&definition, 0), &request);
    }
    if (status == NBB_OK) {
        status = heed_architecture(&sized, &request);
    }
    if (status == NBB_OK) {
        status = nbb_plan_choose(&request, &plan);
    }
    if (status == NBB_OK) {
        nbb_remark_plan(&sized, &plan);
        status = emit(&sized, &plan);
    }
    nbb_plan_free(&plan);
    nbb_points_free(&points);
    nbb_program_free(&program);
    nbb_definition_free(&definition);
    return status;
}

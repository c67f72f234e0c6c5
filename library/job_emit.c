/* job_emit.c - what a plan is emitted as: source text, PTX, a cubin or a fat binary. */
#include "library/job_emit.h"

#include "library/option_command.h"
#include "library/request.h"
#include "gen/source/source.h"
#include "runtime/device/fatbin.h"

const char *const nbb_emit_forms[] = { "source", "ptx", "cubin", "fatbin" };

/* Fails where two images are asked for. */
static nbb_status check_images(const nbb_options *options)
{
    const char *first = NULL;
    for (int form = NBB_EMIT_PTX; form <= NBB_EMIT_FATBIN; ++form) {
        if (nbb_options_given(options, nbb_emit_forms[form])) {
            if (first != NULL) {
                return nbb_fail(NBB_ERROR_USAGE, "--%s and --%s: one of them at a time", first, nbb_emit_forms[form]);
            }
            first = nbb_emit_forms[form];
        }
    }
    return NBB_OK;
}

nbb_status nbb_emit_check(const nbb_options *options)
{
    const char *image = nbb_emit_forms[options->image];
    bool compiled = options->image != NBB_EMIT_SOURCE;
    NBB_TRY(check_images(options));
    if (compiled && options->target != NBB_TARGET_CUDA) {
        return nbb_fail(NBB_ERROR_USAGE, "--%s needs --target cuda", image);
    }
    if (compiled && options->kernel_only) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--kernel-only has no effect with --%s, which holds kernels alone; give one"
                        " of the two",
                        image);
    }
    NBB_TRY(compiled ? NBB_OK
                     : nbb_options_refuse(options, "arch",
                                          " has no effect on source text; use it with --ptx, --cubin or"
                                                           " --fatbin"));
    if (options->points != NULL && !compiled && !options->kernel_only) {
        return nbb_fail(NBB_ERROR_USAGE, "--points has no effect on a program of its own, which draws its points;"
                        " give --n and --dimensions, or add --kernel-only");
    }
    if (options->steps == 0) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--steps 0: an emitted program checks and times steps, of which it needs one;"
                                         " 'nbbgen run' shows the initial state");
    }
    return !compiled && !options->kernel_only
               ? NBB_OK
               : nbb_options_refuse(options, "steps seed density",
                                    " has no effect on kernels without a main, as --kernel-only, --ptx, --cubin and"
                                    " --fatbin give them");
}

/* With a main of its own. */
static bool is_standalone(const nbb_options *options)
{
    return !options->kernel_only && options->image == NBB_EMIT_SOURCE;
}

nbb_status nbb_emit_say(const nbb_options *options, const nbb_plan *plan, nbb_text *command)
{
    nbb_emit_command(options, plan, is_standalone(options), command);
    return nbb_text_status(command, "a command");
}

static nbb_status print_source(const nbb_options *options, const nbb_plan *plan, nbb_text *source)
{
    nbb_text command = NBB_TEXT_EMPTY;
    nbb_status status = nbb_emit_say(options, plan, &command);
    nbb_source_request request = { .plan = plan,
                                   .command = nbb_text_string(&command),
                                   .templates = options->templates,
                                   .standalone = is_standalone(options),
                                   .described = options->kernel_only,
                                   .steps = options->steps,
                                   .seed = options->seed };
    status = status == NBB_OK ? nbb_source_print(&request, source) : status;
    nbb_text_free(&command);
    return status;
}

static nbb_status compile(const nbb_options *options, const nbb_plan *plan, const char *source, nbb_text *image)
{
    nbb_nvrtc_request request = { source, plan->name, options->architecture,
                                  options->image == NBB_EMIT_PTX ? NBB_IMAGE_PTX : NBB_IMAGE_CUBIN };
    return options->image == NBB_EMIT_FATBIN ? nbb_fatbin_compile(&request, image)
                                             : nbb_nvrtc_compile(&request, image);
}

nbb_status nbb_emit_make(const nbb_options *options, const nbb_plan *plan, nbb_text *made)
{
    if (options->image == NBB_EMIT_SOURCE) {
        return print_source(options, plan, made);
    }
    nbb_text source = NBB_TEXT_EMPTY;
    nbb_status status = print_source(options, plan, &source);
    status = status == NBB_OK ? compile(options, plan, nbb_text_string(&source), made) : status;
    nbb_text_free(&source);
    return status;
}

/* What an image for an architecture may not have that its source text may: clusters, before compute capability 9.0.
   */
static nbb_status heed_architecture(const nbb_options *options, nbb_request *request)
{
    int capability = 0;
    if (options->image != NBB_EMIT_SOURCE) {
        NBB_TRY(options->image == NBB_EMIT_FATBIN ? nbb_fatbin_capability(options->architecture, &capability)
                                                  : nbb_nvrtc_capability(options->architecture, &capability));
        request->cluster_blocks = nbb_cuda_cluster_blocks(capability) == 1 ? 1 : 0;
    }
    return NBB_OK;
}

nbb_status nbb_emit_open(const nbb_options *options, nbb_job *job)
{
    NBB_TRY(nbb_emit_check(options));
    NBB_TRY(nbb_job_read(options, NULL, job));
    NBB_TRY(nbb_job_request(job));
    NBB_TRY(heed_architecture(&job->options, &job->request));
    NBB_TRY(nbb_plan_choose(&job->request, &job->plan));
    nbb_remark_plan(&job->options, &job->plan);
    return NBB_OK;
}

/* run_watch.c - opens, shows and closes what watches a run. */
#include "cli/run_watch.h"

#include "gen/base/file.h"

#include <inttypes.h>
#include <string.h>

static bool averages(const nbb_options *options)
{
    return nbb_options_given(options, "average");
}

/* Fails when observables are asked for, which only programs may be, and there are none. */
static nbb_status check_observables(const nbb_options *options)
{
    const char *const asking[] = { "series", "average", "sweep" };
    for (int i = 0; i < 3; ++i) {
        if (nbb_options_given(options, asking[i]) && options->program->observable_count == 0) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s: program %s has no observe: there is nothing to tell", asking[i],
                            options->program->name);
        }
    }
    return NBB_OK;
}

nbb_status nbb_run_watching_check(const nbb_options *options)
{
    NBB_TRY(check_observables(options));
    bool is_watched = options->series != NULL || averages(options) || options->frames != NULL
                      || options->apng != NULL;
    if (nbb_options_given(options, "every") && !is_watched) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--every %" PRId64 " has no effect without --series, --average, --frames or"
                                         " --apng: nothing looks at the steps",
                        options->every);
    }
    if (averages(options) && options->average > options->steps) {
        return nbb_fail(NBB_ERROR_USAGE, "--average %" PRId64 ": the run ends after %" PRId64 " steps (--steps)",
                        options->average, options->steps);
    }
    if (averages(options) && options->average > options->steps / options->every * options->every) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--average %" PRId64 ": of the steps from there to %" PRId64 " --every %" PRId64
                        " takes none",
                        options->average, options->steps, options->every);
    }
    if (options->series != NULL) {
        NBB_TRY(nbb_rows_check("series", options->series));
        NBB_TRY(nbb_file_try(options->series));
    }
    if (options->apng != NULL && strcmp(options->apng, "-") == 0) {
        return nbb_fail(NBB_ERROR_USAGE, "--apng -: standard output is the report's; give a file's name");
    }
    return options->apng != NULL ? nbb_file_try(options->apng) : NBB_OK;
}

/* Frames are of multiples; the observables of the last step are always seen. */
static nbb_status see(void *context, nbb_run *run, int64_t step)
{
    nbb_run_watching *watching = context;
    if (watching->has_series) {
        NBB_TRY(nbb_series_see(&watching->series, run, step));
    }
    return watching->has_frames && step % watching->every == 0 ? nbb_frames_take(&watching->frames, run) : NBB_OK;
}

nbb_status nbb_run_watching_open(const nbb_options *options, const char *parameter, nbb_run *run,
                                 nbb_run_watching *watching)
{
    bool looks_at_steps = options->series != NULL || averages(options);
    *watching = (nbb_run_watching){ .has_series = run->request.plan->work->law == NBB_LAW_PROGRAM,
                                    .has_frames = options->frames != NULL || options->apng != NULL };
    /* no steps in between are seen where nobody asks for them */
    watching->every = looks_at_steps || watching->has_frames ? options->every : options->steps;
    if (watching->has_series) {
        nbb_series_request request = { .program = options->program,
                                       .path = options->series,
                                       .parameter = parameter,
                                       .every = watching->every,
                                       .average_from = averages(options) ? options->average : -1 };
        NBB_TRY(nbb_series_open(&request, &watching->series));
    }
    nbb_status status = NBB_OK;
    if (watching->has_frames) {
        status = nbb_frames_open(run->request.plan, options->frames, options->apng, &watching->frames);
        watching->has_frames = status == NBB_OK;
    }
    if (watching->has_series || watching->has_frames) {
        run->watch = (nbb_run_watch){ watching->every, see, watching };
    }
    return status == NBB_OK ? NBB_OK : nbb_run_watching_close(watching, run, status);
}

nbb_status nbb_run_watching_read(nbb_run_watching *watching, nbb_run *run)
{
    return watching->has_series ? nbb_series_read(&watching->series, run) : NBB_OK;
}

/* What waits on the device after an interrupt was still computed: it is read if it can be. */
nbb_status nbb_run_watching_close(nbb_run_watching *watching, nbb_run *run, nbb_status status)
{
    if (watching->has_series) {
        if (status != NBB_OK && status != NBB_ERROR_DEVICE) {
            nbb_text message = NBB_TEXT_EMPTY;
            nbb_text_add(&message, "%s", nbb_message());
            nbb_series_read(&watching->series, run);
            nbb_fail(status, "%s", nbb_text_string(&message));
            nbb_text_free(&message);
        }
        status = nbb_series_close(&watching->series, status);
    }
    run->watch = (nbb_run_watch){ .see = NULL };
    return watching->has_frames ? nbb_frames_close(&watching->frames, status) : status;
}

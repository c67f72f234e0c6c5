/* command_run.c - the main job: what a handle runs is watched, saved, checked and reported.

   It is described and begun as others describe and begin one. What follows looks into it (library_job.h): samples
   stay on the device until many are read, checkpoints are written while the run goes on, ranks share it, and the
   report has times of its launches; a client that asked for each by itself would wait for the device at each. */
#include "gen/base/json.h"
#include "cli/client.h"
#include "cli/commands.h"
#include "library/request.h"
#include "library/library_job.h"
#include "cli/outputs.h"
#include "cli/print_json.h"
#include "cli/run_ranks.h"
#include "cli/run_saving.h"
#include "cli/run_scan.h"

#include "runtime/run/export.h"
#include "runtime/run/progress.h"
#include "runtime/run/report.h"
#include "runtime/run/verify.h"
#include "runtime/run/verify_program.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Remarks what a file holds; of several fields, each of the files. */
static void remark_files(const nbb_options *options, const nbb_run *run, const char *path, const char *holds)
{
    const nbb_traits *traits = &run->request.plan->traits;
    for (int i = 0; i < traits->arrays; ++i) {
        nbb_text name = NBB_TEXT_EMPTY;
        nbb_field_path(traits->arrays > 1 ? &traits->fields[i] : NULL, path, &name);
        nbb_remark(options, "%s: %s", nbb_text_string(&name), holds);
        nbb_text_free(&name);
    }
}

/* The files that were asked for, and what they hold. */
static nbb_status export_files(const nbb_options *options, nbb_run *run)
{
    if (options->png != NULL) {
        nbb_picture_size size;
        NBB_TRY(nbb_export_png(run, options->png, &size));
        if (size.scale > 1) {
            nbb_text holds = NBB_TEXT_EMPTY;
            nbb_text_add(&holds, "scaled down, a pixel stands for %u x %u cells", size.scale, size.scale);
            remark_files(options, run, options->png, nbb_text_string(&holds));
            nbb_text_free(&holds);
        }
    }
    if (options->npy != NULL) {
        static const char *const forms[] = {
            "the box, array[y][x]",
            "the box is past 2^30 cells; the orthotope of cells instead, array[omega_y][omega_x]",
            "the box is past 2^30 cells; the cells alone instead, row after row",
            "the matrix, array[i][j] for i <= j",
            "the matrix is past 2^30 numbers; its upper triangle alone instead, row after row"
        };
        nbb_array_form form;
        NBB_TRY(nbb_export_npy(run, options->npy, &form));
        remark_files(options, run, options->npy, forms[form]);
    }
    return options->rle != NULL ? nbb_export_rle(run, options->rle) : NBB_OK;
}

/* Finds out before a long run, not after it, that a file cannot be had. */
static nbb_status check_files(const nbb_options *options, const nbb_domain *domain)
{
    const struct {
        const char *option, *path;
    } files[] = { { "png", options->png }, { "npy", options->npy }, { "rle", options->rle } };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        if (files[i].path != NULL && strcmp(files[i].path, "-") == 0) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s -: standard output is the report's; give a file's name",
                            files[i].option);
        }
    }
    NBB_TRY(options->rle != NULL ? nbb_export_rle_check(domain, options->program) : NBB_OK);
    return nbb_outputs_check(options);
}

static nbb_status verify(const nbb_options *options, nbb_run *run, const nbb_run_watching *watching)
{
    nbb_verified verified;
    if (!options->verify) {
        return NBB_OK;
    }
    NBB_TRY(nbb_verify(run, &verified));
    nbb_remark(options, "verified: %" PRId64 " place%s compared with brute force, %s", verified.cells,
               verified.cells == 1 ? "" : "s",
               verified.whole ? "the whole box" : "in windows about cells drawn at random");
    return verified.whole && watching->has_series ? nbb_verify_observables(run, watching->series.observables)
                                                  : NBB_OK;
}

static nbb_status work(const nbb_options *options, nbb_run_saving *saving, nbb_run *run, nbb_run_watching *watching)
{
    NBB_TRY(nbb_run_saving_work(saving, watching, run));
    NBB_TRY(nbb_run_watching_read(watching, run));
    return verify(options, run, watching);
}

/* What is run, and what goes with it. */
typedef struct run_job {
    nbb_options options; /* all of the command line's, files and reports among them */
    nbbgen_job *handle;
    nbb_ranks *ranks;
    nbb_run_scanning scanning;
    nbb_run_saving saving;
} run_job;

/* Runs, checks, writes files, reports: all after the run was set up. */
static nbb_status work_and_report(run_job *job, nbb_run *run, nbb_run_watching *watching)
{
    const nbb_options *options = &job->options;
    nbb_run_scanning *scanning = &job->scanning;
    bool scans = scanning->text != NULL;
    nbb_report report = { .run = run,
                          .with_digest = options->digest,
                          .verified = options->verify,
                          .series = watching->has_series && !scans ? &watching->series : NULL,
                          .scan = scans ? &scanning->scan : NULL };
    NBB_TRY(scans ? nbb_run_scanning_work(options, scanning, run, watching, verify)
                  : work(options, &job->saving, run, watching));
    NBB_TRY(export_files(options, run));
    NBB_TRY(nbb_run_scanning_write(options, scanning, run));
    if (job->ranks != NULL && job->ranks->rank > 0) {
        return NBB_OK; /* the first one reports */
    }
    if (!options->json) {
        nbb_report_text(&report);
        return NBB_OK;
    }
    json_t *object = nbb_report_describe(&report);
    nbb_json_set(object, "files", nbb_outputs_describe(options, options->program));
    return nbb_print_json(object);
}

/* The state of a checkpoint, then all the work. */
static nbb_status do_run(run_job *job, nbb_run *run)
{
    nbb_run_watching watching;
    NBB_TRY(nbb_run_saving_begin(&job->saving, run));
    NBB_TRY(nbb_run_watching_open(&job->options, &job->saving.every, job->scanning.name, run, &watching));
    nbb_status status = work_and_report(job, run, &watching);
    return nbb_run_watching_close(&watching, run, status);
}

/* As nbb_job_checks. */
static nbb_status check_read(void *context)
{
    run_job *job = context;
    nbb_job *read = &job->handle->job;
    nbb_domain domain = nbb_definition_domain(&read->definition, 0);
    job->options.program = read->options.program;
    NBB_TRY(nbb_run_scanning_begin(&job->options, &read->program, &job->scanning));
    return nbb_options_heed(&job->options, &domain);
}

static nbb_status check_asked(void *context)
{
    run_job *job = context;
    NBB_TRY(check_files(&job->options, &job->handle->job.given.domain));
    NBB_TRY(nbb_run_saving_open(&job->options, job->ranks, &job->saving));
    return nbb_run_watching_check(&job->options, &job->saving.every);
}

static nbb_status check_planned(void *context)
{
    run_job *job = context;
    const nbb_plan *plan = &job->handle->job.plan;
    NBB_TRY(job->options.verify ? nbb_verify_possible(plan, job->options.steps) : NBB_OK);
    return nbb_run_saving_check(&job->saving, plan);
}

static nbb_status run_as(const nbb_options *options, nbb_ranks *ranks)
{
    run_job job = { .options = *options,
                    .ranks = ranks,
                    .scanning = { .rows = { .file = -1 } },
                    .saving = { .checkpoints.folder = -1, .resumption = { .folder = -1, .file = -1 } } };
    const nbb_job_checks checks = { check_read, check_asked, check_planned, &job };
    if (options->quiet) {
        nbb_progress_disable();
    }
    nbb_status status = nbb_client_open(options, &job.handle);
    status = status == NBB_OK ? nbb_library_begin(job.handle, ranks, &checks) : status;
    status = status == NBB_OK ? do_run(&job, &job.handle->run) : status;
    nbb_run_saving_close(&job.saving);
    status = nbb_run_scanning_end(&job.scanning, status);
    return nbb_client_close(job.handle, status);
}

nbb_status nbb_command_run(const nbb_options *options)
{
    nbb_options own = *options;
    nbb_ranks *ranks = NULL;
    nbb_status status = nbb_run_ranks_begin(&own, &ranks);
    status = status == NBB_OK ? run_as(&own, ranks) : status;
    return nbb_run_ranks_end(&own, ranks, status);
}

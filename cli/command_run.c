/* command_run.c - the main job: device, plan, source, run, checks, report. */
#include "gen/base/json.h"
#include "cli/commands.h"
#include "library/request.h"
#include "library/job.h"
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
#include "gen/base/file.h"

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
static nbb_status check_files(const nbb_job *job)
{
    const nbb_options *options = &job->options;
    const struct {
        const char *option, *path;
    } files[] = { { "png", options->png }, { "npy", options->npy }, { "rle", options->rle } };
    NBB_TRY(nbb_outputs_check(options));
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        if (files[i].path != NULL && strcmp(files[i].path, "-") == 0) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s -: standard output is the report's; give a file's name",
                            files[i].option);
        }
        NBB_TRY(files[i].path != NULL ? nbb_file_try(files[i].path) : NBB_OK);
    }
    return options->rle != NULL ? nbb_export_rle_check(&job->given.domain, options->program) : NBB_OK;
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
    nbb_job job;
    nbb_ranks *ranks;
    nbb_run_scanning scanning;
    nbb_run_saving saving;
} run_job;

/* Runs, checks, writes files, reports: all after the run was set up. */
static nbb_status work_and_report(run_job *job, nbb_run *run, nbb_run_watching *watching)
{
    const nbb_options *options = &job->job.options;
    nbb_run_scanning *scanning = &job->scanning;
    bool scans = scanning->text != NULL;
    nbb_report report = { .run = run,
                          .density = options->density,
                          .with_digest = options->digest,
                          .verified = options->verify,
                          .series = watching->has_series && !scans ? &watching->series : NULL,
                          .scan = scans ? &scanning->scan : NULL };
    NBB_TRY(scans ? nbb_run_scanning_work(options, scanning, run, watching, verify)
                  : work(options, &job->saving, run, watching));
    NBB_TRY(export_files(options, run));
    NBB_TRY(nbb_run_scanning_write(options, scanning, run));
    if (job->job.ranks != NULL && job->job.ranks->rank > 0) {
        return NBB_OK; /* the first one reports */
    }
    if (!options->json) {
        nbb_report_text(&report);
        return NBB_OK;
    }
    json_t *object = nbb_report_describe(&report);
    nbb_json_set(object, "files", nbb_outputs_describe(options, job->job.plan.program));
    return nbb_print_json(object);
}

/* The state of a checkpoint, then all the work. */
static nbb_status do_run(run_job *job, nbb_run *run)
{
    nbb_run_watching watching;
    NBB_TRY(nbb_run_saving_begin(&job->saving, run));
    NBB_TRY(nbb_run_watching_open(&job->job.options, &job->saving.every, job->scanning.name, run, &watching));
    nbb_status status = work_and_report(job, run, &watching);
    return nbb_run_watching_close(&watching, run, status);
}

/* As nbb_job_checks. */
static nbb_status check_read(void *context)
{
    run_job *job = context;
    job->job.ranks = job->ranks;
    return nbb_run_scanning_begin(&job->job.options, &job->job.program, &job->scanning);
}

static nbb_status check_asked(void *context)
{
    run_job *job = context;
    NBB_TRY(check_files(&job->job));
    NBB_TRY(nbb_run_saving_open(&job->job.options, job->ranks, &job->saving));
    return nbb_run_watching_check(&job->job.options, &job->saving.every);
}

static nbb_status check_planned(void *context)
{
    run_job *job = context;
    return nbb_run_saving_check(&job->saving, &job->job.plan);
}

static nbb_status run_as(const nbb_options *options, nbb_ranks *ranks)
{
    nbb_run run;
    run_job job = { .ranks = ranks,
                    .scanning = { .rows = { .file = -1 } },
                    .saving = { .checkpoints.folder = -1, .resumption = { .folder = -1, .file = -1 } } };
    const nbb_job_checks checks = { check_read, check_asked, check_planned, &job };
    if (options->quiet) {
        nbb_progress_disable();
    }
    nbb_status status = nbb_job_start(options, &checks, &job.job, &run);
    if (status == NBB_OK) {
        status = do_run(&job, &run);
        nbb_run_saving_close(&job.saving);
        nbb_run_end(&run);
    }
    status = nbb_run_scanning_end(&job.scanning, status);
    nbb_run_saving_close(&job.saving);
    nbb_job_close(&job.job);
    return status;
}

nbb_status nbb_command_run(const nbb_options *options)
{
    nbb_options own = *options;
    nbb_ranks *ranks = NULL;
    nbb_status status = nbb_run_ranks_begin(&own, &ranks);
    status = status == NBB_OK ? run_as(&own, ranks) : status;
    return nbb_run_ranks_end(&own, ranks, status);
}

/* command_run.c - the main job: device, plan, source, run, checks, report. */
#include "cli/commands.h"
#include "cli/outputs.h"
#include "cli/run_given.h"
#include "cli/run_saving.h"
#include "cli/run_scan.h"

#include "runtime/bench/bench_tuned.h"
#include "runtime/device/interrupt.h"
#include "runtime/run/export.h"
#include "runtime/run/progress.h"
#include "runtime/run/report.h"
#include "runtime/run/verify.h"
#include "runtime/run/verify_program.h"
#include "gen/base/file.h"
#include "gen/base/say.h"
#include "gen/source/source.h"
#include "gen/domain/state.h"
#include "cli/sweep.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Remarks what a file holds; of a program's several fields, each of the files. */
static void remark_files(const nbb_options *options, const nbb_run *run, const char *path, const char *holds)
{
    const nbb_program *program = run->request.plan->program;
    int count = program != NULL && program->field_count > 1 ? program->field_count : 1;
    for (int i = 0; i < count; ++i) {
        nbb_text name = NBB_TEXT_EMPTY;
        nbb_field_path(count > 1 ? &program->fields[i] : NULL, path, &name);
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
    return NBB_OK;
}

/* Finds out before a long run, not after it, that a file cannot be had. */
static nbb_status check_files(const nbb_options *options)
{
    const char *const paths[] = { options->png, options->npy };
    NBB_TRY(nbb_outputs_check(options));
    for (int i = 0; i < 2; ++i) {
        if (paths[i] != NULL && strcmp(paths[i], "-") == 0) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s -: standard output is the report's; give a file's name",
                            i == 0 ? "png" : "npy");
        }
        if (paths[i] != NULL) {
            NBB_TRY(nbb_file_try(paths[i]));
        }
    }
    return NBB_OK;
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

/* What is run, and where. */
typedef struct run_job {
    const nbb_options *options;
    nbb_points *points;
    nbb_device *device;
    nbb_ranks *ranks; /* that share the run, or NULL */
    nbb_request request;
    nbb_card card; /* of --tuned */
    nbb_plan plan;
    nbb_run_scanning scanning;
    nbb_run_saving saving;
    nbb_given_fields given; /* by --init */
} run_job;

/* Runs, checks, writes files, reports: all after the run was set up. */
static nbb_status work_and_report(run_job *job, nbb_run *run, nbb_run_watching *watching)
{
    const nbb_options *options = job->options;
    nbb_run_scanning *scanning = &job->scanning;
    bool scans = scanning->program != NULL;
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
    if (job->ranks != NULL && job->ranks->rank > 0) {
        return NBB_OK; /* the first one reports */
    }
    return options->json ? nbb_report_json(&report) : nbb_report_text(&report);
}

/* Plans again with the choice that is remembered for the plan's work. */
static nbb_status plan_tuned(const nbb_options *options, const nbb_device *device, const nbb_request *request,
                             nbb_plan *plan)
{
    nbb_options tuned = *options;
    nbb_text choice = NBB_TEXT_EMPTY, remark = NBB_TEXT_EMPTY;
    nbb_list words = { NULL, 0 };
    nbb_status status = nbb_tuned_recall(device->name, plan, &choice, &remark);
    if (status == NBB_OK) {
        nbb_remark(options, "tuned: %s", nbb_text_string(&remark));
        status = nbb_list_split(nbb_text_string(&choice), &words);
    }
    const char *axis;
    for (int i = 0; status == NBB_OK && (axis = nbb_options_axis(i)) != NULL; ++i) {
        status = nbb_options_set(&tuned, axis, nbb_sweep_value(&words, axis));
    }
    if (status == NBB_OK) {
        nbb_request found = *request;
        status = nbb_options_request(&tuned, plan->domain, &found);
        found.available = request->available;
        found.multiprocessors = request->multiprocessors;
        found.cluster_blocks = request->cluster_blocks;
        found.target = request->target;
        found.card = request->card;
        found.map = request->map != NBB_MAP_AUTO ? request->map : plan->map;
        nbb_plan_free(plan);
        status = status == NBB_OK ? nbb_plan_choose(&found, plan) : status;
    }
    nbb_list_free(&words);
    nbb_text_free(&choice);
    nbb_text_free(&remark);
    return status;
}

/* Fails when an option was given that --tuned chooses. */
static nbb_status check_tuned(const nbb_options *options)
{
    const char *axis;
    for (int i = 0; options->tuned && (axis = nbb_options_axis(i)) != NULL; ++i) {
        bool is_asked = nbb_sweep_is_work(axis) || strcmp(axis, "map") == 0;
        if (!is_asked && nbb_options_given(options, axis)) {
            return nbb_fail(NBB_ERROR_USAGE,
                            "--%s and --tuned: the choice that was tuned says it; give one of the"
                            " two",
                            axis);
        }
    }
    return NBB_OK;
}

/* Plans by the device's constants where --tuned has some. */
static nbb_status recall_card(run_job *job)
{
    nbb_text remark = NBB_TEXT_EMPTY;
    bool found = false;
    job->card = nbb_card_default;
    nbb_status status = nbb_tuned_recall_card(job->device->name, &job->card, &found, &remark);
    if (found) {
        job->request.card = &job->card;
        nbb_remark(job->options, "tuned: %s", nbb_text_string(&remark));
    }
    nbb_text_free(&remark);
    return status;
}

/* Plans for so much free memory. */
static nbb_status plan_for(run_job *job, uint64_t available)
{
    job->request.available = available;
    nbb_plan_free(&job->plan);
    NBB_TRY(nbb_plan_choose(&job->request, &job->plan));
    if (job->options->tuned) {
        NBB_TRY(plan_tuned(job->options, job->device, &job->request, &job->plan));
    }
    return job->options->verify ? nbb_verify_possible(&job->plan, job->options->steps) : NBB_OK;
}

/* The memory that is free: of ranks, which must all plan the same, as many times what the one with the least has. */
static nbb_status ask_free(run_job *job, uint64_t *available)
{
    nbb_ranks *ranks = job->ranks;
    NBB_TRY(job->device->operations->available(job->device, available));
    if (ranks == NULL) {
        return NBB_OK;
    }
    *available /= job->device->is_cuda ? 1 : (uint64_t)ranks->count_here;
    NBB_TRY(nbb_ranks_least(ranks, available));
    *available *= (uint64_t)ranks->count;
    return NBB_OK;
}

static nbb_status plan_for_free(run_job *job)
{
    uint64_t available = 0;
    NBB_TRY(ask_free(job, &available));
    return plan_for(job, available);
}

/* A device that is starting tells its free memory late. Until then the plan is one for all of its memory: where that
   fits what is free, it is the plan for what is free as well, for less memory only takes choices away. */
static nbb_status plan_early(run_job *job)
{
    bool early = job->device->is_starting && job->ranks == NULL && plan_for(job, job->device->memory) == NBB_OK;
    return early ? NBB_OK : plan_for_free(job);
}

/* Prints the plan's source and loads its kernels. */
static nbb_status load_plan(run_job *job, nbb_run *run)
{
    const nbb_options *options = job->options;
    nbb_text command = NBB_TEXT_EMPTY;
    nbb_units units;
    uint32_t threshold = nbb_density_threshold(options->density);
    nbb_emit_command(options, &job->plan, false, &command);
    nbb_source_request printing = { .plan = &job->plan,
                                    .command = nbb_text_string(&command),
                                    .templates = options->templates,
                                    .steps = options->steps,
                                    .seed = options->seed,
                                    .threshold = threshold };
    nbb_status status = nbb_source_print_units(&printing, &units);
    if (status == NBB_OK) {
        nbb_run_request request = { .plan = &job->plan,
                                    .device = job->device,
                                    .units = &units,
                                    .use_cache = !options->no_cache,
                                    .steps = options->steps,
                                    .seed = options->seed,
                                    .threshold = threshold,
                                    .points = job->points,
                                    .ranks = job->ranks,
                                    .given = options->given_fields != 0 ? &job->given : NULL };
        status = nbb_run_load(&request, run);
    }
    nbb_text_free(&command);
    nbb_units_free(&units);
    return status;
}

/* Loads the plan; another one where it was made early and is too large for the memory that is free. */
static nbb_status load_job(run_job *job, nbb_run *run)
{
    uint64_t available = 0;
    NBB_TRY(load_plan(job, run));
    nbb_status status = ask_free(job, &available);
    if (status == NBB_OK && job->plan.memory_bytes <= available) {
        return NBB_OK;
    }
    nbb_run_end(run);
    NBB_TRY(status);
    NBB_TRY(plan_for(job, available));
    return load_plan(job, run);
}

/* The points of edm, where they do not come from a file. */
static nbb_status draw_points(run_job *job)
{
    const nbb_plan *plan = &job->plan;
    return plan->work->start != NBB_START_POINTS || job->points->at != NULL
               ? NBB_OK
               : nbb_points_draw(plan->domain.size, plan->simplex.dimensions, job->options->seed, job->points);
}

static nbb_status do_job(run_job *job)
{
    nbb_run run;
    NBB_TRY(plan_early(job));
    NBB_TRY(nbb_run_saving_check(&job->saving, &job->plan));
    NBB_TRY(draw_points(job));
    NBB_TRY(load_job(job, &run));
    nbb_remark_plan(job->options, &job->plan);
    NBB_TRY(nbb_run_begin(&run));
    nbb_run_watching watching;
    nbb_status status = nbb_run_saving_begin(&job->saving, &run);
    if (status == NBB_OK) {
        status = nbb_run_watching_open(job->options, &job->saving.every, job->scanning.name, &run, &watching);
    }
    if (status == NBB_OK) {
        status = work_and_report(job, &run, &watching);
        status = nbb_run_watching_close(&watching, &run, status);
    }
    nbb_run_saving_close(&job->saving);
    nbb_run_end(&run);
    return status;
}

/* Checks what needs no device, then opens it. The caller closes a device that was opened, whatever is returned. */
static nbb_status prepare(run_job *job, const nbb_definition *definition)
{
    const nbb_options *options = job->options;
    nbb_domain domain = nbb_definition_domain(definition, 0);
    NBB_TRY(nbb_options_request(options, domain, &job->request));
    domain.size = domain.simplex != NULL ? job->request.n : job->request.r;
    NBB_TRY(nbb_options_read_given(options, &domain, &job->given));
    NBB_TRY(check_tuned(options));
    NBB_TRY(check_files(options));
    NBB_TRY(nbb_run_saving_open(options, &job->saving));
    NBB_TRY(nbb_run_watching_check(options, &job->saving.every));
    NBB_TRY(nbb_options_device(options, job->ranks, &job->device));
    job->request.ranks = job->ranks != NULL ? job->ranks->count : 0;
    job->request.multiprocessors = job->device->multiprocessors * (uint32_t)(job->ranks != NULL ? job->ranks->count : 1);
    job->request.cluster_blocks = job->device->cluster_blocks;
    job->request.target = job->device->is_cuda ? NBB_TARGET_CUDA : NBB_TARGET_HOST;
    return options->tuned ? recall_card(job) : NBB_OK;
}

/* What a run by several ranks has no part for. */
static nbb_status check_shared(const nbb_options *options)
{
    static const char *const unshared[] = { "checkpoint", "resume", "tuned" };
    for (int i = 0; i < 3; ++i) {
        if (nbb_options_given(options, unshared[i])) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s: a run by several ranks has none", unshared[i]);
        }
    }
    return NBB_OK;
}

static nbb_status run_alone_or_shared(const nbb_options *options, nbb_ranks *ranks)
{
    nbb_definition definition = { 0 };
    nbb_points points = { .at = NULL };
    nbb_program program = { .name = NULL };
    nbb_options sized;
    run_job job = { .options = &sized,
                    .ranks = ranks,
                    .points = &points,
                    .scanning = { .rows = { .file = -1 } },
                    .saving = { .checkpoints.folder = -1, .resumption = { .folder = -1, .file = -1 } } };
    if (options->quiet) {
        nbb_progress_disable();
    }
    nbb_status status = nbb_options_definition(options, &definition);
    if (status == NBB_OK) {
        status = nbb_options_points(options, definition.kind, &sized, &points);
    }
    if (status == NBB_OK) {
        nbb_domain domain = nbb_definition_domain(&definition, 0);
        status = nbb_options_program(&sized, nbb_domain_axes(&domain), &program);
    }
    if (status == NBB_OK) {
        status = nbb_run_scanning_begin(&sized, &program, &job.scanning);
    }
    if (status == NBB_OK) {
        status = prepare(&job, &definition);
    }
    if (status == NBB_OK) {
        status = do_job(&job);
    }
    status = nbb_run_scanning_end(&job.scanning, status);
    nbb_plan_free(&job.plan);
    nbb_run_saving_close(&job.saving);
    nbb_given_free(&job.given);
    if (job.device != NULL) {
        job.device->operations->close(job.device);
    }
    nbb_points_free(&points);
    nbb_program_free(&program);
    nbb_definition_free(&definition);
    return status;
}

/* Rank 0 speaks for all that fail alike: another one that fails gives it a moment, in which it ends all. Signals end
   all ranks anyway. */
static void end_ranks(nbb_ranks *ranks, nbb_status status)
{
    const struct timespec moment = { .tv_nsec = 500000000 };
    bool came = nbb_interrupt_came();
    if (ranks->rank > 0) {
        nanosleep(&moment, NULL);
    }
    if (!came || ranks->rank == 0) {
        nbb_say("%s: %s", nbb_status_text(status), nbb_message());
    }
    fflush(NULL);
    if (came) {
        _exit(nbb_interrupt_exit_code(status));
    }
    ranks->end_all(ranks, nbb_interrupt_exit_code(status));
}

nbb_status nbb_command_run(const nbb_options *options)
{
    nbb_ranks *ranks = NULL;
    nbb_options own = *options;
    NBB_TRY(nbb_options_ranks(options, &ranks));
    if (ranks != NULL && ranks->rank > 0) {
        own.quiet = true;
        nbb_file_mute();
    }
    nbb_status status = ranks != NULL ? check_shared(&own) : NBB_OK;
    status = status == NBB_OK ? run_alone_or_shared(&own, ranks) : status;
    if (ranks != NULL && status != NBB_OK) {
        end_ranks(ranks, status);
    }
    nbb_ranks_close(ranks);
    return status;
}

/* library_perform.c - starts runs: for calls that do steps, or whole ones with all that options ask for: watch,
   checkpoints, sweep, verification, exported files, report.

   Samples stay on the device until many are read, checkpoints are written while the steps go on, ranks share them,
   and the report has times of launches: who asked for each by itself would wait for the device at each. */
#include "library/library_job.h"

#include "library/request.h"
#include "runtime/run/run_copies.h"
#include "runtime/run/verify.h"

/* Remarks what a file holds; of several fields, each of the files. */
static void remark_files(const nbb_options *options, const nbb_run *run, const char *path, const char *holds)
{
    const nbb_traits *traits = &run->request.plan->asked.traits;
    for (int i = 0; i < traits->arrays; ++i) {
        NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
        if (nbb_field_path(traits->fields, traits->arrays, i, path, &name) == NBB_OK) {
            nbb_remark(options, "%s: %s", nbb_text_string(&name), holds);
        }
    }
}

/* The files that were asked for, and what they hold. */
static nbb_status export_files(const nbb_options *options, nbb_run *run)
{
    nbb_array_form form;
    if (options->png != NULL) {
        nbb_picture_size size;
        NBB_TRY(nbb_export_png(run, options->png, &size));
        if (size.scale > 1) {
            const nbb_fractal *fractal = run->request.plan->asked.fractal;
            const char *stands = fractal != NULL && nbb_fractal_axes(fractal) > 2 ? "cube" : "pixel";
            NBB_LOCAL_TEXT holds = nbb_text_of("scaled down, a %s stands for %u x %u cells", stands, size.scale,
                                               size.scale);
            remark_files(options, run, options->png, nbb_text_string(&holds));
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
        NBB_TRY(nbb_export_npy(run, false, options->npy, &form));
        remark_files(options, run, options->npy, forms[form]);
    }
    NBB_TRY(options->vti != NULL ? nbb_export_npy(run, true, options->vti, &form) : NBB_OK);
    return options->rle != NULL ? nbb_export_rle(run, options->rle) : NBB_OK;
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
    NBB_TRY(verify(options, run, watching));
    return export_files(options, run);
}

/* The report, as JSON and in words; of several ranks the first one's. */
static nbb_status tell(nbbgen_job *job, const nbb_report *report)
{
    const nbb_options *options = &job->job.options;
    nbb_status status = NBB_OK;
    if (nbb_ranks_is_first(job->ranks)) {
        json_t *object = nbb_report_describe(report);
        nbb_json_set(object, "provenance", nbb_provenance(options, &job->run));
        nbb_json_set(object, "files", nbb_outputs_describe(options, options->program));
        NBB_TRY_OR(nbb_json_print(json_incref(object), 2, "a JSON value", &job->report_json), json_decref(object));
        nbb_json_set(object, "more", nbb_report_more(report));
        status = nbb_page_print(&nbb_report_pages, "text", object, &job->report_words);
    }
    job->is_reported = status == NBB_OK;
    return status;
}

/* As nbb_ensemble_write has it: NAME.N.EXT for copy N. */
static nbb_status write_copy(const nbb_ensemble *ensemble, nbb_run *run, int64_t number)
{
    nbb_options options = *ensemble->options;
    NBB_LOCAL_LIST names = { NULL, 0 };
    const char **const paths[] = { &options.png, &options.npy, &options.vti, &options.rle };
    if (options.copy >= 0) {
        return number == options.copy ? export_files(&options, run) : NBB_OK;
    }
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; ++i) {
        const char *path = *paths[i] != NULL ? *paths[i] : "", *end = strrchr(path, '.');
        end = end != NULL && strchr(end, '/') == NULL ? end : path + strlen(path);
        NBB_LOCAL_TEXT_OF(name, "a file's name", "%.*s.%" PRId64 "%s", (int)(end - path), path, number, end);
        NBB_TRY(nbb_list_add(&names, nbb_text_string(&name), name.length));
        *paths[i] = *paths[i] != NULL ? names.items[i] : NULL;
    }
    return export_files(&options, run);
}

/* Runs, checks, writes files, reports: all after the run was set up. Of an ensemble the last copy is reported beside
   what there is of each. */
static nbb_status work_and_report(nbbgen_job *job, nbb_run_saving *saving, nbb_run_watching *watching)
{
    const nbb_options *options = &job->job.options;
    nbb_ensemble *ensemble = &job->ensemble;
    bool is_ensemble = ensemble->copies > 0;
    NBB_TRY(is_ensemble ? nbb_ensemble_work(options, ensemble, &job->run, watching, verify)
                        : work(options, saving, &job->run, watching));
    if (ensemble->level + 1 < ensemble->sizes.count) {
        return NBB_OK;
    }
    NBB_TRY(nbb_ensemble_draw(options, ensemble, &job->run));
    NBB_TRY(options->samples_file != NULL
                ? nbb_recorded_write(&ensemble->kept.recorded, options->program, &ensemble->kept.leads,
                                     nbb_text_string(&watching->provenance), options->samples_file)
                : NBB_OK);
    nbb_run last = nbb_run_at_copy(&job->run, job->run.copies - 1);
    nbb_report report = { .run = &last,
                          .with_digest = options->digest,
                          .verified = options->verify,
                          .series = watching->has_series && !is_ensemble ? &watching->series : NULL,
                          .scan = watching->has_series && is_ensemble ? &ensemble->scan : NULL,
                          .copies = ensemble->described,
                          .exchange = nbb_tempering_describe(&ensemble->tempering, options->program) };
    nbb_status status = tell(job, &report);
    json_decref(report.exchange);
    return status;
}

/* The state of a checkpoint, then all the work. */
static nbb_status do_run(nbbgen_job *job, nbb_run_saving *saving)
{
    nbb_run_watching watching;
    NBB_TRY(job->ensemble.copies > 0 && saving->resumes ? nbb_ensemble_place(&job->ensemble, saving, &job->run)
                                                        : NBB_OK);
    NBB_TRY(nbb_run_saving_begin(saving, &job->run));
    NBB_TRY(nbb_run_watching_open(&job->job.options, &saving->every, &job->ensemble.kept, &job->run, &watching));
    nbb_status status = work_and_report(job, saving, &watching);
    return nbb_run_watching_close(&watching, &job->run, status);
}

/* What a whole run looks at before the device is opened, and once it is planned. */
static nbb_status check_asked(const nbb_job *asked, nbb_run_saving *saving)
{
    const nbb_options *options = &asked->options;
    NBB_TRY(options->rle != NULL ? nbb_export_rle_check(&asked->given.domain, options->program) : NBB_OK);
    NBB_REFUSE_IF(options->vti != NULL && nbb_workload_rows[options->workload].start == NBB_START_POINTS,
                  "--vti: the state is a matrix of distances; --npy saves it");
    NBB_REFUSE_IF(options->vti != NULL && nbb_domain_places(&asked->given.domain) > NBB_NPY_BOX_MAX,
                  "--vti: the box has more than 2^30 places; --npy saves its cells alone");
    NBB_REFUSE_IF(options->exchange > options->steps,
                  "--exchange %" PRId64 ": the run ends after %" PRId64 " steps (--steps)", options->exchange,
                  options->steps);
    NBB_TRY(nbb_outputs_check(options)); /* before a long run, not after it */
    NBB_TRY(nbb_run_saving_open(options, asked->ranks, saving));
    return nbb_run_watching_check(options, &saving->every);
}

/* Calls that do steps do those of all copies at once. */
static nbb_status begin_calls(nbb_ensemble *ensemble, nbb_run *run)
{
    NBB_FAIL_IF(ensemble->batch < ensemble->copies,
                nbb_fail(NBB_ERROR_DEVICE,
                         "%" PRId64 " copies: this program and device advance %" PRId64
                         " at once; nbbgen_run advances batches, one after another",
                         ensemble->copies, ensemble->batch));
    return nbb_ensemble_exchange(ensemble, run);
}

/* To the initial state of a run of the size at work; `saving` is NULL where calls go on from there. */
static nbb_status start_size(nbbgen_job *job, nbb_run_saving *saving)
{
    nbb_job *work = &job->job;
    nbb_run *run = &job->run;
    bool is_loaded = false;
    NBB_TRY(nbb_ensemble_size(&job->ensemble, &work->options));
    NBB_TRY(nbb_job_request(work));
    work->copies = job->ensemble.copies;
    work->ensemble = job->ensemble.copies > 0 ? nbb_text_string(&job->ensemble.said) : NULL;
    nbb_domain domain = nbb_definition_domain(&work->definition, 0);
    domain.size = domain.simplex != NULL ? work->request.n : work->request.r;
    NBB_TRY(nbb_options_initial(&work->options, &domain, &work->given));
    NBB_TRY(saving != NULL && job->ensemble.level == 0 ? check_asked(work, saving) : NBB_OK);
    work->files = saving != NULL && saving->in_files ? &saving->state.files_of_run : NULL;
    NBB_TRY(nbb_job_plan(work));
    while (!is_loaded) {
        bool verifies = saving != NULL && work->options.verify;
        NBB_TRY(verifies ? nbb_verify_possible(&work->plan, work->options.steps) : NBB_OK);
        NBB_TRY(saving != NULL ? nbb_run_saving_check(saving, work) : NBB_OK);
        NBB_TRY(nbb_job_load(work, run, &is_loaded));
    }
    NBB_TRY_OR(nbb_ensemble_attach(&work->options, &job->ensemble, run), nbb_run_end(run));
    NBB_TRY_OR(saving == NULL ? begin_calls(&job->ensemble, run) : NBB_OK, nbb_run_end(run));
    return nbb_job_begin(work, run);
}

/* From what is described, with the first size if there are several; requests of all are made before any work. */
static nbb_status start(nbbgen_job *job, nbb_run_saving *saving)
{
    nbb_job *work = &job->job;
    nbb_ensemble *ensemble = &job->ensemble;
    NBB_TRY(nbb_job_read(&job->options, job->ranks, work));
    nbb_domain domain = nbb_definition_domain(&work->definition, 0);
    NBB_TRY(nbb_ensemble_begin(&work->options, &domain, &work->program, ensemble));
    NBB_TRY(saving != NULL ? nbb_options_check_constraints(&work->options, &domain) : NBB_OK);
    NBB_REFUSE_IF(saving == NULL && ensemble->sizes.count > 0,
                  "--sweep %s: sizes have states of their own, one after another: nbbgen_run does them",
                  ensemble->sizes.text);
    for (ensemble->level = ensemble->sizes.count; ensemble->level-- > 1;) {
        NBB_TRY(nbb_ensemble_size(ensemble, &work->options));
        NBB_TRY(nbb_job_request(work));
    }
    ensemble->level = 0;
    return start_size(job, saving);
}

/* The runs of the sizes behind the first one, on the same device. */
static nbb_status do_sizes(nbbgen_job *job, nbb_run_saving *saving)
{
    nbb_status status = do_run(job, saving);
    while (status == NBB_OK && nbb_ensemble_next(&job->ensemble)) {
        nbb_run_end(&job->run);
        job->stage = NBB_STAGE_PLANNED;
        nbb_job_unplan(&job->job);
        NBB_TRY(start_size(job, saving));
        job->stage = NBB_STAGE_STARTED;
        status = do_run(job, saving);
    }
    return status;
}

/* Starts the job, unless it is started. */
static nbb_status begin(nbbgen_job *job, nbb_run_saving *saving)
{
    nbb_library_stop(job); /* a plan without a device */
    job->options.command = NBB_COMMAND_RUN;
    NBB_TRY(nbb_library_check_described(job));
    nbb_options asked = job->options;
    asked.command = NBB_COMMAND_EMIT;
    NBB_TRY(
        nbb_options_refuse(&asked, "target", " has no effect on a job that is started: --device says where it runs"));
    NBB_TRY_OR(start(job, saving), nbb_library_stop(job));
    job->stage = NBB_STAGE_STARTED;
    return NBB_OK;
}

static nbb_status check_unstarted(const nbbgen_job *job)
{
    NBB_TRY(nbb_library_check_single(job));
    return job->stage == NBB_STAGE_STARTED ? NBB_REFUSE("the job is started already") : NBB_OK;
}

nbbgen_status nbbgen_start(nbbgen_job *job)
{
    nbb_library_enter(job);
    nbb_status status = nbb_library_refuse_whole(&job->options);
    status = status == NBB_OK ? check_unstarted(job) : status;
    status = status == NBB_OK ? nbb_options_resume(&job->options, &job->texts) : status; /* of view */
    status = status == NBB_OK ? begin(job, NULL) : status;
    return nbb_library_leave(job, status);
}

/* As nbb_ensemble has it: who made the job hears of a row. */
static nbb_status tell_row(void *context, const nbb_scan *scan, const nbb_series *series)
{
    nbbgen_job *job = context;
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    if (job->rows == NULL) {
        return NBB_OK;
    }
    nbb_report_print_row(scan, scan->count - 1, series, &words);
    NBB_TRY(nbb_text_status(&words, "a row of a sweep"));
    return nbb_library_tell_row(job, nbb_report_describe_row(scan, scan->count - 1), &words);
}

/* What the job goes on from, where checkpoints are asked for after this. */
static nbb_status keep_saved(nbbgen_job *job, const nbb_run_saving *saving)
{
    const nbb_checkpoints *saved = &saving->checkpoints;
    const nbb_resumption *resumption = &saving->resumption;
    nbb_text_free(&job->resumed_path);
    if (saving->saves && saved->saved >= 0) {
        job->resumed = saved->saved;
        nbb_text_add(&job->resumed_path, "%s/", saved->path);
        nbb_checkpoint_name(saved->saved, &job->resumed_path);
    } else if (saving->resumes) {
        job->resumed = resumption->manifest.step;
        nbb_text_add(&job->resumed_path, "%s", nbb_text_string(&resumption->path));
    }
    return nbb_text_status(&job->resumed_path, "a folder's name");
}

/* Nothing of the whole run is left in the job's. */
static nbb_status end_whole(nbbgen_job *job, nbb_run_saving *saving, nbb_status status)
{
    if (job->stage == NBB_STAGE_STARTED) {
        nbb_status kept = keep_saved(job, saving);
        job->passes = job->run.step;
        memset(job->run.watches, 0, sizeof job->run.watches);
        job->run.exchange = (nbb_run_watch){ .see = NULL };
        status = status == NBB_OK ? kept : status;
    }
    bool had_files = saving->in_files;
    nbb_run_saving_close(saving);
    status = nbb_rows_close(&job->ensemble.rows, nbb_rows_close(&job->ensemble.kept.series, status));
    if (job->stage != NBB_STAGE_STARTED || had_files) { /* files are closed: nothing goes on from there */
        nbb_library_stop(job);
    }
    return status;
}

static nbb_status perform(nbbgen_job *job)
{
    NBB_TRY(check_unstarted(job));
    nbb_library_forget(job);
    job->options.command = NBB_COMMAND_RUN;
    NBB_TRY(nbb_options_resume(&job->options, &job->texts));
    nbb_run_saving saving = { .checkpoints.folder = -1, .resumption = { .folder = -1, .file = -1 } };
    nbb_status status = begin(job, &saving);
    job->ensemble.tell = tell_row;
    job->ensemble.write = write_copy;
    job->ensemble.context = job;
    job->ensemble.saving = &saving;
    job->is_whole = true;
    status = status == NBB_OK ? do_sizes(job, &saving) : status;
    job->is_whole = false;
    return end_whole(job, &saving, status);
}

/* A run that did not begin leaves the description as it was, without what a checkpoint said. */
nbbgen_status nbbgen_run(nbbgen_job *job)
{
    const nbb_options described = job->options;
    nbb_library_enter(job);
    nbb_status status = perform(job);
    job->options = job->stage == NBB_STAGE_STARTED ? job->options : described;
    return nbb_library_leave(job, status);
}

/* --- benches --- */

/* As nbb_bench_hearing has it. */
static nbb_status tell_measured(void *context, const nbb_bench *bench, const nbb_bench_row *row)
{
    nbbgen_job *job = context;
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    if (job->rows == NULL) {
        return NBB_OK;
    }
    json_t *described = nbb_bench_describe_row(bench, row);
    NBB_TRY_OR(nbb_page_print(&nbb_bench_pages, "row", json_incref(described), &words), json_decref(described));
    return nbb_library_tell_row(job, described, &words);
}

static nbb_status bench(nbbgen_job *job)
{
    const nbb_bench_hearing hearing = { tell_measured, job };
    NBB_REFUSE_IF(!nbb_library_is_bench(job), "the job is no bench: nbbgen_open_bench makes one");
    nbb_library_forget(job);
    NBB_TRY(nbb_options_settle_workload(&job->options));
    return nbb_benched_make(&job->options, job->ranks, &hearing, &job->benched);
}

nbbgen_status nbbgen_bench(nbbgen_job *job)
{
    return NBB_LIBRARY_DO(job, bench(job));
}

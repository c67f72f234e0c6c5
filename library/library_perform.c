/* library_perform.c - starts runs: for calls that do steps, or whole ones (library_work.c); and benches. */
#include "library/library_job.h"

#include "runtime/run/verify.h"

/* Fails (usage) on options that make no sense: an average from a step that the run has not, files of a wrong type. */
static nbb_status check_watching(const nbb_options *options, const nbb_every *every)
{
    int64_t steps = every->steps[NBB_LOOK_SERIES];
    /* Fails when observables are asked for and there are none. */
    const char *const asking[] = { "series", "average", "samples", "csv", "plot", NULL };
    const char *asked = asking[NBB_FIND(i, 5, nbb_options_given(options, asking[i]))];
    NBB_REFUSE_IF(asked != NULL && options->program_name == NULL,
                  "--%s has no effect on workload %s: it is an option of programs: give --program", asked,
                  nbb_workload_names.names[options->workload]);
    NBB_REFUSE_IF(asked != NULL && options->program->observable_count == 0, "--%s: program %s has no observables",
                  asked, options->program->name);
    NBB_REFUSE_IF(options->average > options->steps,
                  "--average %" PRId64 ": the run ends after %" PRId64 " steps (--steps)", options->average,
                  options->steps);
    NBB_REFUSE_IF(options->average >= 0 && steps < 0,
                  "--average %" PRId64 " and --every log:%" PRId64
                  ": averages are of steps that are equally far apart",
                  options->average, -steps);
    NBB_REFUSE_IF(options->average > nbb_every_last(steps, options->steps),
                  "--average %" PRId64 ": of the steps from there to %" PRId64 " --every %" PRId64 " takes none",
                  options->average, options->steps, steps);
    NBB_REFUSE_IF(options->samples_file != NULL && !nbb_ends_in(options->samples_file, ".npz"),
                  "--samples %s: expected a name that ends in .npz", options->samples_file);
    return options->series != NULL ? nbb_rows_check("series", options->series) : NBB_OK;
}

/* Fails (usage) where --rle cannot be: of a third axis, more than NBB_NPY_BOX_MAX places, a field that is no uN. */
static nbb_status check_rle(const nbb_domain *domain, const nbb_program *program)
{
    NBB_REFUSE_IF(nbb_domain_axes(domain) > 2, "--rle: a pattern has two axes, %s has three; --npy saves it",
                  nbb_domain_name(domain));
    NBB_REFUSE_IF(nbb_domain_places(domain) > NBB_NPY_BOX_MAX,
                  "--rle: the box has more than 2^30 places; --npy saves its cells alone");
    int other = NBB_FIND(i, program->field_count, program->fields[i].kind != NBB_FIELD_BITS);
    NBB_REFUSE_IF(other < program->field_count,
                  "--rle: field %s of %s is no uN, and states are up to 255; --npy saves it",
                  program->fields[other].name, program->name);
    return NBB_OK;
}

/* What a whole run looks at before the device is opened, and once it is planned. */
static nbb_status check_asked(const nbb_job *asked, nbb_run_saving *saving)
{
    const nbb_options *options = &asked->options;
    NBB_TRY_IF(options->rle != NULL, check_rle(&asked->domain, options->program));
    NBB_REFUSE_IF(options->vti != NULL && nbb_workload_rows[options->workload].start == NBB_START_POINTS,
                  "--vti: the state is a matrix of distances; --npy saves it");
    NBB_REFUSE_IF(options->vti != NULL && nbb_domain_places(&asked->domain) > NBB_NPY_BOX_MAX,
                  "--vti: the box has more than 2^30 places; --npy saves its cells alone");
    NBB_REFUSE_IF(options->exchange > options->steps,
                  "--exchange %" PRId64 ": the run ends after %" PRId64 " steps (--steps)", options->exchange,
                  options->steps);
    NBB_TRY(nbb_outputs_check(options)); /* before a long run, not after it */
    NBB_TRY(nbb_run_saving_open(options, asked->ranks, saving));
    return check_watching(options, &saving->every);
}

/* Gives the options the size at work, if sizes are swept. */
static nbb_status choose_size(const nbb_ensemble *ensemble, nbb_options *options)
{
    NBB_DONE_IF(ensemble->sizes.count == 0);
    NBB_LOCAL_TEXT_OF(size, "a size", "%.0f", ensemble->sizes.values[ensemble->level]);
    options->sweeps_size = true;
    return nbb_options_set(options, ensemble->sizes.name, nbb_text_string(&size));
}

/* Once it is planned: fails (usage) where the checkpoint is not this run's. */
static nbb_status check_saving(nbb_run_saving *saving, const nbb_job *job)
{
    nbb_run_origin here = nbb_run_origin_of(job->options.initial.count > 0 ? &job->given : NULL);
    const nbb_run_origin *there = &saving->resumption.origin;
    NBB_TRY_IF(saving->in_files, nbb_state_fit(&saving->state, &job->plan, job->options.seed, &here));
    NBB_DONE_IF(!saving->resumes);
    NBB_TRY(nbb_job_check_resumption(job, saving->ranks, &saving->resumption));
    NBB_TRY(nbb_ranks_meet(saving->ranks)); /* all of it is whole then */
    NBB_DONE_IF(!saving->options->verify); /* the brute force begins at step 0, and knows nothing but what is given */
    NBB_REFUSE_IF(there->altered >= 0,
                  "--verify and --resume %s: its parameters became others, or cells were written, at step"
                  " %" PRId64 "; the brute force has the same ones throughout",
                  saving->options->resume, there->altered);
    NBB_REFUSE_IF(memcmp(there->files, here.files, sizeof here.files) != 0,
                  "--verify and --resume %s: the brute force begins at step 0: give --init as the run had it",
                  saving->options->resume);
    return NBB_OK;
}

/* To the initial state of a run of the size at work, from where its work or calls go on. */
static nbb_status start_size(nbbgen_job *job)
{
    nbb_job *work = &job->job;
    nbb_run *run = &job->run;
    const nbb_options *options = &work->options;
    bool is_loaded = false;
    NBB_TRY(choose_size(&job->ensemble, &work->options));
    NBB_TRY(nbb_job_request(work));
    work->copies = job->ensemble.copies;
    work->ensemble = job->ensemble.copies > 0 ? nbb_text_string(&job->ensemble.said) : NULL;
    NBB_TRY(nbb_options_initial(options, &work->domain, &work->given));
    NBB_TRY_IF(job->is_whole && job->ensemble.level == 0, check_asked(work, &job->saving));
    work->files = job->saving.in_files ? &job->saving.state.files_of_run : NULL;
    NBB_TRY(nbb_job_plan(work));
    while (!is_loaded) {
        bool verifies = job->is_whole && options->verify;
        NBB_TRY_IF(verifies, nbb_verify_possible(&work->plan, options->steps));
        NBB_TRY_IF(job->is_whole, check_saving(&job->saving, work));
        NBB_TRY(nbb_job_load(work, run, &is_loaded));
    }
    NBB_TRY_OR(nbb_ensemble_attach(options, job->is_whole, &job->ensemble, run), nbb_run_end(run));
    bool is_parted = work->request.parted;
    nbb_remark_plan(options, &work->plan);
    NBB_REMARK_IF(is_parted && options->memory == 0 && options->state == NULL, options,
                  "the state does not fit %s: it lies in the host's memory, and passes in %d parts",
                  work->device->name, work->parts.count);
    NBB_REMARK_IF(options->tuned && is_parted, options,
                  "--tuned: what was tuned is for whole states; parts have the plan's own choices");
    NBB_REMARK_IF(options->pass_steps > 0 && !is_parted, options, "--pass %d has no effect: the whole state fits %s",
                  options->pass_steps, work->device->name);
    return nbb_run_begin(run);
}

/* From what is described, with the first size if there are several; requests of all are made before any work. */
static nbb_status start(nbbgen_job *job)
{
    nbb_job *work = &job->job;
    nbb_ensemble *ensemble = &job->ensemble;
    NBB_TRY(nbb_job_read(&job->options, job->ranks, work));
    NBB_TRY(nbb_ensemble_begin(&work->options, &work->domain, &work->program, ensemble));
    NBB_TRY_IF(job->is_whole, nbb_options_check_constraints(&work->options, &work->domain));
    NBB_REFUSE_IF(!job->is_whole && ensemble->sizes.count > 0,
                  "--sweep %s: sizes have states of their own, one after another: nbbgen_run does them",
                  ensemble->sizes.text);
    for (ensemble->level = ensemble->sizes.count; ensemble->level-- > 1;) {
        NBB_TRY(choose_size(ensemble, &work->options));
        NBB_TRY(nbb_job_request(work));
    }
    ensemble->level = 0;
    return start_size(job);
}

/* The runs of the sizes behind the first one, on the same device. */
static nbb_status do_sizes(nbbgen_job *job)
{
    nbb_ensemble *ensemble = &job->ensemble;
    nbb_status status = nbb_library_work(job);
    while (status == NBB_OK && ensemble->level + 1 < nbb_ensemble_levels(ensemble)) {
        ++ensemble->level;
        ensemble->first = 0;
        nbb_run_end(&job->run);
        job->stage = NBB_STAGE_PLANNED;
        nbb_job_unplan(&job->job);
        NBB_TRY(start_size(job));
        job->stage = NBB_STAGE_STARTED;
        status = nbb_library_work(job);
    }
    return status;
}

/* Starts the job, unless it is started. */
static nbb_status begin(nbbgen_job *job)
{
    nbb_library_stop(job); /* a plan without a device */
    job->options.command = NBB_COMMAND_RUN;
    NBB_TRY(nbb_library_check_described(job));
    nbb_options asked = job->options;
    asked.command = NBB_COMMAND_EMIT;
    NBB_TRY(
        nbb_options_refuse(&asked, "target", " has no effect on a job that is started: --device says where it runs"));
    NBB_TRY_OR(start(job), nbb_library_stop(job));
    job->stage = NBB_STAGE_STARTED;
    return NBB_OK;
}

static nbb_status check_unstarted(const nbbgen_job *job)
{
    NBB_TRY(nbb_library_check_single(job));
    return job->stage == NBB_STAGE_STARTED ? NBB_REFUSE("the job is started already") : NBB_OK;
}

NBB_LIBRARY_FUNCTION(nbbgen_start, (nbbgen_job *const job), (job))
{
    NBB_TRY(nbb_library_refuse_whole(&job->options));
    NBB_TRY(check_unstarted(job));
    NBB_TRY(nbb_options_resume(&job->options, &job->texts)); /* of view */
    return begin(job);
}

static nbb_status perform(nbbgen_job *job)
{
    NBB_TRY(check_unstarted(job));
    nbb_library_forget(job);
    job->options.command = NBB_COMMAND_RUN;
    NBB_TRY(nbb_options_resume(&job->options, &job->texts));
    job->is_whole = true;
    nbb_status status = begin(job);
    status = status == NBB_OK ? do_sizes(job) : status;
    /* Of the whole run nothing is left in the job but the checkpoint that it goes on from. */
    job->is_whole = false;
    if (job->stage == NBB_STAGE_STARTED) {
        job->passes = job->run.step;
        memset(job->run.watches, 0, sizeof job->run.watches);
    }
    bool had_files = job->saving.in_files;
    nbb_run_saving_close(&job->saving);
    status = nbb_rows_close(&job->ensemble.rows, nbb_rows_close(&job->ensemble.kept.series, status));
    if (job->stage != NBB_STAGE_STARTED || had_files) { /* files are closed: nothing goes on from there */
        nbb_library_stop(job);
    }
    return status;
}

/* A run that did not begin leaves the description as it was, without what a checkpoint said. */
NBB_LIBRARY_FUNCTION(nbbgen_run, (nbbgen_job *const job), (job))
{
    const nbb_options described = job->options;
    nbb_status status = perform(job);
    job->options = job->stage == NBB_STAGE_STARTED ? job->options : described;
    return status;
}

/* As nbb_bench_hear. */
static nbb_status tell_measured(void *context, const json_t *bench, const json_t *row)
{
    nbbgen_job *job = context;
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    NBB_DONE_IF(job->rows == NULL);
    json_t *described = nbb_bench_describe_row(bench, row);
    NBB_TRY_OR(nbb_page_print(&nbb_bench_pages, "row", json_incref(described), &words), json_decref(described));
    return nbb_library_report_row(job, described, &words);
}

NBB_LIBRARY_FUNCTION(nbbgen_bench, (nbbgen_job *const job), (job))
{
    NBB_REFUSE_IF(!nbb_library_is_bench(job), "the job is no bench: nbbgen_open_bench makes one");
    nbb_library_forget(job);
    NBB_TRY(nbb_options_settle_workload(&job->options));
    return nbb_bench_make(&job->options, job->ranks, tell_measured, job, &job->made);
}

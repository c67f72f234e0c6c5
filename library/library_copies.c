/* library_copies.c - a run's copies: which there are, and other parameters and seeds between steps. */
#include "library/library_job.h"

#include "runtime/run/run_inside.h"

int64_t nbbgen_copies(const nbbgen_job *job)
{
    return job->stage == NBB_STAGE_STARTED ? job->run.copies : 0;
}

NBB_LIBRARY_FUNCTION(nbbgen_choose, (nbbgen_job *const job, int64_t copy), (job, copy))
{
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    NBB_REFUSE_IF(copy < -1 || copy >= job->run.copies, "copy %" PRId64 ": expected 0 to %" PRId64 ", or -1 for all",
                  copy, job->run.copies - 1);
    job->chosen = copy;
    return NBB_OK;
}

nbb_library_copies nbb_library_chosen(const nbbgen_job *job)
{
    return job->chosen < 0 ? (nbb_library_copies){ 0, job->run.copies }
                           : (nbb_library_copies){ job->chosen, job->chosen + 1 };
}

nbb_run *nbb_library_at(nbbgen_job *job, int64_t copy)
{
    job->shown = nbb_run_at_copy(&job->run, copy);
    return &job->shown;
}

nbb_status nbb_library_one(nbbgen_job *job, nbb_run **run)
{
    nbb_library_copies copies = nbb_library_chosen(job);
    *run = nbb_library_at(job, copies.first);
    NBB_REFUSE_IF(copies.end != copies.first + 1, "of which of %" PRId64 " copies? nbbgen_choose is due before this",
                  copies.end);
    return NBB_OK;
}

/* Gives the copies at work values of a parameter from the next step on, each its own or, `count` 1, all the same.
   Fails (usage) where the program requires others; then nbb_run_fill gives kernels back what they had. */
static nbb_status set_each(nbb_ensemble *ensemble, nbb_run *run, int parameter, const double *values, int64_t count)
{
    double *made = NULL, *before = ensemble->given[parameter];
    NBB_TRY(NBB_MAKE(made, run->copies, "values of a parameter"));
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        made[copy] = values[copy % count];
    }
    ensemble->given[parameter] = made;
    nbb_status status = NBB_OK;
    for (int64_t copy = 0; copy < run->copies && status == NBB_OK; ++copy) {
        nbb_run_choose_copy(run, copy);
        status = nbb_program_require(ensemble->program);
    }
    status = status == NBB_OK ? nbb_run_change(run) : status;
    free(status == NBB_OK ? before : made);
    ensemble->given[parameter] = status == NBB_OK ? made : before;
    return status;
}

/* As --set has it, from the next step on. */
static nbb_status set_values(nbbgen_job *job, const char *name, const char *first, const double *values,
                             int64_t count)
{
    nbb_program *program = &job->job.program;
    NBB_TRY(nbb_program_set(program, first, first)); /* so that the name is a parameter's */
    if (job->ensemble.copies == 0) {
        NBB_TRY(nbb_program_require(program));
        return nbb_run_change(&job->run);
    }
    for (int64_t i = 0; i < count; ++i) {
        NBB_REFUSE_IF(!isfinite(values[i]), "%s of copy %" PRId64 " is no finite number", name, i);
    }
    return set_each(&job->ensemble, &job->run, nbb_program_parameter_index(program, name), values, count);
}

/* Where kernels cannot have the values the parameters stay as they were. */
static nbb_status set_parameter(nbbgen_job *job, const char *name, const double *values, int64_t count)
{
    nbb_program *program = &job->job.program;
    nbb_parameter before[NBB_PARAMETERS_MAX];
    NBB_TRY(nbb_library_require_steps(job, "there is nothing to go on from"));
    NBB_TRY(nbb_library_check_text(name, "a parameter's name"));
    memcpy(before, program->parameters, (size_t)program->parameter_count * sizeof *before);
    NBB_LOCAL_TEXT_OF(assignment, "a parameter's value", "%s=%.17g", name, values[0]);
    nbb_status status = set_values(job, name, assignment.data, values, count);
    if (status != NBB_OK && program->parameter_count > 0) {
        nbb_failed failure = nbb_failure_take();
        memcpy(program->parameters, before, (size_t)program->parameter_count * sizeof *before);
        nbb_run_fill(&job->run);
        nbb_failure_give(&failure);
    }
    return status;
}

NBB_LIBRARY_DOES(nbbgen_set, (nbbgen_job *const job, const char *name, double value),
                 set_parameter(job, name, &value, 1))
NBB_LIBRARY_DOES(nbbgen_set_each, (nbbgen_job *const job, const char *name, const double *values),
                 set_parameter(job, name, values, nbbgen_copies(job)))

static nbb_status get_parameter(nbbgen_job *job, const char *name, bool is_scheduled, double *values)
{
    nbb_parameter scheduled[NBB_PARAMETERS_MAX];
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    NBB_TRY(nbb_library_check_text(name, "a parameter's name"));
    const nbb_program *program = &job->job.program;
    int parameter = nbb_program_parameter_index(program, name);
    NBB_REFUSE_IF(parameter < 0, "there is no parameter '%s'", name);
    for (int64_t copy = 0; copy < job->run.copies; ++copy) {
        nbb_run_choose_copy(&job->run, copy);
        nbb_program at = is_scheduled ? nbb_program_at(program, job->run.step, NULL, scheduled) : *program;
        values[copy] = at.parameters[parameter].value;
    }
    return NBB_OK;
}

NBB_LIBRARY_DOES(nbbgen_get, (nbbgen_job *const job, const char *name, double *values),
                 get_parameter(job, name, false, values))
NBB_LIBRARY_DOES(nbbgen_get_scheduled, (nbbgen_job *const job, const char *name, double *values),
                 get_parameter(job, name, true, values))

static nbb_status reset(nbbgen_job *job, const uint64_t *seeds, int64_t count)
{
    NBB_TRY(nbb_library_require_steps(job, "there is nothing to go on from"));
    for (int64_t i = 0; i < count; ++i) {
        NBB_REFUSE_IF(seeds[i] > INT64_MAX, "seed %" PRIu64 ": expected 0 to %" PRId64, seeds[i], INT64_MAX);
    }
    job->run.request.seed = job->job.options.seed = job->ensemble.seed = seeds[0];
    nbb_checkpoints_close(&job->saving.checkpoints); /* they are of another course */
    nbb_text_free(&job->saving.resumed_path);
    job->ensemble.tempering.last = 0;
    free(job->ensemble.given_seeds);
    job->ensemble.given_seeds = NULL;
    NBB_TRY_IF(count > 1, NBB_MAKE(job->ensemble.given_seeds, count, "seeds"));
    for (int64_t copy = 0; copy < count && count > 1; ++copy) {
        job->ensemble.given_seeds[copy] = seeds[copy];
    }
    return nbb_run_restart(&job->run);
}

NBB_LIBRARY_DOES(nbbgen_reset, (nbbgen_job *const job, uint64_t seed), reset(job, &seed, 1))
NBB_LIBRARY_DOES(nbbgen_reset_each, (nbbgen_job *const job, const uint64_t *seeds),
                 reset(job, seeds, nbbgen_copies(job)))

NBB_LIBRARY_FUNCTION(nbbgen_places, (nbbgen_job *const job, int64_t *places), (job, places))
{
    for (int64_t copy = 0; copy < nbbgen_copies(job); ++copy) {
        places[copy] = job->run.each[copy].place;
    }
    return nbb_library_require(job, NBB_STAGE_STARTED);
}

NBB_LIBRARY_FUNCTION(nbbgen_seeds, (nbbgen_job *const job, uint64_t *seeds), (job, seeds))
{
    for (int64_t copy = 0; copy < nbbgen_copies(job); ++copy) {
        seeds[copy] = job->ensemble.copies > 0 ? nbb_ensemble_seed_of(&job->ensemble, copy) : job->run.request.seed;
    }
    return nbb_library_require(job, NBB_STAGE_STARTED);
}

/* library_run.c - first values, steps, observables, pictures, checkpoints; copies, and what is set between steps. */
#include "library/library_job.h"

#include "runtime/run/run_inside.h"

NBB_LIBRARY_FUNCTION(nbbgen_init,
                     (nbbgen_job *const job, const char *field, const char *type, int axes, const int64_t *shape,
                      const void *values),
                     (job, field, type, axes, shape, values))
{
    nbb_options *options = &job->options;
    nbb_given_array *array = &job->arrays[job->array_count];
    const char *text = NULL;
    NBB_TRY(nbb_library_check_text(type, "a type"));
    /* As --init has it: the array stands where a file's name would. */
    NBB_REFUSE_IF(NBB_ANY(i, field != NULL ? strlen(field) : 0, !isalnum((unsigned char)field[i]) && field[i] != '_'),
                  "a field's name expected, '%s' is given", field);
    NBB_LOCAL_TEXT named = nbb_text_of("%s%sarray", field != NULL ? field : "", field != NULL ? "=" : "");
    NBB_TRY(nbb_library_keep(job, nbb_text_string(&named), &text));
    NBB_REFUSE_IF(job->array_count == NBB_FIELDS_MAX, "--init %s: a program has at most %d fields", text,
                  NBB_FIELDS_MAX);
    int number = nbb_spelling_index(&(nbb_spellings){ nbb_npy_type_names, NBB_NPY_TYPE_COUNT }, type);
    *array = (nbb_given_array){
        .shape = { .axes = axes, .type = number >= 0 ? (nbb_npy_type)number : NBB_NPY_TYPE_COUNT }, .values = values
    };
    NBB_FILL(i, axes < NBB_AXES_MAX ? axes : NBB_AXES_MAX, array->shape.at[i], shape[i]);
    /* The array in words, for messages: "'<f4' of shape (9, 9)". */
    NBB_LOCAL_TEXT words = nbb_text_of("'%s' of shape (", type);
    for (int i = 0; i < axes; ++i) {
        nbb_text_add(&words, "%s%" PRId64, i > 0 ? ", " : "", shape[i]);
    }
    nbb_text_add(&words, axes == 1 ? ",)" : ")");
    NBB_TRY(nbb_library_keep(job, nbb_text_string(&words), &array->found));
    NBB_TRY(nbb_options_take(options, "init", text));
    options->arrays[options->initial.count - 1] = array;
    ++job->array_count;
    return NBB_OK;
}

NBB_LIBRARY_FUNCTION(nbbgen_step, (nbbgen_job *const job, int64_t steps), (job, steps))
{
    nbb_run *run = &job->run;
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    bool evolves = job->job.plan.asked.work->evolves;
    int64_t before = nbbgen_steps(job);
    NBB_REFUSE_IF(steps < 0 || steps > INT32_MAX - before,
                  "%" PRId64 " steps after %" PRId64 ": expected 0 to %" PRId64, steps, before, INT32_MAX - before);
    NBB_DONE_IF(steps == 0);
    run->step = evolves ? run->step : 0;
    run->first = run->step;
    run->request.steps = run->first + steps;
    NBB_TRY(nbb_run_do(run));
    NBB_TRY(nbb_run_settle(run));
    job->passes += steps;
    return NBB_OK;
}

nbbgen_status nbbgen_step_seen(nbbgen_job *job, int64_t steps, int64_t every, nbbgen_see *see, void *context)
{
    bool is_over = false;
    NBB_RETURN_IF(every < 1, NBB_LIBRARY_DO(job, NBB_REFUSE("every %" PRId64 " steps: expected 1 at least", every)));
    for (int64_t left = steps, some = 0; left != 0 && !is_over; left -= some) {
        int64_t next = every - nbbgen_steps(job) % every;
        some = left < next ? left : next;
        nbbgen_status status = nbbgen_step(job, some);
        NBB_RETURN_IF(status != NBBGEN_OK, status);
        is_over = some == next && see(context, job) != 0;
    }
    return NBBGEN_OK;
}

int64_t nbbgen_steps(const nbbgen_job *job)
{
    bool evolves = job->stage == NBB_STAGE_STARTED && job->job.plan.asked.work->evolves;
    return job->stage < NBB_STAGE_STARTED ? 0 : evolves ? job->run.step : job->passes;
}

NBB_LIBRARY_FUNCTION(nbbgen_observe, (nbbgen_job *const job, void *values), (job, values))
{
    nbb_run *run = &job->run;
    nbb_value_of *of = values;
    nbb_number numbers[NBB_OBSERVABLES_MAX];
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    const nbb_program *program = nbb_library_observed(job);
    if (program == NULL) {
        NBB_TRY(nbb_run_census(run, false));
        NBB_FILL(copy, run->copies, of[copy].integer, (int64_t)run->each[copy].population);
        return NBB_OK;
    }
    NBB_LOCAL_MAKE(nbb_value_of, totals, run->copies * program->total_count + 1, "a program's totals");
    NBB_TRY(nbb_run_totals(run, 0, run->step));
    NBB_TRY(nbb_run_keep_places(run, 0, run->step));
    NBB_TRY(nbb_run_read_totals(run, 1, totals));
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        nbb_run_choose_copy(run, copy);
        nbb_observe(program, &job->job.plan.asked.domain, run->step, totals + copy * program->total_count, numbers);
        NBB_FILL(i, program->observable_count, of[i * run->copies + copy], numbers[i].of);
    }
    return NBB_OK;
}

NBB_LIBRARY_FUNCTION(nbbgen_digest, (nbbgen_job *const job, uint64_t *digest), (job, digest))
{
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    NBB_TRY(nbb_run_census(&job->run, false));
    NBB_FILL(copy, job->run.copies, digest[copy], job->run.each[copy].digest);
    return NBB_OK;
}

static nbb_status draw(nbbgen_job *job, int field)
{
    nbb_run *run = NULL;
    NBB_TRY(nbb_library_check_field(job, field));
    NBB_TRY(nbb_library_one(job, &run));
    NBB_AT_END(nbb_drawing_close) nbb_drawing drawing;
    NBB_TRY(nbb_drawing_open(&job->job.plan, &drawing));
    NBB_TRY(nbb_drawing_take(&drawing, run));
    nbb_indexed picture = nbb_drawing_picture(&drawing, field < drawing.count ? field : 0);
    NBB_TRY(nbb_png_encode("the picture", &picture, &job->answer));
    return nbb_text_status(&job->answer, "a picture");
}

NBB_LIBRARY_GIVES(nbbgen_png, (nbbgen_job *const job, int field, const char **bytes, size_t *length),
                  draw(job, field))

NBB_LIBRARY_FUNCTION(nbbgen_picture,
                     (nbbgen_job *const job, int field, const int64_t *corner, int64_t scale, int width, int height,
                      float *values),
                     (job, field, corner, scale, width, height, values))
{
    int64_t most = INT64_C(1) << 40; /* of what no sum or product of these can pass */
    nbb_run *run = NULL;
    NBB_TRY(nbb_library_check_field(job, field));
    NBB_TRY(nbb_library_one(job, &run));
    nbb_window window = { .scale = scale, .width = (uint32_t)width, .height = (uint32_t)height };
    bool is_good = width > 0 && height > 0 && width <= NBB_WINDOW_SIDE && height <= NBB_WINDOW_SIDE && scale > 0
                   && scale <= INT32_MAX;
    for (int axis = 0; axis < nbbgen_axes(job); ++axis) {
        window.corner.at[axis] = corner[axis];
        is_good &= corner[axis] >= -most && corner[axis] <= most;
    }
    is_good &= nbbgen_axes(job) < 3 || (corner[2] >= 0 && corner[2] < nbbgen_side(job, 2));
    return is_good
               ? nbb_window_take(&job->window_cells, run, window, field, values)
               : NBB_REFUSE("a picture of %d x %d pixels of %" PRId64 " x %" PRId64 " places: expected 1 to %d pixels"
                            " a side, of 1 to 2^31 - 1 places a side, near the box",
                            width, height, scale, scale, NBB_WINDOW_SIDE);
}

NBB_LIBRARY_FUNCTION(nbbgen_state, (nbbgen_job *const job, uint64_t *address, uint64_t *bytes), (job, address, bytes))
{
    *address = *bytes = 0;
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    *address = job->run.state;
    *bytes = job->ensemble.copies == 0 ? job->job.plan.space.state_bytes
                                       : (uint64_t)job->run.copies * nbb_plan_stride(&job->job.plan, "in");
    return NBB_OK;
}

/* --- checkpoints --- */

nbb_status nbb_library_transfer(nbbgen_job *job, int64_t copy, nbb_transfer **transfer)
{
    nbb_run *run = nbb_library_at(job, copy);
    nbb_run_saving *saving = &job->saving;
    NBB_TRY_IF(!saving->has_transfer, nbb_transfer_open(run, &saving->transfer));
    saving->has_transfer = true;
    *transfer = &saving->transfer;
    return NBB_OK;
}

/* Fails where it has no state of one run that steps go on from. */
static nbb_status check_alone(const nbbgen_job *job)
{
    NBB_TRY(nbb_library_require_steps(job, "there is nothing to go on from"));
    NBB_REFUSE_IF(job->ensemble.copies != 0,
                  "a checkpoint is of one run, and there are %" PRId64 " copies: nbbgen_run saves ensembles",
                  job->ensemble.copies);
    return NBB_OK;
}

NBB_LIBRARY_FUNCTION(nbbgen_checkpoint, (nbbgen_job *const job, const char *folder), (job, folder))
{
    nbb_transfer *transfer;
    NBB_TRY(check_alone(job));
    NBB_TRY(nbb_library_check_text(folder, "a folder's name"));
    NBB_TRY(nbb_library_transfer(job, 0, &transfer));
    nbb_run_saving *saving = &job->saving;
    bool is_open = saving->checkpoints.folder >= 0 && strcmp(saving->checkpoints.path, folder) == 0;
    NBB_TRY_IF(!is_open, nbb_run_saving_folder(saving, &job->job.options, folder, "libnbbgen " NBB_VERSION));
    return nbb_checkpoints_save(&saving->checkpoints, transfer, job->run.step);
}

NBB_LIBRARY_FUNCTION(nbbgen_resume, (nbbgen_job *const job, const char *folder), (job, folder))
{
    NBB_TRY(check_alone(job));
    NBB_TRY(nbb_library_check_text(folder, "a folder's name"));
    NBB_AT_END(nbb_resume_close) nbb_resumption resumption;
    NBB_TRY(nbb_resume_open(folder, &resumption));
    nbb_transfer *transfer;
    NBB_TRY(nbb_job_check_resumption(&job->job, NULL, &resumption));
    NBB_TRY(nbb_library_transfer(job, 0, &transfer));
    NBB_TRY(nbb_job_resume(&job->run, transfer, &resumption));
    nbb_run_saving_goes_on(&job->saving, &resumption);
    nbb_checkpoints_close(&job->saving.checkpoints); /* what it holds past this step is of another course */
    return nbb_text_status(&job->saving.resumed_path, "a folder's name");
}

/* --- copies --- */

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
    NBB_FILL(copy, run->copies, made[copy], values[copy % count]);
    ensemble->given[parameter] = made;
    nbb_status status = NBB_EACH(copy, run->copies,
                                 (nbb_run_choose_copy(run, copy), nbb_program_require(ensemble->program)));
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
    int wrong = NBB_FIND(i, count, !isfinite(values[i]));
    NBB_REFUSE_IF(wrong < count, "%s of copy %d is no finite number", name, wrong);
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
    int wrong = NBB_FIND(i, count, seeds[i] > INT64_MAX);
    NBB_REFUSE_IF(wrong < count, "seed %" PRIu64 ": expected 0 to %" PRId64, seeds[wrong], INT64_MAX);
    job->run.request.seed = job->job.options.seed = job->ensemble.seed = seeds[0];
    nbb_checkpoints_close(&job->saving.checkpoints); /* they are of another course */
    nbb_text_free(&job->saving.resumed_path);
    job->ensemble.tempering.last = 0;
    free(job->ensemble.given_seeds);
    job->ensemble.given_seeds = NULL;
    NBB_TRY_IF(count > 1, NBB_MAKE(job->ensemble.given_seeds, count, "seeds"));
    NBB_FILL(copy, count > 1 ? count : 0, job->ensemble.given_seeds[copy], seeds[copy]);
    return nbb_run_restart(&job->run);
}

NBB_LIBRARY_DOES(nbbgen_reset, (nbbgen_job *const job, uint64_t seed), reset(job, &seed, 1))
NBB_LIBRARY_DOES(nbbgen_reset_each, (nbbgen_job *const job, const uint64_t *seeds),
                 reset(job, seeds, nbbgen_copies(job)))

NBB_LIBRARY_FUNCTION(nbbgen_places, (nbbgen_job *const job, int64_t *places), (job, places))
{
    NBB_FILL(copy, nbbgen_copies(job), places[copy], job->run.each[copy].place);
    return nbb_library_require(job, NBB_STAGE_STARTED);
}

NBB_LIBRARY_FUNCTION(nbbgen_seeds, (nbbgen_job *const job, uint64_t *seeds), (job, seeds))
{
    const nbb_ensemble *ensemble = job->ensemble.copies > 0 ? &job->ensemble : NULL;
    NBB_FILL(copy, nbbgen_copies(job), seeds[copy],
             ensemble != NULL ? nbb_ensemble_seed_of(ensemble, copy) : job->run.request.seed);
    return nbb_library_require(job, NBB_STAGE_STARTED);
}

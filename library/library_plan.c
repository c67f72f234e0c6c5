/* library_plan.c - plans a job; returns its text and images, its fields and observables. */
#include "library/library_job.h"

#include "library/option_row.h"

/* Fails where an option was given whose row has one of the bits, or `without` them. */
static nbb_status refuse(const nbb_options *options, int bits, bool without, const char *why)
{
    for (int i = 0; i < nbb_option_row_count; ++i) {
        NBB_REFUSE_IF(options->given[i] && ((nbb_option_rows[i].commands & bits) == 0) == without,
                      "--%s has no effect on %s", nbb_option_rows[i].name, why);
    }
    return NBB_OK;
}

nbb_status nbb_library_refuse_whole(const nbb_options *options)
{
    return refuse(options, NBB_OPTION_WHOLE, false,
                  "a job that is planned or started: it is an option of nbbgen_run");
}

nbb_status nbb_library_check_described(nbbgen_job *job)
{
    NBB_REFUSE_IF(job->options.subject == NULL,
                  "which fractal? nbbgen_fractal or nbbgen_fractal_text is due before this");
    NBB_TRY(refuse(&job->options, 1 << NBB_COMMAND_EMIT | 1 << NBB_COMMAND_RUN | 1 << NBB_COMMAND_VIEW, true,
                   "a plan or a run: nbbgen_info tells of it"));
    return nbb_options_settle_workload(&job->options);
}

NBB_LIBRARY_FUNCTION(nbbgen_plan, (nbbgen_job *const job), (job))
{
    NBB_TRY(nbb_library_check_single(job));
    NBB_REFUSE_IF(job->stage != NBB_STAGE_DESCRIBED, "the job is planned already");
    job->options.command = NBB_COMMAND_EMIT;
    NBB_REFUSE_IF(job->options.last_seed > job->options.seed || job->options.sweeps.count > 0,
                  "--sweep and --seed A..B have no effect on a plan: it is of one run");
    NBB_TRY(nbb_library_refuse_whole(&job->options));
    NBB_TRY(nbb_library_check_described(job));
    NBB_TRY_OR(nbb_emit_open(&job->options, &job->job), nbb_library_stop(job));
    job->stage = NBB_STAGE_PLANNED;
    return NBB_OK;
}

/* The answer is what `say` tells of the plan. */
static nbb_status tell(nbbgen_job *job, nbb_status (*say)(const nbb_options *, const nbb_plan *, nbb_text *))
{
    NBB_TRY(nbb_library_require(job, NBB_STAGE_PLANNED));
    return say(&job->job.options, &job->job.plan, &job->answer);
}

NBB_LIBRARY_TEXT(nbbgen_command, tell(job, nbb_emit_say))
NBB_LIBRARY_TEXT(nbbgen_kernels, tell(job, nbb_job_describe))

static nbb_status emit(nbbgen_job *job, nbb_text *made)
{
    nbb_options *options = &job->job.options;
    NBB_TRY(nbb_library_require(job, NBB_STAGE_PLANNED));
    options->command = NBB_COMMAND_EMIT;
    options->target = job->job.plan.asked.target;
    NBB_TRY(nbb_emit_check(options));
    NBB_TRY(nbb_emit_make(options, &job->job.plan, made));
    return nbb_text_status(made, "what is emitted");
}

NBB_LIBRARY_GIVES(nbbgen_emit, (nbbgen_job *const job, const char **bytes, size_t *length), emit(job, &job->answer))

/* Defines a function that tells something of the plan, and before there is one `none`. */
#define OF_PLAN(type, name, none, value)                           \
    type name(const nbbgen_job *job)                               \
    {                                                              \
        return job->stage >= NBB_STAGE_PLANNED ? (value) : (none); \
    }
OF_PLAN(const char *, nbbgen_name, NULL, job->job.plan.name)
OF_PLAN(int, nbbgen_axes, 0, nbb_domain_axes(&job->job.plan.asked.domain))
OF_PLAN(int64_t, nbbgen_cells, 0, job->job.plan.asked.cells)
OF_PLAN(int, nbbgen_fields, 0, job->job.plan.asked.traits.arrays)

int64_t nbbgen_side(const nbbgen_job *job, int axis)
{
    return axis >= 0 && axis < nbbgen_axes(job) ? job->job.plan.asked.sides.at[axis] : 0;
}

const nbb_field *nbb_library_field(const nbbgen_job *job, int field)
{
    return &job->job.plan.asked.traits.fields[field];
}

size_t nbb_library_bytes(const nbbgen_job *job, int field)
{
    return (size_t)job->job.plan.asked.traits.bytes[field];
}

nbb_status nbb_library_check_field(const nbbgen_job *job, int field)
{
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    NBB_REFUSE_IF(field < 0 || field >= nbbgen_fields(job), "no field %d: there %s %d, numbered from 0", field,
                  nbbgen_fields(job) == 1 ? "is" : "are", nbbgen_fields(job));
    return NBB_OK;
}

const char *nbbgen_field_name(const nbbgen_job *job, int field)
{
    return field >= 0 && field < nbbgen_fields(job) ? nbb_library_field(job, field)->name : NULL;
}

const char *nbbgen_field_type(const nbbgen_job *job, int field)
{
    return field >= 0 && field < nbbgen_fields(job)
               ? nbb_npy_type_names[nbb_array_npy_type(&job->job.plan.asked.traits, field)]
               : NULL;
}

const nbb_program *nbb_library_observed(const nbbgen_job *job)
{
    const nbb_program *program = job->job.plan.asked.program;
    return program != NULL && program->observable_count > 0 ? program : NULL;
}

int nbbgen_observables(const nbbgen_job *job)
{
    const nbb_program *observed = nbb_library_observed(job);
    return job->stage < NBB_STAGE_PLANNED ? 0 : observed != NULL ? observed->observable_count : 1;
}

const char *nbbgen_observable_name(const nbbgen_job *job, int observable)
{
    const nbb_program *program = nbb_library_observed(job);
    return observable < 0 || observable >= nbbgen_observables(job) ? NULL
           : program != NULL                                       ? program->observables[observable].name
                                                                   : "population";
}

const char *nbbgen_observable_type(const nbbgen_job *job, int observable)
{
    const nbb_program *program = nbb_library_observed(job);
    bool has = observable >= 0 && observable < nbbgen_observables(job), is_number = has && program != NULL;
    nbb_type type = is_number ? program->observables[observable].value->type : NBB_TYPE_I64;
    return !has ? NULL : nbb_is_real(type) ? "<f8" : "<i8";
}

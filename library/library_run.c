/* library_run.c - does steps, observes, draws, and says where the state lies. */
#include "library/library_job.h"

#include "runtime/run/drawing.h"
#include "runtime/run/observe.h"
#include "runtime/run/run_answers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static nbb_status do_steps(nbbgen_job *job, int64_t steps)
{
    nbb_run *run = &job->run;
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    bool evolves = job->job.plan.asked.work->evolves;
    int64_t before = nbbgen_steps(job);
    if (steps < 0 || steps > INT32_MAX - before) {
        return nbb_fail(NBB_ERROR_USAGE, "%" PRId64 " steps after %" PRId64 ": expected 0 to %" PRId64, steps, before,
                        INT32_MAX - before);
    }
    if (steps == 0) {
        return NBB_OK;
    }
    run->step = evolves ? run->step : 0;
    run->first = run->step;
    run->request.steps = run->first + steps;
    NBB_TRY(nbb_run_work(run));
    job->passes += steps;
    return NBB_OK;
}

nbbgen_status nbbgen_step(nbbgen_job *job, int64_t steps)
{
    return NBB_LIBRARY_DO(job, do_steps(job, steps));
}

int64_t nbbgen_steps(const nbbgen_job *job)
{
    bool evolves = job->stage == NBB_STAGE_STARTED && job->job.plan.asked.work->evolves;
    return job->stage < NBB_STAGE_STARTED ? 0 : evolves ? job->run.step : job->passes;
}

static nbb_status observe_program(nbbgen_job *job, const nbb_program *program, void *values)
{
    nbb_number numbers[NBB_OBSERVABLES_MAX];
    NBB_LOCAL_HEAP nbb_value_of *totals = NULL;
    NBB_TRY(NBB_MAKE(totals, program->total_count + 1, "a program's totals"));
    NBB_TRY(nbb_run_totals(&job->run, 0, job->run.step));
    NBB_TRY(nbb_run_read_totals(&job->run, 1, totals));
    nbb_observe(program, &job->job.plan.asked.domain, job->run.step, totals, numbers);
    for (int i = 0; i < program->observable_count; ++i) {
        memcpy((char *)values + sizeof(int64_t) * (size_t)i, &numbers[i].of, sizeof(int64_t));
    }
    return NBB_OK;
}

static nbb_status observe(nbbgen_job *job, void *values)
{
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    const nbb_program *observed = nbb_library_observed(job);
    if (observed != NULL) {
        return observe_program(job, observed, values);
    }
    NBB_TRY(nbb_run_census(&job->run));
    memcpy(values, &job->run.population, sizeof job->run.population);
    return NBB_OK;
}

nbbgen_status nbbgen_observe(nbbgen_job *job, void *values)
{
    return NBB_LIBRARY_DO(job, observe(job, values));
}

nbbgen_status nbbgen_digest(nbbgen_job *job, uint64_t *digest)
{
    nbb_library_enter(job);
    nbb_status status = nbb_library_require(job, NBB_STAGE_STARTED);
    status = status == NBB_OK ? nbb_run_census(&job->run) : status;
    *digest = job->run.digest;
    return nbb_library_leave(job, status);
}

static nbb_status draw(nbbgen_job *job, int field)
{
    NBB_TRY(nbb_library_check_field(job, field));
    NBB_AT_END(nbb_drawing_close) nbb_drawing drawing;
    NBB_TRY(nbb_drawing_open(&job->job.plan, &drawing));
    NBB_TRY(nbb_drawing_take(&drawing, &job->run));
    nbb_indexed picture = nbb_drawing_picture(&drawing, field < drawing.count ? field : 0);
    NBB_TRY(nbb_png_encode("the picture", &picture, &job->answer));
    return nbb_text_status(&job->answer, "a picture");
}

nbbgen_status nbbgen_png(nbbgen_job *job, int field, const char **bytes, size_t *length)
{
    nbb_library_enter(job);
    nbb_text_free(&job->answer);
    nbb_status status = draw(job, field);
    *bytes = nbb_text_string(&job->answer);
    *length = job->answer.length;
    return nbb_library_leave(job, status);
}

nbbgen_status nbbgen_state(nbbgen_job *job, uint64_t *address, uint64_t *bytes)
{
    nbb_library_enter(job);
    nbb_status status = nbb_library_require(job, NBB_STAGE_STARTED);
    *address = status == NBB_OK ? job->run.state : 0;
    *bytes = status == NBB_OK ? job->job.plan.space.state_bytes : 0;
    return nbb_library_leave(job, status);
}

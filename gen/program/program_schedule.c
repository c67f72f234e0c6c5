/* program_schedule.c - the parameters' values in a step. */
#include "gen/domain/field_text.h"
#include "gen/program/program_value.h"

#include <math.h>
#include <string.h>

static nbb_value_of ask_step(const nbb_evaluation *evaluation, const nbb_expression *expression,
                             nbb_value_of argument, int there)
{
    const int64_t *step = evaluation->context; /* all that a schedule may ask for */
    (void)expression, (void)argument, (void)there;
    return (nbb_value_of){ .integer = *step };
}

nbb_program nbb_program_at(const nbb_program *program, int64_t step, nbb_parameter values[NBB_PARAMETERS_MAX])
{
    nbb_evaluation evaluation = { .program = program, .context = &step, .ask = ask_step };
    nbb_program at = *program;
    if (program->schedule_count == 0) {
        return at;
    }
    memcpy(values, program->parameters, (size_t)program->parameter_count * sizeof *values);
    for (int i = 0; i < program->schedule_count; ++i) {
        const nbb_scheduled *schedule = &program->schedules[i];
        values[schedule->parameter].value = nbb_value_evaluate(&evaluation, schedule->value, -1).real;
    }
    at.parameters = values;
    return at;
}

nbb_status nbb_program_check_step(const nbb_program *at, int64_t step)
{
    for (int i = 0; i < at->schedule_count; ++i) {
        const nbb_scheduled *schedule = &at->schedules[i];
        double value = at->parameters[schedule->parameter].value;
        if (!isfinite(value)) {
            nbb_field_fail(schedule->value->place.text, schedule->value->place.offset,
                           "in step %lld this makes %s %g, which is no finite number", (long long)step,
                           at->parameters[schedule->parameter].name, value);
            return NBB_ERROR_USAGE;
        }
    }
    return at->schedule_count > 0 ? nbb_program_require(at) : NBB_OK;
}

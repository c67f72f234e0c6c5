/* program_schedule.c - the parameters' values in a step. */
#include "gen/domain/field_text.h"
#include "gen/program/program_value.h"

/* What a schedule may ask for, and a global. */
typedef struct known {
    int64_t step;
    const nbb_value_of *totals;
} known;

static nbb_value_of ask(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of argument,
                        int there)
{
    const known *of = evaluation->context;
    (void)argument, (void)there;
    if (expression->kind != NBB_EXPRESSION_TOTAL) {
        return (nbb_value_of){ .integer = of->step };
    }
    const nbb_value_of *total = &of->totals[expression->number];
    double both = (double)total[0].integer + (double)(expression->is_fixed ? total[1].integer : 0) * 0x1p-24;
    return expression->is_fixed ? (nbb_value_of){ .real = both * 0x1p-16 } : *total;
}

nbb_program nbb_program_at(const nbb_program *program, int64_t step, const nbb_value_of *totals,
                           nbb_parameter values[NBB_PARAMETERS_MAX])
{
    known of = { step, totals };
    nbb_evaluation evaluation = { .program = program, .context = &of, .ask = ask };
    nbb_program at = *program;
    if (program->schedule_count == 0) {
        return at;
    }
    memcpy(values, program->parameters, (size_t)program->parameter_count * sizeof *values);
    for (int i = 0; i < program->schedule_count; ++i) {
        const nbb_scheduled *schedule = &program->schedules[i];
        bool is_unknown = program->parameters[schedule->parameter].is_global && totals == NULL;
        values[schedule->parameter].value = is_unknown ? 0
                                                       : nbb_value_evaluate(&evaluation, schedule->value, -1).real;
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

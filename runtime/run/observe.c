/* observe.c - evaluates observables, and conditions on them. */
#include "runtime/run/observe.h"

nbb_value_of nbb_total_join(const nbb_total *total, nbb_value_of a, nbb_value_of b)
{
    bool real = total->value->type == NBB_TYPE_F64;
    bool less = real ? b.real < a.real : b.integer < a.integer;
    bool more = real ? a.real < b.real : a.integer < b.integer;
    NBB_RETURN_IF(total->kind == NBB_TOTAL_MIN, less ? b : a);
    NBB_RETURN_IF(total->kind == NBB_TOTAL_MAX, more ? b : a);
    return real ? (nbb_value_of){ .real = a.real + b.real }
                : (nbb_value_of){ .integer = (int64_t)((uint64_t)a.integer + (uint64_t)b.integer) };
}

/* With globals, if they are known, by which the program's parameters change: a large program is copied then alone. */
static nbb_value_of evaluate(nbb_evaluation seen, const nbb_value_of *globals, const nbb_expression *value)
{
    nbb_parameter parameters[NBB_PARAMETERS_MAX];
    nbb_program at;
    if (seen.program->schedule_count > 0) {
        at = nbb_program_at(seen.program, seen.step, globals, parameters);
        seen.program = &at;
    }
    return nbb_value_evaluate(&seen, value, -1);
}

void nbb_observe(const nbb_program *program, const nbb_domain *domain, int64_t step, const nbb_value_of *totals,
                 nbb_number *values)
{
    const nbb_evaluation seen = { .program = program, .domain = domain, .step = step, .totals = totals };
    for (int i = 0; i < program->observable_count; ++i) {
        const nbb_expression *value = program->observables[i].value;
        values[i] = (nbb_number){ nbb_is_real(value->type), evaluate(seen, totals, value) };
    }
}

nbb_value_of nbb_observed_value(const nbb_program *program, const nbb_domain *domain, int64_t step,
                                const nbb_number *observables, const nbb_expression *value)
{
    nbb_value_of values[NBB_OBSERVABLES_MAX];
    NBB_FILL(i, program->observable_count, values[i], observables[i].of);
    return evaluate((nbb_evaluation){ .program = program, .domain = domain, .step = step, .totals = values }, NULL,
                    value);
}

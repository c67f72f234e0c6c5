/* observe.c - evaluates observables, and conditions on them. */
#include "runtime/run/observe.h"

nbb_value_of nbb_total_join(const nbb_total *total, nbb_value_of a, nbb_value_of b)
{
    bool real = total->value->type == NBB_TYPE_F64;
    bool less = real ? b.real < a.real : b.integer < a.integer;
    bool more = real ? a.real < b.real : a.integer < b.integer;
    if (total->kind == NBB_TOTAL_MIN || total->kind == NBB_TOTAL_MAX) {
        return (total->kind == NBB_TOTAL_MIN ? less : more) ? b : a;
    }
    return real ? (nbb_value_of){ .real = a.real + b.real }
                : (nbb_value_of){ .integer = (int64_t)((uint64_t)a.integer + (uint64_t)b.integer) };
}

typedef struct observation {
    const nbb_domain *domain;
    int64_t step;
    const nbb_value_of *totals;
    const nbb_number *observables; /* in place of totals, of what is made of observables */
} observation;

static nbb_value_of ask(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of argument,
                        int there)
{
    const observation *seen = evaluation->context;
    (void)argument, (void)there;
    if (expression->kind == NBB_EXPRESSION_TOTAL) {
        return seen->totals != NULL ? seen->totals[expression->number] : seen->observables[expression->number].of;
    }
    nbb_builtin builtin = (nbb_builtin)expression->number; /* program_check lets none of a cell into an observable */
    return (nbb_value_of){ .integer = nbb_builtin_value(seen->domain, builtin, seen->step) };
}

/* A program is large, and copied only where its parameters change. */
static nbb_value_of evaluate_scheduled(nbb_evaluation *evaluation, const observation *seen,
                                       const nbb_expression *value)
{
    nbb_parameter parameters[NBB_PARAMETERS_MAX];
    const nbb_program at = nbb_program_at(evaluation->program, seen->step, seen->totals, parameters);
    evaluation->program = &at;
    return nbb_value_evaluate(evaluation, value, -1);
}

static nbb_value_of evaluate(const nbb_program *program, observation *seen, const nbb_expression *value)
{
    nbb_evaluation evaluation = { .program = program, .context = seen, .ask = ask };
    return program->schedule_count > 0 ? evaluate_scheduled(&evaluation, seen, value)
                                       : nbb_value_evaluate(&evaluation, value, -1);
}

void nbb_observe(const nbb_program *program, const nbb_domain *domain, int64_t step, const nbb_value_of *totals,
                 nbb_number *values)
{
    observation seen = { domain, step, totals, NULL };
    for (int i = 0; i < program->observable_count; ++i) {
        const nbb_expression *value = program->observables[i].value;
        values[i] = (nbb_number){ nbb_is_real(value->type), evaluate(program, &seen, value) };
    }
}

nbb_value_of nbb_observed_value(const nbb_program *program, const nbb_domain *domain, int64_t step,
                                const nbb_number *observables, const nbb_expression *value)
{
    observation seen = { domain, step, NULL, observables };
    return evaluate(program, &seen, value);
}

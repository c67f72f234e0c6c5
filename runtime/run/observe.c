/* observe.c - evaluates observables. */
#include "runtime/run/observe.h"

typedef struct observation {
    const nbb_domain *domain;
    int64_t step;
    const nbb_value_of *totals;
} observation;

static nbb_value_of ask(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of argument,
                        int there)
{
    const observation *seen = evaluation->context;
    (void)argument, (void)there;
    if (expression->kind == NBB_EXPRESSION_TOTAL) {
        return seen->totals[expression->number];
    }
    nbb_builtin builtin = (nbb_builtin)expression->number; /* program_check lets none of a cell into an observable */
    return (nbb_value_of){ .integer = nbb_builtin_value(seen->domain, builtin, seen->step) };
}

void nbb_observe(const nbb_program *program, const nbb_domain *domain, int64_t step, const nbb_value_of *totals,
                 nbb_number *values)
{
    observation seen = { domain, step, totals };
    nbb_evaluation evaluation = { .program = program, .context = &seen, .ask = ask };
    for (int i = 0; i < program->observable_count; ++i) {
        const nbb_expression *value = program->observables[i].value;
        values[i] = (nbb_number){ nbb_is_real(value->type), nbb_value_evaluate(&evaluation, value, -1) };
    }
}

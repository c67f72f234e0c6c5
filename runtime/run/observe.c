/* observe.c - evaluates observables. */
#include "runtime/run/observe.h"

typedef struct observation {
    const nbb_domain *domain;
    int64_t step;
    const nbb_value_of *totals;
} observation;

/* Those that no cell has; program_check lets no other one into an observable. */
static int64_t builtin(const observation *seen, int number)
{
    nbb_vector first = nbb_domain_cell(seen->domain, 0);
    switch (number) {
    case NBB_BUILTIN_N:
        return nbb_domain_side(seen->domain).at[0];
    case NBB_BUILTIN_CELLS:
        return nbb_domain_cells(seen->domain);
    case NBB_BUILTIN_STEP:
        return seen->step;
    case NBB_BUILTIN_X0:
        return first.at[0];
    case NBB_BUILTIN_Y0:
        return first.at[1];
    default:
        return first.at[2];
    }
}

static nbb_value_of ask(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of argument,
                        int there)
{
    const observation *seen = evaluation->context;
    (void)argument, (void)there;
    return expression->kind == NBB_EXPRESSION_TOTAL ? seen->totals[expression->number]
                                                    : (nbb_value_of){ .integer = builtin(seen, expression->number) };
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

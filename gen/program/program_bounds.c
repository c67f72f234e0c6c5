/* program_bounds.c - bounds of parameters, by their values and what the program requires. */
#include "gen/program/program_range.h"

#include "gen/program/program_cases.h"

/* --- bounds --- */

/* The next power of two from 0 on, but none below 1. */
static double power_beyond(double value)
{
    int exponent;
    double half = frexp(value, &exponent);
    double power = ldexp(0.5, fabs(half) == 0.5 ? exponent : exponent + 1);
    return value == 0 ? 1 : copysign(fmax(power, 1), value);
}

/* Narrows the bounds of a parameter by a comparison of it, or of int of it, with a number. */
static void take_comparison(const nbb_expression *asked, int operation, double number, nbb_bound *bounds)
{
    bool is_int = asked->type == NBB_TYPE_I64;
    while (asked->kind == NBB_EXPRESSION_CONVERT) {
        asked = asked->from[0];
    }
    if (asked->kind != NBB_EXPRESSION_PARAMETER) {
        return;
    }
    nbb_bound *bound = &bounds[asked->number];
    if (operation == NBB_OP_LESS || operation == NBB_OP_LESS_EQUAL || operation == NBB_OP_EQUAL) {
        bool is_below = is_int || operation == NBB_OP_LESS; /* int(q) <= 8 where q < 9 */
        double most = is_int && operation != NBB_OP_LESS ? floor(number) + 1 : number;
        bound->high = fmin(bound->high, is_below ? nextafter(most, -INFINITY) : most);
    }
    if (operation == NBB_OP_GREATER || operation == NBB_OP_GREATER_EQUAL || operation == NBB_OP_EQUAL) {
        bound->low = fmax(bound->low, is_int && number <= 0 ? number - 1 : number); /* int(q) >= 0 where q > -1 */
    }
}

static void take_requirement(const nbb_program *program, const nbb_expression *required, nbb_bound *bounds)
{
    const nbb_evaluation evaluation = { .program = program };
    int operation = nbb_operation_of(required);
    bool compares = nbb_is_of(NBB_COMPARISON, operation) && operation != NBB_OP_NOT_EQUAL;
    for (int i = 0; i < 2 && (operation == NBB_OP_AND || compares); ++i) {
        const nbb_expression *asked = required->from[i], *other = required->from[1 - i];
        if (operation == NBB_OP_AND) {
            take_requirement(program, asked, bounds);
        } else if (!nbb_has_parameter(other)) {
            /* From the right < and <= are > and >=, which stand two rows below. */
            bool is_mirrored = i == 1 && operation != NBB_OP_EQUAL;
            nbb_value_of number = nbb_value_evaluate(&evaluation, other, -1);
            take_comparison(asked, is_mirrored ? NBB_OP_LESS + ((operation - NBB_OP_LESS) ^ 2) : operation,
                            nbb_is_real(other->type) ? number.real : (double)number.integer, bounds);
        }
    }
}

void nbb_bounds_find(const nbb_program *program, nbb_bound bounds[NBB_PARAMETERS_MAX])
{
    for (int i = 0; i < program->parameter_count; ++i) {
        const nbb_parameter *parameter = &program->parameters[i];
        double first = power_beyond(parameter->is_swept ? parameter->swept[0] : parameter->value);
        double last = power_beyond(parameter->is_swept ? parameter->swept[1] : parameter->value);
        bounds[i] = parameter->is_global ? (nbb_bound){ -INFINITY, INFINITY }
                                         : (nbb_bound){ fmin(0, fmin(first, last)), fmax(0, fmax(first, last)) };
    }
    for (int i = 0; i < program->requirement_count; ++i) {
        take_requirement(program, program->requirements[i].value, bounds);
    }
}

/* --- later values --- */

void nbb_bounds_print(const nbb_program *program, int number, nbb_bound bound, nbb_text *text)
{
    nbb_text_add(text, "%s from ", program->parameters[number].name);
    nbb_text_add_real(text, bound.low);
    nbb_text_add(text, " to ");
    nbb_text_add_real(text, bound.high);
    nbb_text_add(text, ", for which these kernels are made");
}

nbb_status nbb_bounds_check(const nbb_program *program, const nbb_bound *bounds, const bool *relies)
{
    for (int i = 0; i < program->parameter_count; ++i) {
        double value = program->parameters[i].value;
        if (relies[i] && !(value >= bounds[i].low && value <= bounds[i].high)) {
            NBB_LOCAL_TEXT made = NBB_TEXT_EMPTY;
            nbb_bounds_print(program, i, bounds[i], &made);
            return NBB_REFUSE("program %s takes %s, and not %g", program->name, nbb_text_string(&made), value);
        }
    }
    return NBB_OK;
}

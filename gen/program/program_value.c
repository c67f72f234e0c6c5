/* program_value.c - walks an expression's tree, and a section's statements. */
#include "gen/program/program_value.h"

static nbb_value_of integer_value(int64_t integer)
{
    return (nbb_value_of){ .integer = integer };
}

static nbb_value_of real_value(double real)
{
    return (nbb_value_of){ .real = real };
}

/* A value as its type holds it. An F32 operation that was carried out in F64 is rounded here: twice, and that gives
   what one rounding would, since F64 has more than twice the digits of F32. */
static nbb_value_of fit(nbb_type type, nbb_value_of value)
{
    return type == NBB_TYPE_BOOL  ? integer_value(value.integer != 0)
           : type == NBB_TYPE_I32 ? integer_value((int32_t)(uint32_t)(uint64_t)value.integer)
           : type == NBB_TYPE_F32 ? real_value((double)(float)value.real)
                                  : value;
}

/* --- operations --- */

/* The operation on words of type `from`; its value is of type `to`. */
static nbb_value_of operate(int operator, nbb_type from, nbb_type to, nbb_value_of a, nbb_value_of b)
{
    NBB_RETURN_IF(!nbb_is_real(from),
                  fit(to, integer_value(nbb_operator_value(operator, nbb_type_bits(to), a.integer, b.integer))));
    double made = nbb_operator_real(operator, a.real, b.real);
    return nbb_is_real(to) ? fit(to, real_value(made)) : integer_value(made != 0);
}

/* --- conversions --- */

int64_t nbb_value_truncated(nbb_type type, double real)
{
    double limit = type == NBB_TYPE_I64 ? 0x1p63 : 0x1p31;
    nbb_range whole = nbb_range_whole(nbb_type_bits(type));
    return isnan(real) ? 0 : real >= limit ? whole.high : real < -limit ? whole.low : (int64_t)real;
}

static nbb_value_of convert(nbb_type from, nbb_type to, nbb_value_of value)
{
    NBB_RETURN_IF(nbb_is_real(from) == nbb_is_real(to), fit(to, value));
    return to == NBB_TYPE_F32    ? real_value((double)(float)value.integer)
           : to == NBB_TYPE_F64  ? real_value((double)value.integer)
           : to == NBB_TYPE_BOOL ? integer_value(value.real != 0)
                                 : integer_value(nbb_value_truncated(to, value.real));
}

/* --- reductions over neighbours --- */

static nbb_value_of reduce(const nbb_evaluation *evaluation, const nbb_expression *expression)
{
    /* Before the first neighbour; min and max have it only where there is none. */
    nbb_value_of sum = nbb_is_real(expression->type) ? real_value(0)
                                                     : integer_value(expression->number == NBB_REDUCTION_ALL);
    int operation = nbb_reduction_operations[expression->number];
    bool first = true, is_extreme = operation == NBB_OP_MIN || operation == NBB_OP_MAX;
    const nbb_program_list *list = nbb_list_of(evaluation->program, expression);
    for (int i = 0; i < list->count; ++i) {
        int number = list->numbers[i];
        if (evaluation->exists(evaluation, number)) {
            nbb_value_of value = nbb_value_evaluate(evaluation, expression->from[0], number);
            sum = first && is_extreme ? value : operate(operation, expression->type, expression->type, sum, value);
            first = false;
        }
    }
    return sum;
}

/* --- expressions --- */

/* What is known without a cell. A total that is fixed has its other parts behind it (program_calls.c). */
static nbb_value_of known(const nbb_evaluation *evaluation, const nbb_expression *expression, int there)
{
    nbb_builtin builtin = (nbb_builtin)expression->number;
    if (expression->kind == NBB_EXPRESSION_TOTAL) {
        const nbb_value_of *total = &evaluation->totals[expression->number];
        NBB_RETURN_IF(!expression->is_fixed, *total);
        bool holds = total[2].real >= 0 && total[2].real < 0x1p46;
        double sum = ((double)total[0].integer + (double)total[1].integer * 0x1p-24) * 0x1p-16;
        return real_value(holds ? sum : NAN);
    }
    return integer_value(builtin >= NBB_BUILTIN_DX
                             ? evaluation->program->neighbours.offsets[there].at[builtin - NBB_BUILTIN_DX]
                             : nbb_builtin_value(evaluation->domain, builtin, evaluation->step));
}

static nbb_value_of ask(const nbb_evaluation *evaluation, const nbb_expression *expression, int there)
{
    NBB_RETURN_IF(expression->kind == NBB_EXPRESSION_BUILTIN && expression->number == NBB_BUILTIN_MAXDEGREE,
                  integer_value(nbb_program_near(evaluation->program)));
    bool has_argument = expression->from_count > 0;
    nbb_value_of argument = has_argument ? nbb_value_evaluate(evaluation, expression->from[0], there)
                                         : (nbb_value_of){ 0 };
    return fit(expression->type, evaluation->ask != NULL ? evaluation->ask(evaluation, expression, argument, there)
                                                         : known(evaluation, expression, there));
}

/* 0 past the table's ends. */
static nbb_value_of look_up(const nbb_evaluation *evaluation, const nbb_expression *expression, int there)
{
    const nbb_constants *table = &evaluation->program->tables[expression->number];
    int64_t index = nbb_value_evaluate(evaluation, expression->from[0], there).integer;
    double value = index >= 0 && index < table->count ? table->values[index] : 0;
    return table->is_whole ? integer_value((int64_t)value) : fit(expression->type, real_value(value));
}

nbb_value_of nbb_value_evaluate(const nbb_evaluation *evaluation, const nbb_expression *expression, int there)
{
    nbb_value_of value, parts[2] = { { 0 } };
    nbb_type type = expression->type;
    NBB_RETURN_IF(evaluation->given != NULL && evaluation->given(evaluation, expression, &value), value);
    switch (expression->kind) {
    case NBB_EXPRESSION_INTEGER:
        return fit(type, integer_value(expression->integer));
    case NBB_EXPRESSION_REAL:
        return fit(type, real_value(expression->real));
    case NBB_EXPRESSION_LOCAL:
        return evaluation->locals[expression->number];
    case NBB_EXPRESSION_PARAMETER:
        return fit(type, real_value(evaluation->program->parameters[expression->number].value));
    case NBB_EXPRESSION_SELECT:
        value = nbb_value_evaluate(evaluation, expression->from[0], there);
        return nbb_value_evaluate(evaluation, expression->from[value.integer != 0 ? 1 : 2], there);
    case NBB_EXPRESSION_REDUCE:
        return reduce(evaluation, expression);
    case NBB_EXPRESSION_TABLE:
        return look_up(evaluation, expression, there);
    case NBB_EXPRESSION_BOND: {
        nbb_expression field = nbb_bond_between(evaluation->program, expression, there);
        return ask(evaluation, &field, there);
    }
    case NBB_EXPRESSION_WEIGHT:
        return nbb_weight_value(evaluation->program, expression, there);
    case NBB_EXPRESSION_CONVERT:
    case NBB_EXPRESSION_OPERATOR:
        NBB_FILL(i, expression->from_count, parts[i], nbb_value_evaluate(evaluation, expression->from[i], there));
        return expression->kind == NBB_EXPRESSION_CONVERT
                   ? convert(expression->from[0]->type, type, parts[0])
                   : operate(expression->number, expression->from[0]->type, type, parts[0], parts[1]);
    default:
        return ask(evaluation, expression, there);
    }
}

/* --- weights --- */

nbb_value_of nbb_weight_value(const nbb_program *program, const nbb_expression *weight, int there)
{
    return fit(weight->type, nbb_value_evaluate(&(nbb_evaluation){ .program = program }, weight->from[0], there));
}

/* --- statements --- */

int64_t nbb_field_wrapped(const nbb_field *field, int64_t value)
{
    uint64_t bits = (uint64_t)value & ((UINT64_C(1) << field->bits) - 1), sign = UINT64_C(1) << (field->bits - 1);
    return nbb_field_has_sign(field) ? (int64_t)(bits ^ sign) - (int64_t)sign : (int64_t)bits;
}

void nbb_value_run(nbb_evaluation *evaluation, const nbb_section *section, nbb_value_of *fields)
{
    nbb_section inner = *section; /* of a block, whose locals are the section's */
    for (const nbb_statement *statement = section->first; statement != NULL; statement = statement->next) {
        if (statement->kind == NBB_STATEMENT_BLOCK) {
            inner.first = statement->body;
            nbb_value_run(evaluation, &inner, fields);
            continue;
        }
        nbb_value_of value = nbb_value_evaluate(evaluation, statement->value, -1);
        int number = statement->number;
        if (statement->kind == NBB_STATEMENT_LOCAL) {
            evaluation->locals[number] = fit(section->locals[number].type, value);
        } else if (statement->kind == NBB_STATEMENT_FIELD) {
            const nbb_field *field = &evaluation->program->fields[number];
            fields[number] = field->kind == NBB_FIELD_F32   ? fit(NBB_TYPE_F32, value)
                             : field->kind == NBB_FIELD_F64 ? value
                                                            : integer_value(nbb_field_wrapped(field, value.integer));
        } else {
            inner.first = value.integer != 0 ? statement->body : statement->otherwise;
            nbb_value_run(evaluation, &inner, fields);
        }
    }
}

int64_t nbb_builtin_value(const nbb_domain *domain, nbb_builtin builtin, int64_t step)
{
    bool is_first_cell = builtin >= NBB_BUILTIN_X0 && builtin <= NBB_BUILTIN_Z0;
    return builtin == NBB_BUILTIN_N       ? nbb_domain_side(domain).at[0]
           : builtin == NBB_BUILTIN_CELLS ? nbb_domain_cells(domain)
           : is_first_cell                ? nbb_domain_cell(domain, 0).at[builtin - NBB_BUILTIN_X0]
                                          : step;
}

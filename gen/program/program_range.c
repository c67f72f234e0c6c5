/* program_range.c - the ranges of expressions: fields and locals have those of what was assigned last on every way,
   parameters those of their bounds. */
#include "gen/program/program_value.h"

typedef struct flow {
    const nbb_program *program;
    nbb_range held[NBB_FIELDS_MAX + NBB_LOCALS_MAX]; /* what was stored last to the cell's own, and to locals */
    const nbb_bound *bounds; /* of parameters: then of an integer that these and the step tell; else NULL */
    bool *relies;
} flow;

static nbb_range range(int64_t low, int64_t high)
{
    return (nbb_range){ low, high };
}

/* The whole range of an integer type or BOOL. */
static nbb_range whole_of(nbb_type type)
{
    return type == NBB_TYPE_BOOL ? range(0, 1) : nbb_range_whole(nbb_type_bits(type));
}

/* What a field holds, read as this type. */
static nbb_range stored(const nbb_field *field, nbb_type type)
{
    int64_t half = (int64_t)1 << ((field->bits < 32 ? field->bits : 32) - 1);
    bool has_sign = field->bits < 32 ? nbb_field_has_sign(field)
                                     : type == NBB_TYPE_I32 || field->kind != NBB_FIELD_U32;
    return has_sign ? range(-half, half - 1) : range(0, 2 * half - 1);
}

/* The cell's own field in the type it is read as: what was stored, or anything where that may not have fit. */
static nbb_range own(const flow *f, const nbb_expression *e)
{
    nbb_range held = stored(&f->program->fields[e->number], e->type), now = f->held[e->number];
    return now.low < held.low || now.high > held.high ? held : now;
}

static nbb_range builtin(const flow *f, const nbb_expression *e)
{
    nbb_range side = range(0, INT32_MAX), narrow = whole_of(NBB_TYPE_I32);
    int near = nbb_program_near(f->program), reach = f->program->neighbours.reach, of = e->number;
    bool is_flat = f->program->neighbours.axes < 3, is_narrow = e->type == NBB_TYPE_I32;
    return of == NBB_BUILTIN_DEGREE                                   ? range(0, near)
           : of == NBB_BUILTIN_MAXDEGREE                              ? range(near, near)
           : of >= NBB_BUILTIN_DX                                     ? range(-reach, reach)
           : of == NBB_BUILTIN_STEP && !is_narrow                     ? range(0, UINT32_MAX)
           : of == NBB_BUILTIN_STEP && f->bounds == NULL              ? narrow
           : of == NBB_BUILTIN_N || of == NBB_BUILTIN_CELLS           ? (is_narrow ? narrow : range(1, INT64_MAX))
           : of == NBB_BUILTIN_FIRST                                  ? range(0, 1)
           : is_flat && (of == NBB_BUILTIN_Z || of == NBB_BUILTIN_Z0) ? range(0, 0)
                                                                      : side; /* of a coordinate, or a step */
}

static nbb_range convert(const flow *f, const nbb_expression *e, nbb_range from)
{
    const nbb_expression *of = e->from[0];
    nbb_range whole = whole_of(e->type);
    nbb_cases cases;
    if (nbb_is_real(of->type)) {
        NBB_RETURN_IF(!nbb_has_parameter(e) && nbb_drawn_find(e, NULL, NULL, &cases) && cases.input_count == 0,
                      nbb_drawn_range(f->program, &cases));
        NBB_FAIL_IF(f->bounds == NULL || of->kind != NBB_EXPRESSION_PARAMETER || e->type == NBB_TYPE_BOOL, whole);
        /* int of a parameter, which has been rounded to the type that it is read in. */
        nbb_bound bound = f->bounds[of->number];
        bool is_single = of->type == NBB_TYPE_F32;
        f->relies[of->number] = true;
        return range(nbb_value_truncated(e->type, is_single ? (double)(float)bound.low : bound.low),
                     nbb_value_truncated(e->type, is_single ? (double)(float)bound.high : bound.high));
    }
    return e->type == NBB_TYPE_BOOL ? range(from.low > 0 || from.high < 0, from.low != 0 || from.high != 0)
           : from.low < whole.low || from.high > whole.high ? whole
                                                            : from;
}

/* Over no neighbours sums and extremes are 0; a sum wraps as its parts do. */
static nbb_range reduce(const flow *f, const nbb_expression *e, nbb_range part)
{
    int count = nbb_list_of(f->program, e)->count;
    nbb_range with_zero = nbb_range_join(part, range(0, 0));
    return nbb_reduction_operations[e->number] == NBB_OP_ADD
               ? nbb_operator_range(NBB_OP_MUL, nbb_type_bits(e->type), with_zero, range(count, count))
           : e->type == NBB_TYPE_BOOL ? range(0, 1)
                                      : with_zero;
}

/* Of what a table of ints has, and 0 past its ends. */
static nbb_range look_up(const nbb_constants *table)
{
    nbb_range all = range(0, 0);
    NBB_FILL(i, table->is_whole ? table->count : 0, all,
             nbb_range_join(all, range((int64_t)table->values[i], (int64_t)table->values[i])));
    return all;
}

/* Of a weight that no parameter changes, over the list's offsets. */
static nbb_range weigh(const flow *f, const nbb_expression *e)
{
    const nbb_program_list *list = nbb_list_of(f->program, e);
    nbb_range all = whole_of(e->type);
    for (int i = 0; i < list->count && !nbb_has_parameter(e); ++i) {
        int64_t value = nbb_weight_value(f->program, e, list->numbers[i]).integer;
        all = i == 0 ? range(value, value) : nbb_range_join(all, range(value, value));
    }
    return all;
}

/* The range of an integer or BOOL whose operands have these. */
static nbb_range of_kind(const flow *f, const nbb_expression *e, const nbb_range from[3])
{
    switch (e->kind) {
    case NBB_EXPRESSION_INTEGER:
        return range(e->integer, e->integer);
    case NBB_EXPRESSION_FIELD:
        return e->whose == NBB_HERE ? own(f, e) : stored(&f->program->fields[e->number], e->type);
    case NBB_EXPRESSION_BOND:
        return stored(&f->program->fields[e->number], e->type);
    case NBB_EXPRESSION_OFFSET:
        return nbb_range_join(stored(&f->program->fields[e->number], e->type), range(0, 0));
    case NBB_EXPRESSION_LOCAL:
        return f->held[NBB_FIELDS_MAX + e->number];
    case NBB_EXPRESSION_BUILTIN:
        return builtin(f, e);
    case NBB_EXPRESSION_CONVERT:
        return convert(f, e, from[0]);
    case NBB_EXPRESSION_OPERATOR:
        return nbb_is_real(e->from[0]->type)
                   ? whole_of(e->type)
                   : nbb_operator_range(e->number, nbb_type_bits(e->from[0]->type), from[0], from[1]);
    case NBB_EXPRESSION_SELECT:
        return from[0].low == 1 ? from[1] : from[0].high == 0 ? from[2] : nbb_range_join(from[1], from[2]);
    case NBB_EXPRESSION_UNIFORM:
        return range(0, from[0].high > 0 ? from[0].high - 1 : 0); /* an int below the argument, or 0 */
    case NBB_EXPRESSION_REDUCE:
        return reduce(f, e, from[0]);
    case NBB_EXPRESSION_WEIGHT:
        return weigh(f, e);
    case NBB_EXPRESSION_TABLE:
        return look_up(&f->program->tables[e->number]);
    default:
        return whole_of(e->type);
    }
}

/* Sets the range of an expression and of all in it. By bounds nothing is set, and reals are not looked into. */
static nbb_range find(const flow *f, nbb_expression *e)
{
    nbb_range from[3] = { { 0, 0 }, { 0, 0 }, { 0, 0 } };
    NBB_FILL(i, f->bounds == NULL || !nbb_is_real(e->type) ? e->from_count : 0, from[i], find(f, e->from[i]));
    nbb_range found = nbb_is_real(e->type) ? range(0, 0) : of_kind(f, e, from);
    if (f->bounds == NULL) {
        e->low = found.low;
        e->high = found.high;
    }
    return found;
}

nbb_range nbb_bounds_range(const nbb_program *program, const nbb_bound *bounds, const nbb_expression *expression,
                           bool relies[NBB_PARAMETERS_MAX])
{
    const flow bounded = { .program = program, .bounds = bounds, .relies = relies };
    return find(&bounded, (nbb_expression *)(uintptr_t)expression);
}

/* ---- statements ---- */

static void follow(flow *f, nbb_statement *first)
{
    for (nbb_statement *statement = first; statement != NULL; statement = statement->next) {
        if (statement->kind == NBB_STATEMENT_IF) {
            find(f, statement->value);
            flow otherwise = *f;
            follow(f, statement->body);
            follow(&otherwise, statement->otherwise);
            NBB_FILL(i, NBB_FIELDS_MAX + NBB_LOCALS_MAX, f->held[i], nbb_range_join(f->held[i], otherwise.held[i]));
        } else if (statement->kind == NBB_STATEMENT_BLOCK) {
            follow(f, statement->body);
        } else {
            int first_one = statement->kind == NBB_STATEMENT_LOCAL ? NBB_FIELDS_MAX : 0;
            f->held[first_one + statement->number] = find(f, statement->value);
        }
    }
}

/* ---- sections ---- */

static nbb_status find_one(nbb_expression *expression, void *context)
{
    find(context, expression);
    return NBB_OK;
}

/* Before init fields hold 0; before update, and where they are observed, anything. */
void nbb_program_flow(nbb_program *program)
{
    flow initial = { .program = program }, later = initial;
    NBB_FILL(i, program->field_count, later.held[i], stored(&program->fields[i], NBB_TYPE_I64));
    flow updated = later;
    follow(&initial, program->init.first);
    follow(&updated, program->update.first);
    nbb_walk(program, NBB_WALK_OBSERVED | NBB_WALK_WHOLE, find_one, &later);
}

/* ---- bounds of parameters, by their values and what the program requires ---- */

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
    NBB_LEAVE_IF(asked->kind != NBB_EXPRESSION_PARAMETER);
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
        bounds[i] = (nbb_bound){ fmin(0, fmin(first, last)), fmax(0, fmax(first, last)) };
    }
    for (int i = 0; i < program->schedule_count; ++i) {
        bounds[program->schedules[i].parameter] = (nbb_bound){ -INFINITY, INFINITY };
    }
    for (int i = 0; i < program->requirement_count; ++i) {
        take_requirement(program, program->requirements[i].value, bounds);
    }
}

void nbb_bounds_print(const nbb_program *program, int number, nbb_bound bound, nbb_text *text)
{
    nbb_text_add(text, "%s from %s to %s, for which these kernels are made", program->parameters[number].name,
                 NBB_REAL(bound.low), NBB_REAL(bound.high));
}

nbb_status nbb_bounds_check(const nbb_program *program, const nbb_bound *bounds, const bool *relies)
{
    const nbb_parameter *given = program->parameters;
    int i = NBB_FIND(n, program->parameter_count,
                     relies[n] && !(given[n].value >= bounds[n].low && given[n].value <= bounds[n].high));
    NBB_LOCAL_TEXT made = NBB_TEXT_EMPTY;
    NBB_DONE_IF(i == program->parameter_count);
    nbb_bounds_print(program, i, bounds[i], &made);
    return NBB_REFUSE("program %s takes %s, and not %g", program->name, nbb_text_string(&made), given[i].value);
}

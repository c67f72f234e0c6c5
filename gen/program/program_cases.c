/* program_cases.c - finds what a chance's argument takes from a cell, and evaluates it for each case. */
#include "gen/program/program_value.h"

/* What parameters decide is taken apart where it has no more cases then. */
enum { APART_MAX = 64 };

bool nbb_same_expressions(const nbb_expression *a, const nbb_expression *b)
{
    return a->kind == b->kind && a->type == b->type && a->number == b->number && a->whose == b->whose
           && a->list == b->list && a->integer == b->integer && a->real == b->real && a->compared == b->compared
           && memcmp(&a->offset, &b->offset, sizeof a->offset) == 0 && a->from_count == b->from_count
           && NBB_ALL(i, a->from_count, nbb_same_expressions(a->from[i], b->from[i]));
}

bool nbb_has_parameter(const nbb_expression *expression)
{
    return (nbb_asks(expression) & NBB_ASKS(PARAMETER)) != 0;
}

bool nbb_has_parts(const nbb_expression *expression)
{
    return expression->kind == NBB_EXPRESSION_CONVERT || expression->kind == NBB_EXPRESSION_OPERATOR
           || expression->kind == NBB_EXPRESSION_SELECT || expression->kind == NBB_EXPRESSION_TABLE;
}

bool nbb_varies(const nbb_expression *expression)
{
    return (nbb_asks(expression) & ~(NBB_ASKS(PARAMETER) | NBB_ASKS(TABLE) | NBB_ASKS_HERE(MAXDEGREE))) != 0;
}

/* How many values an integer has, or NBB_CASES_MAX + 1 for anything past that. */
static int size_of(const nbb_expression *input)
{
    uint64_t span = (uint64_t)input->high - (uint64_t)input->low;
    return span < NBB_CASES_MAX ? (int)span + 1 : NBB_CASES_MAX + 1;
}

/* Whether reals that vary are in a whole number, and parameters beside them: 2 * J * field <= 0. */
static bool is_decided(const nbb_expression *e)
{
    return nbb_has_parts(e) && nbb_has_parameter(e)
           && NBB_ANY(i, e->from_count,
                      is_decided(e->from[i]) || (nbb_is_real(e->from[i]->type) && nbb_varies(e->from[i])));
}

/* Whether a whole number of few values loses nothing of from[part], another whole number: -f, f + 1, 2 * f. */
static bool keeps(const nbb_expression *expression, int part)
{
    const nbb_expression *from = expression->from[part];
    NBB_RETURN_IF(expression->kind == NBB_EXPRESSION_CONVERT,
                  !nbb_is_real(from->type) && expression->low == from->low && expression->high == from->high);
    int operation = nbb_is_real(from->type) ? -1 : nbb_operation_of(expression);
    bool is_number = expression->from_count > 1 && expression->from[1 - part]->kind == NBB_EXPRESSION_INTEGER;
    return operation == NBB_OP_NEG || (is_number && nbb_is_of(NBB_SUM, operation))
           || (is_number && operation == NBB_OP_MUL && expression->from[1 - part]->integer != 0);
}

/* The integer that determines one and is determined by it: field of -2 * field. */
static const nbb_expression *determined_alike(const nbb_expression *expression)
{
    for (int part = 0; part < expression->from_count && part < 2; ++part) {
        NBB_RETURN_IF(keeps(expression, part), determined_alike(expression->from[part]));
    }
    return expression;
}

static bool is_drawn(const nbb_expression *expression, const void *context)
{
    const nbb_cases *cases = context;
    return cases->drawn != NULL && nbb_same_expressions(cases->drawn, expression);
}

int nbb_cases_input(const nbb_cases *cases, const nbb_expression *expression)
{
    int i = NBB_FIND(number, cases->input_count, nbb_same_expressions(cases->inputs[number], expression));
    return i < cases->input_count || is_drawn(expression, cases) ? i : -1;
}

static bool add_input(nbb_cases *cases, const nbb_expression *input)
{
    NBB_RETURN_IF(nbb_cases_input(cases, input) >= 0, true);
    NBB_FAIL_IF(cases->input_count == NBB_CASE_INPUTS_MAX, false);
    cases->inputs[cases->input_count] = input;
    cases->strides[cases->input_count++] = cases->count;
    cases->count *= size_of(input);
    return cases->count <= NBB_CASES_MAX;
}

static bool find_inputs(nbb_cases *cases, const nbb_expression *expression);

static bool find_in_parts(nbb_cases *cases, const nbb_expression *expression)
{
    return nbb_has_parts(expression) && NBB_ALL(i, expression->from_count, find_inputs(cases, expression->from[i]));
}

/* A whole number is an input where it has few values; else its parts are looked at, as a real's are. The expression
   whose cases are looked for is one only where it has no parts. */
static bool find_inputs(nbb_cases *cases, const nbb_expression *expression)
{
    NBB_RETURN_IF(!nbb_varies(expression) || is_drawn(expression, cases), true);
    bool is_input = !nbb_is_real(expression->type) && size_of(expression) <= NBB_CASES_MAX
                    && (expression != cases->of || !nbb_has_parts(expression))
                    && !nbb_has_part(expression, is_drawn, cases);
    if (is_input && cases->takes_apart) {
        expression = determined_alike(expression);
        nbb_cases before = *cases;
        NBB_RETURN_IF(is_decided(expression) && find_in_parts(cases, expression) && cases->count <= APART_MAX, true);
        *cases = before;
    }
    return is_input ? add_input(cases, expression) : find_in_parts(cases, expression);
}

/* Leaves out an input that the others determine. */
static void drop_input(nbb_cases *cases, int number)
{
    nbb_cases all = *cases;
    cases->input_count = 0;
    cases->count = 1;
    for (int i = 0; i < all.input_count; ++i) {
        if (i != number) {
            add_input(cases, all.inputs[i]);
        }
    }
}

/* Whether inputs but this one, of which none are alike, determine an expression. */
static bool is_determined(const nbb_cases *cases, const nbb_expression *expression, int but)
{
    int input = nbb_cases_input(cases, expression);
    return !nbb_varies(expression) || (input >= 0 && input != but)
           || (nbb_has_parts(expression)
               && NBB_ALL(i, expression->from_count, is_determined(cases, expression->from[i], but)));
}

static const nbb_expression *argument_of(const nbb_expression *expression)
{
    return expression->kind == NBB_EXPRESSION_CHANCE ? expression->from[0] : expression;
}

/* Of what cases are of, how they are taken apart, and what is drawn. */
static bool find_all(nbb_cases *cases)
{
    cases->count = 1;
    bool found = find_inputs(cases, cases->of);
    for (int i = cases->input_count - 1; found && cases->takes_apart && i >= 0; --i) {
        if (is_determined(cases, cases->inputs[i], i)) {
            drop_input(cases, i);
        }
    }
    return found;
}

bool nbb_cases_find(const nbb_expression *expression, bool least, nbb_cases *cases)
{
    *cases = (nbb_cases){ .of = argument_of(expression), .takes_apart = least, .compared = expression->compared };
    return find_all(cases);
}

void nbb_cases_retype(nbb_expression *e, const nbb_cases *cases, nbb_type type)
{
    NBB_LEAVE_IF(nbb_cases_input(cases, e) >= 0);
    e->type = nbb_is_real(e->type) ? type : e->type;
    for (int i = 0; i < e->from_count && e->kind != NBB_EXPRESSION_WEIGHT; ++i) {
        nbb_cases_retype(e->from[i], cases, type);
    }
}

const nbb_expression *nbb_cases_obstacle(const nbb_expression *expression, const nbb_expression *drawn)
{
    expression = argument_of(expression);
    const nbb_expression *found = nbb_has_parts(expression) ? NULL : expression;
    for (int i = 0; i < expression->from_count && found == NULL; ++i) {
        const nbb_expression *part = expression->from[i];
        bool stops = nbb_varies(part) && (nbb_is_real(part->type) || size_of(part) > NBB_CASES_MAX)
                     && (drawn == NULL || !nbb_same_expressions(part, drawn));
        found = stops ? nbb_cases_obstacle(part, drawn) : NULL;
    }
    return found;
}

/* What an evaluation of one case knows. */
typedef struct one_case {
    const nbb_cases *cases;
    int number;
    double drawn;
} one_case;

static bool input_given(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of *value)
{
    const one_case *now = evaluation->context;
    int i = nbb_cases_input(now->cases, expression);
    if (i == now->cases->input_count) {
        value->real = now->drawn;
    } else if (i >= 0) {
        const nbb_expression *input = now->cases->inputs[i];
        value->integer = input->low + now->number / now->cases->strides[i] % size_of(input);
    }
    return i >= 0;
}

static nbb_value_of value_of(const nbb_program *program, const nbb_cases *cases, int number, double drawn)
{
    one_case now = { cases, number, drawn };
    nbb_evaluation evaluation = { .program = program, .context = &now, .given = input_given };
    return nbb_value_evaluate(&evaluation, cases->of, -1);
}

nbb_value_of nbb_cases_value(const nbb_program *program, const nbb_cases *cases, int number)
{
    return value_of(program, cases, number, 0);
}

uint64_t nbb_cases_threshold(const nbb_program *program, const nbb_cases *cases, int number)
{
    double p = nbb_cases_value(program, cases, number).real;
    return cases->compared > 0 ? nbb_draw_compared(p, cases->compared > 1) : nbb_draw_threshold(p);
}

void nbb_cases_thresholds(const nbb_program *program, const nbb_cases *cases, uint64_t *thresholds)
{
    NBB_FILL(number, cases->count, thresholds[number], nbb_cases_threshold(program, cases, number));
}

/* ---- what one random real decides ---- */

static bool is_real_drawn(const nbb_expression *expression, NBB_UNUSED const void *nothing)
{
    return expression->kind == NBB_EXPRESSION_UNIFORM && expression->from_count == 0;
}

/* Factors of a draw have no more than so many bits, and are so few: nothing that is made of one overflows, so that
   what is no number is none for all U. */
enum { FACTOR_BITS = 20, FACTORS_MAX = 5 };

/* The sign of a number of the text, of an integer whose range tells it, of a parameter by its bounds, and of sums and
   products of such; 0 where it is not known. It may be 0 too, unless it divides. */
static int sign_of(const nbb_expression *e, bool divides, nbb_cases *cases)
{
    const int64_t most = INT64_C(1) << FACTOR_BITS;
    double number = 0;
    int operation = nbb_operation_of(e);
    bool is_number = nbb_is_number(e, &number), is_parameter = e->kind == NBB_EXPRESSION_PARAMETER;
    cases->factors += is_number || is_parameter
                      || (e->kind == NBB_EXPRESSION_CONVERT && !nbb_is_real(e->from[0]->type));
    if (is_number) {
        bool is_short = fabs(number) <= (double)most && fabs(number) * (double)most >= 1;
        return is_short ? (number > 0) - (number < 0) : 0;
    }
    if (e->kind == NBB_EXPRESSION_CONVERT) {
        const nbb_expression *of = e->from[0];
        NBB_RETURN_IF(nbb_is_real(of->type), sign_of(of, divides, cases));
        bool is_short = of->low >= -most && of->high <= most;
        return is_short ? (of->low >= divides) - (of->high <= -(int)divides) : 0;
    }
    if (is_parameter && cases->bounds != NULL && !divides) {
        nbb_bound bound = cases->bounds[e->number];
        bool is_short = bound.low >= (double)-most && bound.high <= (double)most;
        cases->relies[e->number] = true;
        return is_short ? (bound.low >= 0) - (bound.high <= 0) : 0;
    }
    NBB_RETURN_IF(operation == NBB_OP_NEG, -sign_of(e->from[0], divides, cases));
    NBB_FAIL_IF(divides || (operation != NBB_OP_ADD && operation != NBB_OP_MUL), 0);
    int left = sign_of(e->from[0], false, cases), right = sign_of(e->from[1], false, cases);
    return operation == NBB_OP_MUL ? left * right : left == right ? left : 0;
}

/* By part of an operation on reals: 1 where it rises with the part, -1 where it falls, 0 where that is not known. */
static int direction_of(const nbb_expression *e, int part, nbb_cases *cases)
{
    int operation = nbb_operation_of(e);
    bool is_scaled = operation == NBB_OP_MUL || (operation == NBB_OP_DIV && part == 0);
    bool falls = operation == NBB_OP_NEG || (part == 1 && operation == NBB_OP_SUB)
                 || operation == (part == 0 ? NBB_OP_LESS : NBB_OP_GREATER)
                 || operation == (part == 0 ? NBB_OP_LESS_EQUAL : NBB_OP_GREATER_EQUAL);
    bool rises = nbb_is_of(NBB_COMPARISON, operation) ? operation != NBB_OP_EQUAL && operation != NBB_OP_NOT_EQUAL
                                                      : operation >= NBB_OP_MIN && operation <= NBB_OP_FLOOR;
    NBB_RETURN_IF(operation == NBB_OP_SQRT, is_drawn(e->from[0], cases)); /* others may be below 0 */
    NBB_RETURN_IF(is_scaled, sign_of(e->from[1 - part], operation == NBB_OP_DIV, cases));
    return falls ? -1 : rises || operation == NBB_OP_ADD || operation == NBB_OP_SUB;
}

/* The same of an expression by what is drawn, the only real that is. */
static int drawn_direction(const nbb_expression *e, nbb_cases *cases)
{
    int count = 0, all = 0;
    NBB_RETURN_IF(is_real_drawn(e, NULL), is_drawn(e, cases));
    NBB_FAIL_IF(e->type == NBB_TYPE_BOOL && e->kind == NBB_EXPRESSION_CONVERT, 0);
    for (int i = 0; i < e->from_count; ++i) {
        if (nbb_has_part(e->from[i], is_real_drawn, NULL)) {
            int of = e->kind == NBB_EXPRESSION_CONVERT                                     ? 1
                     : e->kind == NBB_EXPRESSION_SELECT                                    ? i > 0
                     : e->kind == NBB_EXPRESSION_OPERATOR && nbb_is_real(e->from[i]->type) ? direction_of(e, i, cases)
                                                                                           : 0;
            of *= drawn_direction(e->from[i], cases);
            all = count++ == 0 || of == all ? of : 0;
        }
    }
    return count == 1 || e->kind == NBB_EXPRESSION_SELECT ? all : 0;
}

static const nbb_expression *find_real_drawn(const nbb_expression *e)
{
    const nbb_expression *found = is_real_drawn(e, NULL) ? e : NULL;
    for (int i = 0; i < e->from_count && found == NULL; ++i) {
        found = find_real_drawn(e->from[i]);
    }
    return found;
}

bool nbb_drawn_find(const nbb_expression *expression, const nbb_bound *bounds, bool *relies, nbb_cases *cases)
{
    *cases = (nbb_cases){ .of = expression,
                          .takes_apart = true,
                          .drawn = find_real_drawn(expression),
                          .bounds = bounds,
                          .relies = relies };
    int direction = cases->drawn != NULL && nbb_has_parts(expression) ? drawn_direction(expression, cases) : 0;
    direction = cases->factors <= FACTORS_MAX ? direction : 0;
    cases->drawn = direction != 0 ? cases->drawn : NULL;
    cases->falls = direction < 0;
    return direction != 0 && find_all(cases);
}

enum { DRAWN_BITS = 24 };

static int64_t drawn_value(const nbb_program *program, const nbb_cases *cases, int number, int64_t top)
{
    return value_of(program, cases, number, ldexp((double)top, -DRAWN_BITS)).integer;
}

/* Of int(uniform() * q) for a parameter q, by its bounds, and of nothing else that parameters tell. */
static nbb_range scaled_range(const nbb_cases *cases)
{
    const nbb_expression *of = cases->of->from[0], *factor = NULL;
    if (cases->of->kind == NBB_EXPRESSION_CONVERT && nbb_operation_of(of) == NBB_OP_MUL) {
        factor = is_drawn(of->from[0], cases) ? of->from[1] : is_drawn(of->from[1], cases) ? of->from[0] : NULL;
    }
    NBB_RETURN_IF(factor == NULL || factor->kind != NBB_EXPRESSION_PARAMETER || cases->falls,
                  (nbb_range){ 0, INT32_MAX });
    bool is_single = of->type == NBB_TYPE_F32;
    double high = cases->bounds[factor->number].high;
    double most = (1 - ldexp(1, -DRAWN_BITS)) * (is_single ? (double)(float)high : high);
    return (nbb_range){ 0, nbb_value_truncated(cases->of->type, is_single ? (double)(float)most : most) };
}

nbb_range nbb_drawn_range(const nbb_program *program, const nbb_cases *cases)
{
    nbb_range all = { INT64_MAX, INT64_MIN };
    NBB_RETURN_IF(cases->of->type == NBB_TYPE_BOOL, (nbb_range){ 0, 1 });
    NBB_RETURN_IF(nbb_has_parameter(cases->of), scaled_range(cases));
    for (int number = 0; number < cases->count; ++number) {
        int64_t first = drawn_value(program, cases, number, 0);
        int64_t last = drawn_value(program, cases, number, (INT64_C(1) << DRAWN_BITS) - 1);
        all = nbb_range_join(all, (nbb_range){ first < last ? first : last, first < last ? last : first });
    }
    return all;
}

uint64_t nbb_drawn_threshold(const nbb_program *program, const nbb_cases *cases, int number, int64_t j)
{
    int64_t found = 0, all = INT64_C(1) << DRAWN_BITS;
    for (int64_t more = all; more > 0; more /= 2) {
        bool is_below = found + more <= all
                        && (drawn_value(program, cases, number, found + more - 1) < j) != cases->falls;
        found += is_below ? more : 0;
    }
    return (uint64_t)found << (32 - DRAWN_BITS);
}

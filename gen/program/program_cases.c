/* program_cases.c - finds what a chance's argument takes from a cell, and evaluates it for each case. */
#include "gen/program/program_value.h"

/* What parameters decide is taken apart where it has no more cases then. */
enum { APART_MAX = 64 };

bool nbb_same_expressions(const nbb_expression *a, const nbb_expression *b)
{
    return a->kind == b->kind && a->type == b->type && a->number == b->number && a->whose == b->whose
           && a->list == b->list && a->integer == b->integer && a->real == b->real
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

int nbb_cases_input(const nbb_cases *cases, const nbb_expression *expression)
{
    int i = NBB_FIND(number, cases->input_count, nbb_same_expressions(cases->inputs[number], expression));
    return i < cases->input_count ? i : -1;
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
    NBB_RETURN_IF(!nbb_varies(expression), true);
    bool is_input = !nbb_is_real(expression->type) && size_of(expression) <= NBB_CASES_MAX
                    && (expression != cases->of || !nbb_has_parts(expression));
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

bool nbb_cases_find(const nbb_expression *expression, bool least, nbb_cases *cases)
{
    *cases = (nbb_cases){ .of = argument_of(expression), .takes_apart = least, .count = 1 };
    bool found = find_inputs(cases, cases->of);
    for (int i = cases->input_count - 1; found && least && i >= 0; --i) {
        if (is_determined(cases, cases->inputs[i], i)) {
            drop_input(cases, i);
        }
    }
    return found;
}

void nbb_cases_retype(nbb_expression *e, const nbb_cases *cases, nbb_type type)
{
    NBB_LEAVE_IF(nbb_cases_input(cases, e) >= 0);
    e->type = nbb_is_real(e->type) ? type : e->type;
    for (int i = 0; i < e->from_count && e->kind != NBB_EXPRESSION_WEIGHT; ++i) {
        nbb_cases_retype(e->from[i], cases, type);
    }
}

const nbb_expression *nbb_cases_obstacle(const nbb_expression *expression)
{
    expression = argument_of(expression);
    const nbb_expression *found = nbb_has_parts(expression) ? NULL : expression;
    for (int i = 0; i < expression->from_count && found == NULL; ++i) {
        const nbb_expression *part = expression->from[i];
        bool stops = nbb_varies(part) && (nbb_is_real(part->type) || size_of(part) > NBB_CASES_MAX);
        found = stops ? nbb_cases_obstacle(part) : NULL;
    }
    return found;
}

/* What an evaluation of one case knows. */
typedef struct one_case {
    const nbb_cases *cases;
    int number;
} one_case;

static bool input_given(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of *value)
{
    const one_case *now = evaluation->context;
    int i = nbb_cases_input(now->cases, expression);
    if (i >= 0) {
        const nbb_expression *input = now->cases->inputs[i];
        value->integer = input->low + now->number / now->cases->strides[i] % size_of(input);
    }
    return i >= 0;
}

nbb_value_of nbb_cases_value(const nbb_program *program, const nbb_cases *cases, int number)
{
    one_case now = { cases, number };
    nbb_evaluation evaluation = { .program = program, .context = &now, .given = input_given };
    return nbb_value_evaluate(&evaluation, cases->of, -1);
}

void nbb_cases_thresholds(const nbb_program *program, const nbb_cases *cases, uint64_t *thresholds)
{
    NBB_FILL(number, cases->count, thresholds[number],
             nbb_draw_threshold(nbb_cases_value(program, cases, number).real));
}

/* ---- chances of exp of what is odd in an integer, and their folded cases ---- */

enum { OPERATIONS_MAX = 2 };

static bool is_input(const nbb_expression *expression, const void *cases)
{
    return nbb_cases_input(cases, expression) >= 0;
}

/* The part beside a number of the text's in an operation on two, or NULL. */
static const nbb_expression *beside_number(const nbb_expression *expression, double *number)
{
    return expression->from_count != 2                  ? NULL
           : nbb_is_number(expression->from[1], number) ? expression->from[0]
           : nbb_is_number(expression->from[0], number) ? expression->from[1]
                                                        : NULL;
}

/* Whether the product or quotient with a number makes neither 0 nor no number of what is neither. */
static bool is_harmless(const nbb_expression *expression, const nbb_expression *factor)
{
    double number;
    bool divides = nbb_operation_of(expression) == NBB_OP_DIV;
    return nbb_is_number(factor, &number) && isfinite(number)
           && (divides ? fabs(number) <= 1 && number != 0 : fabs(number) >= 1);
}

/* An integer of few values that is a number times the input: nothing wraps. */
static bool is_multiple(const nbb_expression *expression)
{
    double number;
    return nbb_operation_of(expression) == NBB_OP_MUL && !nbb_is_real(expression->type) && expression->low > INT32_MIN
           && expression->high < INT32_MAX && beside_number(expression, &number) != NULL && number != 0;
}

/* By how many products and quotients, each with what does not depend on the input, a number is made of it; -1 if it
   is made in another way. Numbers of the text's that do no harm are not counted. max(0, g) is 0 on the one side. */
static int count_operations(const nbb_cases *cases, const nbb_expression *expression)
{
    double number;
    int operation = nbb_operation_of(expression);
    NBB_RETURN_IF(is_input(expression, cases), 0);
    if (expression->kind == NBB_EXPRESSION_CONVERT || operation == NBB_OP_NEG) {
        bool narrows = expression->type == NBB_TYPE_F32 && expression->from[0]->type == NBB_TYPE_F64;
        return narrows ? -1 : count_operations(cases, expression->from[0]);
    }
    if (operation == NBB_OP_MIN || operation == NBB_OP_MAX || is_multiple(expression)) {
        const nbb_expression *of = beside_number(expression, &number);
        return of != NULL && (number == 0 || is_multiple(expression)) ? count_operations(cases, of) : -1;
    }
    NBB_FAIL_IF(operation != NBB_OP_MUL && operation != NBB_OP_DIV, -1);
    int with = operation == NBB_OP_MUL && nbb_has_part(expression->from[1], is_input, cases) ? 1 : 0;
    NBB_FAIL_IF(!nbb_is_real(expression->type) || nbb_has_part(expression->from[1 - with], is_input, cases), -1);
    int count = count_operations(cases, expression->from[with]);
    return count < 0 ? -1 : count + !is_harmless(expression, expression->from[1 - with]);
}

/* Whether a condition is the same for all inputs of a sign: a comparison with 0. */
static bool is_by_sign(const nbb_cases *cases, const nbb_expression *condition)
{
    double number;
    int operation = nbb_operation_of(condition);
    NBB_RETURN_IF(nbb_is_of(NBB_NOT | NBB_LOGICAL, operation),
                  is_by_sign(cases, condition->from[0])
                      && (condition->from_count == 1 || is_by_sign(cases, condition->from[1])));
    const nbb_expression *of = nbb_is_of(NBB_COMPARISON, operation) ? beside_number(condition, &number) : NULL;
    int count = of != NULL && number == 0 ? count_operations(cases, of) : -1;
    return count >= 0 && count <= 1;
}

/* Whether a chance is one that folds, or certain by what is written around it: min(1, p), f <= 0 ? 1 : p. */
static bool folds(const nbb_cases *cases, const nbb_expression *p)
{
    double number;
    int operation = nbb_operation_of(p);
    if (operation == NBB_OP_EXP) {
        int count = count_operations(cases, p->from[0]);
        return count >= 0 && count <= OPERATIONS_MAX;
    }
    const nbb_expression *of = beside_number(p, &number);
    NBB_RETURN_IF(of != NULL && (operation == NBB_OP_MIN || operation == NBB_OP_MAX),
                  (operation == NBB_OP_MIN ? number >= 1 : number <= 0) && folds(cases, of));
    if (p->kind == NBB_EXPRESSION_SELECT && is_by_sign(cases, p->from[0])) {
        int certain = nbb_is_number(p->from[1], &number) && number >= 1 ? 1 : 2;
        return nbb_is_number(p->from[certain], &number) && number >= 1 && folds(cases, p->from[3 - certain]);
    }
    return p->kind == NBB_EXPRESSION_CONVERT && nbb_is_real(p->from[0]->type) && folds(cases, p->from[0]);
}

bool nbb_fold_is(const nbb_cases *cases)
{
    return cases->input_count == 1 && cases->count <= NBB_FOLD_MAX && cases->inputs[0]->low < 0
           && cases->inputs[0]->high > 0 && folds(cases, cases->of);
}

nbb_range nbb_fold_range(const nbb_cases *cases, int sign)
{
    return sign == NBB_FOLD_MINUS  ? (nbb_range){ cases->inputs[0]->low, -1 }
           : sign == NBB_FOLD_PLUS ? (nbb_range){ 1, cases->inputs[0]->high }
                                   : (nbb_range){ 0, 0 };
}

static uint64_t threshold(const nbb_program *program, const nbb_cases *cases, int64_t input)
{
    return nbb_draw_threshold(nbb_cases_value(program, cases, (int)(input - cases->inputs[0]->low)).real);
}

uint64_t nbb_fold_threshold(const nbb_program *program, const nbb_cases *cases, int magnitude)
{
    uint64_t least = UINT64_C(1) << 32;
    for (int sign = -1; sign <= 1; ++sign) {
        int64_t input = (int64_t)sign * magnitude;
        if (input >= cases->inputs[0]->low && input <= cases->inputs[0]->high) {
            uint64_t of = threshold(program, cases, input);
            least = of < least ? of : least;
        }
    }
    return least;
}

bool nbb_fold_certain(const nbb_program *program, const nbb_cases *cases, int sign)
{
    nbb_range of = nbb_fold_range(cases, sign);
    return NBB_ALL(i, of.high - of.low + 1, threshold(program, cases, of.low + i) >> 32 != 0);
}

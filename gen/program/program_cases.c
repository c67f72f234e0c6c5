/* program_cases.c - finds what a chance's argument takes from a cell, and evaluates it for each case. */
#include "gen/program/program_cases.h"

#include "gen/program/program_draw.h"
#include "gen/program/program_walk.h"

/* What parameters decide is taken apart where it has no more cases then. */
enum { APART_MAX = 64 };

bool nbb_same_expressions(const nbb_expression *a, const nbb_expression *b)
{
    bool same = a->kind == b->kind && a->type == b->type && a->number == b->number && a->whose == b->whose
                && a->list == b->list && a->integer == b->integer && a->real == b->real
                && memcmp(&a->offset, &b->offset, sizeof a->offset) == 0 && a->from_count == b->from_count;
    for (int i = 0; same && i < a->from_count; ++i) {
        same = nbb_same_expressions(a->from[i], b->from[i]);
    }
    return same;
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
static bool is_decided(const nbb_expression *expression)
{
    bool decided = false;
    for (int i = 0; i < expression->from_count && nbb_has_parts(expression); ++i) {
        const nbb_expression *from = expression->from[i];
        decided = decided || is_decided(from) || (nbb_is_real(from->type) && nbb_varies(from));
    }
    return decided && nbb_has_parameter(expression);
}

/* Whether a whole number of few values loses nothing of from[part], another whole number: -f, f + 1, 2 * f. */
static bool keeps(const nbb_expression *expression, int part)
{
    const nbb_expression *from = expression->from[part];
    if (expression->kind == NBB_EXPRESSION_CONVERT) {
        return !nbb_is_real(from->type) && expression->low == from->low && expression->high == from->high;
    }
    int operation = nbb_is_real(from->type) ? -1 : nbb_operation_of(expression);
    bool is_number = expression->from_count > 1 && expression->from[1 - part]->kind == NBB_EXPRESSION_INTEGER;
    return operation == NBB_OP_NEG || (is_number && nbb_is_of(NBB_SUM, operation))
           || (is_number && operation == NBB_OP_MUL && expression->from[1 - part]->integer != 0);
}

/* The integer that determines one and is determined by it: field of -2 * field. */
static const nbb_expression *told_alike(const nbb_expression *expression)
{
    for (int part = 0; part < expression->from_count && part < 2; ++part) {
        if (keeps(expression, part)) {
            return told_alike(expression->from[part]);
        }
    }
    return expression;
}

int nbb_cases_input(const nbb_cases *cases, const nbb_expression *expression)
{
    int i = 0;
    while (i < cases->input_count && !nbb_same_expressions(cases->inputs[i], expression)) {
        ++i;
    }
    return i < cases->input_count ? i : -1;
}

static bool add_input(nbb_cases *cases, const nbb_expression *input)
{
    if (nbb_cases_input(cases, input) >= 0) {
        return true;
    }
    NBB_FAIL_IF(cases->input_count == NBB_CASE_INPUTS_MAX, false);
    cases->inputs[cases->input_count] = input;
    cases->strides[cases->input_count++] = cases->count;
    cases->count *= size_of(input);
    return cases->count <= NBB_CASES_MAX;
}

static bool find_inputs(nbb_cases *cases, const nbb_expression *expression);

static bool find_in_parts(nbb_cases *cases, const nbb_expression *expression)
{
    bool found = nbb_has_parts(expression);
    for (int i = 0; i < expression->from_count && found; ++i) {
        found = find_inputs(cases, expression->from[i]);
    }
    return found;
}

/* A whole number is an input where it has few values; else its parts are looked at, as a real's are. The expression
   whose cases are looked for is one only where it has no parts. */
static bool find_inputs(nbb_cases *cases, const nbb_expression *expression)
{
    if (!nbb_varies(expression)) {
        return true;
    }
    bool is_input = !nbb_is_real(expression->type) && size_of(expression) <= NBB_CASES_MAX
                    && (expression != cases->of || !nbb_has_parts(expression));
    if (is_input && cases->takes_apart) {
        expression = told_alike(expression);
        nbb_cases before = *cases;
        if (is_decided(expression) && find_in_parts(cases, expression) && cases->count <= APART_MAX) {
            return true;
        }
        *cases = before;
    }
    return is_input ? add_input(cases, expression) : find_in_parts(cases, expression);
}

/* Leaves out an input that the others tell. */
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

/* Whether inputs but this one, of which none are alike, tell an expression. */
static bool is_told(const nbb_cases *cases, const nbb_expression *expression, int but)
{
    int input = nbb_cases_input(cases, expression);
    bool told = !nbb_varies(expression) || (input >= 0 && input != but), by_parts = nbb_has_parts(expression);
    for (int i = 0; !told && by_parts && i < expression->from_count; ++i) {
        by_parts = is_told(cases, expression->from[i], but);
    }
    return told || by_parts;
}

static const nbb_expression *argument_of(const nbb_expression *expression)
{
    return expression->kind == NBB_EXPRESSION_CHANCE ? expression->from[0] : expression;
}

bool nbb_cases_find(const nbb_expression *expression, nbb_cases *cases)
{
    *cases = (nbb_cases){ .of = argument_of(expression), .count = 1 };
    return find_inputs(cases, cases->of);
}

bool nbb_cases_find_least(const nbb_expression *expression, nbb_cases *cases)
{
    *cases = (nbb_cases){ .of = argument_of(expression), .takes_apart = true, .count = 1 };
    bool found = find_inputs(cases, cases->of);
    for (int i = cases->input_count - 1; found && i >= 0; --i) {
        if (is_told(cases, cases->inputs[i], i)) {
            drop_input(cases, i);
        }
    }
    return found;
}

static const nbb_expression *obstacle_in(const nbb_expression *expression)
{
    const nbb_expression *found = nbb_has_parts(expression) ? NULL : expression;
    for (int i = 0; i < expression->from_count && found == NULL; ++i) {
        const nbb_expression *part = expression->from[i];
        bool stops = nbb_varies(part) && (nbb_is_real(part->type) || size_of(part) > NBB_CASES_MAX);
        found = stops ? obstacle_in(part) : NULL;
    }
    return found;
}

const nbb_expression *nbb_cases_obstacle(const nbb_expression *expression)
{
    return obstacle_in(argument_of(expression));
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
    for (int number = 0; number < cases->count; ++number) {
        thresholds[number] = nbb_draw_threshold(nbb_cases_value(program, cases, number).real);
    }
}

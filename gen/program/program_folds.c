/* program_folds.c - chances of exp of what is odd in an integer, and their folded cases (program_value.h). */
#include "gen/program/program_value.h"

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
    return nbb_cases_threshold(program, cases, (int)(input - cases->inputs[0]->low));
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

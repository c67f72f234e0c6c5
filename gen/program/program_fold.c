/* program_fold.c - finds chances of exp of what is odd in an integer, and evaluates their folded cases. */
#include "gen/program/program_fold.h"

#include "gen/program/program_draw.h"

enum { OPERATIONS_MAX = 2 };

static bool is_operator(const nbb_expression *expression, nbb_operator of)
{
    return expression->kind == NBB_EXPRESSION_OPERATOR && expression->number == (int)of;
}

/* Whether a part of the argument depends on the input. */
static bool has_input(const nbb_cases *cases, const nbb_expression *expression)
{
    bool has = nbb_same_expressions(expression, cases->inputs[0]);
    for (int i = 0; i < expression->from_count && !has; ++i) {
        has = has_input(cases, expression->from[i]);
    }
    return has;
}

/* By how many products and quotients, each with what does not depend on the input, a real is made of it; -1 if it is
   made in another way. */
static int count_operations(const nbb_cases *cases, const nbb_expression *expression)
{
    if (nbb_same_expressions(expression, cases->inputs[0])) {
        return 0;
    }
    if (expression->kind == NBB_EXPRESSION_CONVERT || is_operator(expression, NBB_OP_NEG)) {
        return count_operations(cases, expression->from[0]);
    }
    if (!is_operator(expression, NBB_OP_MUL) && !is_operator(expression, NBB_OP_DIV)) {
        return -1;
    }
    int with = is_operator(expression, NBB_OP_MUL) && has_input(cases, expression->from[1]) ? 1 : 0;
    if (expression->type != NBB_TYPE_F64 || has_input(cases, expression->from[1 - with])) {
        return -1;
    }
    int count = count_operations(cases, expression->from[with]);
    return count < 0 ? -1 : count + 1;
}

bool nbb_fold_is(const nbb_cases *cases)
{
    const nbb_expression *of = cases->of;
    if (cases->input_count != 1 || cases->count > NBB_FOLD_MAX || of->kind != NBB_EXPRESSION_CALL
        || of->number != NBB_FUNCTION_EXP || cases->inputs[0]->low >= 0 || cases->inputs[0]->high <= 0) {
        return false;
    }
    int count = count_operations(cases, of->from[0]);
    return count >= 0 && count <= OPERATIONS_MAX;
}

static int64_t input_of(const nbb_cases *cases, int number)
{
    return cases->inputs[0]->low + number;
}

int nbb_fold_magnitude(const nbb_cases *cases, int number)
{
    int64_t input = input_of(cases, number);
    return (int)(input < 0 ? -input : input);
}

int nbb_fold_sign(const nbb_cases *cases, int number)
{
    int64_t input = input_of(cases, number);
    return input < 0 ? NBB_FOLD_MINUS : input == 0 ? NBB_FOLD_ZERO : NBB_FOLD_PLUS;
}

void nbb_fold_range(const nbb_cases *cases, int sign, int64_t *low, int64_t *high)
{
    *low = sign == NBB_FOLD_MINUS ? cases->inputs[0]->low : sign == NBB_FOLD_PLUS ? 1 : 0;
    *high = sign == NBB_FOLD_MINUS ? -1 : sign == NBB_FOLD_PLUS ? cases->inputs[0]->high : 0;
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
    int64_t low, high;
    nbb_fold_range(cases, sign, &low, &high);
    for (int64_t input = low; input <= high; ++input) {
        if (threshold(program, cases, input) >> 32 == 0) {
            return false;
        }
    }
    return true;
}

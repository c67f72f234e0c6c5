/* lanes_expressions.c - integer expressions as vectors of bits. */
#include "gen/lanes/lanes_lower.h"

/* The step, never below 0: words of arguments that count from the launch's first one. */
static nbb_bits lower_step(nbb_lower *lower)
{
    nbb_value words[NBB_BITS_MAX - 1];
    for (int i = 0; i < NBB_BITS_MAX - 1; ++i) {
        words[i] = nbb_code_word(lower->code, NBB_ARGUMENT, NBB_STEP_WORDS + NBB_BITS_MAX * lower->cell->step + i);
    }
    return nbb_bits_vector(words, 0, INT32_MAX);
}

static nbb_bits lower_builtin(nbb_lower *lower, const nbb_expression *expression, int there)
{
    nbb_lowering *lowering = lower->lowering;
    switch ((nbb_builtin)expression->number) {
    case NBB_BUILTIN_DEGREE:
        return nbb_lower_degree(lower, expression->whose == NBB_THERE ? there : -1);
    case NBB_BUILTIN_MAXDEGREE:
        return nbb_bits_constant(lowering->program->neighbours.count);
    case NBB_BUILTIN_STEP:
        return lower_step(lower);
    case NBB_BUILTIN_FIRST:
        return expression->whose == NBB_THERE ? nbb_lower_refuse(lower, expression, "which neighbour is the first")
                                              : nbb_bits_word(lower->cell->first);
    case NBB_BUILTIN_X:
    case NBB_BUILTIN_Y:
    case NBB_BUILTIN_Z:
        return nbb_lower_refuse(lower, expression,
                                "cells of a word differ in coordinates; a field that init sets by them would do");
    default:
        return nbb_bits_constant((int32_t)(uint32_t)(uint64_t)lowering->builtins[expression->number]);
    }
}

/* Operators as operations: with operands swapped, the result inverted. */
typedef struct operator_row {
    nbb_bits_operation operation;
    bool swapped, inverted;
} operator_row;

static const operator_row operators[NBB_OP_COUNT] = {
    [NBB_OP_NEG] = { NBB_BITS_NEGATE, false, false },
    [NBB_OP_NOT] = { NBB_BITS_NOT, false, false },
    [NBB_OP_COMPLEMENT] = { NBB_BITS_COMPLEMENT, false, false },
    [NBB_OP_ADD] = { NBB_BITS_ADD, false, false },
    [NBB_OP_SUB] = { NBB_BITS_SUBTRACT, false, false },
    [NBB_OP_MUL] = { NBB_BITS_MULTIPLY, false, false },
    [NBB_OP_DIV] = { NBB_BITS_DIVIDE, false, false },
    [NBB_OP_MOD] = { NBB_BITS_REMAINDER, false, false },
    [NBB_OP_LESS] = { NBB_BITS_LESS, false, false },
    [NBB_OP_LESS_EQUAL] = { NBB_BITS_LESS, true, true },
    [NBB_OP_GREATER] = { NBB_BITS_LESS, true, false },
    [NBB_OP_GREATER_EQUAL] = { NBB_BITS_LESS, false, true },
    [NBB_OP_EQUAL] = { NBB_BITS_EQUAL, false, false },
    [NBB_OP_NOT_EQUAL] = { NBB_BITS_EQUAL, false, true },
    [NBB_OP_AND] = { NBB_BITS_AND, false, false },
    [NBB_OP_OR] = { NBB_BITS_OR, false, false },
    [NBB_OP_BIT_AND] = { NBB_BITS_AND, false, false },
    [NBB_OP_BIT_OR] = { NBB_BITS_OR, false, false },
    [NBB_OP_BIT_XOR] = { NBB_BITS_XOR, false, false },
    [NBB_OP_SHIFT_LEFT] = { NBB_BITS_LEFT, false, false },
    [NBB_OP_SHIFT_RIGHT] = { NBB_BITS_RIGHT, false, false },
};

/* An operation on integers whose words have been lowered. */
static nbb_bits operate(nbb_lower *lower, operator_row row, const nbb_bits *a, const nbb_bits *b)
{
    const nbb_bits none = nbb_bits_constant(0);
    nbb_bits made = nbb_bits_operate(lower->code, row.operation, row.swapped ? b : a, row.swapped ? a : b);
    return row.inverted ? nbb_bits_operate(lower->code, NBB_BITS_NOT, &made, &none) : made;
}

static operator_row row_of(const nbb_expression *expression)
{
    if (expression->kind == NBB_EXPRESSION_OPERATOR) {
        return operators[expression->number];
    }
    nbb_bits_operation operation = expression->number == NBB_FUNCTION_ABS   ? NBB_BITS_ABS
                                   : expression->number == NBB_FUNCTION_MIN ? NBB_BITS_MIN
                                                                            : NBB_BITS_MAX_OF;
    return (operator_row){ operation, false, false };
}

static nbb_bits lower_parts(nbb_lower *lower, const nbb_expression *expression, int there)
{
    nbb_bits a = nbb_lower_expression(lower, expression->from[0], there);
    nbb_bits b = expression->from_count > 1 ? nbb_lower_expression(lower, expression->from[1], there)
                                            : nbb_bits_constant(0);
    return operate(lower, row_of(expression), &a, &b);
}

static nbb_bits lower_select(nbb_lower *lower, const nbb_expression *expression, int there)
{
    nbb_bits condition = nbb_lower_expression(lower, expression->from[0], there);
    nbb_bits then = nbb_lower_expression(lower, expression->from[1], there);
    nbb_bits otherwise = nbb_lower_expression(lower, expression->from[2], there);
    return nbb_bits_select(lower->code, &condition, &then, &otherwise);
}

/* An integer or BOOL to one of them: a BOOL of an integer is whether it is not 0. */
static nbb_bits convert(nbb_lower *lower, const nbb_expression *expression, int there)
{
    const nbb_bits none = nbb_bits_constant(0);
    nbb_bits from = nbb_lower_expression(lower, expression->from[0], there);
    bool to_bool = expression->type == NBB_TYPE_BOOL && expression->from[0]->type != NBB_TYPE_BOOL;
    return to_bool ? operate(lower, operators[NBB_OP_NOT_EQUAL], &from, &none) : from;
}

static bool is_real(const nbb_expression *expression)
{
    return expression->type == NBB_TYPE_F32 || expression->type == NBB_TYPE_F64;
}

/* Whether the processor decides the expression: its parts are reals, or parameters and constants alone. */
static bool is_of_processor(const nbb_lower *lower, const nbb_expression *expression)
{
    nbb_cases cases;
    bool has_parts = expression->kind == NBB_EXPRESSION_CONVERT || expression->kind == NBB_EXPRESSION_OPERATOR
                     || expression->kind == NBB_EXPRESSION_CALL || expression->kind == NBB_EXPRESSION_SELECT;
    if (!has_parts || is_real(expression->from[0])) {
        return has_parts;
    }
    return nbb_has_parameter(expression) && nbb_cases_find(lower->lowering->program, expression, &cases)
           && cases.input_count == 0;
}

static nbb_bits lower_local(nbb_lower *lower, int number)
{
    const nbb_program *program = lower->lowering->program;
    int own = program->update.local_count;
    return number < own ? lower->values[program->field_count + number] : nbb_lower_captured(lower, number - own);
}

nbb_bits nbb_lower_expression(nbb_lower *lower, const nbb_expression *expression, int there)
{
    if (is_real(expression)) {
        return nbb_lower_refuse(lower, expression, NBB_REFUSED_REAL);
    }
    if (is_of_processor(lower, expression)) {
        return nbb_lower_cases(lower, expression, there);
    }
    switch (expression->kind) {
    case NBB_EXPRESSION_INTEGER:
        return nbb_bits_constant(expression->integer);
    case NBB_EXPRESSION_FIELD:
        return expression->whose == NBB_THERE ? nbb_lower_field(lower, expression->number, there)
                                              : lower->values[expression->number];
    case NBB_EXPRESSION_OFFSET:
        return nbb_lower_field(lower, expression->number, expression->neighbour);
    case NBB_EXPRESSION_EXISTS:
        return nbb_bits_word(lower->cell->neighbours[expression->neighbour].exists);
    case NBB_EXPRESSION_LOCAL:
        return lower_local(lower, expression->number);
    case NBB_EXPRESSION_BUILTIN:
        return lower_builtin(lower, expression, there);
    case NBB_EXPRESSION_CONVERT:
        return convert(lower, expression, there);
    case NBB_EXPRESSION_OPERATOR:
    case NBB_EXPRESSION_CALL:
        return lower_parts(lower, expression, there);
    case NBB_EXPRESSION_SELECT:
        return lower_select(lower, expression, there);
    case NBB_EXPRESSION_CHANCE:
        return nbb_lower_chance(lower, expression);
    case NBB_EXPRESSION_UNIFORM:
        return nbb_lower_uniform(lower, expression);
    case NBB_EXPRESSION_REDUCE:
        return nbb_lower_reduction(lower, expression);
    default:
        return nbb_lower_refuse(lower, expression, "nothing is known of it in lanes");
    }
}

/* lanes_expressions.c - integer expressions as vectors of bits. */
#include "gen/lanes/lanes_rows.h"

/* The words of a scalar, or for 0 of the step, that its range needs. */
static nbb_bits lower_scalar(nbb_lower *lower, int scalar, nbb_range range)
{
    nbb_value words[NBB_BITS_MAX];
    int first = NBB_STEP_WORDS + NBB_BITS_MAX * (NBB_STEPS_MOST * scalar + lower->cell->step);
    NBB_FILL(i, nbb_bits_needed(range.low, range.high), words[i],
             nbb_code_word(lower->code, NBB_ARGUMENT, first + i));
    return nbb_bits_vector(words, range.low, range.high);
}

/* What cells do not differ by. */
static const uint64_t alike = NBB_ASKS(PARAMETER) | NBB_ASKS(TABLE) | NBB_ASKS_HERE(STEP) | NBB_ASKS_HERE(MAXDEGREE)
                              | NBB_ASKS_HERE(N) | NBB_ASKS_HERE(CELLS) | NBB_ASKS_HERE(X0) | NBB_ASKS_HERE(Y0)
                              | NBB_ASKS_HERE(Z0);

/* What is of one neighbour, which counts that run along rows do not tell. */
static const uint64_t of_neighbour = NBB_ASKS(OFFSET) | NBB_ASKS(EXISTS) | NBB_ASKS(BOND) | NBB_ASKS(WEIGHT)
                                     | NBB_ASKS_THERE(DEGREE) | NBB_ASKS_OF(FIRST);

/* The number of a scalar, from 1; the lowering has it from now on. */
static int scalar_of(nbb_lower *lower, const nbb_expression *expression)
{
    nbb_lowering *lowering = lower->lowering;
    int found = NBB_FIND(i, lowering->scalar_count, nbb_same_expressions(lowering->scalars[i], expression));
    if (found == lowering->scalar_count) {
        lower->status = NBB_ARENA_APPEND(lowering->arena, lowering->scalars, lowering->scalar_count, expression);
    }
    return found + 1;
}

/* The neighbours of a cell, or of its neighbour `there`, that exist. */
static nbb_bits lower_degree(nbb_lower *lower, int there)
{
    NBB_LOCAL_ARENA local = { 0 };
    nbb_bits *exist;
    int count = nbb_program_near(lower->lowering->program);
    NBB_RETURN_IF(NBB_LOWER_TRY(lower, NBB_ARRAYS(&local, NBB_ARRAY(exist, count))) != NBB_OK, nbb_bits_constant(0));
    NBB_FILL(
        i, count, exist[i],
        nbb_bits_word(there < 0 ? lower->cell->neighbours[i].exists : lower->cell->neighbours[there].neighbours[i]));
    return nbb_bits_sum(lower->code, exist, count);
}

static nbb_bits lower_local(const nbb_lower *lower, int number)
{
    const nbb_program *program = lower->lowering->program;
    int name = number - program->update.local_count; /* past the program's own: captured */
    int i = NBB_FIND(at, lower->captured_count, lower->captured[at].name == name);
    return name < 0                    ? lower->values[program->field_count + number].bits
           : i < lower->captured_count ? lower->captured[i].value
                                       : nbb_bits_constant(0);
}

/* --- parities of coordinates --- */

bool nbb_is_parity(const nbb_expression *e)
{
    static const uint64_t coordinates = NBB_ASKS_OF(X) | NBB_ASKS_OF(Y) | NBB_ASKS_OF(Z);
    int operation = nbb_operation_of(e);
    bool is = operation == NBB_OP_MOD || operation == NBB_OP_BIT_AND;
    return is && e->from[1]->kind == NBB_EXPRESSION_INTEGER
           && e->from[1]->integer == (operation == NBB_OP_MOD ? 2 : 1) && (nbb_asks(e->from[0]) & coordinates) != 0;
}

/* Bit 0 of an integer. That of a coordinate is the one of the first cell of its tile, or of its word, moved. */
static nbb_value lower_lowest(nbb_lower *lower, const nbb_expression *e, int there)
{
    static const nbb_table tables[NBB_OPERATION_COUNT] = {
        [NBB_OP_NEG] = NBB_TABLE_A,       [NBB_OP_COMPLEMENT] = NBB_TABLE_NOT, [NBB_OP_ADD] = NBB_TABLE_XOR,
        [NBB_OP_SUB] = NBB_TABLE_XOR,     [NBB_OP_BIT_XOR] = NBB_TABLE_XOR,    [NBB_OP_MUL] = NBB_TABLE_AND,
        [NBB_OP_BIT_AND] = NBB_TABLE_AND, [NBB_OP_BIT_OR] = NBB_TABLE_OR,      [NBB_OP_ABS] = NBB_TABLE_A,
    };
    nbb_code *code = lower->code;
    int operation = nbb_operation_of(e), axis = e->number - NBB_BUILTIN_X;
    if (e->kind == NBB_EXPRESSION_BUILTIN && axis >= 0 && axis < NBB_AXES_MAX) {
        const nbb_neighbours *list = &lower->lowering->program->neighbours;
        NBB_RETURN_IF(axis >= list->axes, NBB_ZERO); /* z in the plane */
        int64_t moved = (lower->cell->odd >> axis) + (e->whose == NBB_THERE ? list->offsets[there].at[axis] : 0);
        nbb_value odd = nbb_code_word(code, NBB_GIVEN, NBB_GIVEN_ODD + axis);
        return nbb_code_logic(code, NBB_TABLE_XOR, odd, moved & 1 ? NBB_ONES : NBB_ZERO, NBB_ZERO);
    }
    if (operation >= 0 && tables[operation] != 0) {
        nbb_value a = lower_lowest(lower, e->from[0], there);
        nbb_value b = e->from_count > 1 ? lower_lowest(lower, e->from[1], there) : NBB_ZERO;
        return nbb_code_logic(code, tables[operation], a, b, NBB_ZERO);
    }
    nbb_value words[NBB_BITS_MAX];
    nbb_bits value = nbb_lower_expression(lower, e, there);
    return nbb_bits_words(code, &value, words) > 0 ? words[0] : NBB_ZERO;
}

/* The most that a sum comes to beside the number of the step, which it may add once; past all ints where it may be
   below 0. Coordinates are below a side of the box. */
static int64_t most_beside_step(const nbb_lowering *lowering, const nbb_expression *e, int *steps)
{
    const int64_t none = INT64_C(1) << 40;
    bool is_builtin = e->kind == NBB_EXPRESSION_BUILTIN, is_step = is_builtin && e->number == NBB_BUILTIN_STEP;
    bool is_coordinate = is_builtin && e->number >= NBB_BUILTIN_X && e->number <= NBB_BUILTIN_Z;
    NBB_RETURN_IF(nbb_operation_of(e) == NBB_OP_ADD,
                  most_beside_step(lowering, e->from[0], steps) + most_beside_step(lowering, e->from[1], steps));
    *steps += is_step;
    return is_step && *steps == 1 ? 0 : is_step || e->low < 0 ? none : is_coordinate ? lowering->side - 1 : e->high;
}

/* Whether what nbb_is_parity says is odd, as 0 or 1; a remainder of what is below 0 would be -1. A sum with the
   number of the step wraps past so many steps, for which the code is not made then. */
static nbb_bits lower_parity(nbb_lower *lower, const nbb_expression *e, int there, bool has_sign)
{
    nbb_lowering *lowering = lower->lowering;
    const nbb_expression *of = e->from[0];
    int steps = 0;
    NBB_LOWER_REFUSE_IF(lowering->by_spans, lower, e, "it asks where cells are, while counts run along rows");
    if (has_sign && e->number == NBB_OP_MOD && of->low < 0) {
        int64_t most = most_beside_step(lowering, of, &steps);
        NBB_LOWER_REFUSE_IF(most > NBB_BESIDE_STEP_MAX, lower, e,
                            "the remainder may be -1; & 1 in place of % 2, or comparing it with 0, would do");
        lowering->beside_step = most > lowering->beside_step ? most : lowering->beside_step;
    }
    return nbb_bits_word(lower_lowest(lower, of, there));
}

static nbb_bits lower_builtin(nbb_lower *lower, const nbb_expression *expression, int there)
{
    nbb_lowering *lowering = lower->lowering;
    bool there_too = expression->whose == NBB_THERE;
    int builtin = expression->number;
    NBB_LOWER_REFUSE_IF(builtin == NBB_BUILTIN_FIRST && there_too, lower, expression, "which neighbour is the first");
    NBB_LOWER_REFUSE_IF(builtin >= NBB_BUILTIN_X && builtin <= NBB_BUILTIN_Z, lower, expression,
                        "cells of a word differ in coordinates; x % 2, or a field that init sets by them,"
                        " would do");
    bool far = builtin == NBB_BUILTIN_DEGREE && there_too && there >= 0;
    NBB_LOWER_REFUSE_IF(far && !lowering->asks_far_degree, lower, expression,
                        "the degree of a neighbour that may have more than 32");
    NBB_RETURN_IF(builtin == NBB_BUILTIN_DEGREE, lowering->by_spans ? nbb_spans_degree(lower, expression)
                                                                    : lower_degree(lower, there_too ? there : -1));
    NBB_RETURN_IF(builtin == NBB_BUILTIN_FIRST, nbb_bits_word(lower->cell->first));
    NBB_RETURN_IF(builtin == NBB_BUILTIN_MAXDEGREE, nbb_bits_constant(nbb_program_near(lowering->program)));
    NBB_RETURN_IF(builtin == NBB_BUILTIN_STEP, lower_scalar(lower, 0, (nbb_range){ 0, INT32_MAX }));
    return nbb_bits_constant((int32_t)(uint32_t)(uint64_t)lowering->builtins[builtin]);
}

static nbb_bits lower_parts(nbb_lower *lower, const nbb_expression *expression, int there)
{
    const nbb_expression *left = expression->from[0], *right = expression->from[1];
    int operation = expression->number;
    bool compares = (operation == NBB_OP_EQUAL || operation == NBB_OP_NOT_EQUAL) && nbb_is_parity(left);
    NBB_RETURN_IF(nbb_is_parity(expression), lower_parity(lower, expression, there, true));
    if (compares && right->kind == NBB_EXPRESSION_INTEGER && right->integer == 0) {
        nbb_bits odd = lower_parity(lower, left, there, false);
        return operation == NBB_OP_NOT_EQUAL ? odd : nbb_bits_operate(lower->code, NBB_OP_NOT, &odd, NULL);
    }
    /* A sum of a count and the cell's own word. */
    const nbb_lowering *lowering = lower->lowering;
    if ((lowering->by_spans || lowering->by_rows) && operation == NBB_OP_ADD && there < 0
        && left->kind == NBB_EXPRESSION_REDUCE
        && (left->number == NBB_REDUCTION_SUM || left->number == NBB_REDUCTION_COUNT)) {
        nbb_bits sum, own = nbb_lower_expression(lower, right, there);
        NBB_RETURN_IF((lowering->by_spans ? nbb_spans_with_own : nbb_lower_with_own)(lower, left, &own, &sum), sum);
    }
    nbb_bits a = nbb_lower_expression(lower, expression->from[0], there);
    nbb_bits b = expression->from_count > 1 ? nbb_lower_expression(lower, expression->from[1], there)
                                            : nbb_bits_constant(0);
    if (expression->number == NBB_OP_SIGN) {
        nbb_bits above = nbb_bits_operate(lower->code, NBB_OP_GREATER, &a, NULL);
        nbb_bits below = nbb_bits_operate(lower->code, NBB_OP_LESS, &a, NULL);
        return nbb_bits_operate(lower->code, NBB_OP_SUB, &above, &below);
    }
    return nbb_bits_operate(lower->code, expression->number, &a, &b);
}

/* A selection; or an integer or BOOL as one of them: a BOOL of an integer is whether it is not 0. */
static nbb_bits lower_select(nbb_lower *lower, const nbb_expression *expression, int there)
{
    nbb_bits from[3] = { nbb_bits_constant(0), nbb_bits_constant(0), nbb_bits_constant(0) };
    bool to_bool = expression->type == NBB_TYPE_BOOL && expression->from[0]->type != NBB_TYPE_BOOL;
    NBB_RETURN_IF(to_bool && nbb_is_parity(expression->from[0]),
                  lower_parity(lower, expression->from[0], there, false));
    NBB_FILL(i, expression->from_count, from[i], nbb_lower_expression(lower, expression->from[i], there));
    return expression->kind == NBB_EXPRESSION_SELECT ? nbb_bits_select(lower->code, &from[0], &from[1], &from[2])
           : to_bool ? nbb_bits_operate(lower->code, NBB_OP_NOT_EQUAL, &from[0], &from[1])
                     : from[0];
}

/* Whether the processor decides the expression: its parts are reals, or parameters and constants alone, or it is of a
   table. */
static bool is_of_processor(const nbb_expression *expression)
{
    nbb_cases cases;
    bool has_parts = nbb_has_parts(expression);
    NBB_RETURN_IF(!has_parts || nbb_is_real(expression->from[0]->type) || expression->kind == NBB_EXPRESSION_TABLE,
                  has_parts);
    return nbb_has_parameter(expression) && nbb_cases_find(expression, false, &cases) && cases.input_count == 0;
}

nbb_bits nbb_lower_expression(nbb_lower *lower, const nbb_expression *expression, int there)
{
    const nbb_program *program = lower->lowering->program;
    NBB_RETURN_IF(!nbb_lower_spend(lower, expression, 1), nbb_bits_constant(0));
    NBB_LOWER_REFUSE_IF(lower->lowering->by_spans && (nbb_asks_itself(expression) & of_neighbour) != 0, lower,
                        expression, "over large lists, counts of bits alone");
    NBB_LOWER_REFUSE_IF(nbb_is_real(expression->type), lower, expression, NBB_REFUSED_REAL);
    uint64_t asks = nbb_has_parts(expression) ? nbb_asks(expression) : 0;
    NBB_RETURN_IF((asks & NBB_ASKS_HERE(STEP)) != 0 && (asks & ~alike) == 0,
                  lower_scalar(lower, scalar_of(lower, expression), nbb_lower_bounded(lower->lowering, expression)));
    NBB_RETURN_IF(is_of_processor(expression), nbb_lower_cases(lower, expression, there));
    switch (expression->kind) {
    case NBB_EXPRESSION_INTEGER:
        return nbb_bits_constant(expression->integer);
    case NBB_EXPRESSION_FIELD:
        return expression->whose == NBB_THERE ? nbb_lower_field(lower, expression->number, there)
                                              : lower->values[expression->number].bits;
    case NBB_EXPRESSION_BOND: {
        const nbb_expression field = nbb_bond_between(program, expression, there);
        return nbb_lower_expression(lower, &field, there);
    }
    case NBB_EXPRESSION_OFFSET:
        return nbb_lower_field(lower, expression->number, expression->neighbour);
    case NBB_EXPRESSION_EXISTS:
        return nbb_bits_word(lower->cell->neighbours[expression->neighbour].exists);
    case NBB_EXPRESSION_LOCAL:
        return lower_local(lower, expression->number);
    case NBB_EXPRESSION_BUILTIN:
        return lower_builtin(lower, expression, there);
    case NBB_EXPRESSION_OPERATOR:
        return lower_parts(lower, expression, there);
    case NBB_EXPRESSION_CONVERT:
    case NBB_EXPRESSION_SELECT:
        return lower_select(lower, expression, there);
    case NBB_EXPRESSION_CHANCE:
        return nbb_lower_chance(lower, expression);
    case NBB_EXPRESSION_UNIFORM:
        return nbb_lower_uniform(lower, expression);
    case NBB_EXPRESSION_REDUCE:
        return nbb_lower_reduction(lower, expression, NULL);
    case NBB_EXPRESSION_WEIGHT:
        NBB_LOWER_REFUSE_IF(nbb_has_parameter(expression), lower, expression, "a weight that parameters change");
        return nbb_bits_constant(nbb_weight_value(program, expression, there).integer);
    default:
        return nbb_lower_refuse(lower, expression, "nothing is known of it in lanes");
    }
}

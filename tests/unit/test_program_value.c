/* test_program_value.c - expressions and statements evaluated on the processor, each node by itself. */
#include "gen/program/program_value.h"
#include "trees.h"
#include "unit.h"

/* A cell with four neighbours; the third does not exist. Field 0 is an int, field 1 a real. */
static const int64_t beside[4] = { 5, -7, 100, 3 };
static const double beside_real[4] = { 0.5, -0.0, 9, 0.25 };

typedef struct test_cell {
    nbb_value_of fields[2];
} test_cell;

static nbb_value_of asked(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of argument,
                          int there)
{
    const test_cell *cell = evaluation->context;
    if (expression->kind == NBB_EXPRESSION_CHANCE) {
        return (nbb_value_of){ .integer = argument.real > 0.5 };
    }
    if (expression->whose == NBB_HERE) {
        return cell->fields[expression->number];
    }
    return expression->number == 0 ? (nbb_value_of){ .integer = beside[there] }
                                   : (nbb_value_of){ .real = beside_real[there] };
}

static bool present(const nbb_evaluation *evaluation, int number)
{
    (void)evaluation;
    return number != 2;
}

static nbb_field fields[2] = { { .name = "a", .kind = NBB_FIELD_BITS, .bits = 3 },
                               { .name = "b", .kind = NBB_FIELD_F32, .bits = 32 } };
static nbb_parameter parameters[1] = { { .name = "p", .value = 0.1 } };
static nbb_program program = {
    .fields = fields, .field_count = 2, .parameters = parameters, .parameter_count = 1, .neighbours = { .count = 4 }
};

static nbb_value_of value(const nbb_expression *expression)
{
    test_cell cell = { { { .integer = 3 }, { .real = 0.75 } } };
    nbb_value_of locals[1] = { { .integer = 42 } };
    nbb_evaluation evaluation = { &program, &cell, locals, asked, present, NULL, NULL, 0, NULL };
    return nbb_value_evaluate(&evaluation, expression, -1);
}

static int64_t of_ints(nbb_operator operator, nbb_type type, nbb_type to, int64_t a, int64_t b)
{
    tree_clear();
    return value(tree_operator(operator, to, tree_integer(type, a), tree_integer(type, b))).integer;
}

static int64_t i32(nbb_operator operator, int64_t a, int64_t b)
{
    return of_ints(operator, NBB_TYPE_I32, NBB_TYPE_I32, a, b);
}

static int64_t i64(nbb_operator operator, int64_t a, int64_t b)
{
    return of_ints(operator, NBB_TYPE_I64, NBB_TYPE_I64, a, b);
}

TEST(test_integers)
{
    assert_int_equal(i32(NBB_OP_ADD, INT32_MAX, 1), INT32_MIN);
    assert_int_equal(i32(NBB_OP_SUB, INT32_MIN, 1), INT32_MAX);
    assert_int_equal(i32(NBB_OP_MUL, 65536, 65537), 65536);
    assert_int_equal(i32(NBB_OP_DIV, -7, 2), -3);
    assert_int_equal(i32(NBB_OP_DIV, 7, 0), 0);
    assert_int_equal(i32(NBB_OP_DIV, 7, -1), -7);
    assert_int_equal(i32(NBB_OP_DIV, INT32_MIN, -1), INT32_MIN);
    assert_int_equal(i64(NBB_OP_DIV, INT64_MIN, -1), INT64_MIN);
    assert_int_equal(i32(NBB_OP_MOD, -7, 3), -1);
    assert_int_equal(i32(NBB_OP_MOD, 7, 0), 0);
    assert_int_equal(i64(NBB_OP_MOD, INT64_MIN, -1), 0);
    assert_int_equal(i32(NBB_OP_SHIFT_LEFT, 1, 31), INT32_MIN);
    assert_int_equal(i32(NBB_OP_SHIFT_LEFT, 1, 33), 2);
    assert_int_equal(i64(NBB_OP_SHIFT_LEFT, 1, 33), INT64_C(1) << 33);
    assert_int_equal(i32(NBB_OP_SHIFT_RIGHT, -8, 1), -4);
    assert_int_equal(i32(NBB_OP_SHIFT_RIGHT, -8, 33), -4);
    assert_int_equal(i32(NBB_OP_BIT_XOR, 12, 10), 6);
    assert_int_equal(i32(NBB_OP_BIT_AND, 12, 10), 8);
    assert_int_equal(i32(NBB_OP_BIT_OR, 12, 10), 14);
    assert_int_equal(of_ints(NBB_OP_LESS, NBB_TYPE_I32, NBB_TYPE_BOOL, -1, 0), 1);
    assert_int_equal(of_ints(NBB_OP_NOT_EQUAL, NBB_TYPE_I32, NBB_TYPE_BOOL, 4, 4), 0);
    assert_int_equal(of_ints(NBB_OP_OR, NBB_TYPE_BOOL, NBB_TYPE_BOOL, 0, 1), 1);
    tree_clear();
    assert_int_equal(
        value(tree_operator(NBB_OP_COMPLEMENT, NBB_TYPE_I32, tree_integer(NBB_TYPE_I32, 0), NULL)).integer, -1);
    assert_int_equal(
        value(tree_operator(NBB_OP_NEG, NBB_TYPE_I32, tree_integer(NBB_TYPE_I32, INT32_MIN), NULL)).integer,
        INT32_MIN);
    assert_int_equal(value(tree_call(NBB_OP_ABS, NBB_TYPE_I32, tree_integer(NBB_TYPE_I32, -5), NULL)).integer, 5);
    assert_int_equal(
        value(tree_call(NBB_OP_MAX, NBB_TYPE_I32, tree_integer(NBB_TYPE_I32, -5), tree_integer(NBB_TYPE_I32, 2)))
            .integer,
        2);
}

static double of_reals(nbb_operator operator, nbb_type type, double a, double b)
{
    tree_clear();
    return value(tree_operator(operator, type, tree_real(type, a), tree_real(type, b))).real;
}

TEST(test_reals)
{
    assert_true(of_reals(NBB_OP_ADD, NBB_TYPE_F32, 16777216, 1) == 16777216);
    assert_true(of_reals(NBB_OP_ADD, NBB_TYPE_F64, 16777216, 1) == 16777217);
    assert_true(of_reals(NBB_OP_DIV, NBB_TYPE_F32, 1, 3) == (double)(1.0f / 3.0f));
    assert_true(of_reals(NBB_OP_MUL, NBB_TYPE_F32, 0.1, 0.1) == (double)(0.1f * 0.1f));
    tree_clear();
    nbb_expression *root = tree_call(NBB_OP_SQRT, NBB_TYPE_F32, tree_real(NBB_TYPE_F32, 2), NULL);
    assert_true(value(root).real == (double)sqrtf(2));
    nbb_expression *nan = tree_real(NBB_TYPE_F64, NAN), *one = tree_real(NBB_TYPE_F64, 1);
    assert_true(value(tree_call(NBB_OP_MIN, NBB_TYPE_F64, one, nan)).real == 1);
    assert_true(isnan(value(tree_call(NBB_OP_MIN, NBB_TYPE_F64, nan, one)).real));
    assert_int_equal(value(tree_operator(NBB_OP_EQUAL, NBB_TYPE_BOOL, nan, nan)).integer, 0);
    assert_int_equal(value(tree_operator(NBB_OP_NOT_EQUAL, NBB_TYPE_BOOL, nan, nan)).integer, 1);
    assert_true(value(tree_node(NBB_EXPRESSION_PARAMETER, NBB_TYPE_F32, 0)).real == (double)0.1f);
    assert_true(value(tree_node(NBB_EXPRESSION_PARAMETER, NBB_TYPE_F64, 0)).real == 0.1);
}

static int64_t truncated(nbb_type type, double real)
{
    tree_clear();
    return value(tree_convert(type, tree_real(NBB_TYPE_F64, real))).integer;
}

TEST(test_conversions)
{
    assert_int_equal(truncated(NBB_TYPE_I32, -2.9), -2);
    assert_int_equal(truncated(NBB_TYPE_I32, 3e9), INT32_MAX);
    assert_int_equal(truncated(NBB_TYPE_I32, 0x1p31), INT32_MAX);
    assert_int_equal(truncated(NBB_TYPE_I32, -3e9), INT32_MIN);
    assert_int_equal(truncated(NBB_TYPE_I64, 3e9), 3000000000);
    assert_int_equal(truncated(NBB_TYPE_I64, 1e19), INT64_MAX);
    assert_int_equal(truncated(NBB_TYPE_I32, NAN), 0);
    assert_int_equal(truncated(NBB_TYPE_BOOL, 0.5), 1);
    assert_int_equal(truncated(NBB_TYPE_BOOL, -0.0), 0);
    tree_clear();
    assert_true(value(tree_convert(NBB_TYPE_F32, tree_integer(NBB_TYPE_I32, 16777217))).real == 16777216);
    assert_int_equal(value(tree_convert(NBB_TYPE_I32, tree_integer(NBB_TYPE_I64, 0x180000000))).integer, INT32_MIN);
    assert_int_equal(value(tree_convert(NBB_TYPE_BOOL, tree_integer(NBB_TYPE_I32, -3))).integer, 1);
}

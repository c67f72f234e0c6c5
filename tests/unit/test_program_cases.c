/* test_program_cases.c - what a chance takes from a cell, and the threshold of each case. */
#include "gen/program/program_value.h"
#include "trees.h"

#include "unit.h"

static nbb_parameter parameters[2] = { { .name = "J", .value = 1 }, { .name = "T", .value = 1.5 } };
static const nbb_program program = { .parameters = parameters, .parameter_count = 2, .neighbours = { .count = 4 } };

static nbb_expression *parameter(int number)
{
    return tree_node(NBB_EXPRESSION_PARAMETER, NBB_TYPE_F64, number);
}

static nbb_expression *binary(nbb_operator operator, nbb_expression * a, nbb_expression *b)
{
    return tree_operator(operator, a->type, a, b);
}

static nbb_expression *chance_of(nbb_expression *p)
{
    return tree_from(tree_node(NBB_EXPRESSION_CHANCE, NBB_TYPE_BOOL, 0), p, NULL, NULL);
}

static nbb_expression *local(int number, int64_t low, int64_t high)
{
    return tree_ranged(tree_node(NBB_EXPRESSION_LOCAL, NBB_TYPE_I32, number), low, high);
}

static uint64_t metropolis(int64_t field)
{
    double p = exp(-2 * parameters[0].value * (double)field / parameters[1].value);
    return p >= 1 ? UINT64_C(1) << 32 : (uint64_t)floor(p * 0x1p32);
}

/* chance(exp(-2 * J * field / T)) */
TEST(test_one_input)
{
    tree_clear();
    nbb_expression *field = local(3, -4, 4);
    nbb_expression *energy = binary(NBB_OP_MUL, binary(NBB_OP_MUL, tree_real(NBB_TYPE_F64, -2), parameter(0)),
                                    tree_convert(NBB_TYPE_F64, field));
    nbb_expression *chance = chance_of(
        tree_call(NBB_OP_EXP, NBB_TYPE_F64, binary(NBB_OP_DIV, energy, parameter(1)), NULL));
    nbb_cases cases;
    assert_true(nbb_cases_find(chance, false, &cases));
    assert_int_equal(cases.input_count, 1);
    assert_ptr_equal(cases.inputs[0], field);
    assert_int_equal(cases.count, 9);
    uint64_t thresholds[9];
    nbb_cases_thresholds(&program, &cases, thresholds);
    for (int i = 0; i < 9; ++i) {
        assert_int_equal(thresholds[i], metropolis(i - 4));
    }
}

/* chance(flag ? field * T : field / T): a BOOL and an int, which occurs twice. */
TEST(test_two_inputs)
{
    tree_clear();
    nbb_expression *flag = tree_ranged(tree_node(NBB_EXPRESSION_LOCAL, NBB_TYPE_BOOL, 0), 0, 1);
    nbb_expression *more = binary(NBB_OP_MUL, tree_convert(NBB_TYPE_F64, local(1, 0, 2)), parameter(1));
    nbb_expression *less = binary(NBB_OP_DIV, tree_convert(NBB_TYPE_F64, local(1, 0, 2)), parameter(1));
    nbb_expression *chance = chance_of(
        tree_from(tree_node(NBB_EXPRESSION_SELECT, NBB_TYPE_F64, 0), flag, more, less));
    nbb_cases cases;
    assert_true(nbb_cases_find(chance, false, &cases));
    assert_int_equal(cases.input_count, 2);
    assert_int_equal(cases.count, 6);
    assert_int_equal(cases.strides[0], 1);
    assert_int_equal(cases.strides[1], 2);
    uint64_t thresholds[6];
    nbb_cases_thresholds(&program, &cases, thresholds);
    assert_int_equal(thresholds[0], 0);
    assert_int_equal(thresholds[2], (uint64_t)(1 / 1.5 * 0x1p32));
    assert_int_equal(thresholds[3], UINT64_C(1) << 32);
}

/* An int of too many values is taken apart: field + 1000000 * flag is two inputs. */
TEST(test_parts)
{
    tree_clear();
    nbb_expression *flag = tree_ranged(tree_node(NBB_EXPRESSION_LOCAL, NBB_TYPE_BOOL, 0), 0, 1);
    nbb_expression *far = tree_ranged(
        binary(NBB_OP_MUL, tree_ranged(tree_convert(NBB_TYPE_I32, flag), 0, 1), tree_integer(NBB_TYPE_I32, 1000000)),
        0, 1000000);
    nbb_expression *sum = tree_ranged(binary(NBB_OP_ADD, local(1, 0, 3), far), 0, 1000003);
    nbb_cases cases;
    assert_true(nbb_cases_find(chance_of(tree_convert(NBB_TYPE_F64, sum)), false, &cases));
    assert_int_equal(cases.count, 8);
    uint64_t thresholds[8];
    nbb_cases_thresholds(&program, &cases, thresholds);
    assert_int_equal(thresholds[0], 0);
    assert_int_equal(thresholds[4], UINT64_C(1) << 32);
}

/* Values at two offsets are two inputs, and so are those of two numbers. */
TEST(test_same)
{
    tree_clear();
    nbb_expression *left = tree_node(NBB_EXPRESSION_OFFSET, NBB_TYPE_I32, 0);
    nbb_expression *right = tree_node(NBB_EXPRESSION_OFFSET, NBB_TYPE_I32, 0);
    assert_true(nbb_same_expressions(left, right));
    right->offset.at[1] = 1;
    assert_false(nbb_same_expressions(left, right));
    assert_false(nbb_same_expressions(tree_integer(NBB_TYPE_I32, 1), tree_integer(NBB_TYPE_I32, 2)));
}

TEST(test_undecided)
{
    tree_clear();
    nbb_cases cases;
    assert_true(nbb_cases_find(chance_of(parameter(1)), false, &cases));
    assert_int_equal(cases.count, 1);
    assert_int_equal(cases.input_count, 0);
    nbb_expression *real = tree_field(NBB_TYPE_F64, 0, NBB_HERE);
    assert_false(nbb_cases_find(chance_of(real), false, &cases));
    nbb_expression *wide = tree_ranged(tree_field(NBB_TYPE_I32, 0, NBB_HERE), 0, NBB_CASES_MAX);
    assert_false(nbb_cases_find(chance_of(tree_convert(NBB_TYPE_F64, wide)), false, &cases));
    wide->high = NBB_CASES_MAX - 1;
    assert_true(nbb_cases_find(chance_of(tree_convert(NBB_TYPE_F64, wide)), false, &cases));
    assert_int_equal(cases.count, NBB_CASES_MAX);
    nbb_expression *both = binary(NBB_OP_MUL, tree_convert(NBB_TYPE_F64, wide),
                                  tree_convert(NBB_TYPE_F64, local(0, 0, 1)));
    assert_false(nbb_cases_find(chance_of(both), false, &cases));
}

/* field / T < 1: a comparison of reals is true in some of the cases of its int. */
TEST(test_comparison)
{
    tree_clear();
    nbb_expression *share = binary(NBB_OP_DIV, tree_convert(NBB_TYPE_F64, local(0, 0, 3)), parameter(1));
    nbb_expression *less = tree_ranged(tree_operator(NBB_OP_LESS, NBB_TYPE_BOOL, share, tree_real(NBB_TYPE_F64, 1)),
                                       0, 1);
    nbb_cases cases;
    assert_true(nbb_cases_find(less, false, &cases));
    assert_int_equal(cases.count, 4);
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(nbb_cases_value(&program, &cases, i).integer, i < 2);
    }
}

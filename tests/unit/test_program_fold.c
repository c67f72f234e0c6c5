/* test_program_fold.c - folded chances have the thresholds of their cases, whatever the parameters are. */
#include "gen/program/program_value.h"
#include "trees.h"

#include "unit.h"

static nbb_parameter parameters[2] = { { .name = "J", .value = 1 }, { .name = "T", .value = 1.5 } };
static const nbb_program program = { .parameters = parameters, .parameter_count = 2, .neighbours = { .count = 4 } };

static nbb_expression *of_type(nbb_type type, int number)
{
    return tree_node(NBB_EXPRESSION_PARAMETER, type, number);
}

static nbb_expression *parameter(int number)
{
    return of_type(NBB_TYPE_F64, number);
}

static nbb_expression *binary(nbb_operator operator, nbb_expression * a, nbb_expression *b)
{
    return tree_operator(operator, a->type, a, b);
}

/* An input that tells cases, of -4 to 8. */
static nbb_expression *field_of(nbb_type type)
{
    return tree_convert(type, tree_ranged(tree_node(NBB_EXPRESSION_LOCAL, NBB_TYPE_I32, 3), -4, 8));
}

static nbb_expression *field(void)
{
    return field_of(NBB_TYPE_F64);
}

static nbb_expression *exp_of(nbb_expression *argument)
{
    return tree_call(NBB_OP_EXP, NBB_TYPE_F64, argument, NULL);
}

static nbb_cases cases_of(nbb_expression *p)
{
    nbb_cases cases;
    nbb_expression *chance = tree_from(tree_node(NBB_EXPRESSION_CHANCE, NBB_TYPE_BOOL, 0), p, NULL, NULL);
    assert_true(nbb_cases_find(chance, true, &cases));
    return cases;
}

/* Of each case the threshold is what its sign and its magnitude say; of 0 any magnitude. */
static void check_thresholds(const nbb_cases *cases)
{
    uint64_t thresholds[NBB_FOLD_MAX];
    nbb_cases_thresholds(&program, cases, thresholds);
    for (int number = 0; number < cases->count; ++number) {
        int input = (int)cases->inputs[0]->low + number;
        bool certain = nbb_fold_certain(&program, cases, NBB_FOLD_ZERO + (input > 0) - (input < 0));
        for (int magnitude = 1; magnitude <= 8; ++magnitude) {
            uint64_t least = nbb_fold_threshold(&program, cases, magnitude);
            if (input == 0 || magnitude == abs(input)) {
                assert_int_equal(certain ? UINT64_C(1) << 32 : least, thresholds[number]);
            }
        }
    }
}

static void check_parameters(const nbb_cases *cases)
{
    static const double values[] = {
        0, 5e-324, 1e-320, DBL_MIN, 1e-300, 1e-17, 0.3, 1, 3e7, 4e307, DBL_MAX, INFINITY
    };
    enum { COUNT = sizeof values / sizeof values[0] };
    assert_true(nbb_fold_is(cases));
    for (int i = 0; i < 4 * COUNT * COUNT; ++i) {
        int signs = i / COUNT / COUNT;
        parameters[0].value = signs & 1 ? -values[i % COUNT] : values[i % COUNT];
        parameters[1].value = signs & 2 ? -values[i / COUNT % COUNT] : values[i / COUNT % COUNT];
        check_thresholds(cases);
    }
    parameters[1].value = (double)NAN;
    check_thresholds(cases);
}

TEST(test_folded)
{
    tree_clear();
    nbb_expression *doubled = binary(NBB_OP_MUL, tree_real(NBB_TYPE_F64, -2), parameter(0));
    nbb_expression *forms[] = {
        field(),
        binary(NBB_OP_MUL, field(), parameter(0)),
        binary(NBB_OP_DIV, binary(NBB_OP_MUL, doubled, field()), parameter(1)),
        binary(NBB_OP_MUL, binary(NBB_OP_DIV, field(), parameter(1)), parameter(0)),
        binary(NBB_OP_DIV, binary(NBB_OP_DIV, field(), parameter(1)), parameter(0)),
        binary(NBB_OP_MUL, parameter(1), binary(NBB_OP_MUL, parameter(0), field())),
        tree_from(tree_node(NBB_EXPRESSION_OPERATOR, NBB_TYPE_F64, NBB_OP_NEG),
                  binary(NBB_OP_MUL, parameter(0), field()), NULL, NULL),
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; ++i) {
        nbb_cases cases = cases_of(exp_of(forms[i]));
        check_parameters(&cases);
    }
}

static nbb_expression *call(nbb_operator function, double number, nbb_expression *of)
{
    return tree_call(function, NBB_TYPE_F64, tree_real(NBB_TYPE_F64, number), of);
}

/* A chance that is certain where a condition holds. */
static nbb_expression *certain_if(nbb_operator operator, nbb_expression * of, nbb_expression *p)
{
    nbb_expression *zero = tree_real(NBB_TYPE_F64, 0);
    nbb_expression *condition = tree_ranged(tree_operator(operator, NBB_TYPE_BOOL, of, zero), 0, 1);
    return tree_from(tree_node(NBB_EXPRESSION_SELECT, NBB_TYPE_F64, 0), condition, tree_real(NBB_TYPE_F64, 1), p);
}

/* Certain by what is written around exp or in it, as physics is. */
TEST(test_spelled)
{
    tree_clear();
    nbb_expression *energy = binary(NBB_OP_MUL, parameter(0), field());
    nbb_expression *single = binary(NBB_OP_MUL, of_type(NBB_TYPE_F32, 0), field_of(NBB_TYPE_F32));
    nbb_expression *by_T = binary(NBB_OP_DIV, energy, parameter(1));
    nbb_expression *twice = binary(NBB_OP_DIV, binary(NBB_OP_MUL, energy, tree_real(NBB_TYPE_F64, 2)), parameter(1));
    nbb_expression *forms[] = {
        exp_of(twice),
        call(NBB_OP_MIN, 1, exp_of(by_T)),
        tree_call(NBB_OP_MIN, NBB_TYPE_F64, exp_of(by_T), tree_real(NBB_TYPE_F64, 1)),
        call(NBB_OP_MAX, 0, call(NBB_OP_MIN, 1, exp_of(by_T))),
        exp_of(call(NBB_OP_MIN, 0, by_T)),
        exp_of(binary(NBB_OP_DIV, call(NBB_OP_MAX, 0, energy), parameter(1))),
        certain_if(NBB_OP_LESS_EQUAL, energy, exp_of(by_T)),
        certain_if(NBB_OP_GREATER, field(), exp_of(by_T)),
        certain_if(NBB_OP_LESS, energy, call(NBB_OP_MIN, 1, exp_of(twice))),
        certain_if(NBB_OP_EQUAL, field(), exp_of(by_T)),
        tree_call(NBB_OP_EXP, NBB_TYPE_F32, binary(NBB_OP_DIV, single, of_type(NBB_TYPE_F32, 1)), NULL),
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; ++i) {
        nbb_cases cases = cases_of(forms[i]);
        check_parameters(&cases);
    }
}

/* Not odd, or more operations after the first: an infinite factor could meet what became 0 for small f alone. */
TEST(test_left)
{
    tree_clear();
    nbb_expression *product = binary(NBB_OP_MUL, binary(NBB_OP_MUL, parameter(0), field()), parameter(1));
    nbb_expression *forms[] = {
        binary(NBB_OP_ADD, field(), parameter(0)),
        binary(NBB_OP_DIV, parameter(0), field()),
        binary(NBB_OP_MUL, field(), field()),
        binary(NBB_OP_MUL, product, parameter(1)),
        tree_call(NBB_OP_ABS, NBB_TYPE_F64, field(), NULL),
        binary(NBB_OP_MUL, product, tree_real(NBB_TYPE_F64, 0.5)),
        call(NBB_OP_MAX, 1, field()),
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; ++i) {
        nbb_cases cases = cases_of(exp_of(forms[i]));
        assert_false(nbb_fold_is(&cases));
    }
}

/* test_program_fold.c - folded chances have the thresholds of their cases, whatever the parameters are. */
#include "gen/program/program_fold.h"
#include "trees.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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

/* An input that tells cases, of -4 to 8. */
static nbb_expression *field(void)
{
    return tree_convert(NBB_TYPE_F64, tree_ranged(tree_node(NBB_EXPRESSION_LOCAL, NBB_TYPE_I32, 3), -4, 8));
}

static nbb_cases cases_of(nbb_expression *argument)
{
    nbb_cases cases;
    nbb_expression *p = tree_call(NBB_FUNCTION_EXP, NBB_TYPE_F64, argument, NULL);
    nbb_expression *chance = tree_from(tree_node(NBB_EXPRESSION_CHANCE, NBB_TYPE_BOOL, 0), p, NULL, NULL);
    assert_true(nbb_cases_find(&program, chance, &cases));
    return cases;
}

/* Of each case the threshold is what its sign and its magnitude say; of 0 any magnitude. */
static void check_thresholds(const nbb_cases *cases)
{
    uint64_t thresholds[NBB_FOLD_MAX];
    nbb_cases_thresholds(&program, cases, thresholds);
    for (int number = 0; number < cases->count; ++number) {
        bool certain = nbb_fold_certain(&program, cases, nbb_fold_sign(cases, number));
        bool zero = nbb_fold_sign(cases, number) == NBB_FOLD_ZERO;
        for (int magnitude = 1; magnitude <= 8; ++magnitude) {
            uint64_t least = nbb_fold_threshold(&program, cases, magnitude);
            if (zero || magnitude == nbb_fold_magnitude(cases, number)) {
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

static void test_folded(void **state)
{
    (void)state;
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
        nbb_cases cases = cases_of(forms[i]);
        check_parameters(&cases);
    }
}

/* Not odd, or more operations after the first: an infinite factor could meet what became 0 for small f alone. */
static void test_left(void **state)
{
    (void)state;
    tree_clear();
    nbb_expression *product = binary(NBB_OP_MUL, binary(NBB_OP_MUL, parameter(0), field()), parameter(1));
    nbb_expression *forms[] = {
        binary(NBB_OP_ADD, field(), parameter(0)),
        binary(NBB_OP_DIV, parameter(0), field()),
        binary(NBB_OP_MUL, field(), field()),
        binary(NBB_OP_MUL, product, parameter(1)),
        tree_call(NBB_FUNCTION_ABS, NBB_TYPE_F64, field(), NULL),
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; ++i) {
        nbb_cases cases = cases_of(forms[i]);
        assert_false(nbb_fold_is(&cases));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_folded),
        cmocka_unit_test(test_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_average.c - observables from totals, what a file asks to be averaged, and the averages. */
#include "gen/base/text.h"
#include "runtime/run/average.h"
#include "runtime/run/observe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The program of observables e, m and mm whose `average` this is. */
static nbb_status open_program(const char *average, nbb_program *program)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_text_add(&text,
                 "return program { state = { s = 'u1' }, neighbours = 'moore', update = 's = 0;', "
                 "observe = { e = '1.0', m = 'sum(s)', mm = '2' }, average = { %s } }",
                 average);
    nbb_status status = nbb_program_read(nbb_text_string(&text), "p", program);
    nbb_text_free(&text);
    return status;
}

static void check_averages(const char *asked, const char *const *names, int name_count)
{
    nbb_program program;
    nbb_averages averages;
    assert_int_equal(open_program(asked, &program), NBB_OK);
    assert_int_equal(nbb_averages_open(&program, &averages), NBB_OK);
    assert_int_equal(averages.count, name_count);
    for (int i = 0; i < name_count; ++i) {
        assert_string_equal(averages.of[i].name, names[i]);
    }
    nbb_averages_free(&averages);
    nbb_program_free(&program);
}

static void of_what_is_asked(void **state)
{
    (void)state;
    static const char *const all[] = { "e", "m", "mm", "abs(mm)", "m^2", "m^9" };
    check_averages("", all, 3);
    check_averages("'abs(mm)', 'm^2', 'm', 'm^9', 'e^1'", all, 6);
}

/* What a file may ask for is read once, with the file. */
static void of_none(void **state)
{
    (void)state;
    static const char *const wrong[] = { "M", "abs(m", "abs(m)^2", "m^0", "m^10", "m^", "m^22", "", "abs()", "m)" };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        char text[16];
        nbb_program program;
        snprintf(text, sizeof text, "'%s'", wrong[i]);
        assert_int_equal(open_program(text, &program), NBB_ERROR_DEFINITION);
        assert_non_null(strstr(nbb_message(), "is no average: an observable m gives"));
        nbb_program_free(&program);
    }
    nbb_message_free();
}

static void of_steps(void **state)
{
    (void)state;
    nbb_program program;
    nbb_averages averages;
    assert_int_equal(open_program("'abs(m)', 'm^4'", &program), NBB_OK);
    assert_int_equal(nbb_averages_open(&program, &averages), NBB_OK);
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 4; ++i) {
            nbb_number row[3] = { nbb_number_of_real(0.5 * i), nbb_number_of_integer(i % 2 == 0 ? -2 : 2),
                                  nbb_number_of_integer(1) };
            nbb_averages_add(&averages, row);
        }
        static const double means[] = { 0.75, 0, 1, 2, 16 };
        for (int i = 0; i < 5; ++i) {
            nbb_blocked found = nbb_blocking_result(&averages.of[i].blocking);
            assert_true(found.samples == 4 && found.mean == means[i]);
        }
        nbb_averages_clear(&averages);
    }
    nbb_averages_free(&averages);
    nbb_program_free(&program);
}

/* 2 * sum + cells, step / 4.0 as written, and whether there are cells. */
static void of_totals(void **state)
{
    (void)state;
    nbb_expression total = { .kind = NBB_EXPRESSION_TOTAL, .type = NBB_TYPE_I64, .number = 1 };
    nbb_expression two = { .kind = NBB_EXPRESSION_INTEGER, .type = NBB_TYPE_I64, .integer = 2 };
    nbb_expression cells = { .kind = NBB_EXPRESSION_BUILTIN, .type = NBB_TYPE_I64, .number = NBB_BUILTIN_CELLS };
    nbb_expression product = { .kind = NBB_EXPRESSION_OPERATOR,
                               .type = NBB_TYPE_I64,
                               .number = NBB_OP_MUL,
                               .from = { &two, &total },
                               .from_count = 2 };
    nbb_expression sum = { .kind = NBB_EXPRESSION_OPERATOR,
                           .type = NBB_TYPE_I64,
                           .number = NBB_OP_ADD,
                           .from = { &product, &cells },
                           .from_count = 2 };
    nbb_expression step = { .kind = NBB_EXPRESSION_BUILTIN, .type = NBB_TYPE_I64, .number = NBB_BUILTIN_STEP };
    nbb_expression real = {
        .kind = NBB_EXPRESSION_CONVERT, .type = NBB_TYPE_F64, .from = { &step }, .from_count = 1
    };
    nbb_expression n = { .kind = NBB_EXPRESSION_BUILTIN, .type = NBB_TYPE_I64, .number = NBB_BUILTIN_N };
    nbb_observable asked[] = { { .name = "a", .value = &sum },
                               { .name = "b", .value = &real },
                               { .name = "c", .value = &n } };
    nbb_program program = { .observables = asked, .observable_count = 3 };
    nbb_simplex simplex = { .m = 2 };
    nbb_domain domain = { .simplex = &simplex, .size = 5 };
    nbb_value_of totals[] = { { .integer = 0 }, { .integer = INT64_C(1) << 40 } };
    nbb_number values[3];
    nbb_observe(&program, &domain, 7, totals, values);
    assert_false(values[0].is_real);
    assert_int_equal(values[0].of.integer, (INT64_C(1) << 41) + 15);
    assert_true(values[1].is_real && values[1].of.real == 7.0);
    assert_int_equal(values[2].of.integer, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_what_is_asked),
        cmocka_unit_test(of_none),
        cmocka_unit_test(of_steps),
        cmocka_unit_test(of_totals),
    };
    return cmocka_run_group_tests_name("average", tests, NULL, NULL);
}

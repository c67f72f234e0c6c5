/* test_report.c - a run's report as JSON: what it tells of launches, and of a program's observables. */
#include "tests/works.h"
#include "runtime/run/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "fractals.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What is told of how launches go: fields that are there for these alone. */
static void check_report(nbb_request planned, const char *crossed, int cluster, bool in_place)
{
    nbb_fractal fractal = load_fractal("sierpinski");
    nbb_plan plan;
    nbb_device device = { .is_cuda = true };
    nbb_run run = { .request = { .plan = &plan, .device = &device, .steps = 1 } };
    planned.fractal = &fractal;
    planned.r = 6;
    planned.workload = NBB_WORKLOAD_CA;
    planned.target = NBB_TARGET_CUDA;
    planned.program = life_of((nbb_rule){ 1 << 2, 1 << 2 });
    assert_int_equal(choose_plan(&planned, &plan), NBB_OK);
    json_t *object = nbb_report_describe(&(nbb_report){ .run = &run });
    json_t *told = json_object_get(object, "crossed");
    assert_int_equal(told == NULL, crossed == NULL);
    assert_true(told == NULL || strcmp(json_string_value(told), crossed) == 0);
    const json_t *choices = json_object_get(object, "choices");
    assert_int_equal(json_integer_value(json_object_get(choices, "steps-per-launch")), plan.steps_a_launch);
    assert_string_equal(json_string_value(json_object_get(choices, "resident")), nbb_plan_residence(&plan));
    assert_int_equal(json_is_true(json_object_get(object, "resident")), cluster >= 0);
    assert_int_equal(json_object_get(object, "cluster") != NULL, cluster >= 0);
    assert_int_equal(json_integer_value(json_object_get(object, "cluster")), cluster > 0 ? cluster : 0);
    assert_int_equal(json_is_true(json_object_get(object, "in_place")), in_place);
    json_decref(object);
    nbb_plan_free(&plan);
    nbb_fractal_free(&fractal);
}

static void test_reports(void **state)
{
    (void)state;
    check_report((nbb_request){ .crossed = NBB_CROSSING_REGISTERS }, "registers", -1, false);
    check_report((nbb_request){ .crossed = NBB_CROSSING_MEMORY }, "memory", -1, false);
    check_report((nbb_request){ .crossed = NBB_CROSSING_MEMORY, .buffers = 1 }, "memory", -1, true);
    check_report((nbb_request){ .resident = NBB_RESIDENT_GRID }, NULL, 0, false);
    check_report((nbb_request){ .resident = NBB_RESIDENT_CLUSTER, .cluster_blocks = 1 }, NULL, 1, false);
}

/* Integers stay exact, and what is no finite number is null. */
static void test_observables(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("sierpinski");
    nbb_request planned = { .fractal = &fractal, .r = 2, .workload = NBB_WORKLOAD_SW };
    nbb_plan plan;
    nbb_device device = { .name = "none" };
    nbb_run run = { .request = { .plan = &plan, .device = &device, .steps = 1 } };
    nbb_observable observables[] = { { .name = "large" }, { .name = "none" }, { .name = "third" } };
    nbb_program program = { .observables = observables, .observable_count = 3 };
    nbb_number values[] = { nbb_number_of_integer(INT64_MIN), nbb_number_of_real(NAN), nbb_number_of_real(1.0 / 3) };
    nbb_average average = { .name = "abs(third)" };
    for (int i = 0; i < 2; ++i) {
        nbb_blocking_add(&average.blocking, 1.5);
    }
    nbb_series series = { .request = { .program = &program }, .observables = values, .averages = { &average, 1 } };
    assert_int_equal(choose_plan(&planned, &plan), NBB_OK);
    json_t *object = nbb_report_describe(&(nbb_report){ .run = &run, .series = &series });
    json_t *seen = json_object_get(object, "observe");
    assert_true(json_integer_value(json_object_get(seen, "large")) == INT64_MIN);
    assert_true(json_is_null(json_object_get(seen, "none")));
    assert_true(json_real_value(json_object_get(seen, "third")) == 1.0 / 3);
    seen = json_object_get(json_object_get(object, "averages"), "abs(third)");
    assert_int_equal(json_integer_value(json_object_get(seen, "samples")), 2);
    assert_true(json_real_value(json_object_get(seen, "mean")) == 1.5);
    assert_true(json_real_value(json_object_get(seen, "error")) == 0);
    json_decref(object);
    nbb_plan_free(&plan);
    nbb_fractal_free(&fractal);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_reports), cmocka_unit_test(test_observables) };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}

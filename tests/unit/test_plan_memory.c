/* test_plan_memory.c - less free memory only takes choices away: a plan that fits what is free is the plan for that,
   though it was made for more (command_run.c makes it early, for all of a device's memory). */
#include "tests/works.h"
#include "gen/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plans.h"

enum { MAPS = NBB_MAP_LANES + 1 };                   /* of fractals, and auto */

/* The plan's choices as one text, which the caller frees; empty where there is none. */
static nbb_text choices_of(nbb_request request, uint64_t available, uint64_t *bytes)
{
    nbb_plan plan;
    nbb_text text = NBB_TEXT_EMPTY;
    request.available = available;
    *bytes = 0;
    if (choose_plan(&request, &plan) == NBB_OK) {
        nbb_text_add(&text, "%s", plan.name);
        nbb_plan_print_options(&plan, &text);
        *bytes = plan.memory_bytes;
        nbb_plan_free(&plan);
    }
    return text;
}

/* Every amount from all of the memory down to none, by halves and about what the plan needs. */
static int compare_plans(nbb_request request, uint64_t all)
{
    uint64_t needed = 0, other = 0;
    nbb_text expected = choices_of(request, all, &needed);
    int fitted = 0;
    if (needed == 0 || needed > all) {
        fail_msg("%s r = %d map %d: %s", request.fractal != NULL ? request.fractal->name : "simplex", request.r,
                 (int)request.map, nbb_message());
    }
    const uint64_t amounts[] = { all / 2,    all / 4, all / 16,  all / 256, needed + needed / 9,
                                 needed + 1, needed,  needed - 1 };
    for (size_t i = 0; i < sizeof amounts / sizeof amounts[0]; ++i) {
        nbb_text text = choices_of(request, amounts[i], &other);
        bool same = strcmp(nbb_text_string(&text), nbb_text_string(&expected)) == 0;
        if (needed <= amounts[i] && amounts[i] <= all && !same) {
            fail_msg("%s for all memory, %s where %llu bytes are free", nbb_text_string(&expected),
                     nbb_text_string(&text), (unsigned long long)amounts[i]);
        }
        assert_true(needed <= amounts[i] || !same);
        fitted += needed <= amounts[i];
        nbb_text_free(&text);
    }
    nbb_text_free(&expected);
    return fitted;
}

static void test_fractals(void **state)
{
    static const char *const names[] = { "sierpinski", "vicsek", "carpet", "candy" };
    static const int low[] = { 6, 6, 6, 6 }, high[] = { 18, 10, 10, 8 }, of_lanes[] = { 25, 15, 12, 11 };
    int fitted = 0;
    (void)state;
    for (int i = 0; i < 4 * 2 * 3 * MAPS * 2; ++i) {
        nbb_fractal fractal = load_fractal(names[i % 4]);
        nbb_map map = (nbb_map)(i / 24 % MAPS);
        nbb_workload workload = (nbb_workload)(i / 8 % 3);
        const int *levels = i / 4 % 2 == 0 ? low : map == NBB_MAP_LANES ? of_lanes : high;
        bool products = map == NBB_MAP_LAMBDA
                        || (map != NBB_MAP_BB && map != NBB_MAP_LANES && workload == NBB_WORKLOAD_CA);
        nbb_request request = { .fractal = &fractal,
                                .r = levels[i % 4],
                                .workload = workload,
                                .map = map,
                                .target = NBB_TARGET_CUDA,
                                .multiprocessors = 132,
                                .cluster_blocks = 8,
                                .tc = products && i / 24 / MAPS != 0 ? NBB_TC_BEST : NBB_TC_NONE };
        fitted += compare_plans(request, UINT64_C(150) << 30);
        nbb_fractal_free(&fractal);
    }
    assert_true(fitted > 500);
}

static void test_simplices(void **state)
{
    const nbb_simplex simplices[] = { { .name = "triangle", .m = 2 }, { .name = "tetrahedron", .m = 3 } };
    (void)state;
    for (int i = 0; i < 2 * 3 * 2; ++i) {
        nbb_request request = { .simplex = &simplices[i % 2],
                                .n = i % 2 == 0 ? 20000 : 300,
                                .workload = (nbb_workload)(i / 2 % 3),
                                .target = NBB_TARGET_CUDA,
                                .map = i / 6 == 0 ? NBB_MAP_AUTO : NBB_MAP_ENUM };
        compare_plans(request, UINT64_C(150) << 30);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_fractals), cmocka_unit_test(test_simplices) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

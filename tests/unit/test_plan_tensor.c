/* test_plan_tensor.c - bare --tc takes the variant that was the fastest on an H200, or one that is as fast. */
#include "gen/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plans.h"

/* How much slower than the best variant the chosen one may be: what the same rows of two files differ by. */
#define TOLERANCE 1.05

/* Milliseconds a step or pass with variants 1 to 4, 0 where there is none, of files in tests/device/h200. Work that
   several files have stands once, from the file that measured the most variants in rounds. */
static const struct {
    const char *name;
    int r;
    nbb_workload workload;
    nbb_map map;
    int64_t tile;
    double ms[NBB_TC_BYTES];
} figures[] = {
    /* q20.md */
    { "sierpinski", 10, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.003094, 0.003591, 0.004892, 0.002703 } },
    { "sierpinski", 12, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.003819, 0.003767, 0.007013, 0.003401 } },
    { "sierpinski", 14, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.01192, 0.01246, 0.02728, 0.0108 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.09048, 0.1045, 0.2161, 0.09269 } },
    { "sierpinski", 10, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.005147, 0.005508, 0.006949, 0.004771 } },
    { "sierpinski", 12, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.005916, 0.005649, 0.008815, 0.005433 } },
    { "sierpinski", 14, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.01557, 0.01107, 0.03109, 0.01253 } },
    { "sierpinski", 16, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.09635, 0.08315, 0.2327, 0.07846 } },
    { "sierpinski", 10, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.004187, 0.006641, 0.006609, 0.00393 } },
    { "sierpinski", 12, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.005093, 0.007258, 0.008505, 0.004424 } },
    { "sierpinski", 14, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.03185, 0.03443, 0.05371, 0.02658 } },
    { "sierpinski", 16, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.2423, 0.2694, 0.415, 0.2049 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 1, { 10.07, 3.531, 34.77, 8.567 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 2, { 3.506, 1.333, 11.73, 2.867 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 4, { 1.208, 0.4935, 3.965, 0.9548 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 8, { 0.442, 0.4209, 1.363, 0.4151 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 16, { 0.3155, 0.3338, 0.4962, 0.318 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 64, { 0.09528, 0.1287, 0, 0.09376 } },
    /* m20.md */
    { "sierpinski", 8, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.003113, 0, 0, 0.002658 } },
    { "sierpinski", 9, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.003147, 0, 0, 0.002707 } },
    { "sierpinski", 11, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.003297, 0, 0, 0.002934 } },
    { "sierpinski", 13, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.006069, 0, 0, 0.004992 } },
    { "sierpinski", 15, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.03276, 0, 0, 0.03235 } },
    { "sierpinski", 8, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.005151, 0, 0, 0.004699 } },
    { "sierpinski", 9, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.005238, 0, 0, 0.00479 } },
    { "sierpinski", 11, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.005405, 0, 0, 0.005067 } },
    { "sierpinski", 13, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.008001, 0, 0, 0.00676 } },
    { "sierpinski", 15, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.03683, 0, 0, 0.03033 } },
    { "sierpinski", 8, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.003918, 0, 0, 0.003503 } },
    { "sierpinski", 9, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.004053, 0, 0, 0.003775 } },
    { "sierpinski", 11, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.004356, 0, 0, 0.004094 } },
    { "sierpinski", 13, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.01001, 0, 0, 0.00835 } },
    { "sierpinski", 15, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.08467, 0, 0, 0.07281 } },
    /* s21.md */
    { "sierpinski", 8, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.004151, 0, 0, 0.01688 } },
    { "sierpinski", 9, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.00456, 0, 0, 0.01392 } },
    { "sierpinski", 10, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.00455, 0, 0, 0.01757 } },
    { "sierpinski", 11, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.00491, 0, 0, 0.01807 } },
    { "sierpinski", 12, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.006106, 0, 0, 0.01867 } },
    { "sierpinski", 13, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.01121, 0, 0, 0.01999 } },
    { "sierpinski", 14, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.02886, 0, 0, 0.0275 } },
    { "sierpinski", 15, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.08416, 0, 0, 0.05797 } },
    { "sierpinski", 16, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.2558, 0, 0, 0.1567 } },
    { "sierpinski", 17, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.7712, 0, 0, 0.44 } },
    { "sierpinski", 18, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 2.476, 0, 0, 1.293 } },
    { "sierpinski", 20, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 23.43, 0, 0, 11.48 } },
    { "sierpinski", 22, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 8, { 1836, 0, 0, 292.8 } },
    /* tensor.txt */
    { "vicsek", 9, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 27, { 0.02067, 0.01995, 0.0491, 0.02038 } },
    { "vicsek", 10, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 27, { 0.1784, 0.1946, 0.206, 0.1862 } },
    { "sierpinski", 17, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.2885, 0.3261, 1.064, 0.29 } },
    { "sierpinski", 18, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.9017, 0.9869, 3.179, 0.9104 } },
    { "sierpinski", 16, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 8, { 0.6227, 0.2441, 1.524, 0.4831 } },
    { "sierpinski", 16, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 16, { 0.2298, 0.1108, 0.5399, 0.1783 } },
    { "sierpinski", 16, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 64, { 0.08645, 0.1088, 0, 0.08126 } },
    { "vicsek", 9, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 27, { 0.02534, 0.02424, 0.0472, 0.0275 } },
    { "vicsek", 10, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 27, { 0.09866, 0.08997, 0.1916, 0.106 } },
    { "sierpinski", 17, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.2752, 0.2532, 1.076, 0.2288 } },
    { "sierpinski", 18, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.8191, 0.7598, 3.211, 0.7133 } },
    { "sierpinski", 16, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 8, { 0.6665, 0.5703, 1.616, 0.5578 } },
    { "sierpinski", 16, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 16, { 0.3922, 0.5148, 0.6408, 0.3892 } },
    { "sierpinski", 16, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 64, { 0.2109, 0.2275, 0, 0.1957 } },
    { "vicsek", 9, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 27, { 0.07616, 0.07653, 0.09496, 0.07403 } },
    { "vicsek", 10, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 27, { 0.354, 0.4304, 0.378, 0.3473 } },
    { "sierpinski", 17, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.7113, 0.7884, 1.549, 0.597 } },
    { "sierpinski", 18, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 2.151, 2.593, 4.66, 1.821 } },
};

static void test_bare_tc(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; ++i) {
        nbb_fractal fractal = load_fractal(figures[i].name);
        nbb_request request = { .r = figures[i].r,
                                .workload = figures[i].workload,
                                .map = figures[i].map,
                                .tile = figures[i].tile,
                                .tc = NBB_TC_BEST,
                                .target = NBB_TARGET_CUDA };
        assert_int_equal(nbb_rule_parse("B2/S23", &request.rule), NBB_OK);
        nbb_plan plan = choose(&fractal, request);
        double chosen = figures[i].ms[plan.tc - 1], best = chosen;
        for (int variant = 0; variant < NBB_TC_BYTES; ++variant) {
            double ms = figures[i].ms[variant];
            best = ms > 0 && ms < best ? ms : best;
        }
        if (chosen == 0 || chosen > TOLERANCE * best) {
            fail_msg("%s r = %d %s: --tc=%d took %g ms, the best variant %g", fractal.name, plan.r, plan.name,
                     plan.tc, chosen, best);
        }
        nbb_plan_free(&plan);
        nbb_fractal_free(&fractal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_bare_tc) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

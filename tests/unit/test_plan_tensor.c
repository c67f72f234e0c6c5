/* test_plan_tensor.c - bare --tc takes the variant that was the fastest on an H200, or one that is as fast. */
#include "gen/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plans.h"

/* How much slower than the best variant the chosen one may be: what the same rows of two files differ by. */
#define TOLERANCE 1.02

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
    /* q20.json */
    { "sierpinski", 10, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.003183, 0.003706, 0.004967, 0.003025 } },
    { "sierpinski", 12, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.003952, 0.003847, 0.007137, 0.003601 } },
    { "sierpinski", 14, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.01239, 0.01238, 0.0274, 0.01072 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.09073, 0.1045, 0.2163, 0.09272 } },
    { "sierpinski", 10, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.003599, 0.004027, 0.005395, 0.003345 } },
    { "sierpinski", 12, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.004329, 0.004158, 0.007148, 0.003821 } },
    { "sierpinski", 14, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.0133, 0.009444, 0.02876, 0.01052 } },
    { "sierpinski", 16, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.08731, 0.07993, 0.2261, 0.0768 } },
    { "sierpinski", 10, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.004508, 0.006703, 0.006621, 0.00403 } },
    { "sierpinski", 12, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.005095, 0.007596, 0.008497, 0.004643 } },
    { "sierpinski", 14, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.03247, 0.03473, 0.05378, 0.02678 } },
    { "sierpinski", 16, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.2452, 0.2693, 0.4146, 0.2053 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 1, { 10.08, 3.534, 34.8, 8.573 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 2, { 3.508, 1.333, 11.74, 2.869 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 4, { 1.209, 0.4941, 3.969, 0.9555 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 8, { 0.4446, 0.4229, 1.365, 0.4169 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 16, { 0.3158, 0.3356, 0.4968, 0.3197 } },
    { "sierpinski", 16, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 64, { 0.09588, 0.1303, 0, 0.09462 } },
    /* m20.json */
    { "sierpinski", 8, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.003222, 0, 0, 0.00319 } },
    { "sierpinski", 9, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.003122, 0, 0, 0.003034 } },
    { "sierpinski", 11, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.003289, 0, 0, 0.003172 } },
    { "sierpinski", 13, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.006035, 0, 0, 0.004997 } },
    { "sierpinski", 15, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.0328, 0, 0, 0.03232 } },
    { "sierpinski", 8, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.003487, 0, 0, 0.003081 } },
    { "sierpinski", 9, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.00352, 0, 0, 0.003495 } },
    { "sierpinski", 11, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.00372, 0, 0, 0.003316 } },
    { "sierpinski", 13, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.005997, 0, 0, 0.004829 } },
    { "sierpinski", 15, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.03328, 0, 0, 0.02896 } },
    { "sierpinski", 8, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.004291, 0, 0, 0.003639 } },
    { "sierpinski", 9, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.004471, 0, 0, 0.004 } },
    { "sierpinski", 11, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.004573, 0, 0, 0.004195 } },
    { "sierpinski", 13, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.01032, 0, 0, 0.008261 } },
    { "sierpinski", 15, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.08562, 0, 0, 0.07236 } },
    /* s21.json */
    { "sierpinski", 8, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.004262, 0, 0, 0.01334 } },
    { "sierpinski", 9, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.004635, 0, 0, 0.01468 } },
    { "sierpinski", 10, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.004707, 0, 0, 0.0139 } },
    { "sierpinski", 11, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.005151, 0, 0, 0.01442 } },
    { "sierpinski", 12, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.006076, 0, 0, 0.01506 } },
    { "sierpinski", 13, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.01126, 0, 0, 0.01637 } },
    { "sierpinski", 14, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.02935, 0, 0, 0.02333 } },
    { "sierpinski", 15, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.08655, 0, 0, 0.06305 } },
    { "sierpinski", 16, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.2652, 0, 0, 0.1498 } },
    { "sierpinski", 17, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 0.7973, 0, 0, 0.4223 } },
    { "sierpinski", 18, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 2.56, 0, 0, 1.273 } },
    { "sierpinski", 20, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 32, { 24.28, 0, 0, 11.13 } },
    { "sierpinski", 22, NBB_WORKLOAD_CA, NBB_MAP_COMPACT, 8, { 1860, 0, 0, 300.1 } },
    /* tensor.txt */
    { "vicsek", 9, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 27, { 0.02083, 0.02026, 0.0496, 0.02054 } },
    { "vicsek", 10, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 27, { 0.1821, 0.1982, 0.2078, 0.1902 } },
    { "sierpinski", 17, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.2802, 0.3238, 1.072, 0.2865 } },
    { "sierpinski", 18, NBB_WORKLOAD_SW, NBB_MAP_LAMBDA, 32, { 0.8879, 0.9857, 3.205, 0.9093 } },
    { "sierpinski", 16, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 8, { 0.5345, 0.2215, 1.441, 0.4144 } },
    { "sierpinski", 16, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 16, { 0.1995, 0.1018, 0.5115, 0.1525 } },
    { "sierpinski", 16, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 64, { 0.07946, 0.09968, 0, 0.07434 } },
    { "vicsek", 9, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 27, { 0.0247, 0.02336, 0.04589, 0.02587 } },
    { "vicsek", 10, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 27, { 0.09709, 0.08854, 0.1892, 0.1016 } },
    { "sierpinski", 17, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.2496, 0.2174, 1.074, 0.2229 } },
    { "sierpinski", 18, NBB_WORKLOAD_RD, NBB_MAP_LAMBDA, 32, { 0.7449, 0.6532, 3.208, 0.6666 } },
    { "sierpinski", 16, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 8, { 0.6732, 0.5834, 1.63, 0.5688 } },
    { "sierpinski", 16, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 16, { 0.3984, 0.5194, 0.6473, 0.3955 } },
    { "sierpinski", 16, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 64, { 0.2125, 0.2264, 0, 0.1968 } },
    { "vicsek", 9, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 27, { 0.07824, 0.07802, 0.09722, 0.07648 } },
    { "vicsek", 10, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 27, { 0.3652, 0.4424, 0.387, 0.3588 } },
    { "sierpinski", 17, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 0.7173, 0.7828, 1.574, 0.6032 } },
    { "sierpinski", 18, NBB_WORKLOAD_CA, NBB_MAP_LAMBDA, 32, { 2.169, 2.573, 4.735, 1.825 } },
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

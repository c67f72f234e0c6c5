/* test_plan_small.c - the tile, lanes and steps of map lanes on a card like an H200, from a few cells to all that its
   memory holds: what was measured to be the fastest, or nearly so. */
#include "gen/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "layouts.h"
#include "plans.h"

#define NO " --block 128 --resident no --crossed "

static const char *const comb[] = { "#.#.#.#", "#######" };
static const char *const stair[] = { "#....", "##...", "###..", "####.", "#####" };
static const char *const band[] = { "##...", ".##..", "..##.", "...##", "....#" };

static nbb_request request_of(const nbb_fractal *fractal, int r)
{
    nbb_request request = { .fractal = fractal,
                            .r = r,
                            .workload = NBB_WORKLOAD_CA,
                            .target = NBB_TARGET_CUDA,
                            .multiprocessors = 132,
                            .cluster_blocks = 8,
                            .available = UINT64_C(140) << 30 };
    return request;
}

static void check_options(nbb_request request, const char *expected)
{
    nbb_plan plan = choose(request.fractal, request);
    nbb_text options = NBB_TEXT_EMPTY;
    nbb_plan_print_options(&plan, &options);
    if (strcmp(nbb_text_string(&options), expected) != 0) {
        fail_msg("%s at r = %d:\n   %s, expected\n   %s", request.fractal->name, request.r, nbb_text_string(&options),
                 expected);
    }
    nbb_text_free(&options);
    nbb_plan_free(&plan);
}

static void check_rows(const char *const *rows, int height, int r, const char *expected)
{
    nbb_fractal fractal = fractal_of_rows(height, rows);
    check_options(request_of(&fractal, r), expected);
    nbb_fractal_free(&fractal);
}

/* Launches that fill the device, and those that stay. */
static void test_figures(void **state)
{
    static const struct {
        const char *name;
        int r;
        const char *options;
    } rows[] = {
        { "sierpinski", 6, " --tile 2 --lanes 3 --steps-per-launch 2 --block 96 --resident cluster" },
        { "sierpinski", 9, " --tile 4 --lanes 27 --steps-per-launch 2 --block 96 --resident cluster" },
        { "sierpinski", 12, " --tile 8 --lanes 27 --steps-per-launch 3 --block 96 --resident cluster" },
        { "sierpinski", 16, " --tile 16 --lanes 27 --steps-per-launch 3 --block 64 --resident grid" },
        { "sierpinski", 18, " --tile 16 --lanes 243 --steps-per-launch 5" NO "memory" },
        { "sierpinski", 24, " --tile 16 --lanes 243 --steps-per-launch 5" NO "memory" },
        { "vicsek", 8, " --tile 9 --lanes 25 --steps-per-launch 4 --block 96 --resident cluster" },
        { "vicsek", 10, " --tile 9 --lanes 25 --steps-per-launch 6 --block 64 --resident grid" },
        { "vicsek", 12, " --tile 27 --lanes 125 --steps-per-launch 6" NO "registers" },
        { "vicsek", 14, " --tile 27 --lanes 125 --steps-per-launch 7" NO "memory" },
        { "carpet", 8, " --tile 9 --lanes 8 --steps-per-launch 2 --block 64 --resident grid" },
        { "carpet", 11, " --tile 9 --lanes 64 --steps-per-launch 3" NO "memory" },
        { "hfractal", 8, " --tile 9 --lanes 7 --steps-per-launch 3 --block 64 --resident grid" },
        { "hfractal", 9, " --tile 9 --lanes 49 --steps-per-launch 4" NO "registers" },
        { "hfractal", 11, " --tile 9 --lanes 49 --steps-per-launch 3" NO "memory" },
        { "bottles", 11, " --tile 9 --lanes 49 --steps-per-launch 3" NO "memory" },
        { "candy", 9, " --tile 16 --lanes 144 --steps-per-launch 3" NO "memory" },
        { "chandelier", 16, " --tile 27 --lanes 64 --steps-per-launch 6" NO "memory" },
        { "xfractal", 14, " --tile 27 --lanes 125 --steps-per-launch 6" NO "memory" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        nbb_fractal fractal = load_fractal(rows[i].name);
        check_options(request_of(&fractal, rows[i].r), rows[i].options);
        nbb_fractal_free(&fractal);
    }
}

/* Launches that do not fill the device; microseconds a step measured on an H200, and of the usual choice. */
static void test_small(void **state)
{
    (void)state;
    check_rows(comb, 2, 7, " --tile 7 --lanes 121 --steps-per-launch 2" NO "registers");   /* 5.0, 8.7 */
    check_rows(comb, 2, 8, " --tile 49 --lanes 121 --steps-per-launch 2" NO "registers");  /* 16.6, 23 */
    check_rows(stair, 5, 6,
               " --tile 5 --lanes 225 --steps-per-launch 4" NO "registers");           /* 1.71, 1.61 with 15 lanes */
    check_rows(stair, 5, 7, " --tile 5 --lanes 225 --steps-per-launch 3" NO "memory");     /* not small: 9.3 */
    check_rows(band, 5, 8, " --tile 25 --lanes 81 --steps-per-launch 7" NO "registers");   /* 1.22, 8 steps: 1.20 */
    static const struct {
        const char *name;
        int r;
        const char *options;
    } shipped[] = {
        { "sierpinski", 17, " --tile 16 --lanes 27 --steps-per-launch 5" NO "registers" },   /* 3.25 */
        { "chandelier", 13, " --tile 27 --lanes 64 --steps-per-launch 7" NO "registers" },   /* 1.28, with 5: 1.44 */
        { "candy", 7, " --tile 16 --lanes 144 --steps-per-launch 2" NO "registers" },        /* 5.33, with 3: 4.98 */
        { "vicsek", 11, " --tile 27 --lanes 125 --steps-per-launch 6" NO "registers" },      /* 1.22, the best 1.17 */
        { "carpet", 9, " --tile 9 --lanes 64 --steps-per-launch 3" NO "registers" },         /* 6.29 */
        { "xfractal", 12, " --tile 27 --lanes 125 --steps-per-launch 5" NO "registers" },    /* 4.98 */
    };
    for (size_t i = 0; i < sizeof shipped / sizeof shipped[0]; ++i) {
        nbb_fractal fractal = load_fractal(shipped[i].name);
        check_options(request_of(&fractal, shipped[i].r), shipped[i].options);
        nbb_fractal_free(&fractal);
    }
}

/* What was asked for is kept, and the rest is chosen for it. */
static void test_asked(void **state)
{
    nbb_fractal fractal = fractal_of_rows(2, comb);
    nbb_request request = request_of(&fractal, 7);
    (void)state;
    request.tile = 49;
    check_options(request, " --tile 49 --lanes 11 --steps-per-launch 2" NO "registers");
    request.lanes = 121;
    check_options(request, " --tile 49 --lanes 121 --steps-per-launch 2" NO "registers");
    request.steps_a_launch = 4;
    check_options(request, " --tile 49 --lanes 121 --steps-per-launch 4" NO "registers");
    request.tile = request.lanes = 0;
    request.steps_a_launch = 1;
    check_options(request, " --tile 7 --lanes 121 --steps-per-launch 1" NO "registers");
    request.buffers = 1;                              /* updated in place: the usual one */
    check_options(request, " --tile 49 --lanes 121 --steps-per-launch 1 --block 128 --buffers 1 --resident no"
                           " --crossed registers");
    nbb_fractal_free(&fractal);
}

/* A device of a quarter of the multiprocessors is filled by a quarter of the threads. */
static void test_smaller_device(void **state)
{
    nbb_fractal fractal = load_fractal("sierpinski");
    nbb_request request = request_of(&fractal, 17);
    (void)state;
    request.multiprocessors = 33;
    check_options(request, " --tile 16 --lanes 243 --steps-per-launch 5" NO "memory");
    nbb_fractal_free(&fractal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_asked),
        cmocka_unit_test(test_smaller_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

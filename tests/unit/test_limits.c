/* test_limits.c - the largest sizes that have a kernel: one more is refused, with the largest in the message. */
#include "tests/works.h"
#include "gen/plan/plan_simplex.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>

#include "plans.h"

static nbb_simplex simplices[] = { { .name = "triangle", .m = 2 }, { .name = "tetrahedron", .m = 3 } };

/* The request is accepted at n, and refused at n + 1 with n in the message. */
static void check_border(nbb_request request, int64_t n, nbb_status refusal, const char *reason)
{
    nbb_plan plan;
    char largest[64];
    request.n = n;
    if (choose_plan(&request, &plan) != NBB_OK) {
        fail_msg("n = %" PRId64 ": %s", n, nbb_message());
    }
    assert_true(plan.memory_bytes <= INT64_MAX);
    assert_true(request.target != NBB_TARGET_CUDA || nbb_plan_most_blocks(&plan) <= INT32_MAX);
    nbb_plan_free(&plan);
    request.n = n + 1;
    assert_int_equal(choose_plan(&request, &plan), refusal);
    snprintf(largest, sizeof largest, " is %" PRId64, n);
    if (strstr(nbb_message(), reason) == NULL || strstr(nbb_message(), largest) == NULL) {
        fail_msg("n = %" PRId64 ": %s", n + 1, nbb_message());
    }
}

/* Blocks by hand. bb: ceil(n / 32)^2, times n in space. Tiles: t (t + 1) / 2 with t = 65535 a side, t (t + 1) (t +
   2) / 6 with t = 2343; from above t is a power of two, 2^15 and 2^11, and so for branches, whose first launch is the
   largest: (t / 2)^3. */
static void grids_have_borders(void **state)
{
    (void)state;
    static const struct {
        int simplex;
        nbb_map map;
        nbb_from from;
        nbb_recursion recursion;
        int64_t tile, largest;
    } rows[] = {
        { 0, NBB_MAP_BB, 0, 0, 0, 46340 * 32 },
        { 0, NBB_MAP_LAMBDA, NBB_FROM_BELOW, 0, 64, 65535 * 64 },
        { 0, NBB_MAP_LAMBDA, NBB_FROM_AUTO, 0, 128, 65535 * 128 },
        { 0, NBB_MAP_LAMBDA, NBB_FROM_BELOW, 0, 4, 65535 * 4 },
        { 0, NBB_MAP_LAMBDA, NBB_FROM_ABOVE, 0, 64, 32768 * 64 },
        { 0, NBB_MAP_ENUM, 0, 0, 64, 65535 * 64 },
        { 1, NBB_MAP_BB, 0, 0, 0, 406 * 32 },
        { 1, NBB_MAP_LAMBDA, NBB_FROM_BELOW, 0, 0, 2343 * 16 },
        { 1, NBB_MAP_LAMBDA, NBB_FROM_AUTO, 0, 4, 2343 * 4 },
        { 1, NBB_MAP_LAMBDA, NBB_FROM_ABOVE, 0, 0, 2048 * 16 },
        { 1, NBB_MAP_ENUM, 0, 0, 0, 2343 * 16 },
        { 1, NBB_MAP_LAMBDA, 0, NBB_RECURSION_BRANCHES, 0, 2048 * 16 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        for (nbb_workload workload = NBB_WORKLOAD_SW; workload <= NBB_WORKLOAD_EDM; ++workload) {
            bool cells = workload == NBB_WORKLOAD_CA && rows[i].map != NBB_MAP_BB; /* which bits would hold further */
            nbb_request request = { .simplex = &simplices[rows[i].simplex],
                                    .map = rows[i].map,
                                    .from = rows[i].from,
                                    .recursion = rows[i].recursion,
                                    .tile = rows[i].tile,
                                    .workload = workload,
                                    .storage = cells ? NBB_STORAGE_PACKED : NBB_STORAGE_AUTO,
                                    .dimensions = 64,
                                    .target = NBB_TARGET_CUDA };
            if (workload == NBB_WORKLOAD_EDM && rows[i].simplex == 1) {
                continue;
            }
            bool wider = workload == NBB_WORKLOAD_EDM && rows[i].map != NBB_MAP_BB
                         && rows[i].tile == 0; /* 128, not 64 */
            bool by_strips = cells && rows[i].simplex == 1 && rows[i].tile == 0
                             && rows[i].recursion != NBB_RECURSION_BRANCHES; /* 56, not 16 */
            int64_t largest = wider ? 2 * rows[i].largest : by_strips ? rows[i].largest / 16 * 56 : rows[i].largest;
            give_program(&request);
            check_border(request, largest, NBB_ERROR_USAGE, "blocks, CUDA allows 2147483647; ");
            assert_int_equal(nbb_plan_largest(&request, request.map), largest);
        }
    }
}

__extension__ typedef __int128 wide;

static wide box_bytes(int m, int64_t n)
{
    wide pitch = (n + 15) / 16 * 16;
    return m == 2 ? pitch * n : pitch * n * n;
}

/* On the processor there is no grid: bytes of the box are bounded, and roots. */
static void addresses_have_borders(void **state)
{
    (void)state;
    nbb_request box = { .simplex = &simplices[1], .map = NBB_MAP_BB, .workload = NBB_WORKLOAD_SW };
    for (int buffers = 1; buffers <= 2; ++buffers, box.workload = NBB_WORKLOAD_CA) {
        int64_t n = 1;
        while (buffers * box_bytes(3, n + 1) <= INT64_MAX) {
            ++n;
        }
        check_border(box, n, NBB_ERROR_USAGE, " bytes, an address reaches 9223372036854775807; ");
    }
    nbb_request roots = { .simplex = &simplices[0], .map = NBB_MAP_ENUM, .tile = 4 };
    check_border(roots, NBB_ENUM_DOUBLE_MAX * 4, NBB_ERROR_USAGE, "tells the rows of at most 134217727 tiles");
    nbb_request above = { .simplex = &simplices[1], .map = NBB_MAP_LAMBDA, .from = NBB_FROM_ABOVE };
    check_border(above, 1 << 21, NBB_ERROR_USAGE, "packed, needs 12297970120319303680 bytes, an address reaches");
    for (int i = 0; i < 2; ++i) { /* packed, from below: as far as cells are counted */
        nbb_request all = { .simplex = &simplices[i], .map = NBB_MAP_LAMBDA };
        give_program(&all);
        assert_int_equal(nbb_plan_largest(&all, all.map), nbb_simplex_largest_side(simplices[i].m));
    }
}

/* What a device has free, the points of edm too: rows of whole 8 numbers. */
static void memory_has_borders(void **state)
{
    (void)state;
    nbb_request request = { .simplex = &simplices[0],
                            .map = NBB_MAP_BB,
                            .workload = NBB_WORKLOAD_EDM,
                            .dimensions = 3,
                            .available = 4 * (112 * 100 + 3 * 104) };
    check_border(request, 100, NBB_ERROR_DEVICE, "embedded, needs 46496 bytes, the device has 46048 free; ");
    request.available = 1;
    request.n = 1;
    nbb_plan plan;
    assert_int_equal(choose_plan(&request, &plan), NBB_ERROR_DEVICE);
    assert_non_null(strstr(nbb_message(), "the largest n that fits so is 0"));
}

/* Each fractal and map at the largest level that has a grid, and at the next. */
static void levels_have_borders(void **state)
{
    (void)state;
    static const char *const names[] = { "sierpinski", "carpet", "vicsek", "candy", "cantor", "chandelier" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        nbb_fractal fractal = load_fractal(names[i]);
        int most = nbb_fractal_largest_level(&fractal);
        for (int j = 0; j < 2 * (NBB_MAP_LANES - NBB_MAP_BB + 1); ++j) {
            nbb_request request = { .fractal = &fractal,
                                    .r = most,
                                    .map = (nbb_map)(NBB_MAP_BB + j / 2),
                                    .workload = j % 2 == 0 ? NBB_WORKLOAD_SW : NBB_WORKLOAD_CA,
                                    .target = NBB_TARGET_CUDA };
            nbb_plan plan;
            give_program(&request);
            request.r = (int)nbb_plan_largest(&request, request.map);
            plan = choose(&fractal, request);
            assert_true(nbb_plan_most_blocks(&plan) <= INT32_MAX);
            nbb_plan_free(&plan);
            if (request.r++ < most) {
                char largest[32];
                snprintf(largest, sizeof largest, " is %d", request.r - 1);
                assert_int_equal(choose_plan(&request, &plan), NBB_ERROR_USAGE);
                assert_non_null(strstr(nbb_message(), "needs a grid of "));
                assert_non_null(strstr(nbb_message(), largest));
            }
        }
        nbb_fractal_free(&fractal);
    }
}

/* The box of the gasket, by hand: 2^20 / 32 squared is 2^30 blocks. A state past the last address is none. */
static void gaskets_have_borders(void **state)
{
    (void)state;
    check_failure("sierpinski", (nbb_request){ .r = 21, .map = NBB_MAP_BB, .target = NBB_TARGET_CUDA },
                  NBB_ERROR_USAGE,
                  "sierpinski at r = 21 with map bb needs a grid of 4294967296 blocks, CUDA allows 2147483647; the"
                  " largest r that has one is 20; map lanes reaches further");
    check_failure("sierpinski", (nbb_request){ .r = 31, .map = NBB_MAP_BB, .workload = NBB_WORKLOAD_CA },
                  NBB_ERROR_USAGE,
                  "sierpinski at r = 31 with map bb needs 9223372036854775808 bytes (2 x 4611686018427387904), an"
                  " address reaches 9223372036854775807; maps that fit: compact (5205741216417792 bytes), lanes"
                  " (162679413028608 bytes); the largest r that fits map bb is 30");
}

static int forget_messages(void **state)
{
    (void)state;
    nbb_message_free();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grids_have_borders),   cmocka_unit_test(addresses_have_borders),
        cmocka_unit_test(memory_has_borders),   cmocka_unit_test(levels_have_borders),
        cmocka_unit_test(gaskets_have_borders),
    };
    return cmocka_run_group_tests(tests, NULL, forget_messages);
}

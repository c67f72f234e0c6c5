/* test_plan_simplex.c - the choices of a simplex's plan: storage by what was measured and what fits, and --chunk. */
#include "gen/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static nbb_simplex simplex_of(int m)
{
    const nbb_simplex triangle = { .name = "triangle", .m = 2 }, tetrahedron = { .name = "tetrahedron", .m = 3 };
    return m == 2 ? triangle : tetrahedron;
}

/* The plan of a request on a simplex of m axes, which must be had. */
static nbb_plan choose_simplex(const nbb_simplex *simplex, nbb_request request)
{
    nbb_plan plan;
    request.simplex = simplex;
    if (nbb_plan_choose(&request, &plan) != NBB_OK) {
        fail_msg("%s: %s", simplex->name, nbb_message());
    }
    return plan;
}

/* On a GPU the storage with the best committed figure; on the host, which those do not speak of, packed. */
static void test_storage(void **state)
{
    static const struct {
        nbb_workload workload;
        int m;
        int64_t n;
        nbb_storage cuda;
    } rows[] = {
        { NBB_WORKLOAD_CA, 2, 1024, NBB_STORAGE_EMBEDDED },   { NBB_WORKLOAD_CA, 2, 65536, NBB_STORAGE_EMBEDDED },
        { NBB_WORKLOAD_CA, 3, 256, NBB_STORAGE_EMBEDDED },    { NBB_WORKLOAD_CA, 3, 512, NBB_STORAGE_PACKED },
        { NBB_WORKLOAD_EDM, 2, 32768, NBB_STORAGE_EMBEDDED }, { NBB_WORKLOAD_EDM, 2, 50000, NBB_STORAGE_PACKED },
        { NBB_WORKLOAD_SW, 2, 4096, NBB_STORAGE_PACKED },     { NBB_WORKLOAD_SW, 3, 1024, NBB_STORAGE_PACKED },
        { NBB_WORKLOAD_RD, 2, 4096, NBB_STORAGE_PACKED },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const nbb_simplex simplex = simplex_of(rows[i].m);
        for (nbb_target target = NBB_TARGET_HOST; target <= NBB_TARGET_CUDA; ++target) {
            nbb_request request = { .n = rows[i].n, .workload = rows[i].workload, .target = target };
            nbb_storage expected = target == NBB_TARGET_CUDA ? rows[i].cuda : NBB_STORAGE_PACKED;
            nbb_plan plan = choose_simplex(&simplex, request);
            assert_int_equal(plan.storage, expected);
            request.map = NBB_MAP_ENUM;
            plan = choose_simplex(&simplex, request);
            assert_int_equal(plan.storage, expected);
            request.map = NBB_MAP_BB;
            plan = choose_simplex(&simplex, request);
            assert_int_equal(plan.storage, NBB_STORAGE_EMBEDDED);
        }
    }
}

/* Embedded storage only where it fits; what was asked for is not changed but refused. */
static void test_storage_that_fits(void **state)
{
    const nbb_simplex triangle = simplex_of(2);
    nbb_request request = {
        .n = 1024, .workload = NBB_WORKLOAD_CA, .target = NBB_TARGET_CUDA, .available = 2 * 1024 * 1024
    };
    nbb_plan plan;
    (void)state;
    plan = choose_simplex(&triangle, request);
    assert_int_equal(plan.storage, NBB_STORAGE_EMBEDDED);
    assert_int_equal(plan.memory_bytes, request.available);
    --request.available;
    plan = choose_simplex(&triangle, request);
    assert_int_equal(plan.storage, NBB_STORAGE_PACKED);
    assert_true(plan.memory_bytes <= request.available);
    request.simplex = &triangle;
    request.storage = NBB_STORAGE_EMBEDDED;
    assert_int_equal(nbb_plan_choose(&request, &plan), NBB_ERROR_DEVICE);
}

/* --chunk says how many cells a thread of sw or rd moves, and so how many threads there are. */
static void test_chunk(void **state)
{
    const nbb_simplex triangle = simplex_of(2);
    nbb_request request = { .n = 1000, .workload = NBB_WORKLOAD_SW, .target = NBB_TARGET_CUDA, .map = NBB_MAP_BB };
    (void)state;
    nbb_plan plan = choose_simplex(&triangle, request);
    assert_int_equal(plan.simplex.chunk, 1);
    assert_int_equal(nbb_plan_grid(&plan, NBB_ENTRY_WRITE, 0, 0).blocks, 32 * 32);
    request.chunk = 16;
    plan = choose_simplex(&triangle, request);
    assert_int_equal(plan.simplex.chunk, 16);
    assert_string_equal(plan.name, "nbb_triangle_sw_bb_n1000_c16");
    assert_int_equal(nbb_plan_grid(&plan, NBB_ENTRY_WRITE, 0, 0).blocks, 2 * 32);
    assert_int_equal(nbb_plan_grid(&plan, NBB_ENTRY_CENSUS, 0, 0).blocks, 32 * 32);  /* a thread a place */
    request = (nbb_request){ .n = 1000, .workload = NBB_WORKLOAD_SW, .target = NBB_TARGET_CUDA, .tile = 16 };
    assert_int_equal(choose_simplex(&triangle, request).block, 32);  /* at least a warp */
    request.chunk = 2;
    assert_int_equal(choose_simplex(&triangle, request).block, 16 * 16 / 2);
}

static void test_chunk_refused(void **state)
{
    const nbb_simplex triangle = simplex_of(2);
    const struct {
        nbb_request request;
        const char *message;
    } cases[] = {
        { { .workload = NBB_WORKLOAD_CA, .chunk = 4, .target = NBB_TARGET_CUDA },
          "--chunk 4 has no effect on workload ca: only sw and rd move cells in chunks" },
        { { .workload = NBB_WORKLOAD_SW, .chunk = 4, .target = NBB_TARGET_HOST },
          "--chunk 4 has no effect on target host: its compiler chooses how many cells are moved at once, CUDA's"
          " threads are told" },
        { { .workload = NBB_WORKLOAD_RD, .chunk = 12, .target = NBB_TARGET_CUDA },
          "--chunk 12: a thread moves 1, 2, 4, 8 or 16 cells at once" },
        { { .workload = NBB_WORKLOAD_SW, .chunk = 16, .tile = 8, .target = NBB_TARGET_CUDA },
          "--chunk 16: a row of a tile has 8 cells; use larger tiles (--tile) or a smaller chunk" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        nbb_request request = cases[i].request;
        nbb_plan plan;
        request.simplex = &triangle;
        request.n = 100;
        assert_int_equal(nbb_plan_choose(&request, &plan), NBB_ERROR_USAGE);
        assert_string_equal(nbb_message(), cases[i].message);
    }
    nbb_message_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_storage),
        cmocka_unit_test(test_storage_that_fits),
        cmocka_unit_test(test_chunk),
        cmocka_unit_test(test_chunk_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_plan_simplex.c - the choices of a simplex's plan: storage by what was measured and what fits, and --chunk. */
#include "tests/works.h"
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
    if (choose_plan(&request, &plan) != NBB_OK) {
        fail_msg("%s: %s", simplex->name, nbb_message());
    }
    return plan;
}

/* The storage with the best committed figure; on the host packed, but for bits. */
static void test_storage(void **state)
{
    static const struct {
        nbb_workload workload;
        int m;
        int64_t n;
        nbb_storage cuda, host;
    } rows[] = {
        { NBB_WORKLOAD_CA, 2, 399, NBB_STORAGE_EMBEDDED, NBB_STORAGE_PACKED },
        { NBB_WORKLOAD_CA, 2, 2047, NBB_STORAGE_EMBEDDED, NBB_STORAGE_BITS },
        { NBB_WORKLOAD_CA, 2, 2048, NBB_STORAGE_BITS, NBB_STORAGE_BITS },
        { NBB_WORKLOAD_CA, 2, 65536, NBB_STORAGE_BITS, NBB_STORAGE_BITS },
        { NBB_WORKLOAD_CA, 3, 31, NBB_STORAGE_BITS, NBB_STORAGE_PACKED },
        { NBB_WORKLOAD_CA, 3, 64, NBB_STORAGE_BITS, NBB_STORAGE_BITS },
        { NBB_WORKLOAD_EDM, 2, 32768, NBB_STORAGE_PACKED, NBB_STORAGE_PACKED },
        { NBB_WORKLOAD_SW, 2, 4096, NBB_STORAGE_PACKED, NBB_STORAGE_PACKED },
        { NBB_WORKLOAD_SW, 3, 1024, NBB_STORAGE_PACKED, NBB_STORAGE_PACKED },
        { NBB_WORKLOAD_RD, 2, 4096, NBB_STORAGE_PACKED, NBB_STORAGE_PACKED },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const nbb_simplex simplex = simplex_of(rows[i].m);
        for (nbb_target target = NBB_TARGET_HOST; target <= NBB_TARGET_CUDA; ++target) {
            nbb_request request = { .n = rows[i].n, .workload = rows[i].workload, .target = target };
            nbb_storage expected = target == NBB_TARGET_CUDA ? rows[i].cuda : rows[i].host;
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

/* The same of programs on CUDA (tests/device/h200/storages.txt): bits or bytes, by tiles or by strips. */
static void test_storage_of_programs(void **state)
{
    static const struct {
        const char *program;
        int m;
        int64_t n, tile;
        nbb_storage storage;
    } rows[] = {
        { "ising", 2, 723, 0, NBB_STORAGE_EMBEDDED },      { "ising", 2, 724, 0, NBB_STORAGE_BITS },
        { "ising", 3, 180, 0, NBB_STORAGE_EMBEDDED },      { "ising", 3, 181, 0, NBB_STORAGE_BITS },
        { "ising", 3, 1024, 16, NBB_STORAGE_EMBEDDED },    { "wireworld", 2, 9, 0, NBB_STORAGE_BITS },
        { "wireworld", 3, 9, 0, NBB_STORAGE_BITS },        { "heat", 2, 16384, 0, NBB_STORAGE_EMBEDDED },
        { "heat", 2, 16384, 64, NBB_STORAGE_EMBEDDED },    { "heat", 3, 512, 0, NBB_STORAGE_PACKED },
        { "grayscott", 2, 256, 0, NBB_STORAGE_EMBEDDED },  { "rmw", 2, 16384, 0, NBB_STORAGE_PACKED },
        { "rmw", 3, 512, 0, NBB_STORAGE_PACKED },          { "life", 2, 2047, 0, NBB_STORAGE_EMBEDDED },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const nbb_simplex simplex = simplex_of(rows[i].m);
        nbb_program program;
        char path[512];
        snprintf(path, sizeof path, NBB_TESTS_DIR "/../programs/%s.lua", rows[i].program);
        assert_int_equal(nbb_program_load(path, &program), NBB_OK);
        assert_int_equal(nbb_program_bind(&program, rows[i].m, NULL), NBB_OK);
        nbb_request request = { .n = rows[i].n, .tile = rows[i].tile, .workload = NBB_WORKLOAD_PROGRAM };
        request.program = &program;
        request.target = NBB_TARGET_CUDA;
        nbb_plan plan = choose_simplex(&simplex, request);
        if (plan.storage != rows[i].storage) {
            fail_msg("%s on %s of %d: storage %s", rows[i].program, simplex.name, (int)rows[i].n,
                     nbb_storage_names.names[plan.storage]);
        }
        nbb_plan_free(&plan);
        nbb_program_free(&program);
    }
}

/* Embedded storage only where it fits; what was asked for is not changed but refused. */
static void test_storage_that_fits(void **state)
{
    const nbb_simplex tetrahedron = simplex_of(3);
    nbb_request request = {
        .n = 128, .workload = NBB_WORKLOAD_CA, .target = NBB_TARGET_CUDA, .available = 2 * 128 * 128 * 128, .tile = 16
    };
    nbb_plan plan;
    (void)state;
    plan = choose_simplex(&tetrahedron, request);
    assert_int_equal(plan.storage, NBB_STORAGE_EMBEDDED);
    assert_int_equal(plan.memory_bytes, request.available);
    --request.available;
    plan = choose_simplex(&tetrahedron, request);
    assert_int_equal(plan.storage, NBB_STORAGE_PACKED);
    assert_true(plan.memory_bytes <= request.available);
    request.simplex = &tetrahedron;
    request.storage = NBB_STORAGE_EMBEDDED;
    assert_int_equal(choose_plan(&request, &plan), NBB_ERROR_DEVICE);
}

/* Storage bits: the more tiles, the higher a warp's slab; a tile's warps share blocks; on the host small sides are
   bytes, as are tiles of a side that is asked for. */
static void test_bits(void **state)
{
    static const struct {
        int64_t n, tiles;
        uint32_t slab, parts;
    } rows[] = { { 9, 1, 30, 8 }, { 16384, 171, 60, 4 }, { 32768, 630, 120, 2 }, { 131072, 9453, 240, 1 } };
    const nbb_simplex triangle = simplex_of(2);
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        nbb_request request = { .n = rows[i].n, .workload = NBB_WORKLOAD_CA, .target = NBB_TARGET_CUDA };
        request.storage = NBB_STORAGE_BITS;
        nbb_plan plan = choose_simplex(&triangle, request);
        assert_int_equal(plan.tiles, rows[i].tiles);
        assert_int_equal(plan.simplex.slab, rows[i].slab);
        assert_int_equal(plan.state_bytes, rows[i].tiles * 960 * 960 / 8);
        assert_int_equal(nbb_plan_grid(&plan, NBB_ENTRY_STEP, 0, 0).blocks, rows[i].tiles * rows[i].parts);
        request.tile = 960;
        assert_int_equal(choose_simplex(&triangle, request).storage, NBB_STORAGE_BITS);
        request.storage = NBB_STORAGE_AUTO;
        request.tile = 32;
        assert_int_not_equal(choose_simplex(&triangle, request).storage, NBB_STORAGE_BITS);
    }
    nbb_request small = { .n = 399, .workload = NBB_WORKLOAD_CA };
    assert_int_equal(choose_simplex(&triangle, small).storage, NBB_STORAGE_PACKED);
    small.storage = NBB_STORAGE_BITS;
    assert_int_equal(choose_simplex(&triangle, small).steps_a_launch, 8);
}

/* Storage bits is refused where it is not for. */
static void test_bits_refused(void **state)
{
    static const struct {
        nbb_workload workload;
        int m;
        int64_t tile;
        const char *message;
    } rows[] = {
        { NBB_WORKLOAD_SW, 2, 0,
          "--storage bits cannot be had for workload sw on triangle: it is for ca and programs;"
          " use embedded or packed" },
        { NBB_WORKLOAD_CA, 2, 64,
          "--tile 64: a tile of storage bits has 960 cells a side on triangle, by the words that a warp holds" },
        { NBB_WORKLOAD_CA, 3, 16,
          "--tile 16: a tile of storage bits has 32 cells a side on tetrahedron, by the words that a warp holds" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const nbb_simplex simplex = simplex_of(rows[i].m);
        nbb_request request = { .simplex = &simplex,
                                .n = 100,
                                .workload = rows[i].workload,
                                .tile = rows[i].tile,
                                .storage = NBB_STORAGE_BITS };
        nbb_plan plan;
        assert_int_equal(choose_plan(&request, &plan), NBB_ERROR_USAGE);
        assert_string_equal(nbb_message(), rows[i].message);
    }
    const nbb_simplex tetrahedron = simplex_of(3);
    nbb_request branches = { .simplex = &tetrahedron,
                             .n = 100,
                             .workload = NBB_WORKLOAD_CA,
                             .recursion = NBB_RECURSION_BRANCHES,
                             .map = NBB_MAP_LAMBDA };
    nbb_plan plan;
    assert_int_equal(choose_plan(&branches, &plan), NBB_OK);
    assert_int_equal(plan.storage, NBB_STORAGE_PACKED);
    branches.storage = NBB_STORAGE_BITS;
    assert_int_equal(choose_plan(&branches, &plan), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(),
                        "--recursion branches contradicts --storage bits, whose tiles one pass covers; give"
                                       " one of the two");
    nbb_message_free();
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
        assert_int_equal(choose_plan(&request, &plan), NBB_ERROR_USAGE);
        assert_string_equal(nbb_message(), cases[i].message);
    }
    nbb_message_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_storage), cmocka_unit_test(test_storage_of_programs),
        cmocka_unit_test(test_storage_that_fits), cmocka_unit_test(test_bits),
        cmocka_unit_test(test_bits_refused),      cmocka_unit_test(test_chunk),
        cmocka_unit_test(test_chunk_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

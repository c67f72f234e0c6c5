/* test_plan_strips.c - how steps of programs go over simplices: by strips, by fours, or cell by cell. */
#include "tests/works.h"
#include "gen/plan/plan_strips.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char heat[] = "return program { state = { u = 'f32' }, neighbours = 'vonneumann', init = { u = '1' },"
                           " update = 'u += sum(u - here.u);' }";
static const char pair[] = "return program { state = { u = 'f64', v = 'f32' }, neighbours = 'vonneumann',"
                           " init = { u = '1', v = '0' }, update = 'u += sum(v);' }";
static const char doubles[] = "return program { state = { u = 'f64' }, neighbours = 'moore', init = { u = '1' },"
                              " update = 'u += max(u);' }";
static const char
    far[] = "return program { state = { u = 'f32' }, neighbours = { { 2, 0 }, { -2, 0 } }, init = { u = '1' },"
                          " update = 'u += sum(u);' }";
static const char
    turns[] = "return program { state = { u = 'f32' }, neighbours = 'vonneumann', order = 'sublattices',"
                            " init = { u = '1' }, update = 'u += sum(u);' }";
static const char life[] = "return program { state = { u = 'u1' }, neighbours = 'moore', init = { u = '1' },"
                           " update = 'u = count(u) == 5 || (u == 1 && count(u) == 4);' }";
static const char local[] = "return program { state = { u = 'f32' }, neighbours = 'vonneumann', init = { u = '1' },"
                            " update = 'u += x;' }";

static const char three[] = "return program { state = { a = 'u8', b = 'u8', c = 'i32' }, neighbours = 'vonneumann',"
                            " init = { a = '1' }, update = 'c += sum(a) + b;' }";

/* A program on a triangle of side n, or with m = 3 a tetrahedron; and what its plan must be. */
typedef struct expected {
    const char *text;
    int m;
    nbb_request request;
    int steps, buffers;
    uint32_t slab;
    bool by_fours;
} expected;

/* The plan of a program on a simplex of m axes, which must be had. */
static nbb_plan choose(const char *text, int m, nbb_request request, nbb_program *program)
{
    static nbb_simplex simplex;
    nbb_plan plan;
    simplex = (nbb_simplex){ .name = "simplex", .m = m };
    *program = (nbb_program){ 0 };
    assert_int_equal(nbb_program_read(text, "test.lua", program), NBB_OK);
    assert_int_equal(nbb_program_bind(program, m, NULL), NBB_OK);
    request.simplex = &simplex;
    request.workload = NBB_WORKLOAD_PROGRAM;
    request.program = program;
    if (choose_plan(&request, &plan) != NBB_OK) {
        fail_msg("%s", nbb_message());
    }
    return plan;
}

static void check(const expected *row)
{
    nbb_program program;
    nbb_plan plan = choose(row->text, row->m, row->request, &program);
    assert_int_equal(plan.steps_a_launch, row->steps);
    assert_int_equal(plan.buffers, row->buffers);
    assert_int_equal(plan.simplex.strip_slab, row->slab);
    assert_int_equal(nbb_plan_goes_by_fours(&plan), row->by_fours);
    if (row->slab > 0) {                              /* a warp for each slab, in space a block for so many layers */
        uint64_t slabs = (uint64_t)plan.tiles * (uint64_t)nbb_plan_strips_side(row->m) / row->slab;
        nbb_grid grid = nbb_plan_grid(&plan, NBB_ENTRY_STEP, 0, 0);
        uint64_t layers = row->m == 3 ? 56 / plan.simplex.strip_depth : 0;
        assert_true(row->m == 3
                        ? grid.blocks == slabs * layers && grid.threads == 256
                        : grid.blocks * grid.threads >= 32 * slabs && (grid.blocks - 1) * grid.threads < 32 * slabs);
        assert_int_equal(plan.rho.at[0], nbb_plan_strips_side(row->m));
        assert_int_equal(nbb_plan_grid(&plan, NBB_ENTRY_CENSUS, 0, 0).blocks, plan.tiles);
    }
    nbb_plan_free(&plan);
    nbb_program_free(&program);
}

static void test_steps(void **state)
{
    const nbb_request cuda = { .n = 32768, .target = NBB_TARGET_CUDA },
                      host = { .n = 32768, .target = NBB_TARGET_HOST };
    const nbb_request small = { .n = 500, .target = NBB_TARGET_CUDA };
    const nbb_request medium = { .n = 8000, .target = NBB_TARGET_CUDA };
    const nbb_request tiled = { .n = 32768, .target = NBB_TARGET_CUDA, .tile = 64 };
    const nbb_request box = { .n = 3000, .target = NBB_TARGET_CUDA, .map = NBB_MAP_BB };
    const nbb_request space = { .n = 100, .target = NBB_TARGET_CUDA };
    const nbb_request cubes = { .n = 100, .target = NBB_TARGET_CUDA, .tile = 16 };
    const nbb_request ranks = { .n = 32768, .target = NBB_TARGET_CUDA, .ranks = 2 };
    const nbb_request bytes = { .n = 100, .target = NBB_TARGET_CUDA, .storage = NBB_STORAGE_PACKED };
    const expected rows[] = {
        { heat, 2, cuda, 4, 2, 120, false },    { heat, 2, medium, 4, 2, 60, false },
        { heat, 2, small, 4, 2, 30, false },    { pair, 2, cuda, 1, 2, 120, false },
        { doubles, 2, cuda, 2, 2, 120, false }, { heat, 2, host, 1, 2, 0, false },
        { heat, 2, tiled, 1, 2, 0, false },     { heat, 2, box, 1, 2, 0, false },
        { far, 2, cuda, 1, 2, 0, false },       { turns, 2, cuda, 1, 1, 0, false },
        { heat, 3, space, 2, 2, 28, false },    { local, 2, cuda, 1, 1, 0, true },
        { doubles, 3, space, 1, 2, 28, false }, { pair, 3, space, 1, 2, 0, false },
        { heat, 3, cubes, 1, 2, 0, false },     { life, 3, bytes, 4, 2, 56, false },
        { life, 2, bytes, 4, 2, 30, false },    { local, 3, space, 1, 1, 0, true },
        { local, 2, host, 1, 1, 0, false },     { local, 2, box, 1, 1, 0, false },
        { heat, 2, ranks, 1, 2, 0, false },     { three, 3, space, 1, 2, 0, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        check(&rows[i]);
    }
}

/* Left open, the storage that was measured to be the fastest (tests/device/h200: bits.txt, strips.txt). */
static void test_storage(void **state)
{
    static const char counted[] = "return program { state = { u = 'u1' }, neighbours = 'moore', init = { u = '1' },"
                                  " update = 'u = count(u) == 5 || (u == 1 && count(u) == 4);',"
                                  " observe = { a = 'sum(u)' } }";
    static const struct {
        const char *text;
        int m;
        int64_t n, tile;
        nbb_storage storage;
    } rows[] = {
        { heat, 2, 32768, 0, NBB_STORAGE_EMBEDDED },  { heat, 2, 32768, 64, NBB_STORAGE_EMBEDDED },
        { heat, 3, 1024, 0, NBB_STORAGE_PACKED },     { local, 2, 32768, 0, NBB_STORAGE_PACKED },
        { life, 3, 64, 0, NBB_STORAGE_BITS },         { counted, 2, 32768, 0, NBB_STORAGE_BITS },
        { counted, 3, 1024, 0, NBB_STORAGE_BITS },    { counted, 2, 1024, 0, NBB_STORAGE_EMBEDDED },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        nbb_program program;
        nbb_request request = { .n = rows[i].n, .target = NBB_TARGET_CUDA, .tile = rows[i].tile };
        nbb_plan plan = choose(rows[i].text, rows[i].m, request, &program);
        assert_int_equal(plan.storage, rows[i].storage);
        nbb_plan_free(&plan);
        nbb_program_free(&program);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_steps), cmocka_unit_test(test_storage) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

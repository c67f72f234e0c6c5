/* test_plan_draws.c - chances are drawn once a step where words mix colours, if the memory for them fits. */
#include "gen/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plans.h"

static const char ising[] =
    "return program { state = { s = 'u1' }, neighbours = 'vonneumann', order = 'sublattices', param = { T = 2.0 }, "
    "init = { s = '1' }, update = [[ int field = 2 * count(s == here.s) - degree; "
    "if (chance(exp(-2 * field / T))) s = !s; ]] }";

/* A request of Ising on map lanes; its program is freed by the caller. */
static nbb_request request_of(nbb_program *program, int r)
{
    assert_int_equal(nbb_program_read(ising, "ising.lua", program), NBB_OK);
    assert_int_equal(nbb_program_bind(program, 2, NULL), NBB_OK);
    return (nbb_request){ .r = r,
                          .workload = NBB_WORKLOAD_PROGRAM,
                          .map = NBB_MAP_LANES,
                          .target = NBB_TARGET_CUDA,
                          .resident = NBB_RESIDENT_NO,
                          .program = program };
}

/* A slot for each magnitude of each cell but 0: those with n neighbours that exist have (n + 1) / 2, at tiles' edges
   more. The carpet has many edges. */
static void slots(void **state)
{
    (void)state;
    static const struct {
        const char *fractal;
        int r;
        uint64_t slots;
        nbb_draws draws;
    } rows[] = { { "carpet", 10, 0, NBB_DRAWS_TURNS },
                 { "vicsek", 13, 154, NBB_DRAWS_ONCE },
                 { "sierpinski", 20, 0, NBB_DRAWS_AUTO } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        nbb_fractal fractal = load_fractal(rows[i].fractal);
        nbb_program program;
        nbb_plan plan = choose(&fractal, request_of(&program, rows[i].r));
        assert_int_equal(plan.draws, rows[i].draws);
        assert_int_equal(plan.once_bytes, plan.lanes.words / plan.lanes.positions * 4 * rows[i].slots);
        nbb_plan_free(&plan);
        nbb_program_free(&program);
        nbb_fractal_free(&fractal);
    }
}

/* With a byte less than draws once a step take, turns draw; unless once was asked for. */
static void memory(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("vicsek");
    nbb_program program;
    nbb_request request = request_of(&program, 8);
    nbb_plan plan = choose(&fractal, request);
    uint64_t all = plan.memory_bytes, once = plan.once_bytes;
    assert_true(once > 0);
    nbb_plan_free(&plan);
    request.available = all;
    plan = choose(&fractal, request);
    assert_int_equal(plan.draws, NBB_DRAWS_ONCE);
    nbb_plan_free(&plan);
    request.available = all - 1;
    plan = choose(&fractal, request);
    assert_int_equal(plan.draws, NBB_DRAWS_TURNS);
    assert_int_equal(plan.memory_bytes, all - once);
    nbb_plan_free(&plan);
    request.draws = NBB_DRAWS_ONCE;
    nbb_text message = { 0 };
    nbb_text_add(&message,
                 "--draws once: vicsek at r = 8 needs %llu bytes and %llu for chances, the device has %llu free; use "
                 "--draws turns",
                 (unsigned long long)(all - once), (unsigned long long)once, (unsigned long long)(all - 1));
    check_failure("vicsek", request, NBB_ERROR_DEVICE, nbb_text_string(&message));
    nbb_text_free(&message);
    nbb_program_free(&program);
    nbb_fractal_free(&fractal);
}

/* Where blocks have no room for words that wait, turns draw; unless once was asked for. */
static void room(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("vicsek");
    nbb_program program;
    nbb_request request = request_of(&program, 8);
    request.block = 256;
    nbb_plan plan = choose(&fractal, request);
    assert_int_equal(plan.draws, NBB_DRAWS_ONCE);
    nbb_plan_free(&plan);
    request.block = 512;
    plan = choose(&fractal, request);
    assert_int_equal(plan.draws, NBB_DRAWS_TURNS);
    assert_int_equal(plan.once_bytes, 0);
    nbb_plan_free(&plan);
    request.draws = NBB_DRAWS_ONCE;
    const char *message = "--draws once: a block of 512 threads has no room for words that wait beside 3 rows of "
                          "thresholds of program ising; use --draws turns or a smaller --block";
    check_failure("vicsek", request, NBB_ERROR_DEVICE, message);
    nbb_program_free(&program);
    nbb_fractal_free(&fractal);
}

/* A launch that stays draws at each turn, by the lanes of the program's numbers, in the one state; it has no draws
   once a step. */
static void staying(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("vicsek");
    nbb_program program;
    nbb_request request = request_of(&program, 8);
    request.resident = NBB_RESIDENT_AUTO;
    nbb_plan plan = choose(&fractal, request);
    assert_true(plan.resident);
    assert_int_equal(plan.draws, NBB_DRAWS_TURNS);
    assert_int_equal(plan.once_bytes, 0);
    assert_int_equal(plan.buffers, 1);
    assert_int_equal(plan.lanes.lanes, 125);
    nbb_plan_free(&plan);
    request.draws = NBB_DRAWS_ONCE;
    plan = choose(&fractal, request);
    assert_false(plan.resident);
    nbb_plan_free(&plan);
    request.resident = NBB_RESIDENT_GRID;
    check_failure("vicsek", request, NBB_ERROR_USAGE,
                  "--resident grid and --draws once: a launch that stays draws at each turn; give one of the two");
    nbb_program_free(&program);
    nbb_fractal_free(&fractal);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(slots), cmocka_unit_test(memory), cmocka_unit_test(room),
                                        cmocka_unit_test(staying) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_plan_resident.c - when map lanes stays on the device, and with which choice. */
#include "tests/works.h"
#include "gen/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "fractals.h"
#include "programs.h"

#include <string.h>

static const nbb_rule life = { 1 << 2, 1 << 2 | 1 << 3 };

static nbb_request request_of(const nbb_fractal *fractal, int r, uint32_t multiprocessors)
{
    return (nbb_request){ .fractal = fractal,
                          .r = r,
                          .workload = NBB_WORKLOAD_CA,
                          .target = NBB_TARGET_CUDA,
                          .program = life_of(life),
                          .multiprocessors = multiprocessors };
}

/* A cluster is no larger than the device's, and the choice says how large it is. */
static void check_cluster(const nbb_request *asked, const nbb_plan *plan, nbb_grid grid)
{
    uint32_t most = asked->cluster_blocks != 0 ? asked->cluster_blocks : 1;
    assert_true(plan->cluster <= most);
    nbb_request again = *asked;
    nbb_plan same;
    again.tile = plan->fractal->levels[0]->s.at[0] > 1 ? plan->rho.at[0] : plan->rho.at[1];
    again.lanes = plan->lanes.lanes;
    again.steps_a_launch = plan->steps_a_launch;
    again.block = plan->block;
    again.resident = plan->cluster > 0 ? NBB_RESIDENT_CLUSTER : NBB_RESIDENT_GRID;
    again.cluster_blocks = again.multiprocessors = 0;
    assert_int_equal(choose_plan(&again, &same), NBB_OK);
    assert_string_equal(same.name, plan->name);
    nbb_plan_free(&same);
    if (plan->cluster > 0) {
        assert_int_equal(grid.blocks, plan->cluster);
        uint64_t words = plan->lanes.positions * (uint64_t)plan->traits.planes;
        assert_true(2 * (uint64_t)plan->block * words * sizeof(uint32_t) <= 47 << 10);
    }
}

/* Whether the plan stays; all its items must then have a thread at once. */
static bool stays(nbb_request request)
{
    nbb_plan plan;
    assert_int_equal(choose_plan(&request, &plan), NBB_OK);
    bool resident = plan.resident;
    nbb_grid grid = nbb_plan_grid(&plan, NBB_ENTRY_ROUNDS, 0, 0);
    assert_int_equal(nbb_plan_has(&plan, NBB_ENTRY_ROUNDS), resident);
    assert_int_equal(nbb_plan_has(&plan, NBB_ENTRY_STEP), !resident);
    assert_int_equal(strstr(plan.name, "_grid") != NULL || strstr(plan.name, "_cluster") != NULL, resident);
    if (resident) {
        uint32_t multiprocessors = request.multiprocessors != 0 ? request.multiprocessors : 20;
        assert_true(plan.lanes.parts == 1 || plan.traits.draws);
        assert_true(grid.blocks * grid.threads >= (uint64_t)plan.lanes.tiles * plan.lanes.parts);
        assert_true(grid.blocks
                    <= (uint64_t)multiprocessors * nbb_plan_staying_blocks(plan.card, plan.block, &plan.step));
        check_cluster(&request, &plan, grid);
    }
    nbb_plan_free(&plan);
    return resident;
}

/* The gasket: up to r = 16 on a large card, less on a small or an unknown one. */
static void test_levels(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("sierpinski");
    for (int r = 0; r <= 20; ++r) {
        assert_int_equal(stays(request_of(&fractal, r, 132)), r <= 16);
        assert_int_equal(stays(request_of(&fractal, r, 1)), r <= 12);
        assert_int_equal(stays(request_of(&fractal, r, 0)), stays(request_of(&fractal, r, 20)));
    }
    nbb_fractal_free(&fractal);
}

/* What stays by itself goes the way that it does when asked to: no bound on threads makes it take a larger tile. */
static void check_way(nbb_request request)
{
    nbb_plan chosen, asked;
    assert_int_equal(choose_plan(&request, &chosen), NBB_OK);
    request.resident = chosen.cluster > 0 ? NBB_RESIDENT_CLUSTER : NBB_RESIDENT_GRID;
    assert_int_equal(choose_plan(&request, &asked), NBB_OK);
    assert_string_equal(chosen.name, asked.name);
    nbb_plan_free(&chosen);
    nbb_plan_free(&asked);
}

/* Programs stay too: what draws by the lanes of its numbers, in words of several parts, one step between two waits;
   and what takes turns in its one state. */
static void test_programs(void **state)
{
    (void)state;
    static const struct {
        const char *order, *update;
        int r;
        bool draws;
    } rows[] = { { "synchronous", "s = count(s) == step % 3;", 16, false },
                 { "synchronous", "if (chance(0.5)) s = count(s) == 1;", 16, true },
                 { "sublattices", "if (chance(0.5)) s = count(s) == 1;", 16, true },
                 { "sublattices", "s = count(s) == 1;", 16, false } };
    nbb_fractal fractal = load_fractal("sierpinski");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        nbb_program program = read_bits(rows[i].order, rows[i].update);
        static const int levels[] = { 0, 4, 12, 16, 17, 20 };
        for (size_t j = 0; j < sizeof levels / sizeof levels[0]; ++j) {
            int r = levels[j];
            nbb_request request = request_of(&fractal, r, 132);
            request.workload = NBB_WORKLOAD_PROGRAM;
            request.program = &program;
            assert_int_equal(stays(request), r <= rows[i].r);
            if (rows[i].draws && r <= rows[i].r) {
                check_way(request);
            }
            request.lanes = 81;
            if (r >= 4 && r <= 12) {
                assert_int_equal(stays(request), rows[i].draws);
            }
        }
        nbb_program_free(&program);
    }
    nbb_fractal_free(&fractal);
}

/* Where a cluster can have the states it does, for what is between is shorter than among all blocks. */
static void test_clusters(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("sierpinski");
    static const uint32_t wanted[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 8, 8, 8, 0, 0 };
    for (int r = 0; r < (int)(sizeof wanted / sizeof *wanted); ++r) {
        nbb_request request = request_of(&fractal, r, 132);
        nbb_plan plan;
        request.cluster_blocks = 8;
        assert_true(stays(request));
        assert_int_equal(choose_plan(&request, &plan), NBB_OK);
        assert_int_equal(plan.cluster, wanted[r]);
        nbb_plan_free(&plan);
        request.cluster_blocks = 1;
        assert_int_equal(choose_plan(&request, &plan), NBB_OK);
        assert_int_equal(plan.cluster, r <= 10);
        nbb_plan_free(&plan);
        request.resident = NBB_RESIDENT_GRID;
        assert_int_equal(choose_plan(&request, &plan), NBB_OK);
        assert_int_equal(plan.cluster, 0);
        nbb_plan_free(&plan);
    }
    nbb_fractal_free(&fractal);
}

/* The constants that a request brings decide, and without any those of an H200. */
static void test_cards(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("sierpinski");
    nbb_card slow_cluster = nbb_card_default;
    slow_cluster.cluster_ns = slow_cluster.block_ns = 1e6;
    const struct {
        const nbb_card *card;
        uint32_t cluster;
    } choices[] = { { NULL, 8 }, { &nbb_card_default, 8 }, { &slow_cluster, 0 } };
    for (size_t i = 0; i < sizeof choices / sizeof *choices; ++i) {
        nbb_request request = request_of(&fractal, 12, 132);
        nbb_plan plan;
        request.cluster_blocks = 8;
        request.card = choices[i].card;
        assert_int_equal(choose_plan(&request, &plan), NBB_OK);
        assert_true(plan.resident);
        assert_int_equal(plan.cluster, choices[i].cluster);
        nbb_plan_free(&plan);
    }
    nbb_fractal_free(&fractal);
}

static void check_small(const nbb_fractal *fractal)
{
    for (int r = 0; r <= 2; ++r) {
        assert_true(stays(request_of(fractal, r, 132)));
    }
}

static void test_every_fractal(void **state)
{
    (void)state;
    for_each_fractal(true, check_small);
}

/* What was asked for is kept, or the plan does not stay. */
static void test_asked(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("sierpinski");
    nbb_request request = request_of(&fractal, 10, 132);
    request.tile = 8;
    request.lanes = 9;
    request.steps_a_launch = 2;
    request.block = 96;
    nbb_plan plan;
    assert_int_equal(choose_plan(&request, &plan), NBB_OK);
    assert_string_equal(plan.name, "nbb_sierpinski_ca_lanes_r10_t3_a2_s2_grid");
    assert_int_equal(plan.block, 96);
    /* each tile writes its border and reads those beside it, in words of 4 bytes, every other step */
    int words = plan.border.count + nbb_closure_loaded_beside(&plan.step.closure);
    assert_int_equal(plan.step_bytes, 243 * (uint64_t)words * 4 / 2);
    nbb_plan_free(&plan);
    request.lanes = 243;
    assert_false(stays(request));
    request.lanes = 0;
    request.resident = NBB_RESIDENT_NO;
    assert_false(stays(request));
    request.resident = NBB_RESIDENT_AUTO;
    request.buffers = 1;
    assert_false(stays(request));
    nbb_fractal_free(&fractal);
}

/* 625 tiles make 5 blocks of 128 threads, of which a multiprocessor is to have 2. */
static void test_last_block(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("vicsek");
    nbb_request request = request_of(&fractal, 4, 2);
    request.tile = request.lanes = 1;
    request.block = 128;
    assert_false(stays(request));
    request.multiprocessors = 3;
    assert_true(stays(request));
    nbb_fractal_free(&fractal);
}

/* With less memory the plan stays where its two states fit; else it does what it does without staying. */
static void test_memory(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("carpet");
    nbb_request request = request_of(&fractal, 5, 132);
    nbb_plan plan;
    assert_int_equal(choose_plan(&request, &plan), NBB_OK);
    request.available = plan.memory_bytes;
    nbb_plan_free(&plan);
    assert_true(stays(request));
    uint64_t less = (request.available - 24576) / 40;
    for (; request.available >= 24576; request.available -= less) {  /* one state and its border */
        assert_int_equal(choose_plan(&request, &plan), NBB_OK);
        assert_true(plan.memory_bytes <= request.available && (plan.buffers == 2 || !plan.resident));
        nbb_plan_free(&plan);
    }
    request.available = 24576;
    assert_false(stays(request));
    request.resident = NBB_RESIDENT_YES;
    assert_int_equal(choose_plan(&request, &plan), NBB_ERROR_DEVICE);
    nbb_fractal_free(&fractal);
}

static void check_refused(nbb_request request, const char *reason)
{
    nbb_plan plan;
    request.resident = request.resident == NBB_RESIDENT_AUTO ? NBB_RESIDENT_YES : request.resident;
    assert_int_equal(choose_plan(&request, &plan), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(), reason);
}

static void test_refusals(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("sierpinski");
    nbb_request request = request_of(&fractal, 20, 132);
#define NO_TILE "--resident yes: no tile of at most 96 words and at most 32 lanes"
#define SO_FEW                                                                                      \
    " so few tiles that each has a thread at once on 132 multiprocessors; use --resident no, which" \
    " takes a launch for every few steps"
    check_refused(request, NO_TILE " leaves sierpinski at r = 20" SO_FEW);
    request.r = 8;
    request.lanes = 81;
    request.steps_a_launch = 2;
    check_refused(request, NO_TILE ", with --lanes 81 --steps-per-launch 2, leaves sierpinski at r = 8" SO_FEW);
    request.lanes = request.steps_a_launch = 0;
    request.r = 13;
    request.cluster_blocks = 1;
    request.resident = NBB_RESIDENT_CLUSTER;
    check_refused(request,
        "--resident cluster: no tile of at most 96 words and at most 32 lanes leaves sierpinski at"
                  " r = 13 so few tiles that the shared memory of a cluster of 1 block has them; use --resident"
                  " no, which"
                  " takes a launch for every few steps");
    request.resident = NBB_RESIDENT_AUTO;
    request.r = 8;
    request.tile = 7;
    check_refused(request, "--tile 7: a tile of sierpinski at r = 8 is one of 1, 2, 4, 8, 16, 32 cells a side");
    request.tile = 0;
    request.buffers = 1;
    check_refused(request, "--resident yes: only steps between two buffers stay on the device, not --buffers 1");
    request.buffers = 0;
    request.target = NBB_TARGET_HOST;
    check_refused(request, "--resident yes has no effect on target host: it has no launches that stay, CUDA has");
    request.target = NBB_TARGET_CUDA;
    request.workload = NBB_WORKLOAD_SW;
    check_refused(request, "--resident yes has no effect on workload sw: only ca has steps");
    request.map = NBB_MAP_LAMBDA;
    check_refused(request, "--resident yes has no effect on map lambda: it is an option of map lanes");
    request = request_of(&fractal, 8, 132);
    request.target = NBB_TARGET_HOST;
    request.resident = NBB_RESIDENT_NO;
    check_refused(request, "--resident no has no effect on target host: it has no launches that stay, CUDA has");
    nbb_fractal_free(&fractal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),     cmocka_unit_test(test_programs),      cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_cards),      cmocka_unit_test(test_every_fractal), cmocka_unit_test(test_asked),
        cmocka_unit_test(test_last_block), cmocka_unit_test(test_memory),        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

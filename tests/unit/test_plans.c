/* test_plans.c - what holds for every plan: grids, groups of products, blocks and sizes. */
#include "tests/works.h"
#include "gen/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "fractals.h"

/* Groups of `size` cover the amount, none of them in vain. */
static void check_cover(uint64_t groups, uint64_t size, uint64_t amount)
{
    assert_true(size > 0);
    assert_int_equal(groups, amount / size + (amount % size > 0));
}

static void check_grids(const nbb_plan *plan)
{
    for (int entry = 0; entry < NBB_ENTRY_TOTALS; ++entry) {
        nbb_grid grid = nbb_plan_grid(plan, (nbb_entry)entry, 0, 1000);
        bool pass = entry == NBB_ENTRY_WRITE || entry == NBB_ENTRY_SUM;
        assert_true(grid.threads % 32 == 0 && grid.threads > 0 && grid.threads <= 1024);
        if (entry == NBB_ENTRY_PROBE) {
            check_cover(grid.blocks, grid.threads, 1000);
        } else if (plan->map == NBB_MAP_BB) {         /* blocks 32 cells wide, row by row */
            uint64_t across = ((uint64_t)plan->n.at[0] + 31) / 32;
            assert_int_equal(grid.blocks % across, 0);
            check_cover(grid.blocks / across, grid.threads / 32, (uint64_t)plan->n.at[1]);
        } else if (!pass || nbb_plan_has(plan, (nbb_entry)entry)) {
            bool work = pass || entry == NBB_ENTRY_STEP;
            assert_int_equal(grid.threads, plan->block);
            check_cover(grid.blocks, grid.threads / (pass ? 32 : plan->tile_threads),
                        (uint64_t)(work ? plan->groups : plan->tiles));
        }
    }
}

/* Products: a group holds what one maps, and no tile is in two groups or in none. */
static void check_groups(const nbb_plan *plan)
{
    uint64_t x = (uint64_t)plan->orthotope.at[0], y = (uint64_t)plan->orthotope.at[1];
    bool blocks = plan->tc == NBB_TC_BLOCKS && plan->r_b > 0;
    if (blocks) {
        assert_int_equal(plan->product_tiles, 4);
        assert_int_equal(plan->groups, (x / 2 + x % 2) * (y / 2 + y % 2));
    } else {
        check_cover((uint64_t)plan->groups, (uint64_t)plan->product_tiles, (uint64_t)plan->tiles);
        assert_int_equal(plan->product_tiles,
                         plan->tc == NBB_TC_BYTES && plan->lambda_by_product && plan->map == NBB_MAP_COMPACT ? 8 : 1);
    }
    assert_true(plan->product_tiles == 1 || plan->lambda_by_product);
}

/* Threads a tile: a power of two up to a warp, or all of the block; with tensor cores or shuffles whole warps. */
static void check_block(const nbb_plan *plan)
{
    enum { SHARED_BYTES = 48 * 1024, PRODUCT_BYTES = 256 * (2 + 4), CELLS_BYTES = 256 * 8, NUMBERS_BYTES = 9 * 8 };
    uint32_t threads = plan->tile_threads;
    assert_int_equal(plan->block % 32, 0);
    assert_true(threads == plan->block || (threads <= 32 && (threads & (threads - 1)) == 0));
    assert_true((plan->tc == NBB_TC_NONE && plan->eval == NBB_EVAL_UNROLLED) || threads % 32 == 0);
    if (plan->work->evolves) {
        uint32_t slots = plan->block / threads;
        uint32_t places = plan->intra == NBB_INTRA_LUT ? 4 * (uint32_t)nbb_fractal_cells(plan->fractal, 0, plan->t)
                                                       : 0;
        uint32_t a_warp = plan->tc == NBB_TC_NONE || plan->tc == NBB_TC_BYTES
                              ? 0
                        : PRODUCT_BYTES + (plan->tc == NBB_TC_THREADS ? CELLS_BYTES : 0);
        uint32_t products = a_warp * plan->block / 32;
        assert_true(slots * (4 * plan->tile.box_words + NUMBERS_BYTES) + products + places <= SHARED_BYTES);
    }
}

/* rho from 1 to sides whose box has 1024 cells and more, with every way to evaluate lambda and to find cells. */
static void check_sides(const nbb_fractal *fractal)
{
    int axis = fractal->levels[0]->s.at[0] > 1 ? 0 : 1;
    for (int i = 0; i < 2 * 2 * 3 * 3; ++i) {
        nbb_request request = { .fractal = fractal,
                                .r = nbb_fractal_largest_level(fractal) / 2,
                                .workload = NBB_WORKLOAD_CA,
                                .map = i % 2 == 0 ? NBB_MAP_LAMBDA : NBB_MAP_COMPACT,
                                .eval = (nbb_eval)(i / 2 % 2),
                                .hash = (nbb_hash)(i / 4 % 3),
                                .intra = (nbb_intra)(i / 12),
                                .target = NBB_TARGET_CUDA };
        for (int t = 0; t <= request.r; ++t) {
            nbb_vector rho = nbb_fractal_side(fractal, 0, t);
            int64_t places = request.intra == NBB_INTRA_LUT ? nbb_fractal_cells(fractal, 0, t) : 0;
            if (rho.at[0] * rho.at[1] <= 1024 || nbb_tile_box_words(rho) + places <= NBB_BOX_WORDS_MAX) {
                request.tile = rho.at[axis];
                nbb_plan plan;
                assert_int_equal(choose_plan(&request, &plan), NBB_OK);
                assert_int_equal(plan.t, t);
                check_block(&plan);
                nbb_plan_free(&plan);
            }
        }
    }
}

static void test_block_sides(void **state)
{
    (void)state;
    for_each_fractal(true, check_sides);
}

/* Exact, or UINT64_MAX where 64 bits do not hold them. */
static void check_product(uint64_t product, uint64_t a, uint64_t b)
{
    if (product == UINT64_MAX) {
        assert_true(a > UINT64_MAX / b);
    } else {
        assert_true(product % b == 0 && product / b == a);
    }
}

static void check_sizes(const nbb_plan *plan)
{
    uint64_t buffers = plan->work->evolves ? 2 : 1;
    assert_true(plan->memory_bytes <= INT64_MAX);
    if (plan->map == NBB_MAP_COMPACT) {
        check_product(plan->state_bytes, (uint64_t)plan->tiles, 4 * (uint64_t)plan->tile.words);
        assert_int_equal(plan->step_bytes, plan->memory_bytes);
    } else {
        check_product(plan->state_bytes, (uint64_t)plan->n.at[0], (uint64_t)plan->n.at[1]);
    }
    assert_int_equal(plan->n.at[0], plan->rho.at[0] * plan->n_b.at[0]);
    assert_int_equal(plan->n.at[1], plan->rho.at[1] * plan->n_b.at[1]);
    assert_int_equal(plan->tiles, plan->orthotope.at[0] * plan->orthotope.at[1]);
    assert_int_equal(plan->cells, plan->tiles * nbb_fractal_cells(plan->fractal, 0, plan->t));
    check_product(plan->memory_bytes, plan->state_bytes, buffers);
}

/* Every plan of the fractal at this level, for the host, which has no grids to exceed. */
static void check_level(const nbb_fractal *fractal, int r, int64_t tile)
{
    for (int i = 0; i < 3 * 5 * 3; ++i) {
        nbb_request request = { .fractal = fractal,
                                .r = r,
                                .tile = tile,
                                .tc = i % 5,
                                .map = (nbb_map)(NBB_MAP_BB + i / 5 % 3),
                                .workload = (nbb_workload)(i / 15) };
        nbb_plan plan;
        if (choose_plan(&request, &plan) != NBB_OK) {
            bool compact = request.map == NBB_MAP_COMPACT
                           && (request.workload != NBB_WORKLOAD_CA || request.tc == NBB_TC_BLOCKS
                               || request.tc == NBB_TC_THREADS);
            bool threads = request.map == NBB_MAP_LAMBDA && request.tc == NBB_TC_THREADS && tile > 16;
            bool large = strstr(nbb_message(), "an address reaches") != NULL;
            assert_true(request.map == NBB_MAP_BB || threads || large || (request.tc != 0 && compact));
            continue;
        }
        check_sizes(&plan);
        check_grids(&plan);
        check_groups(&plan);
        check_block(&plan);
        nbb_plan_free(&plan);
    }
}

static nbb_status state_bytes(const nbb_fractal *fractal, int r, nbb_map map, uint64_t *bytes)
{
    nbb_request request = { .fractal = fractal, .r = r, .map = map };
    give_program(&request);
    return nbb_plan_state_bytes(&request, bytes);
}

/* Levels up to the largest, with the plan's own tile and all others that are possible. */
static void check_levels(const nbb_fractal *fractal)
{
    int largest = nbb_fractal_largest_level(fractal);
    int axis = fractal->levels[0]->s.at[0] > 1 ? 0 : 1;
    for (int r = 0; r <= largest; ++r) {
        check_level(fractal, r, 0);
        for (int t = 0; t <= r && nbb_tile_box_words(nbb_fractal_side(fractal, 0, t)) <= NBB_BOX_WORDS_MAX; ++t) {
            check_level(fractal, r, nbb_fractal_side(fractal, 0, t).at[axis]);
        }
        uint64_t bytes[2];
        assert_int_equal(state_bytes(fractal, r, NBB_MAP_BB, &bytes[0]), NBB_OK);
        assert_int_equal(state_bytes(fractal, r, NBB_MAP_LAMBDA, &bytes[1]), NBB_OK);
        assert_int_equal(bytes[0], bytes[1]);
    }
    uint64_t bytes;
    assert_int_equal(state_bytes(fractal, largest + 1, NBB_MAP_BB, &bytes), NBB_ERROR_USAGE);
}

static void test_every_fractal(void **state)
{
    (void)state;
    for_each_fractal(true, check_levels);
    nbb_message_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_fractal),
        cmocka_unit_test(test_block_sides),
    };
    return cmocka_run_group_tests_name("plans", tests, NULL, NULL);
}

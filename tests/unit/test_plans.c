/* test_plans.c - what holds for every plan: grids and blocks; what is persistent, less memory,
   the largest levels. */
#include "tests/works.h"
#include "unit.h"
#include "plans.h"
#include "programs.h"

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
        } else if (plan->space.map == NBB_MAP_BB) { /* blocks 32 cells wide, row by row */
            uint64_t across = ((uint64_t)plan->asked.sides.at[0] + 31) / 32;
            assert_int_equal(grid.blocks % across, 0);
            check_cover(grid.blocks / across, grid.threads / 32, (uint64_t)plan->asked.sides.at[1]);
        } else if (!pass || nbb_plan_has(plan, (nbb_entry)entry)) {
            bool work = pass || entry == NBB_ENTRY_STEP;
            assert_int_equal(grid.threads, plan->launch.block);
            check_cover(grid.blocks, grid.threads / (pass ? 32 : plan->launch.tile_threads),
                        (uint64_t)(work ? plan->space.groups : plan->space.tiles));
        }
    }
}

/* Threads a tile: a power of two up to a warp, or all of the block; with tensor cores or shuffles whole warps. */
static void check_block(const nbb_plan *plan)
{
    enum { SHARED_BYTES = 48 * 1024, PRODUCT_BYTES = 256 * (2 + 4), CELLS_BYTES = 256 * 8, NUMBERS_BYTES = 9 * 8 };
    uint32_t threads = plan->launch.tile_threads;
    assert_int_equal(plan->launch.block % 32, 0);
    assert_true(threads == plan->launch.block || (threads <= 32 && (threads & (threads - 1)) == 0));
    assert_true((plan->space.tc == NBB_TC_NONE && plan->asked.eval != NBB_EVAL_SHUFFLE) || threads % 32 == 0);
    if (plan->asked.work->evolves) {
        uint32_t slots = plan->launch.block / threads;
        uint32_t places = plan->asked.intra == NBB_INTRA_LUT
                              ? 4 * (uint32_t)nbb_fractal_cells(plan->asked.fractal, 0, plan->space.t)
                              : 0;
        uint32_t a_warp = plan->space.tc == NBB_TC_NONE || plan->space.tc == NBB_TC_BYTES
                              ? 0
                              : PRODUCT_BYTES + (plan->space.tc == NBB_TC_THREADS ? CELLS_BYTES : 0);
        uint32_t products = a_warp * plan->launch.block / 32;
        assert_true(slots * (4 * plan->space.tile.box_words + NUMBERS_BYTES) + products + places <= SHARED_BYTES);
    }
}

/* Every eighth plan of the fractal at this level, others at other ones, and in the sweep every second; for the host,
   which has no grids to exceed. */
static void check_level(const nbb_fractal *fractal, int r, int64_t tile)
{
    const int every = nbb_unit_is_quick() ? 8 : 2;
    for (int i = r % every; i < 3 * 5 * 3; i += every) {
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
        check_grids(&plan);
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

/* Every fifth level up to the largest, with the plan's own tile and all others that are possible. */
static void check_levels(const nbb_fractal *fractal)
{
    int largest = nbb_fractal_largest_level(fractal);
    int axis = fractal->levels[0]->s.at[0] > 1 ? 0 : 1;
    for (int r = largest % 5; r <= largest; r += 5) {
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

TEST(test_every_fractal)
{
    for_each_fractal(true, check_levels);
    nbb_message_free();
}

static nbb_request persistent_request(const nbb_fractal *fractal, int r, uint32_t multiprocessors)
{
    return (nbb_request){ .fractal = fractal,
                          .r = r,
                          .workload = NBB_WORKLOAD_CA,
                          .target = NBB_TARGET_CUDA,
                          .multiprocessors = multiprocessors };
}

/* A cluster is no larger than the device's, and the choice says how large it is. */
static void check_cluster(const nbb_request *asked, const nbb_plan *plan, nbb_grid grid)
{
    uint32_t most = asked->cluster_blocks != 0 ? asked->cluster_blocks : 1;
    assert_true(plan->launch.cluster <= most);
    nbb_request again = *asked;
    LOCAL_PLAN same;
    again.tile = plan->asked.fractal->levels[0]->s.at[0] > 1 ? plan->space.rho.at[0] : plan->space.rho.at[1];
    again.lanes = plan->space.lanes.lanes;
    again.steps_a_launch = plan->code.steps_a_launch;
    again.block = plan->launch.block;
    again.persistent = plan->launch.cluster > 0 ? NBB_PERSISTENCE_CLUSTER : NBB_PERSISTENCE_GRID;
    again.cluster_blocks = again.multiprocessors = 0;
    assert_int_equal(choose_plan(&again, &same), NBB_OK);
    assert_string_equal(same.name, plan->name);
    if (plan->launch.cluster > 0) {
        assert_int_equal(grid.blocks, plan->launch.cluster);
        uint64_t words = plan->space.lanes.positions * (uint64_t)plan->asked.traits.planes;
        assert_true(2 * (uint64_t)plan->launch.block * words * sizeof(uint32_t) <= 47 << 10);
    }
}

/* Whether the launch is persistent; all its items must then have a thread at once. */
static bool is_persistent(nbb_request request)
{
    LOCAL_PLAN plan;
    assert_int_equal(choose_plan(&request, &plan), NBB_OK);
    bool persistent = plan.launch.persistent;
    nbb_grid grid = nbb_plan_grid(&plan, NBB_ENTRY_PERSISTENT, 0, 0);
    assert_int_equal(nbb_plan_has(&plan, NBB_ENTRY_PERSISTENT), persistent);
    assert_int_equal(nbb_plan_has(&plan, NBB_ENTRY_STEP), !persistent);
    assert_int_equal(strstr(plan.name, "_grid") != NULL || strstr(plan.name, "_cluster") != NULL, persistent);
    if (persistent) {
        uint32_t multiprocessors = request.multiprocessors != 0 ? request.multiprocessors : 20;
        assert_true(plan.space.lanes.parts == 1 || plan.asked.traits.draws);
        assert_true(grid.blocks * grid.threads >= (uint64_t)plan.space.lanes.tiles * plan.space.lanes.parts);
        assert_true(grid.blocks
                    <= (uint64_t)multiprocessors
                           * nbb_plan_persistent_blocks(plan.asked.card, plan.launch.block, &plan.code.step));
        check_cluster(&request, &plan, grid);
    }
    return persistent;
}

static void check_persistent(const nbb_fractal *fractal)
{
    for (int r = 0; r <= 2; ++r) {
        assert_true(is_persistent(persistent_request(fractal, r, 132)));
    }
}

/* On a large, a small and an unknown card; what draws goes by the lanes of its numbers, in words of several parts. */
TEST(test_persistent)
{
    LOCAL_FRACTAL fractal = load_fractal("sierpinski");
    LOCAL_PROGRAM draws = read_bits("sublattices", "if (chance(0.5)) s = count(s) == 1;");
    for (int r = 0; r <= 20; r += 4) {
        nbb_request request = persistent_request(&fractal, r, 132);
        assert_int_equal(is_persistent(persistent_request(&fractal, r, 1)), r <= 12);
        assert_int_equal(is_persistent(persistent_request(&fractal, r, 0)),
                         is_persistent(persistent_request(&fractal, r, 20)));
        request.cluster_blocks = 8;
        assert_int_equal(is_persistent(request), r <= 16);
        request.workload = NBB_WORKLOAD_PROGRAM;
        request.program = &draws;
        assert_int_equal(is_persistent(request), r <= 16);
    }
    for_each_fractal(true, check_persistent);
}

/* Less free memory only takes choices away: a plan that fits what is free is the plan for that, though it was made
   for more (command_run.c makes it early, for all of a device's memory). */
enum { MAPS = NBB_MAP_LANES + 1 }; /* of fractals, and auto */

/* The plan's choices as one text, which the caller frees; empty where there is none. */
static nbb_text choices_of(nbb_request request, uint64_t available, uint64_t *bytes)
{
    nbb_plan plan;
    nbb_text text = NBB_TEXT_EMPTY;
    request.available = available;
    *bytes = 0;
    if (choose_plan(&request, &plan) == NBB_OK) {
        nbb_text_add(&text, "%s", plan.name);
        nbb_plan_print_options(&plan, &text);
        *bytes = plan.launch.memory_bytes;
        nbb_plan_free(&plan);
    }
    return text;
}

/* Amounts less than all of the memory, and about what the plan needs. */
static int compare_plans(nbb_request request, uint64_t all)
{
    uint64_t needed = 0, other = 0;
    NBB_LOCAL_TEXT expected = choices_of(request, all, &needed);
    int fitted = 0;
    if (needed == 0 || needed > all) {
        fail_msg("%s r = %d map %d: %s", request.fractal != NULL ? request.fractal->name : "simplex", request.r,
                 (int)request.map, nbb_message());
    }
    const uint64_t amounts[] = { all / 2, all / 256, needed + needed / 9, needed + 1, needed, needed - 1 };
    for (size_t i = 0; i < sizeof amounts / sizeof amounts[0]; ++i) {
        NBB_LOCAL_TEXT text = choices_of(request, amounts[i], &other);
        bool same = strcmp(nbb_text_string(&text), nbb_text_string(&expected)) == 0;
        if (needed <= amounts[i] && amounts[i] <= all && !same) {
            fail_msg("%s for all memory, %s where %llu bytes are free", nbb_text_string(&expected),
                     nbb_text_string(&text), (unsigned long long)amounts[i]);
        }
        assert_true(needed <= amounts[i] || !same);
        fitted += needed <= amounts[i];
    }
    return fitted;
}

TEST(test_memory)
{
    static const char *const names[] = { "sierpinski", "candy" };
    static const int low[] = { 6, 6 }, high[] = { 18, 8 }, of_lanes[] = { 25, 11 };
    int fitted = 0;
    (void)state;
    for (int i = 0; i < 2 * 2 * 3 * MAPS * 2; ++i) {
        LOCAL_FRACTAL fractal = load_fractal(names[i % 2]);
        nbb_map map = (nbb_map)(i / 12 % MAPS);
        nbb_workload workload = (nbb_workload)(i / 4 % 3);
        const int *levels = i / 2 % 2 == 0 ? low : map == NBB_MAP_LANES ? of_lanes : high;
        bool products = map == NBB_MAP_LAMBDA
                        || (map != NBB_MAP_BB && map != NBB_MAP_LANES && workload == NBB_WORKLOAD_CA);
        nbb_request request = { .fractal = &fractal,
                                .r = levels[i % 2],
                                .workload = workload,
                                .map = map,
                                .target = NBB_TARGET_CUDA,
                                .multiprocessors = 132,
                                .cluster_blocks = 8,
                                .tc = products && i / 12 / MAPS != 0 ? NBB_TC_BEST : NBB_TC_NONE };
        fitted += compare_plans(request, UINT64_C(150) << 30);
    }
    assert_true(fitted > 250);
}

/* Each fractal and map at the largest level that has a grid, and at the next; workloads alternate. */
TEST(test_largest_levels)
{
    static const char *const names[] = { "sierpinski", "carpet", "vicsek", "candy", "cantor", "chandelier" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        LOCAL_FRACTAL fractal = load_fractal(names[i]);
        int most = nbb_fractal_largest_level(&fractal);
        for (int j = 0; j < NBB_MAP_LANES - NBB_MAP_BB + 1; ++j) {
            nbb_request request = { .fractal = &fractal,
                                    .r = most,
                                    .map = (nbb_map)(NBB_MAP_BB + j),
                                    .workload = (i + (size_t)j) % 2 == 0 ? NBB_WORKLOAD_SW : NBB_WORKLOAD_CA,
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
    }
}

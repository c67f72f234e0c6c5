/* test_needs.c - shards are even and whole, and ranks exchange few words; that these are all that they need,
   suites/shards.sh shows. */
#include "tests/works.h"
#include "runtime/run/needs.h"
#include "unit.h"
#include "plans.h"

enum { LEVELS_MAX = 10 };
static const nbb_rule life = { 1 << 2, 1 << 2 | 1 << 3 };

/* Ranges follow each other, none a group larger than another, and every item has the owner whose range it is in. */
static void check_shards(const nbb_plan *plan)
{
    int64_t next = 0, least = INT64_MAX, most = 0;
    for (int rank = 0; rank < plan->asked.ranks; ++rank) {
        nbb_shard shard = nbb_plan_shard(plan, rank);
        int64_t groups = (shard.count + NBB_GROUP - 1) / NBB_GROUP;
        assert_int_equal(shard.first, next);
        assert_int_equal(shard.first % NBB_GROUP, 0);
        assert_int_equal(nbb_plan_owner(plan, shard.first), rank);
        assert_int_equal(nbb_plan_owner(plan, shard.first + shard.count - 1), rank);
        least = groups < least ? groups : least;
        most = groups > most ? groups : most;
        next += shard.count;
    }
    assert_int_equal(next, nbb_plan_items(plan));
    assert_true(least > 0 && most - least <= 1);
}

/* Ranks save all cells, range behind range; a cell's rank is said to have some of any range with it, on map lanes no
   other rank of the cell alone. */
static void check_saved(const nbb_plan *plan)
{
    int64_t next = 0;
    for (int rank = 0; rank < plan->asked.ranks; ++rank) {
        nbb_shard saved = nbb_plan_saved(plan, rank);
        assert_int_equal(saved.first, next);
        assert_true(saved.count == 0 || saved.first % NBB_SAVED_CELLS == 0);
        assert_true(saved.count <= nbb_plan_saved(plan, 0).count);
        next += saved.count;
    }
    assert_int_equal(next, plan->asked.cells);
    for (int64_t i = 0; i < plan->asked.cells; i += 53) {
        int owner = nbb_plan_owner(plan,
                                   nbb_plan_item_of(plan, nbb_fractal_cell(plan->asked.fractal, plan->asked.r, i)));
        int64_t first = i - i % 320, left = plan->asked.cells - first;
        assert_true(nbb_plan_shares(plan, owner, (nbb_shard){ first, left < 320 ? left : 320 }));
        for (int rank = 0; rank < plan->asked.ranks; ++rank) {
            bool may_share = rank == owner || plan->space.map == NBB_MAP_COMPACT;
            assert_int_equal(nbb_plan_shares(plan, rank, (nbb_shard){ i, 1 }), may_share);
        }
    }
}

static const int rank_counts[] = { 3, 7 };
enum { RANK_COUNTS = 2 };

/* All numbers of ranks that the plan has groups for. */
static void check_plans(const nbb_fractal *fractal, nbb_request request)
{
    for (int i = 0; i < RANK_COUNTS; ++i) {
        nbb_plan plan;
        request.fractal = fractal;
        request.ranks = rank_counts[i];
        if (choose_plan(&request, &plan) == NBB_OK) {
            check_shards(&plan);
            check_saved(&plan);
            nbb_plan_free(&plan);
        }
    }
    nbb_message_free();
}

/* The level whose cells are some ten thousands at most. */
static int level_of(const nbb_fractal *fractal)
{
    int r = 1;
    while (r < LEVELS_MAX && nbb_fractal_cells(fractal, 0, r + 1) <= 20000) {
        ++r;
    }
    return r;
}

static void check_fractal(const nbb_fractal *fractal)
{
    int64_t side = nbb_fractal_side(fractal, 0, 1).at[nbb_fractal_named_axis(fractal)];
    nbb_request request = { .r = level_of(fractal),
                            .map = NBB_MAP_LANES,
                            .workload = NBB_WORKLOAD_CA,
                            .program = life_of(life),
                            .tile = side,
                            .target = NBB_TARGET_CUDA,
                            .persistent = NBB_PERSISTENCE_NO };
    check_plans(fractal, request);
    request.buffers = 1;
    check_plans(fractal, request);
    request.buffers = 0;
    request.lanes = 1;
    check_plans(fractal, request);
    request = (nbb_request){
        .r = request.r, .map = NBB_MAP_COMPACT, .workload = NBB_WORKLOAD_CA, .program = life_of(life)
    };
    request.tile = side;
    check_plans(fractal, request);
}

TEST(every_fractal)
{
    for_each_fractal(true, check_fractal);
}

/* A few words where tiles touch at corners, at any level; more along edges. */
TEST(few_words)
{
    nbb_request request = {
        .map = NBB_MAP_LANES, .workload = NBB_WORKLOAD_CA, .program = life_of(life), .steps_a_launch = 1
    };
    LOCAL_FRACTAL gasket = load_fractal("sierpinski"), carpet = load_fractal("carpet");
    int64_t before = 0;
    for (int r = 20; r <= 24; r += 2) {
        nbb_needs needs;
        NBB_LOCAL_ARENA arena = { 0 };
        request.r = r;
        request.ranks = 4;
        LOCAL_PLAN plan = choose(&gasket, request);
        assert_int_equal(nbb_needs_build(&arena, &plan, 0, true, &needs), NBB_OK);
        assert_in_range(needs.received.first[4], 1, 500);
        assert_in_range(needs.boundary_count, 1, 20);
    }
    for (int r = 6; r <= 8; ++r) {
        nbb_needs needs;
        NBB_LOCAL_ARENA arena = { 0 };
        request.r = r;
        LOCAL_PLAN plan = choose(&carpet, request);
        assert_int_equal(nbb_needs_build(&arena, &plan, 1, true, &needs), NBB_OK);
        assert_true(needs.received.first[4] > 2 * before);
        before = needs.received.first[4];
    }
}

static nbb_plan of_triangle(int64_t n)
{
    static const nbb_simplex triangle = { .name = "triangle", .m = 2 };
    nbb_request request = { .simplex = &triangle, .n = n, .ranks = 7, .workload = NBB_WORKLOAD_CA };
    nbb_plan plan;
    assert_int_equal(choose_plan(&request, &plan), NBB_OK);
    return plan;
}

/* Ranks that share a simplex have tiles enough for shares alike to 1%. */
TEST(alike_to_1_percent)
{
    static const int64_t sides[] = { 200, 1000, 10000, 65536 };
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; ++i) {
        LOCAL_PLAN plan = of_triangle(sides[i]);
        int64_t most = nbb_plan_shard(&plan, 0).count, least = nbb_plan_shard(&plan, 6).count;
        assert_in_range(least, 100, most);
        assert_true(most - least <= 1);
    }
}

/* test_card.c - every constant of a card has an effect, and a program's traits reach the plan. */
#include "gen/plan/plan.h"
#include "tests/works.h"
#include "unit.h"
#include "layouts.h"
#include "programs.h"

#define START "return program { neighbours = 'vonneumann', "
static const char
    rule[] = "return program { state = { s = 'u1' }, neighbours = 'moore', update = 's = count(s) == 3;' }",
    draws[] = START "state = { s = 'u1' }, order = 'sublattices', param = { T = 2.0 }, "
                    "update = 'int f = 2 * count(s == here.s) - degree; if (chance(exp(-2 * f / T))) s = !s;' }",
    other[] = START "state = { s = 'u2' }, update = 's = count(s == 1) > 1 ? 2 : s == 2 ? 1 : 0;' }",
    counts[] = "return program { state = { s = 'u1' }, neighbours = box(9), update = 's = count(s) > 99;' }",
    fires[] = START "state = { s = 'u1' }, update = 's = count(s) > 1 || chance(0.1);' }",
    four[] = START "state = { s = 'u4' }, order = 'sublattices', update = 's = sum(s) % 16;' }",
    heat[] = START "state = { u = 'f32' }, update = 'u += 0.2 * sum(u - here.u);' }",
    pair[] = START "state = { u = 'f32', v = 'f32' }, update = 'u += sum(v); v = u;' }",
    costly[] = START "state = { u = 'f32' }, update = 'u += sqrt(sum(u / 3)); if (chance(0.5)) u = 0;' }";

/* What the plan chooses that these numbers have a say in. */
static void describe(const nbb_plan *plan, char text[256])
{
    bool has_rows = plan->space.storage == NBB_STORAGE_BITS, has_strips = plan->launch.march.depth > 0;
    snprintf(text, 256, "%s %d %d %u %u %u %u %u", plan->name, plan->space.t, plan->code.steps_a_launch,
             plan->launch.depth, plan->launch.march.slab, plan->launch.march.depth,
             has_rows || has_strips ? nbb_plan_simplex_resident(plan) : 0,
             plan->launch.block + plan->launch.tile_threads);
}

/* Of the program on a simplex of m axes, or for m = 0 on the gasket by lanes. */
static void plan_with(const nbb_card *card, const char *text, int m, nbb_request request, char found[256])
{
    LOCAL_PROGRAM program = read_program("test.lua", m == 3 ? 3 : 2, "%s", text);
    LOCAL_PLAN plan;
    nbb_simplex simplex = { .name = "simplex", .m = m };
    LOCAL_FRACTAL fractal = fractal_of_rows(2, (const char *const[]){ "#.", "##" });
    request.card = card;
    request.program = &program;
    request.workload = NBB_WORKLOAD_PROGRAM;
    request.simplex = m > 0 ? &simplex : NULL;
    request.fractal = m > 0 ? NULL : &fractal;
    request.map = m > 0 ? NBB_MAP_LAMBDA : request.map == NBB_MAP_AUTO ? NBB_MAP_LANES : request.map;
    request.r = m > 0 ? 0 : request.r == 0 ? 10 : request.r;
    assert_ok(choose_plan(&request, &plan));
    describe(&plan, found);
}

/* Another value of a member, and the work whose plan it changes. */
#define OTHER(member, value, text, m, ...)                                   \
    do {                                                                     \
        char usual[256], changed[256];                                       \
        nbb_card card = nbb_card_default;                                    \
        card.member = (value);                                               \
        plan_with(NULL, text, m, (nbb_request){ __VA_ARGS__ }, usual);       \
        plan_with(&card, text, m, (nbb_request){ __VA_ARGS__ }, changed);    \
        if (strcmp(usual, changed) == 0) {                                   \
            fail_msg("%s = %s changes nothing: %s", #member, #value, usual); \
        }                                                                    \
    } while (0)
#define CUDA .target = NBB_TARGET_CUDA

TEST(test_simplices)
{
    OTHER(simplex.bits_host[2], 1000, rule, 2, .n = 500, .target = NBB_TARGET_HOST);
    OTHER(simplex.bits_host[3], 1000, rule, 3, .n = 500, .target = NBB_TARGET_HOST);
    OTHER(simplex.bits_host_drawing[2], 1000, draws, 2, .n = 200, .target = NBB_TARGET_HOST);
    OTHER(simplex.bits_host_drawing[3], 1000, draws, 3, .n = 40, .target = NBB_TARGET_HOST);
    OTHER(simplex.bits_rules[2], 5000, rule, 2, .n = 3000, CUDA);
    OTHER(simplex.bits_rules[3], 5000, rule, 3, .n = 100, CUDA);
    OTHER(simplex.bits_drawing[2], 5000, draws, 2, .n = 1000, CUDA);
    OTHER(simplex.bits_drawing[3], 5000, draws, 3, .n = 200, CUDA);
    OTHER(simplex.embedded_rules[2], 100, rule, 2, .n = 1000, .tile = 16, CUDA);
    OTHER(simplex.embedded_rules[3], 100, rule, 3, .n = 300, .tile = 8, CUDA);
    OTHER(simplex.bits_warps, 1, rule, 2, .n = 8192, CUDA);
    OTHER(simplex.turns_warps, 1, draws, 2, .n = 4096, CUDA);
    OTHER(simplex.strips_warps, 1, heat, 2, .n = 2000, CUDA);
    OTHER(simplex.space_blocks, 1, heat, 3, .n = 500, CUDA);
    OTHER(simplex.once_resident, 5, draws, 2, .n = 4096, CUDA);
    OTHER(simplex.strips_resident, 5, heat, 2, .n = 2000, CUDA);
    OTHER(simplex.strips_resident_large, 5, pair, 2, .n = 2000, CUDA);
    OTHER(simplex.space_resident, 5, heat, 3, .n = 500, CUDA);
    OTHER(simplex.bits_resident[2], 6, rule, 2, .n = 8192, CUDA);
    OTHER(simplex.bits_resident[3], 6, rule, 3, .n = 500, CUDA);
    OTHER(simplex.march_words, 20, other, 2, .n = 1000, CUDA);
    OTHER(simplex.march_drawing, 1, fires, 2, .n = 1000, CUDA);
    OTHER(simplex.bits_depth[2], 5, four, 2, .n = 1000, CUDA);
    OTHER(simplex.bits_depth[3], 4, other, 3, .n = 500, CUDA);
    OTHER(simplex.bits_steps, 4, rule, 2, .n = 8192, CUDA);
    OTHER(simplex.bits_slab, 60, rule, 2, .n = 2048, CUDA);
    OTHER(simplex.turns_slab[0], 30, draws, 2, .n = 1000, CUDA);
    OTHER(simplex.turns_slab[1], 30, draws, 2, .n = 65536, CUDA);
    OTHER(simplex.turns_words, 1, draws, 2, .n = 4096, CUDA);
    OTHER(simplex.strips_bytes, 8, heat, 2, .n = 2000, CUDA);
    OTHER(simplex.strips_slab, 60, heat, 2, .n = 1000, CUDA);
    OTHER(simplex.space_depth, 28, heat, 3, .n = 200, CUDA);
    OTHER(simplex.tile[2], 5, heat, 2, .n = 2000, .target = NBB_TARGET_HOST);
    OTHER(simplex.tile[3], 3, heat, 3, .n = 200, .target = NBB_TARGET_HOST);
}

TEST(test_lanes)
{
    OTHER(cluster_ns, 1e6, rule, 0, .multiprocessors = 132, .cluster_blocks = 8, CUDA);
    OTHER(shared_bytes, 30000, counts, 0, CUDA);
    OTHER(wide.words_aim, 30, heat, 0, CUDA);
    OTHER(wide.words_held, 88, heat, 0, CUDA);
    OTHER(wide.steps_aim, 2, heat, 0, CUDA);
    OTHER(wide.cells_aim, 100, heat, 0, CUDA);
    OTHER(wide.code_aim, 500, heat, 0, CUDA);
    OTHER(wide.word_operations, 1, heat, 0, CUDA);
    OTHER(wide.gathered, 100, heat, 0, CUDA);
    OTHER(wide.worthwhile, 0.1, heat, 0, CUDA);
    OTHER(wide.division, 1000, costly, 0, CUDA);
    OTHER(wide.function, 5000, costly, 0, CUDA);
    OTHER(wide.draw, 5000, costly, 0, CUDA);
}

TEST(test_tiles)
{
    OTHER(tile_bytes, 64, rule, 0, .map = NBB_MAP_COMPACT, CUDA);
    OTHER(tile_warp_words, 64, rule, 0, .map = NBB_MAP_COMPACT, CUDA);
    OTHER(lanes.words_aim, 9, rule, 0, .r = 18, CUDA);
    OTHER(lanes.steps_aim, 1, rule, 0, .r = 18, CUDA);
    OTHER(lanes.operations_aim, 10, rule, 0, .r = 18, CUDA);
    OTHER(lanes.host_large, 1 << 10, rule, 0, .target = NBB_TARGET_HOST);
    OTHER(lanes.small_lanes, 1, rule, 0, .persistent = NBB_PERSISTENCE_NO, CUDA);
    OTHER(lanes.small_worthwhile, 0.9, rule, 0, .persistent = NBB_PERSISTENCE_NO, CUDA);
    OTHER(lanes.persistent_steps, 1, rule, 0, .persistent = NBB_PERSISTENCE_GRID, CUDA);
    OTHER(lanes.persistent_words, 1, rule, 0, .persistent = NBB_PERSISTENCE_GRID, CUDA);
}

/* The row that the gasket's tiles have is taken. */
TEST(test_products)
{
    LOCAL_FRACTAL fractal = fractal_of_rows(2, (const char *const[]){ "#.", "##" });
    nbb_card card = nbb_card_default;
    nbb_plan plan;
    for (int i = 0; i < NBB_CARD_PRODUCTS; ++i) {
        card.products[i].variant = NBB_TC_THREADS;
    }
    const nbb_card *cards[] = { NULL, &card };
    for (int i = 0; i < 2; ++i) {
        nbb_request request = { .fractal = &fractal,
                                .r = 8,
                                .workload = NBB_WORKLOAD_SW,
                                .map = NBB_MAP_LAMBDA,
                                .tc = NBB_TC_BEST,
                                .card = cards[i],
                                CUDA };
        assert_int_equal(choose_plan(&request, &plan), NBB_OK);
        assert_int_equal(plan.space.tc == NBB_TC_THREADS, i == 1);
        nbb_plan_free(&plan);
    }
}

TEST(test_passes)
{
    LOCAL_FRACTAL fractal = fractal_of_rows(2, (const char *const[]){ "#.", "##" });
    nbb_card card = nbb_card_default;
    nbb_plan plan;
    card.tile_pass_block = 96;
    card.lanes.pass_block = 160;
    const nbb_map maps[] = { NBB_MAP_LAMBDA, NBB_MAP_LANES };
    for (int i = 0; i < 2; ++i) {
        nbb_request request = {
            .fractal = &fractal, .r = 8, .workload = NBB_WORKLOAD_SW, .map = maps[i], .card = &card, CUDA
        };
        assert_int_equal(choose_plan(&request, &plan), NBB_OK);
        assert_int_equal(plan.launch.block, i == 0 ? 96 : 160);
        nbb_plan_free(&plan);
    }
}

static const char sublattices[] =
    "return program { state = { a = 'u3', b = 'u2' }, neighbours = 'vonneumann', order = 'sublattices',"
    "  init = 'a = 1;', update = 'if (chance(0.5)) a = count(b > 0);' }";

TEST(test_program)
{
    LOCAL_PROGRAM program = read_program("turns.lua", 2, "%s", sublattices);
    nbb_traits of = nbb_traits_of(&program);
    assert_int_equal(of.arrays, 2);
    assert_int_equal(of.planes, 5);
    assert_int_equal(of.states, 1);
    assert_int_equal(of.turns, 2);
    assert_int_equal(of.reach, 2);
    assert_true(of.by_turns && of.draws);
    assert_false(of.repeats || of.lives);
}

/* Arrays stand behind each other, each in whole units. */
TEST(test_bytes)
{
    nbb_traits row = nbb_traits_of(life_of((nbb_rule){ 4, 12 }));
    nbb_traits two = { .arrays = 2, .bytes = { 4, 8 }, .alignment = 256 };
    uint64_t offsets[NBB_FIELDS_MAX];
    assert_int_equal(nbb_traits_bytes(&row, 1000, NULL), 1000);
    assert_int_equal(nbb_traits_bytes(&row, UINT64_MAX - 1, NULL), UINT64_MAX - 1);
    assert_int_equal(nbb_traits_bytes(&two, 100, offsets), 512 + 1024);
    assert_int_equal(offsets[0], 0);
    assert_int_equal(offsets[1], 512);
    assert_int_equal(nbb_traits_bytes(&two, UINT64_MAX / 8, NULL), UINT64_MAX);
    assert_int_equal(nbb_traits_bytes(&two, UINT64_MAX / 4 - 100, NULL), UINT64_MAX);
}

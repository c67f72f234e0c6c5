/* test_needs.c - shards are even and whole; the words that ranks exchange are those that each item's carry leads
   to. */
#include "tests/works.h"
#include "runtime/run/needs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plans.h"

enum { RANKS_MAX = 7, LEVELS_MAX = 10 };
static const nbb_rule life = { 1 << 2, 1 << 2 | 1 << 3 };

/* By reader, owner and word: whether the word is read. */
typedef struct wanted {
    const nbb_plan *plan;
    int64_t words;
    bool *is_read;
    bool *is_rim;                                     /* [item]: it exchanges words */
} wanted;

static bool *read_by(const wanted *found, int reader, int owner)
{
    return found->is_read + (reader * RANKS_MAX + owner) * found->words;
}

static void want(wanted *found, int64_t item, int64_t beside, int64_t word)
{
    int reader = nbb_plan_owner(found->plan, item), owner = nbb_plan_owner(found->plan, beside);
    assert_in_range(word, 0, found->words - 1);
    read_by(found, reader, owner)[word] |= reader != owner;
    found->is_rim[item] |= reader != owner;
    found->is_rim[beside] |= reader != owner;
}

/* As lanes.h says it: of the state, or in place of the border. */
static int64_t word_of(const nbb_plan *plan, int64_t item, int position)
{
    if (!nbb_plan_in_place(plan)) {
        return item / 32 * 32 * plan->lanes.positions + position * 32 + item % 32;
    }
    int before = 0;
    for (int i = 0; i < position; ++i) {
        before += plan->border.holds[i];
    }
    return item / 32 * 32 * plan->border.count + before * 32 + item % 32;
}

static void want_cells(wanted *found, const nbb_closure *closure, int direction, int64_t item, int64_t beside)
{
    for (int i = closure->own; i < closure->count; ++i) {
        const nbb_closure_cell *cell = &closure->cells[i];
        if (cell->direction == direction && (cell->needed & 1) != 0) {
            want(found, item, beside, word_of(found->plan, beside, cell->position));
        }
    }
}

/* An item of map lanes: lane by lane, where the walk leaves the tile's digits. */
static void want_lanes(wanted *found, int64_t item, int direction)
{
    const nbb_plan *plan = found->plan;
    const nbb_lanes *lanes = &plan->lanes;
    const nbb_replicas *replicas = nbb_fractal_table(plan->fractal);
    int64_t parts = lanes->parts, part = item % parts;
    int out = direction;
    int64_t tile = nbb_lanes_walk(replicas, lanes->m, item / parts, &out);
    for (int64_t lane = 32 * part; tile >= 0 && lane < 32 * part + 32 && lane < lanes->lanes; ++lane) {
        int beyond = out;
        int64_t from = out == PLANE_CENTRE ? lane : nbb_lanes_walk(replicas, lanes->a, lane, &beyond);
        if (from >= 0 && (out == PLANE_CENTRE || beyond == PLANE_CENTRE)) {
            want_cells(found, &plan->step.closure, direction, item, tile * parts + from / 32);
            want_cells(found, &plan->rest.closure, direction, item, tile * parts + from / 32);
        }
    }
}

/* The tile of map compact that has a cell: by places. */
static void want_tile(wanted *found, nbb_vector cell, int direction)
{
    const nbb_plan *plan = found->plan;
    int64_t tile_words = plan->tile.words;
    nbb_vector there = cell;
    for (int axis = 0; axis < NBB_AXES; ++axis) {
        there.at[axis] += nbb_directions_of(NBB_AXES)->steps[direction].at[axis] * plan->rho.at[axis]
                          - cell.at[axis] % plan->rho.at[axis];
    }
    for (uint32_t i = 0; i < plan->tile.halo_count; ++i) {
        const nbb_halo_cell *halo = &plan->tile.halo[i];
        nbb_vector place = { { there.at[0] + halo->from.at[0], there.at[1] + halo->from.at[1] } };
        if (halo->direction == direction && nbb_fractal_member(plan->fractal, plan->r, place)) {
            int64_t beside = nbb_plan_item_of(plan, place);
            want(found, nbb_plan_item_of(plan, cell), beside,
                 beside * tile_words + halo->from.at[1] * plan->tile.columns + halo->from.at[0] / 4);
        }
    }
}

static void want_all(wanted *found)
{
    const nbb_plan *plan = found->plan;
    int64_t cells = nbb_fractal_cells(plan->fractal, 0, plan->t);
    for (int direction = 0; direction < PLANE_DIRECTIONS; ++direction) {
        for (int64_t i = 0; i < nbb_plan_items(plan) && direction != PLANE_CENTRE; ++i) {
            if (plan->map == NBB_MAP_LANES) {
                want_lanes(found, i, direction);
            } else {
                want_tile(found, nbb_fractal_cell(plan->fractal, plan->r, i * cells), direction);
            }
        }
    }
}

/* A list of words is what was wanted, in ascending order. */
static int64_t check_list(const nbb_word_list *list, int other, const bool *is_read, int64_t words)
{
    int64_t count = 0;
    for (int64_t word = 0; word < words; ++word) {
        count += is_read[word];
    }
    assert_int_equal(list->first[other + 1] - list->first[other], count);
    for (int64_t i = list->first[other]; i < list->first[other + 1]; ++i) {
        assert_true(is_read[list->words[i]]);
        assert_true(i == list->first[other] || list->words[i - 1] < list->words[i]);
    }
    return count;
}

/* The rim's groups are those with an item that exchanges words, in ascending order. */
static void check_rim(const nbb_needs *needs, const wanted *found, int rank)
{
    nbb_shard shard = nbb_plan_shard(found->plan, rank);
    int64_t next = 0;
    for (int64_t group = 0; group * NBB_GROUP < shard.count; ++group) {
        bool is_rim = false;
        for (int64_t i = group * NBB_GROUP; i < (group + 1) * NBB_GROUP && i < shard.count; ++i) {
            is_rim = is_rim || found->is_rim[shard.first + i];
        }
        if (is_rim) {
            assert_in_range(next, 0, needs->rim_count - 1);
            assert_int_equal(needs->rim[next++], group);
        }
    }
    assert_int_equal(next, needs->rim_count);
}

/* Every rank's lists; returns how many words are exchanged. */
static int64_t check_needs(const nbb_plan *plan)
{
    wanted found = { .plan = plan };
    uint64_t bytes = nbb_plan_in_place(plan) ? plan->border_bytes : plan->state_bytes;
    found.words = (int64_t)bytes / 4;
    found.is_read = calloc((size_t)(RANKS_MAX * RANKS_MAX * found.words), sizeof(bool));
    found.is_rim = calloc((size_t)nbb_plan_items(plan), sizeof(bool));
    assert_non_null(found.is_read);
    assert_non_null(found.is_rim);
    want_all(&found);
    int64_t all = 0;
    for (int rank = 0; rank < plan->ranks; ++rank) {
        nbb_needs needs;
        assert_int_equal(nbb_needs_build(plan, rank, &needs), NBB_OK);
        for (int other = 0; other < plan->ranks; ++other) {
            all += check_list(&needs.received, other, read_by(&found, rank, other), found.words);
            check_list(&needs.sent, other, read_by(&found, other, rank), found.words);
        }
        check_rim(&needs, &found, rank);
        nbb_needs_free(&needs);
    }
    free(found.is_read);
    free(found.is_rim);
    return all;
}

/* Ranges follow each other, none a group larger than another, and every item has the owner whose range it is in. */
static void check_shards(const nbb_plan *plan)
{
    int64_t next = 0, least = INT64_MAX, most = 0;
    for (int rank = 0; rank < plan->ranks; ++rank) {
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

/* Ranks save all cells, range behind range; a cell's rank is told to have some of any range with it, on map lanes no
   other rank of the cell alone. */
static void check_saved(const nbb_plan *plan)
{
    int64_t next = 0;
    for (int rank = 0; rank < plan->ranks; ++rank) {
        nbb_shard saved = nbb_plan_saved(plan, rank);
        assert_int_equal(saved.first, next);
        assert_true(saved.count == 0 || saved.first % NBB_SAVED_CELLS == 0);
        assert_true(saved.count <= nbb_plan_saved(plan, 0).count);
        next += saved.count;
    }
    assert_int_equal(next, plan->cells);
    for (int64_t i = 0; i < plan->cells; i += 53) {
        int owner = nbb_plan_owner(plan, nbb_plan_item_of(plan, nbb_fractal_cell(plan->fractal, plan->r, i)));
        int64_t first = i - i % 320, left = plan->cells - first;
        assert_true(nbb_plan_shares(plan, owner, (nbb_shard){ first, left < 320 ? left : 320 }));
        for (int rank = 0; rank < plan->ranks; ++rank) {
            bool may_share = rank == owner || plan->map == NBB_MAP_COMPACT;
            assert_int_equal(nbb_plan_shares(plan, rank, (nbb_shard){ i, 1 }), may_share);
        }
    }
}

static const int rank_counts[] = { 2, 3, 4, 5, 7 };
enum { RANK_COUNTS = 5 };

/* All numbers of ranks that the plan has groups for; returns the most words that are exchanged. */
static int64_t check_plans(const nbb_fractal *fractal, nbb_request request)
{
    int64_t most = 0;
    for (int i = 0; i < RANK_COUNTS; ++i) {
        nbb_plan plan;
        request.fractal = fractal;
        request.ranks = rank_counts[i];
        if (choose_plan(&request, &plan) == NBB_OK) {
            check_shards(&plan);
            check_saved(&plan);
            int64_t words = check_needs(&plan);
            most = words > most ? words : most;
            nbb_plan_free(&plan);
        }
    }
    nbb_message_free();
    return most;
}

/* The level whose cells are some ten thousands at most. */
static int level_of(const nbb_fractal *fractal)
{
    int r = 1;
    while (r < LEVELS_MAX && nbb_fractal_cells(fractal, 0, r + 1) <= 40000) {
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
                            .resident = NBB_RESIDENT_NO };
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

static void every_fractal(void **state)
{
    (void)state;
    for_each_fractal(true, check_fractal);
}

/* A few words where tiles touch at corners, at any level; more along edges. */
static void few_words(void **state)
{
    (void)state;
    nbb_request request = {
        .map = NBB_MAP_LANES, .workload = NBB_WORKLOAD_CA, .program = life_of(life), .steps_a_launch = 1
    };
    nbb_fractal gasket = load_fractal("sierpinski"), carpet = load_fractal("carpet");
    int64_t before = 0;
    for (int r = 20; r <= 24; r += 2) {
        nbb_needs needs;
        request.r = r;
        request.ranks = 4;
        nbb_plan plan = choose(&gasket, request);
        assert_int_equal(nbb_needs_build(&plan, 0, &needs), NBB_OK);
        assert_in_range(needs.received.first[4], 1, 500);
        assert_in_range(needs.rim_count, 1, 20);
        nbb_needs_free(&needs);
        nbb_plan_free(&plan);
    }
    for (int r = 6; r <= 8; ++r) {
        nbb_needs needs;
        request.r = r;
        nbb_plan plan = choose(&carpet, request);
        assert_int_equal(nbb_needs_build(&plan, 1, &needs), NBB_OK);
        assert_true(needs.received.first[4] > 2 * before);
        before = needs.received.first[4];
        nbb_needs_free(&needs);
        nbb_plan_free(&plan);
    }
    nbb_fractal_free(&gasket);
    nbb_fractal_free(&carpet);
}

static void refused(void **state)
{
    (void)state;
    nbb_request request = {
        .r = 6, .map = NBB_MAP_LAMBDA, .workload = NBB_WORKLOAD_CA, .program = life_of(life), .ranks = 2
    };
    check_failure("sierpinski", request, NBB_ERROR_USAGE,
                  "map lambda by 2 ranks: its items are not numbered; lanes and compact are cut among ranks");
    request.map = NBB_MAP_COMPACT;
    request.tc = NBB_TC_HALVES;
    check_failure("sierpinski", request, NBB_ERROR_USAGE,
                  "map compact by 2 ranks: with --tc, a product maps tiles of several ranks");
    request = (nbb_request){
        .r = 8, .map = NBB_MAP_LANES, .workload = NBB_WORKLOAD_CA, .program = life_of(life), .ranks = 7
    };
    check_failure("sierpinski", request, NBB_ERROR_USAGE,
                  "sierpinski at r = 8 with map lanes has 1 group of 32 items, fewer than 7 ranks: ask for fewer, or"
                  " for smaller tiles (--tile)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fractal),
        cmocka_unit_test(few_words),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_needs_simplex.c - ranks that share a simplex have tiles enough for shares alike to 1%, and get every word that
   a step of theirs reads, from the rank that sends it. */
#include "tests/works.h"
#include "runtime/run/needs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

enum { RANKS_MAX = 5 };
static const nbb_simplex triangle = { .name = "triangle", .m = 2 }, tetrahedron = { .name = "tetrahedron", .m = 3 };

static nbb_plan choose(nbb_request request)
{
    nbb_plan plan;
    request.workload = NBB_WORKLOAD_CA;
    assert_int_equal(choose_plan(&request, &plan), NBB_OK);
    return plan;
}

/* The word of a cell: tile after tile, in each row after row. */
static int64_t word_of(const nbb_plan *plan, nbb_vector cell)
{
    int64_t rho = plan->rho.at[0], at = nbb_plan_item_of(plan, cell);
    for (int axis = plan->domain.simplex->m - 1; axis >= 0; --axis) {
        at = at * rho + cell.at[axis] % rho;
    }
    return at / (plan->storage == NBB_STORAGE_BITS ? 32 : 4);
}

static bool has_word(const nbb_word_list *list, int rank, int64_t word)
{
    int64_t i = list->first[rank];
    while (i < list->first[rank + 1] && list->words[i] != word) {
        ++i;
    }
    return i < list->first[rank + 1];
}

/* The cells around one that another rank has. */
static int check_cell(const nbb_plan *plan, const nbb_needs *needs, nbb_vector cell)
{
    const nbb_directions *list = nbb_directions_of(plan->domain.simplex->m);
    int reader = nbb_plan_owner(plan, nbb_plan_item_of(plan, cell)), found = 0;
    for (int direction = 0; direction < list->count; ++direction) {
        nbb_vector there = nbb_direction_from(list, direction, cell);
        bool is_cell = nbb_domain_member(&plan->domain, there);
        int owner = is_cell ? nbb_plan_owner(plan, nbb_plan_item_of(plan, there)) : reader;
        if (owner != reader) {
            assert_true(has_word(&needs[reader].received, owner, word_of(plan, there)));
            ++found;
        }
    }
    return found;
}

/* What one gets is what the other sends. */
static void check_pairs(const nbb_plan *plan, const nbb_needs *needs)
{
    for (int reader = 0; reader < plan->ranks; ++reader) {
        for (int owner = 0; owner < plan->ranks; ++owner) {
            const nbb_word_list *got = &needs[reader].received, *sent = &needs[owner].sent;
            int64_t count = got->first[owner + 1] - got->first[owner];
            assert_int_equal(sent->first[reader + 1] - sent->first[reader], count);
            assert_memory_equal(&got->words[got->first[owner]], &sent->words[sent->first[reader]],
                                (size_t)count * sizeof *got->words);
        }
    }
}

static void check(const nbb_simplex *simplex, int64_t n, int ranks, nbb_storage storage)
{
    nbb_plan plan = choose((nbb_request){ .simplex = simplex, .n = n, .ranks = ranks, .storage = storage });
    nbb_needs needs[RANKS_MAX];
    int found = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        assert_int_equal(nbb_needs_build(&plan, rank, &needs[rank]), NBB_OK);
    }
    check_pairs(&plan, needs);
    for (int64_t i = 0; i < plan.cells; ++i) {
        found += check_cell(&plan, needs, nbb_domain_cell(&plan.domain, i));
    }
    assert_true(found > 0);
    for (int rank = 0; rank < ranks; ++rank) {
        nbb_needs_free(&needs[rank]);
    }
    nbb_plan_free(&plan);
}

static void every_word(void **state)
{
    (void)state;
    for (int ranks = 2; ranks <= RANKS_MAX; ++ranks) {
        check(&triangle, 61, ranks, NBB_STORAGE_AUTO);
        check(&tetrahedron, 21, ranks, NBB_STORAGE_AUTO);
    }
    check(&tetrahedron, 50, 3, NBB_STORAGE_BITS);
}

static void alike_to_1_percent(void **state)
{
    (void)state;
    static const int64_t sides[] = { 200, 1000, 10000, 65536 };
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; ++i) {
        nbb_plan plan = choose((nbb_request){ .simplex = &triangle, .n = sides[i], .ranks = 7 });
        int64_t most = nbb_plan_shard(&plan, 0).count, least = nbb_plan_shard(&plan, 6).count;
        assert_in_range(least, 100, most);
        assert_true(most - least <= 1);
        nbb_plan_free(&plan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word),
        cmocka_unit_test(alike_to_1_percent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_lanes_operations.c - what programs of bits cost, in operations on words; and their totals. */
#include "gen/lanes/lanes_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/code/code.h"
#include "tests/unit/lowered.h"

/* What each lane adds to a total, with a neighbour or none. */
static void check_total(sample *drawn, const nbb_total *total, int there)
{
    nbb_value bits[NBB_TOTAL_BITS_MAX];
    int count;
    bool is_signed;
    assert_true(
        nbb_lowering_total(&drawn->lowering, &drawn->code, &drawn->cell, total, there, bits, &count, &is_signed));
    fill_arguments(drawn);
    uint32_t *values = values_of(drawn, &drawn->code);
    for (int lane = 0; lane < LANES; ++lane) {
        one_lane of = { .drawn = drawn, .lane = lane };
        nbb_evaluation evaluation = evaluation_of(drawn, &of);
        int64_t made = 0;
        for (int i = 0; i < count; ++i) {
            int64_t weight = INT64_C(1) << i;
            made += (values[bits[i]] >> lane & 1) * (is_signed && i == count - 1 ? -weight : weight);
        }
        assert_int_equal(made, nbb_value_evaluate(&evaluation, total->value, there).integer);
    }
    free(values);
}

static void totals(void **state)
{
    (void)state;
    static const char
        text[] = "return program { state = { a = 'u3', b = 'u1' }, neighbours = 'triangular', param = { q = 5 }, "
        "init = { a = '1' }, update = 'a = b;', observe = { "
        "m = 'sum(2 * b - 1)', e = '-2 * pairs(here.a == there.a ? 1 : -1)', f = 'sum(first ? a : 0)', "
        "g = 'pairs(here.a * there.a - here.degree * there.degree)', h = 'sum(a * int(q))', i = 'sum(x)', "
        "j = 'sum(0.5 * a)', k = 'sum(a * 10000000 * a * a)' } }";
    int taken = 0, refused = 0;
    for (uint64_t seed = 0; seed < 20; ++seed) {
        static sample drawn;
        assert_true(begin(&drawn, text, 2, seed));
        for (int i = 0; i < drawn.program.total_count; ++i) {
            const nbb_total *total = &drawn.program.totals[i];
            bool is_pairs = total->kind == NBB_TOTAL_PAIRS;
            nbb_value bits[NBB_TOTAL_BITS_MAX];
            int count;
            bool is_signed, takes = nbb_lowering_total(&drawn.lowering, &drawn.code, &drawn.cell, total,
                                                       is_pairs ? 0 : -1, bits, &count, &is_signed);
            for (int there = takes && is_pairs ? 0 : -1; takes && there < (is_pairs ? 6 : 0); ++there) {
                check_total(&drawn, total, there);
            }
            taken += takes;
            refused += !takes;
        }
        end(&drawn);
    }
    assert_int_equal(taken, 20 * 4);
    assert_int_equal(refused, 20 * 4); /* x, a real, and two products that may be past 32 bits */
}

/* The operations of a cell of which the list's first neighbours exist, `count` of them. */
static int operations_of(const char *text, int count, int *draw_words)
{
    static sample drawn;
    assert_true(begin(&drawn, text, 2, 0));
    for (int i = 0; i < drawn.program.neighbours.count; ++i) {
        drawn.cell.neighbours[i].exists = i < count ? NBB_ONES : NBB_ZERO;
        for (int j = 0; j < drawn.program.neighbours.count; ++j) {
            drawn.far[i][j] = NBB_ONES;
        }
    }
    drawn.cell.acts = NBB_ONES;
    assert_int_equal(nbb_lowering_cell(&drawn.lowering, &drawn.code, &drawn.cell, drawn.next), NBB_OK);
    nbb_code covered;
    nbb_value *to = malloc((size_t)drawn.code.count * sizeof *to);
    uint8_t *wanted = calloc((size_t)drawn.code.count, 1);
    assert_true(to != NULL && wanted != NULL);
    for (int i = 0; i < drawn.program.planes; ++i) {
        wanted[drawn.next[i]] = NBB_WANTED;
    }
    assert_int_equal(nbb_code_cover(&drawn.code, wanted, &covered, to), NBB_OK);
    int *uses = malloc((size_t)covered.count * sizeof *uses);
    uint8_t *last = calloc((size_t)covered.count, 1);
    assert_true(uses != NULL && last != NULL);
    for (int i = 0; i < drawn.program.planes; ++i) {
        last[to[drawn.next[i]]] = NBB_WANTED;
    }
    nbb_code_uses(&covered, last, uses);
    int operations = nbb_code_operations(&covered, uses);
    *draw_words = covered.draw_word_count;
    free(uses);
    free(last);
    free(to);
    free(wanted);
    nbb_code_free(&covered);
    end(&drawn);
    return operations;
}

/* Operations of cells with 1, 2, 4, 6 and 8 neighbours, and the words that their draws take, rows among them. They
   must not grow unnoticed: by hand Ising takes about 10 with 4 neighbours, and Wireworld less than 45 with 8. */
typedef struct pinned {
    const char *text;
    int operations[5], draw_words[5];
} pinned;

static void operations(void **state)
{
    (void)state;
    static const int neighbours[] = { 1, 2, 4, 6, 8 };
    static const pinned cells[] = {
        { ISING("vonneumann"), { 4, 8, 13 }, { 1, 1, 2 } },
        { ISING("triangular"), { 4, 8, 13, 16 }, { 1, 1, 2, 3 } },
        { ISING("moore"), { 4, 8, 13, 16, 24 }, { 1, 1, 2, 3, 4 } },
        { WIREWORLD, { 2, 7, 13, 20, 26 }, { 0 } },
        { FOREST, { 8, 9, 12 }, { 2, 2, 2 } },
        { SANDPILE, { 36, 38, 48, 58 }, { 0 } },
        { POTTS, { 17, 30, 58 }, { 4, 5, 7 } },
    };
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; ++i) {
        for (int j = 0; j < 5 && cells[i].operations[j] > 0; ++j) {
            int draw_words, made = operations_of(cells[i].text, neighbours[j], &draw_words);
            if (made != cells[i].operations[j] || draw_words != cells[i].draw_words[j]) {
                fail_msg("%d neighbours: %d operations, not %d, and %d words of draws, not %d, of %s", neighbours[j],
                         made, cells[i].operations[j], draw_words, cells[i].draw_words[j], cells[i].text);
            }
        }
    }
}

/* Of a cell of which two neighbours may not exist no more are alike than there are: 4 sizes of a field, from 1 to 4,
   for the two signs share a threshold and 0 needs none. */
static void edge(void **state)
{
    (void)state;
    static sample drawn;
    assert_true(begin(&drawn, ISING("vonneumann"), 2, 0));
    for (int i = 0; i < 4; ++i) {
        drawn.cell.neighbours[i].exists = i < 2 ? NBB_ONES : nbb_code_word(&drawn.code, NBB_GIVEN, i);
        nbb_code_bound(&drawn.code, drawn.planes[i][0], i < 2 ? NBB_ZERO : drawn.cell.neighbours[i].exists);
    }
    assert_int_equal(nbb_lowering_cell(&drawn.lowering, &drawn.code, &drawn.cell, drawn.next), NBB_OK);
    assert_int_equal(drawn.lowering.row_count, 4);
    end(&drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(operations), cmocka_unit_test(edge),
                                        cmocka_unit_test(totals) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_code_reach.c - the patterns that words are said to have are those that they have in some lane. */
#include "gen/code/code_build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/code/code_bits.h"
#include "gen/domain/domain.h"

enum { LEAVES_MAX = 10, NODES = 40 };

/* Code drawn at random: leaves, of which some are 0 where free ones are, and logic of them. */
typedef struct sample {
    nbb_code code;
    int leaves;
    int within[LEAVES_MAX]; /* the leaf without which it is 0, or -1 */
    nbb_value words[NBB_REACH_WORDS];
    int count;
} sample;

static void draw_code(sample *drawn, uint64_t seed)
{
    nbb_code_begin(&drawn->code);
    drawn->leaves = 1 + (int)(nbb_mix(seed) % LEAVES_MAX);
    for (int i = 0; i < drawn->leaves; ++i) {
        uint64_t mixed = nbb_mix(seed * 100 + (uint64_t)i);
        nbb_value leaf = nbb_code_word(&drawn->code, NBB_LOADED, i);
        int other = i > 0 ? (int)(mixed / 2 % (uint64_t)i) : 0;
        drawn->within[i] = i > 0 && mixed % 2 == 0 && drawn->within[other] < 0 ? other : -1;
        if (drawn->within[i] >= 0) {
            nbb_code_bound(&drawn->code, leaf, nbb_code_word(&drawn->code, NBB_LOADED, drawn->within[i]));
        }
    }
    for (int i = 0; i < NODES; ++i) {
        uint64_t mixed = nbb_mix(seed * 1000 + (uint64_t)i), made = (uint64_t)drawn->code.count;
        nbb_code_logic(&drawn->code, (nbb_table)mixed, (nbb_value)(mixed / 256 % made),
                       (nbb_value)((mixed >> 24) % made), (nbb_value)((mixed >> 40) % made));
    }
    drawn->count = 1 + (int)(nbb_mix(seed + 7) % NBB_REACH_WORDS);
    for (int i = 0; i < drawn->count; ++i) {
        drawn->words[i] = (nbb_value)(nbb_mix(seed * 10 + (uint64_t)i) % (uint64_t)drawn->code.count);
    }
}

/* Whether the leaves can have these bits. */
static bool can_be(const sample *drawn, int bits)
{
    for (int i = 0; i < drawn->leaves; ++i) {
        if (drawn->within[i] >= 0 && (bits >> i & 1) && !(bits >> drawn->within[i] & 1)) {
            return false;
        }
    }
    return true;
}

/* The words' pattern where leaf i has bit i. */
static int pattern_at(const sample *drawn, int bits, uint32_t *values)
{
    uint32_t loaded[LEAVES_MAX];
    int pattern = 0;
    for (int i = 0; i < drawn->leaves; ++i) {
        loaded[i] = 0 - (uint32_t)(bits >> i & 1);
    }
    nbb_code_evaluate(&drawn->code, &(nbb_words){ .loaded = loaded }, values);
    for (int i = 0; i < drawn->count; ++i) {
        pattern |= (int)(values[drawn->words[i]] & 1) << i;
    }
    return pattern;
}

static void patterns(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 400; ++seed) {
        sample drawn;
        draw_code(&drawn, seed);
        uint32_t *values = calloc((size_t)drawn.code.count, sizeof *values);
        nbb_reached found = nbb_code_reach(&drawn.code, drawn.words, drawn.count), wanted = { { 0 } };
        assert_non_null(values);
        for (int bits = 0; bits < 1 << drawn.leaves; ++bits) {
            int pattern = pattern_at(&drawn, bits, values);
            wanted.at[pattern / 64] |= (uint64_t)can_be(&drawn, bits) << (pattern % 64);
        }
        assert_true(memcmp(&found, &wanted, sizeof found) == 0);
        free(values);
        nbb_code_free(&drawn.code);
    }
}

/* Of more leaves than are tried every pattern is reached; of as many, only what there can be. */
static void bounds(void **state)
{
    (void)state;
    nbb_code code;
    nbb_value all = NBB_ONES, most = NBB_ONES;
    nbb_code_begin(&code);
    for (int i = 0; i <= NBB_REACH_LEAVES; ++i) {
        most = all;
        all = nbb_code_logic(&code, NBB_TABLE_AND, all, nbb_code_word(&code, NBB_LOADED, i), NBB_ZERO);
    }
    const nbb_value larger[] = { all, most }, fits[] = { most, code.nodes[most].from[1] };
    assert_true(nbb_code_reach(&code, larger, 2).at[0] == 0xf);
    assert_true(nbb_code_reach(&code, fits, 2).at[0] == 0xd);
    nbb_code_free(&code);
}

/* Of 4 neighbours, 2 of which may not exist, no more are alike than there are: a vector's range, a table's values. */
static void counts(void **state)
{
    (void)state;
    nbb_code code;
    nbb_bits alike[4], exist[4];
    nbb_code_begin(&code);
    for (int i = 0; i < 4; ++i) {
        nbb_value exists = i < 2 ? nbb_code_word(&code, NBB_GIVEN, i) : NBB_ONES;
        nbb_value word = nbb_code_word(&code, NBB_LOADED, i);
        nbb_code_bound(&code, word, i < 2 ? exists : NBB_ZERO);
        alike[i] = nbb_bits_word(word);
        exist[i] = nbb_bits_word(exists);
    }
    nbb_bits count = nbb_bits_sum(&code, alike, 4), degree = nbb_bits_sum(&code, exist, 4);
    nbb_bits apart = nbb_bits_operate(&code, NBB_OP_SUB, &degree, &count);
    assert_int_equal(apart.low, -2);
    nbb_bits reached = nbb_bits_reached(&code, &apart);
    assert_int_equal(reached.low, 0);
    assert_int_equal(reached.high, 4);
    nbb_value words[NBB_BITS_MAX];
    nbb_bits_words(&code, &apart, words);
    nbb_bits vector = { .low = apart.low, .high = apart.high, .told_by = -1 };
    memcpy(vector.of, words, sizeof words);
    reached = nbb_bits_reached(&code, &vector);
    assert_int_equal(reached.low, 0);
    assert_int_equal(reached.high, 4);
    nbb_code_free(&code);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(patterns), cmocka_unit_test(bounds),
                                        cmocka_unit_test(counts) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_code_cover.c - covered code computes the same by fewer operations. */
#include "gen/code/code.h"
#include "gen/domain/fractal.h"
#include "tests/unit/evaluate.h"
#include "unit.h"

enum { INPUTS = 8, VALUES = 96 };

/* Code that loads so many words. */
static void begin(nbb_arena *arena, nbb_code *code)
{
    *code = nbb_code_of(arena);
    for (int i = 0; i < INPUTS; ++i) {
        assert_int_equal(nbb_code_word(code, NBB_LOADED, i), i + 2);
    }
}

/* Covers code, whose results must stay what they are for all states of the inputs; how many operations there are. */
static int cover(nbb_arena *arena, const nbb_code *code, const nbb_value *results, int count)
{
    nbb_code covered;
    nbb_value after[VALUES];
    uint32_t loaded[INPUTS], before[VALUES], values[VALUES];
    nbb_words words = { .loaded = loaded };
    memcpy(after, results, (size_t)count * sizeof *results);
    assert_int_equal(nbb_code_cover(arena, code, after, (size_t)count, 0, 0, &covered), NBB_OK);
    assert_true(code->count <= VALUES && covered.count <= VALUES);
    for (uint32_t first = 0; first < 1 << INPUTS; first += 32) {
        for (int i = 0; i < INPUTS; ++i) {
            loaded[i] = NBB_SUM(lane, 32, (first + (uint32_t)lane) >> i & 1 ? 1U << lane : 0);
        }
        nbb_code_evaluate(code, &words, before);
        nbb_code_evaluate(&covered, &words, values);
        for (int i = 0; i < count; ++i) {
            assert_int_equal(values[after[i]], before[results[i]]);
        }
    }
    return nbb_code_operations(&covered, covered.uses);
}

/* Of two words that two operations work on each takes in the value: there are two operations, not three. A result is
   there in any case, and where one operation has no room, or a draw works on the value, all do. */
TEST(test_several_users)
{
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_code code;
    begin(&arena, &code);
    nbb_value both = nbb_code_logic(&code, NBB_TABLE_AND, 2, 3, NBB_ZERO);
    nbb_value results[] = { nbb_code_logic(&code, NBB_TABLE_XOR, both, 4, NBB_ZERO),
                            nbb_code_logic(&code, NBB_TABLE_OR, both, 5, NBB_ZERO), both,
                            nbb_code_logic(&code, NBB_TABLE_SUM, both, 6, 7) };
    assert_int_equal(cover(&arena, &code, results, 2), 2);
    assert_int_equal(cover(&arena, &code, results, 3), 3);
    results[2] = results[3];
    assert_int_equal(cover(&arena, &code, results, 3), 4);
    results[2] = nbb_code_draw(&code, (nbb_draw){ .digit = -1, .words = 1 }, &both);
    nbb_code covered;
    assert_int_equal(nbb_code_cover(&arena, &code, results, 3, 0, 0, &covered), NBB_OK);
    assert_int_equal(nbb_code_operations(&covered, covered.uses), 3);
}

/* A table of three words, in whichever order they stand, gives the half of it to what works on it, if the rest takes
   in a word: ~part3 & ((self & (h ^ sum3)) | part4) is two operations. */
TEST(test_halves)
{
    static const int orders[][3] = { { 0, 1, 2 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 1, 0 }, { 0, 2, 1 }, { 2, 0, 1 } };
    for (int i = 0; i < 6; ++i) {
        NBB_LOCAL_ARENA arena = { 0 };
        nbb_code code;
        begin(&arena, &code);
        nbb_value from[3], one = nbb_code_logic(&code, NBB_TABLE_XOR, 2, 3, NBB_ZERO), words[] = { 4, one, 5 };
        NBB_FILL(j, 3, from[orders[i][j]], words[j]);
        uint64_t points[3], table = 0;
        NBB_FILL(j, 3, points[j], nbb_table_words[orders[i][j]]);
        table = ~((points[0] & points[1]) | points[2]) & 0xff;
        nbb_value part = nbb_code_logic(&code, (nbb_table)table, from[0], from[1], from[2]);
        nbb_value next = nbb_code_logic(&code, 0x11, 6, part, NBB_ZERO);
        assert_int_equal(cover(&arena, &code, &next, 1), 2);
    }
}

/* Random operations: the same results, and never more operations. */
TEST(test_random)
{
    int saved = 0;
    for (uint64_t seed = 1; seed <= 400; ++seed) {
        NBB_LOCAL_ARENA arena = { 0 };
        nbb_code code;
        nbb_value results[4];
        uint64_t random = seed;
        begin(&arena, &code);
        while (code.count < 40) {
            random = nbb_mix(random);
            int wide = code.count;
            nbb_code_logic(&code, (nbb_table)(random >> 8), (int)(random >> 16 & 0xffff) % wide,
                           (int)(random >> 32 & 0xffff) % wide, random & 1 ? (int)(random >> 48) % wide : NBB_ZERO);
        }
        NBB_FILL(i, 4, results[i], code.count - 1 - 3 * i);
        int *uses, before;
        assert_int_equal(nbb_code_uses(&arena, &code, results, 4, &uses), NBB_OK);
        before = nbb_code_operations(&code, uses);
        int after = cover(&arena, &code, results, 4);
        assert_true(after <= before);
        saved += before - after;
    }
    assert_int_equal(saved, 1259);
}

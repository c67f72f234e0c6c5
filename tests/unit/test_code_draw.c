/* test_code_draw.c - draws of random numbers in straight-line code: compared as numbers would be, shared, covered. */
#include "tests/unit/evaluate.h"
#include "unit.h"
#include "gen/domain/domain.h"

enum { LANES = 32, ROWS = 4, LOADED = 4 };

/* Digits of equal lanes' numbers and thresholds come now and then, so that all 32 are asked for. */
static uint32_t digit(const nbb_words *words, const nbb_draw *draw, int d)
{
    const uint32_t *numbers = words->context;
    uint32_t word = 0;
    for (int lane = 0; lane < LANES; ++lane) {
        word |= (numbers[lane] >> (31 - d) & 1) << lane;
    }
    return draw->cell == 7 ? word : ~word;
}

typedef struct sample {
    nbb_arena arena;
    nbb_code code;
    nbb_value words[LOADED]; /* care, and three masks */
    uint32_t loaded[LOADED];
    uint64_t rows[ROWS];
    uint32_t numbers[LANES];
} sample;

static void begin(sample *drawn, uint64_t seed)
{
    drawn->arena = (nbb_arena){ 0 };
    drawn->code = nbb_code_of(&drawn->arena);
    for (int i = 0; i < LOADED; ++i) {
        drawn->words[i] = nbb_code_word(&drawn->code, NBB_LOADED, i);
        drawn->loaded[i] = (uint32_t)nbb_mix(seed * 100 + (uint64_t)i);
        drawn->rows[i] = nbb_mix(seed * 100 + 10 + (uint64_t)i) & ((UINT64_C(1) << 32) - 1);
    }
    drawn->rows[seed % ROWS] = seed % 3 == 0 ? UINT64_C(1) << 32 : drawn->rows[seed % ROWS];
}

/* The threshold of a lane, by its masks. */
static uint64_t threshold(const sample *drawn, int lane)
{
    uint64_t of = drawn->rows[0];
    for (int i = 1; i < ROWS; ++i) {
        of ^= drawn->loaded[i] >> lane & 1 ? drawn->rows[i] : 0;
    }
    return of;
}

/* Lane by lane the number is the threshold, one less, one more, or another. */
static void draw_numbers(sample *drawn)
{
    for (int lane = 0; lane < LANES; ++lane) {
        uint32_t near = (uint32_t)threshold(drawn, lane) + (uint32_t)(lane % 4) - 1;
        drawn->numbers[lane] = lane % 4 == 3 ? (uint32_t)nbb_mix((uint64_t)lane) : near;
    }
}

static uint32_t value_of(const sample *drawn, const nbb_code *code, nbb_value value)
{
    uint32_t *values = malloc((size_t)code->count * sizeof *values);
    assert_non_null(values);
    nbb_words words = { .loaded = drawn->loaded, .rows = drawn->rows, .digit = digit };
    words.context = (void *)(uintptr_t)drawn->numbers;
    nbb_code_evaluate(code, &words, values);
    uint32_t word = values[value];
    free(values);
    return word;
}

static const nbb_draw compared = { .cell = 7, .digit = -1, .words = LOADED };

TEST(below)
{
    for (uint64_t seed = 0; seed < 40; ++seed) {
        sample drawn;
        begin(&drawn, seed);
        draw_numbers(&drawn);
        nbb_value less = nbb_code_draw(&drawn.code, compared, drawn.words);
        uint32_t word = value_of(&drawn, &drawn.code, less);
        for (int lane = 0; lane < LANES; ++lane) {
            bool cares = drawn.loaded[0] >> lane & 1;
            assert_int_equal(word >> lane & 1, cares && drawn.numbers[lane] < threshold(&drawn, lane));
        }
        nbb_arena_free(&drawn.arena);
    }
}

TEST(digits)
{
    sample drawn;
    begin(&drawn, 1);
    draw_numbers(&drawn);
    for (int d = 0; d < 32; ++d) {
        nbb_value value = nbb_code_draw(&drawn.code, (nbb_draw){ .cell = 7, .digit = d }, NULL);
        assert_int_equal(value_of(&drawn, &drawn.code, value) & 1, drawn.numbers[0] >> (31 - d) & 1);
    }
    nbb_arena_free(&drawn.arena);
}

TEST(shared)
{
    sample drawn;
    begin(&drawn, 1);
    nbb_value first = nbb_code_draw(&drawn.code, compared, drawn.words);
    nbb_draw another = compared;
    another.request = 1;
    assert_int_equal(nbb_code_draw(&drawn.code, compared, drawn.words), first);
    assert_int_not_equal(nbb_code_draw(&drawn.code, another, drawn.words), first);
    drawn.words[3] = drawn.words[2];
    assert_int_not_equal(nbb_code_draw(&drawn.code, compared, drawn.words), first);
    drawn.words[0] = NBB_ZERO;
    assert_int_equal(nbb_code_draw(&drawn.code, compared, drawn.words), NBB_ZERO);
    nbb_arena_free(&drawn.arena);
}

/* Words that are the same are one, and others may stand in any order. */
TEST(words)
{
    sample drawn;
    begin(&drawn, 1);
    nbb_value a = drawn.words[0], b = drawn.words[1], c = drawn.words[2];
    assert_int_equal(nbb_code_logic(&drawn.code, NBB_TABLE_SUM, a, a, b), b);
    assert_int_equal(nbb_code_logic(&drawn.code, NBB_TABLE_SUM, a, b, b), a);
    assert_int_equal(nbb_code_logic(&drawn.code, NBB_TABLE_MAJORITY, a, b, a), a);
    assert_int_equal(nbb_code_logic(&drawn.code, NBB_TABLE_SELECT, c, a, b),
                     nbb_code_logic(&drawn.code, 0xe4, c, b, a));
    nbb_arena_free(&drawn.arena);
}

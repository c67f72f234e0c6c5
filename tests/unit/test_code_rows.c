/* test_code_rows.c - the code of rules on rows: right for every state of the nine cells, and short. */
#include "gen/code/code_bits.h"
#include "tests/unit/evaluate.h"
#include "unit.h"
#include "tests/unit/expression.h"

enum { LANES = 32, CELLS = 9, OWN = 8 };

/* A place with so many neighbours, words of their own; with `own` the place is counted too. */
typedef struct counted {
    nbb_code code;
    nbb_value next;
} counted;

static counted make(nbb_arena *arena, nbb_rule rule, nbb_tells tells, int most, bool own)
{
    counted made;
    nbb_tails tails = { .rule = rule, .tells = tells };
    nbb_addends ones = { 0 }, carries = { 0 };
    made.code = nbb_code_of(arena);
    nbb_value self = nbb_code_word(&made.code, NBB_LOADED, OWN);
    for (int i = 0; i < most; ++i) {
        ones.words[ones.count++] = nbb_code_word(&made.code, NBB_LOADED, i);
    }
    if (own) {
        ones.words[ones.count++] = self;
    }
    made.next = nbb_code_next_of_count(&made.code, &tails, most, own, &ones, &carries, self);
    assert_int_equal(nbb_code_status(&made.code), NBB_OK);
    assert_true(made.code.count <= 64);
    return made;
}

static void check_rule(nbb_rule rule, nbb_tells tells, int most, bool own)
{
    NBB_LOCAL_ARENA arena = { 0 };
    counted made = make(&arena, rule, tells, most, own);
    uint32_t values[64], loaded[CELLS];
    nbb_words words = { .loaded = loaded };
    for (int first = 0; first < 1 << CELLS; first += LANES) {
        memset(loaded, 0, sizeof loaded);
        for (int i = 0; i < CELLS * LANES; ++i) {
            loaded[i % CELLS] |= (uint32_t)((first + i / CELLS) >> i % CELLS & 1) << i / CELLS;
        }
        nbb_code_evaluate(&made.code, &words, values);
        for (int lane = 0; lane < LANES; ++lane) {
            int cells = first + lane, self = cells >> OWN & 1;
            int expected = nbb_rule_next(rule, self, __builtin_popcount((unsigned)cells & ((1U << most) - 1)));
            if ((int)(values[made.next] >> lane & 1) != expected) {
                fail_msg("birth %#x, survival %#x, split by %d, %d neighbours, cells %#x: expected %d", rule.birth,
                         rule.survival, tells, most, cells, expected);
            }
        }
    }
}

/* Every birth with another survival: split in each way, for each number of neighbours. */
TEST(test_every_state)
{
    for (uint32_t counts = 0; counts < 1 << CELLS; ++counts) {
        nbb_tells tells = (nbb_tells)(counts % NBB_TELLS);
        check_rule((nbb_rule){ counts, counts * 45 & 0x1ff }, tells, 8, true);
        check_rule((nbb_rule){ counts, 1 << 2 | 1 << 3 }, tells, (int)(counts / NBB_TELLS % CELLS), false);
        check_rule((nbb_rule){ 1 << 3, counts }, tells, (int)(counts / NBB_TELLS % CELLS), counts % 2 == 1);
    }
}

/* The word of a layer's number, of its weights 1, 2, 2 and 4: lanes have the twos in one word or the
   other, and where two of them are four in two words or one. */
static uint32_t word_of(int number, int bit, int layer)
{
    uint32_t word = 0;
    for (int lane = 0; lane < 32; ++lane) {
        bool swaps = lane >> layer & 1, splits = (lane * 11 >> layer & 1) && number / 2 == 2;
        int four = number / 2 >= 2 && !splits, twos = number / 2 - 2 * four;
        int bits[] = { number & 1, twos > swaps, twos > !swaps, four };
        word |= (uint32_t)bits[bit] << lane;
    }
    return word;
}

/* The next word of a place by the numbers of its layers, each in all lanes. */
static void check_layers(nbb_rule rule)
{
    enum { BITS = NBB_ROWS * NBB_LAYER_BITS };
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_code code;
    nbb_value words[BITS + 1];
    uint32_t values[256], loaded[BITS + 1];
    static uint32_t words_of[10][NBB_LAYER_BITS][NBB_ROWS];
    nbb_words given = { .loaded = loaded };
    for (int i = 0; i < 10 * BITS; ++i) {
        words_of[i / BITS][i % NBB_LAYER_BITS][i / NBB_LAYER_BITS % NBB_ROWS] = word_of(
            i / BITS, i % NBB_LAYER_BITS, i / NBB_LAYER_BITS % NBB_ROWS);
    }
    code = nbb_code_of(&arena);
    for (int i = 0; i <= BITS; ++i) {
        words[i] = nbb_code_word(&code, NBB_LOADED, i);
    }
    nbb_value next = nbb_code_next_of_layers(&code, rule, words, words[BITS]);
    assert_int_equal(nbb_code_status(&code), NBB_OK);
    assert_true(code.count <= 256);
    for (int layers = 0; layers < 10 * 10 * 10 * 2; ++layers) {
        int numbers[NBB_ROWS] = { layers / 200, layers / 20 % 10, layers / 2 % 10 }, self = layers % 2;
        if (self > numbers[1]) {
            continue; /* the layer would count it */
        }
        for (int i = 0; i < BITS; ++i) {
            loaded[i] = words_of[numbers[i / NBB_LAYER_BITS]][i % NBB_LAYER_BITS][i / NBB_LAYER_BITS];
        }
        loaded[BITS] = self ? ~0U : 0;
        int neighbours = numbers[0] + numbers[1] + numbers[2] - self;
        nbb_code_evaluate(&code, &given, values);
        if (neighbours <= NBB_NEIGHBOURS_CUBE) {
            assert_int_equal(values[next], nbb_rule_next(rule, self, neighbours) ? ~0U : 0);
        }
    }
}

TEST(test_layers)
{
    uint32_t counts = 1;
    for (int i = 0; i < (nbb_unit_is_quick() ? 60 : 300); ++i) {
        counts = counts * 1664525 + 1013904223; /* any, but the same ones each time */
        check_layers((nbb_rule){ counts >> 5 & 0x7ffffff, counts * 97 >> 5 & 0x7ffffff });
    }
    for (int i = 0; i < 20; ++i) { /* none alive from eight on */
        counts = counts * 1664525 + 1013904223;
        check_layers((nbb_rule){ counts >> 5 & 0xff, counts >> 13 & 0x7f });
    }
    check_layers((nbb_rule){ 0, 0 });
    check_layers((nbb_rule){ 0x7ffffff, 0x7ffffff });
    check_layers((nbb_rule){ 1 << 5, 1 << 4 | 1 << 5 });
}

static int count_operations(const char *text)
{
    nbb_rule rule;
    assert_int_equal(nbb_rule_parse(text, 2, &rule), NBB_OK);
    NBB_LOCAL_ARENA arena = { 0 };
    counted made = make(&arena, rule, NBB_TELLS_BY_TWO, NBB_NEIGHBOURS_MAX, true);
    nbb_code covered;
    assert_int_equal(nbb_code_cover(&arena, &made.code, &made.next, 1, 0, 0, &covered), NBB_OK);
    int operations = nbb_code_operations(&covered, covered.uses);
    return operations;
}

/* Three adders of two operations count nine words to `one` and four carries, and five are what is left of Life. */
TEST(test_few_operations)
{
    assert_int_equal(count_operations("B2/S23"), 13);
    assert_int_equal(count_operations("B3/S23"), 13);
    assert_int_equal(count_operations("B36/S23"), 14);
    assert_int_equal(count_operations("B2/S"), 12);
    assert_int_equal(count_operations("B1357/S02468"), 4); /* the parity of nine */
    assert_int_equal(count_operations("B/S012345678"), 0);
    assert_int_equal(count_operations("B/S"), 0);
}

static void check_text(nbb_rule rule, int most)
{
    static const char *const names[NBB_FUNCTION_WORDS] = { "one", "two", "four", "eight", "sixteen", "self" };
    NBB_LOCAL_TEXT text = text_of_function(nbb_rule_function(rule, most), names);
    nbb_named words = { names, nbb_function_points, NBB_FUNCTION_WORDS };
    uint64_t value = evaluate_text(nbb_text_string(&text), words);
    for (int count = 0; count <= most; ++count) {
        if ((value >> count & 1) != (rule.birth >> count & 1)
            || (value >> (count + 32) & 1) != (rule.survival >> count & 1)) {
            fail_msg("B%x/S%x, at most %d: wrong at %d: %s", rule.birth, rule.survival, most, count, text.data);
        }
    }
}

/* A rule as the text of a function, of a plane's neighbours and of space's. */
TEST(test_texts)
{
    uint32_t counts = 1;
    for (int i = 0; i < (nbb_unit_is_quick() ? 600 : 3000); ++i) {
        counts = counts * 1664525 + 1013904223;
        check_text((nbb_rule){ counts >> 5 & 0x7ffffff, counts * 97 >> 5 & 0x7ffffff }, i % 27);
    }
    for (int most = 0; most < CELLS; ++most) {
        check_text((nbb_rule){ 1 << 2, 1 << 2 | 1 << 3 }, most);
        check_text((nbb_rule){ 0, 0 }, most);
        check_text((nbb_rule){ 0x1ff, 0x1ff }, most);
    }
}

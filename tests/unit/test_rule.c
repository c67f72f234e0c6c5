/* test_rule.c - B/S notation, and the minimised function of every rule there is. */
#include "gen/domain/minimise.h"
#include "gen/domain/rule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

static const nbb_rule_names names = { "one", "two", "four", "eight", "sixteen", "self" };
static const char *const inputs[6] = { "one", "two", "four", "eight", "sixteen", "self" };

/* --- an evaluator of the printed text: all 64 points (count + 32 self) at once, one a bit --- */

static uint64_t read_sum(const char **at);

static bool take(const char **at, const char *token)
{
    size_t length = strlen(token);
    if (strncmp(*at, token, length) != 0) {
        return false;
    }
    *at += length;
    return true;
}

static uint64_t read_factor(const char **at)
{
    static const uint64_t columns[6] = { UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc),
                                         UINT64_C(0xf0f0f0f0f0f0f0f0), UINT64_C(0xff00ff00ff00ff00),
                                         UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000) };
    if (take(at, "~")) {
        return ~read_factor(at);
    }
    if (take(at, "(")) {
        uint64_t value = read_sum(at);
        assert_true(take(at, ")"));
        return value;
    }
    for (int i = 0; i < 6; i++) {
        if (take(at, inputs[i])) {
            return columns[i];
        }
    }
    fail_msg("an input was expected at \"%s\"", *at);
    return 0;
}

static uint64_t read_product(const char **at)
{
    uint64_t value = read_factor(at);
    while (take(at, " & ")) {
        value &= read_factor(at);
    }
    return value;
}

static uint64_t read_sum(const char **at)
{
    uint64_t value = read_product(at);
    while (take(at, " | ")) {
        value |= read_product(at);
    }
    return value;
}

static uint64_t evaluate(const char *text)
{
    if (strcmp(text, "ZERO") == 0 || strcmp(text, "ONES") == 0) {
        return text[0] == 'Z' ? 0 : UINT64_MAX;
    }
    uint64_t value = read_sum(&text);
    assert_string_equal(text, "");
    return value;
}

static int count_literals(const char *text)
{
    int literals = 0;
    for (const char *at = text; *at != '\0'; at++) {
        literals += (*at >= 'a' && *at <= 'z') && (at == text || at[-1] < 'a' || at[-1] > 'z');
    }
    return literals;
}

/* --- notation --- */

static void assert_rule(const char *text, uint32_t birth, uint32_t survival)
{
    nbb_rule rule = { 0, 0 };
    assert_int_equal(nbb_rule_parse(text, &rule), NBB_OK);
    assert_int_equal(rule.birth, birth);
    assert_int_equal(rule.survival, survival);
}

static void parses_rules(void **state)
{
    (void)state;
    assert_rule("B2/S23", 1u << 2, 1u << 2 | 1u << 3);
    assert_rule("b3/s32", 1u << 3, 1u << 2 | 1u << 3);
    assert_rule("B/S", 0, 0);
    assert_rule("B876543210/S0", 0x1ff, 1);
    assert_rule("B1/S012345678", 2, 0x1ff);
    assert_rule("B3S23", 1u << 3, 1u << 2 | 1u << 3);
    assert_rule("23/3", 1u << 3, 1u << 2 | 1u << 3);
    assert_rule("/", 0, 0);
    assert_rule("life", 1u << 3, 1u << 2 | 1u << 3);
    assert_rule("HighLife", 1u << 3 | 1u << 6, 1u << 2 | 1u << 3);
    assert_rule("2x2", 1u << 3 | 1u << 6, 1u << 1 | 1u << 2 | 1u << 5);
}

typedef struct rejected {
    const char *text, *message;
} rejected;

static void rejects_what_is_no_rule(void **state)
{
    (void)state;
    static const rejected cases[] = {
        { "", "expected 'B' at column 1, where it ends" },
        { "23", "expected a neighbour count from 0 to 8 or '/' at column 3, where it ends" },
        { "29/3", "expected a neighbour count from 0 to 8 or '/' at column 2, found \"9/3\"" },
        { "23/3/2", "or the end at column 5, found \"/2\"" },
        { "2x3", "expected a neighbour count from 0 to 8 or '/' at column 2" },
        { "higlife", "rule \"higlife\": did you mean \"highlife\"?" },
        { "conway", "expected 'B' at column 1" },
        { "B2", "expected a neighbour count from 0 to 8 or '/' at column 3, where it ends" },
        { "B2T23", "or '/' at column 3, found \"T23\"" },
        { "B9/S23", "expected a neighbour count from 0 to 8 or '/' at column 2, found \"9/S23\"" },
        { "B22/S23", "expected each neighbour count only once at column 3, found \"2/S23\"" },
        { "B2/", "expected 'S' at column 4, where it ends" },
        { "B2/23", "expected 'S' at column 4, found \"23\"" },
        { "B2/S239", "or the end at column 7, found \"9\"" },
        { "B2/S232", "only once at column 7" },
        { "B2/S23 ", "or the end at column 7, found \" \"" },
        { " B2/S23", "expected 'B' at column 1" },
        { "B2/S23/C4", "or the end at column 7, found \"/C4\"" },
        { "B-1/S2", "at column 2, found \"-1/S2\"" },
        { "\"2/S3", "expected 'B' at column 1" },
        { "B2/\0S", "expected 'S' at column 4, where it ends" },
        { "B2/\x13", "expected 'S' at column 4" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        nbb_rule rule = { 77, 78 };
        assert_int_equal(nbb_rule_parse(cases[i].text, &rule), NBB_ERROR_USAGE);
        if (strstr(nbb_message(), cases[i].message) == NULL) {
            fail_msg("\"%s\" gave: %s", cases[i].text, nbb_message());
        }
        assert_int_equal(rule.birth, 77);
        assert_int_equal(rule.survival, 78);
    }
}

static void prints_canonically(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        { "b2/s32", "B2/S23" },
        { "B/S", "B/S" },
        { "b876543210/S80", "B012345678/S08" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        nbb_rule rule;
        nbb_text text = NBB_TEXT_EMPTY;
        assert_int_equal(nbb_rule_parse(cases[i][0], &rule), NBB_OK);
        nbb_rule_print(rule, &text);
        assert_string_equal(nbb_text_string(&text), cases[i][1]);
        nbb_text_free(&text);
    }
}

static void next_state_reads_the_right_set(void **state)
{
    (void)state;
    nbb_rule rule = { 1u << 3, 1u << 2 | 1u << 8 };
    for (int count = 0; count <= 8; count++) {
        assert_int_equal(nbb_rule_next(rule, 0, count), count == 3);
        assert_int_equal(nbb_rule_next(rule, 1, count), count == 2 || count == 8);
    }
}

/* --- the function --- */

/* The text of one function against the definition; returns its literals. */
static int check_function(nbb_rule rule, int most, nbb_text *text)
{
    text->length = 0;
    assert_int_equal(nbb_rule_print_function(rule, most, &names, "ZERO", "ONES", text), NBB_OK);
    uint64_t value = evaluate(nbb_text_string(text));
    for (int count = 0; count <= most; count++) {
        bool born = (value >> count & 1) != 0, survives = (value >> (count + 32) & 1) != 0;
        if (born != (rule.birth >> count & 1) || survives != (rule.survival >> count & 1)) {
            fail_msg("B%x/S%x, most %d: wrong at %d: %s", rule.birth, rule.survival, most, count,
                     nbb_text_string(text));
        }
    }
    return count_literals(nbb_text_string(text));
}

/* Every rule on every count: with at most m neighbours only counts up to m matter, so 4^(m + 1) rules are all. */
static void every_rule_is_computed_exactly(void **state)
{
    (void)state;
    nbb_text text = NBB_TEXT_EMPTY;
    for (int most = 0; most <= 7; most++) {
        int longest = 0;
        uint32_t sets = UINT32_C(1) << (most + 1);
        for (uint32_t birth = 0; birth < sets; birth++) {
            for (uint32_t survival = 0; survival < sets; survival++) {
                int literals = check_function((nbb_rule){ birth, survival }, most, &text);
                longest = literals > longest ? literals : longest;
            }
        }
        static const int bounds[8] = { 1, 4, 6, 10, 12, 14, 18, 22 };
        if (longest > bounds[most]) {
            fail_msg("most %d: a function of %d literals, %d were enough before", most, longest, bounds[most]);
        }
    }
    nbb_text_free(&text);
}

/* Rules of 26 neighbours: those whose halves join in each way, and some at random. */
static void rules_of_many_neighbours_are_exact(void **state)
{
    (void)state;
    static const uint32_t halves[] = { 0, 0xffff, 0x30 };
    nbb_text text = NBB_TEXT_EMPTY;
    uint64_t random = 1;
    for (int i = 0; i < 9; i++) {
        uint32_t counts = halves[i % 3] | halves[i / 3] << 16;
        check_function((nbb_rule){ counts, counts }, 26, &text);
        check_function((nbb_rule){ counts & 0x7ffffff, counts }, 26, &text);
    }
    for (int i = 0; i < 200; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        nbb_rule rule = { (uint32_t)(random >> 32) & 0x7ffffff, (uint32_t)(random >> 20) & 0x7ffffff };
        check_function(rule, 9 + i % 18, &text);
    }
    assert_int_equal(check_function((nbb_rule){ 1u << 5, 3u << 4 }, 26, &text), 6);
    nbb_text_free(&text);
}

/* A product of the inputs one, two, four, eight: its points, and its length. */
typedef struct priced {
    uint32_t points;
    int literals;
} priced;

/* The products that miss `off`; at most 3^4 - 1. */
static int list_products(uint32_t off, priced *products)
{
    int count = 0;
    for (uint32_t cared = 1; cared < 16; cared++) {
        for (uint32_t value = 0; value < 16; value++) {
            uint32_t points = 0;
            for (uint32_t point = 0; point < 16; point++) {
                points |= (uint32_t)((point & cared) == value) << point;
            }
            if (points != 0 && (points & off) == 0) {
                products[count++] = (priced){ points, __builtin_popcount(cared) };
            }
        }
    }
    return count;
}

/* The fewest literals of any sum of these products that covers `on`, by dynamic programming over what is covered. */
static int fewest_literals(uint32_t on, const priced *products, int count)
{
    enum { NOT_REACHED = 1000 };
    static int fewest[1 << 16];
    for (uint32_t covered = 1; covered <= on; covered++) {
        fewest[covered] = NOT_REACHED;
    }
    for (uint32_t covered = 0; covered < on; covered++) {
        for (int i = 0; i < count && fewest[covered] < NOT_REACHED; i++) {
            int *more = &fewest[covered | (products[i].points & on)];
            int literals = fewest[covered] + products[i].literals;
            *more = literals < *more ? literals : *more;
        }
    }
    return fewest[on];
}

static void sums_are_the_shortest(void **state)
{
    (void)state;
    uint32_t random = 12345;
    for (int round = 0; round < 60; round++) {
        random = random * 1664525 + 1013904223;
        uint32_t on = random >> 18, off = ~on & 0x3fff; /* points 14 and 15 may be either */
        nbb_sum sum = nbb_minimise(on, off);
        int literals = 0;
        for (int i = 0; i < sum.count; i++) {
            literals += __builtin_popcount(sum.products[i]);
        }
        priced products[80];
        assert_int_equal(literals, fewest_literals(on, products, list_products(off, products)));
    }
}

/* --- rules for 26 neighbours --- */

static void rules_of_space_are_read_and_printed(void **state)
{
    (void)state;
    static const struct {
        const char *text, *printed;
        uint32_t birth, survival;
    } rows[] = { { "B5/S4,5", "B5/S4,5", 1u << 5, 1u << 4 | 1u << 5 },
                 { "b10,2/s26,0", "B2,10/S0,26", 1u << 10 | 1u << 2, 1u << 26 | 1u },
                 { "B/S", "B/S", 0, 0 },
                 { "B012/S10", "B12/S10", 1u << 12, 1u << 10 } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        nbb_rule rule;
        nbb_text text = NBB_TEXT_EMPTY;
        assert_int_equal(nbb_rule_parse_listed(rows[i].text, &rule), NBB_OK);
        assert_int_equal(rule.birth, rows[i].birth);
        assert_int_equal(rule.survival, rows[i].survival);
        nbb_rule_print_listed(rule, &text);
        assert_string_equal(nbb_text_string(&text), rows[i].printed);
        nbb_text_free(&text);
        assert_int_equal(nbb_rule_next(rule, 0, 10), (int)(rows[i].birth >> 10 & 1));
    }
}

static void others_of_space_are_refused(void **state)
{
    (void)state;
    static const char *const texts[][2] = { { "", "'B' at column 1" },
                                            { "S4/B5", "'B' at column 1" },
                                            { "B27/S", "0 to 26" },
                                            { "B5,5/S", "only once" },
                                            { "B5/S45", "0 to 26" },
                                            { "B5,/S", "',' and a count, or '/' at column 3" },
                                            { "B5S4", "'/' at column 3" },
                                            { "B5/4", "'S' at column 4" },
                                            { "B5/S4 ", "or the end at column 6" },
                                            { "B4294967296/S", "0 to 26" },
                                            { "B0123/S", "0 to 26" } };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        nbb_rule rule = { 7, 7 };
        assert_int_equal(nbb_rule_parse_listed(texts[i][0], &rule), NBB_ERROR_USAGE);
        if (strstr(nbb_message(), texts[i][1]) == NULL) {
            fail_msg("%s: %s", texts[i][0], nbb_message());
        }
        assert_int_equal(rule.birth, 7);
    }
    nbb_message_free();
}

static int forget_messages(void **state)
{
    (void)state;
    nbb_message_free();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parses_rules),
        cmocka_unit_test(rejects_what_is_no_rule),
        cmocka_unit_test(prints_canonically),
        cmocka_unit_test(next_state_reads_the_right_set),
        cmocka_unit_test(every_rule_is_computed_exactly),
        cmocka_unit_test(rules_of_many_neighbours_are_exact),
        cmocka_unit_test(sums_are_the_shortest),
        cmocka_unit_test(rules_of_space_are_read_and_printed),
        cmocka_unit_test(others_of_space_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, forget_messages);
}
